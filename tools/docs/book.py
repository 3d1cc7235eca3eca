"""What the book consists of, for the tools that build and check it.

Pages are named by their path in the repository ("steps/03_sequential/README.md").
In the site a page of docs/ loses that folder; all others keep their path.
"""
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(`{3,}|~{3,})\s*([^\n`]*)$")


def pages_outside_docs():
    """Repository paths of the pages that do not lie in docs/."""
    found = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "simt/README.md", "exercises/README.md"]
    for pattern in ("steps/*/README.md", "exercises/*/README.md", "variants/README.md",
                    "variants/*/README.md", "simt/explain/*.md"):
        found += sorted(str(p.relative_to(ROOT)) for p in ROOT.glob(pattern))
    return [name for name in found if (ROOT / name).exists()]


def all_pages():
    inside = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))
    return pages_outside_docs() + inside


def is_leaf(page):
    """Pages that another page lists, so that the navigation need not."""
    return re.fullmatch(r"simt/explain/[\w-]+\.md|variants/\w+/README\.md", page) is not None


def site_path(repository_path):
    """Where a page or picture of the repository lies in the site's sources."""
    if repository_path == "README.md": # docs/index.md is the first page
        return "repository.md"
    if repository_path.startswith("docs/"):
        return repository_path[len("docs/"):]
    if repository_path.startswith("build/"):
        return None
    if repository_path.endswith(".md"):
        return repository_path
    return f"source/{repository_path}.md"


def resolve(page, target):
    """The repository path that a relative link of a page leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), target))


class Block:
    """A fenced block: its line (from 1), its info string, its text, and the
    comment lines that stand directly above it."""

    def __init__(self, line, info, text, comments):
        self.line, self.info, self.text, self.comments = line, info, text, comments

    @property
    def language(self):
        return (self.info.split() or [""])[0]

    def comment(self, start):
        """What follows `start` in the comments above, or None."""
        for text in self.comments:
            if text.startswith(start):
                return text[len(start):].strip()
        return None


def blocks(text):
    """The fenced blocks of a page."""
    found, comments, lines = [], [], text.split("\n")
    k = 0
    while k < len(lines):
        start = FENCE.match(lines[k])
        comment = re.match(r"^<!-- (.*) -->$", lines[k])
        if start:
            end = k + 1
            while end < len(lines) and lines[end].rstrip() != start[1]:
                end += 1
            body = "\n".join(lines[k + 1:end]) + "\n"
            found.append(Block(k + 1, start[2].strip(), body, comments))
            k, comments = end, []
        elif comment:
            comments = comments + [comment[1]]
        elif lines[k].strip():
            comments = []
        k += 1
    return found


def without_blocks(text):
    """The page with its fenced blocks and comments blanked, lines kept."""
    out, fence = [], None
    for line in text.split("\n"):
        start = FENCE.match(line)
        if fence is None and start:
            fence = start[1]
            out.append("")
        elif fence is not None:
            if line.rstrip() == fence:
                fence = None
            out.append("")
        else:
            out.append(line)
    return re.sub(r"<!--.*?-->", lambda m: re.sub(r"[^\n]", " ", m[0]), "\n".join(out), flags=re.S)


# ---- regions of sources ----------------------------------------------------------

def _until(lines, first, stop):
    last = first
    while last < len(lines) and not stop(lines[last]):
        last += 1
    return lines[first:last + 1]


def _function(lines, name):
    """A definition from its first line to the brace in column 0."""
    head = re.compile(r"^[A-Za-z_].*\b%s\(" % re.escape(name))
    for k, line in enumerate(lines):
        if head.match(line) and not line.rstrip().endswith(";"):
            return _until(lines, k, lambda at: at.startswith("}"))
    return None


def _paragraphs(lines):
    """The kernel's body, cut at empty lines, without the indices at its head."""
    body = _function(lines, "reduce")
    if body is None:
        return []
    text = "\n".join(body[2:-1])
    return [part.split("\n") for part in text.split("\n\n")]


def region(path, name):
    """A named part of a source: `caption`, `load`, `combine`, `write` of a step, or
    the name of a function. Returns its text, or None if there is no such part."""
    lines = (ROOT / path).read_text().split("\n")
    if name == "caption":
        found = _until(lines, 0, lambda at: not at.startswith("//"))[:-1]
    elif name in ("load", "combine", "write"):
        parts = _paragraphs(lines)
        # The write begins where the block's sum leaves; the combine is all between.
        loads = [k for k, part in enumerate(parts) if any("in[" in at or "(in + head)" in at
                                                          for at in part)]
        if not loads:
            return None
        picked = {"load": parts[1:loads[-1] + 1], "combine": parts[loads[-1] + 1:-1],
                  "write": parts[-1:]}[name]
        found = "\n\n".join("\n".join(part) for part in picked).split("\n")
    else:
        found = _function(lines, name)
    return None if not found else "\n".join(found) + "\n"


# ---- markers -----------------------------------------------------------------------

MARKER = re.compile(r"(<!-- (data|table|figure):([\w./ -]+) -->\n)(.*?)(<!-- /\2 -->)", re.S)


def markers(text):
    """(kind, key, body) of each generated part of a page."""
    return [(m[2], m[3], m[4]) for m in MARKER.finditer(text)]


def fill(text, make):
    """Replaces each generated part by make(kind, key)."""
    return MARKER.sub(lambda m: m[1] + make(m[2], m[3]) + m[5], text)


LISTING = re.compile(r"(<!-- from ([\w./-]+)#(\w+) -->\n(```)\w*\n)(.*?)(\n?```\n)", re.S)


def fill_listings(text):
    """Puts the named region under each <!-- from FILE#region -->. A missing one ends
    the program."""
    def replace(match):
        found = region(match[2], match[3]) if (ROOT / match[2]).is_file() else None
        if found is None:
            raise SystemExit(f"{match[2]} has no region {match[3]}")
        return match[1] + found.rstrip("\n") + "\n```\n"
    return LISTING.sub(replace, text)
