"""MkDocs hooks: brings the pages in that lie outside docs/, and turns links
between files of the repository into links between pages of the site."""
import difflib
import posixpath
import re
import sys
from pathlib import Path

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parent))
import book  # noqa: E402

LINK = re.compile(r"(\]\()([^)\s]+)(\))")  # a link in a link, too
LANGUAGES = {".cu": "cuda", ".cuh": "cuda", ".h": "c", ".c": "c", ".sh": "sh", ".py": "python"}


def repository_path(site_path):
    """The inverse of book.site_path, for pages."""
    if site_path == "repository.md":
        return "README.md"
    return site_path if (book.ROOT / site_path).is_file() and not (
        book.ROOT / "docs" / site_path).is_file() else "docs/" + site_path


def linked_sources():
    """Files of the repository that a page links to and that are no pages."""
    found = set()
    for page in book.all_pages():
        text = book.without_blocks((book.ROOT / page).read_text())
        for match in LINK.finditer(text):
            target = match[2].split("#")[0]
            if not target or "://" in target or target.startswith("mailto:"):
                continue
            path = book.resolve(page, target)
            if not path.endswith(".md") and not path.startswith("docs/"):
                found.add(path)
    return sorted(path for path in found if (book.ROOT / path).is_file())


def source_page(path):
    language = LANGUAGES.get(Path(path).suffix, "text")
    return f"# {path}\n\n```{language}\n{(book.ROOT / path).read_text()}```\n"


def on_files(files, config):
    for path in book.pages_outside_docs():
        files.append(File.generated(config, book.site_path(path),
                                    abs_src_path=str(book.ROOT / path)))
    for path in linked_sources():
        files.append(File.generated(config, book.site_path(path), content=source_page(path)))
    return files


def whole_diff(page):
    """A step's chapter gets the diff to the step before, folded."""
    step = re.match(r"steps/(\d\d)_\w+/README\.md", page)
    if not step or int(step[1]) < 2:
        return ""
    now = book.ROOT / posixpath.dirname(page) / "reduce.cu"
    before = next(book.ROOT.glob(f"steps/{int(step[1]) - 1:02d}_*/reduce.cu"))
    lines = difflib.unified_diff(before.read_text().splitlines(), now.read_text().splitlines(),
                                 str(before.relative_to(book.ROOT)),
                                 str(now.relative_to(book.ROOT)), lineterm="")
    text = "\n".join(lines)
    return ("\n<details markdown=\"1\"><summary>The whole diff, and the whole file</summary>\n\n"
            f"```diff\n{text}\n```\n\n```cuda\n{now.read_text()}```\n</details>\n")


def relink(page, target):
    """A link of a page, written for the repository, as the site wants it."""
    path, _, anchor = target.partition("#")
    if not path or "://" in path or path.startswith("mailto:"):
        return target
    full = book.resolve(page, path)
    if (book.ROOT / full).is_dir():
        full = posixpath.join(full, "README.md")
    to = book.site_path(full)
    if to is None:
        return target
    start = posixpath.dirname(book.site_path(page))
    return posixpath.relpath(to, start or ".") + ("#" + anchor if anchor else "")


def on_page_markdown(markdown, page, config, files):
    source = repository_path(page.file.src_uri)
    if page.file.src_uri.startswith("source/"):
        return markdown
    markdown = markdown.replace("<details>", '<details markdown="1">')
    markdown = re.sub(r"\n## Predict\n", lambda m: whole_diff(source) + m[0], markdown, count=1)
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.S | re.M)
    for k in range(0, len(parts), 2):
        parts[k] = LINK.sub(lambda m: m[1] + relink(source, m[2]) + m[3], parts[k])
    return "".join(parts)


def without_network(output, url):
    """The theme would fetch what search needs on a page opened as a file; ours lies here."""
    to = posixpath.relpath("assets/worker.js", posixpath.dirname(url) or ".")
    output = output.replace('data-md-component="search" role="dialog"',
                            'data-md-component="search" role="dialog" aria-label="Search"')
    return output.replace("https://unpkg.com/iframe-worker/shim", to)


def on_post_page(output, page, config):
    return without_network(output, page.url)


def on_post_template(output_content, template_name, config):
    return without_network(output_content, template_name)
