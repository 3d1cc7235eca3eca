"""make check-docs: are the book's pages true and whole?

  check.py [BUILD] [--only PART]

Prints one line per finding, as file:line: what. What this machine cannot check is
said in a line that starts with "note: ". Exit status 1 if there is a finding.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

import book
import commands

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", re.S)
CHAPTER = ["The question", "The idea", "The diff", "Predict", "Measure", "Why it is faster",
           "What it still costs", "Try it", "Control questions"]
FIRST_CHAPTER = {"The diff": "The program", "Why it is faster": "Why it is slow"}
WORDS_IN_15_MINUTES = 3000
# What fits beside the book's navigation on a screen of 1400 pixels.
WIDEST_PICTURE = 101
# Whose words are for readers with a wrong sum.
EXPLAINED = ["common/diagnose.c", "common/place.c"]


class Findings:
    def __init__(self):
        self.count = 0

    def add(self, page, line, what):
        self.count += 1
        print(f"{page}:{line}: {what}")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


# ---- listings -------------------------------------------------------------------------

def check_listings(found):
    """What stands under <!-- from FILE --> is in that file, to the letter."""
    checked = 0
    for page in book.all_pages():
        text = (book.ROOT / page).read_text()
        for block in book.blocks(text):
            source = block.comment("from ")
            if source is None:
                continue
            checked += 1
            path, _, name = source.partition("#")
            if not (book.ROOT / path).is_file():
                found.add(page, block.line, f"the listing's source {path} does not exist")
            elif name and book.region(path, name) != block.text:
                found.add(page, block.line, f"the listing differs from {source}: make docs-data")
            elif not name and "\n" + block.text not in "\n" + (book.ROOT / path).read_text():
                found.add(page, block.line, f"these lines are not in {path}")
        for n, line in enumerate(text.split("\n"), 1):
            if line.startswith("<!-- from ") and not text.split("\n")[n].startswith("```"):
                found.add(page, n, "no listing follows this comment")
    if checked == 0:
        found.add("docs", 1, "no listing was checked")


# ---- messages -------------------------------------------------------------------------

def strings_of(path):
    """The string literals of a source, adjacent ones joined, formats as ellipses."""
    text = (book.ROOT / path).read_text()
    text = re.sub(r'"\s*(?:PRI\w+\s*)?"', "", text)
    text = re.sub(r'\\(["\\])', r"\1", re.sub(r'\\n', "\n", text))
    return re.sub(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGcs]|\$\{?\w+\}?", "…", text)


def check_messages(found):
    """Each heading of the FAQ is printed by the file named under it."""
    page = "docs/faq.md"
    text = (book.ROOT / page).read_text()
    heads = list(re.finditer(r"^### `(.*)`\n\n(?:<!-- message from (\S+) -->)?", text, re.M))
    for head in heads:
        line = line_of(text, head.start())
        if head[2] is None or not (book.ROOT / head[2]).is_file():
            found.add(page, line, "no file is named that prints this message")
            continue
        flat = re.sub(r"\s+", " ", strings_of(head[2]))
        at = 0
        for piece in [p.strip() for p in head[1].split("…") if p.strip(" \"'()")]:
            at = flat.find(piece, at)
            if at < 0:
                found.add(page, line, f"{head[2]} does not print “{piece}”")
                break
    if not heads:
        found.add(page, 1, "the FAQ has no message")


def check_sentences(found):
    """What the programs say of a wrong sum stands in the FAQ, every piece of it."""
    page = "docs/faq.md"
    said = re.sub(r"\s+", " ", re.sub(r"[*`]", "", (book.ROOT / page).read_text()))
    checked = 0
    for path in EXPLAINED:
        text = re.sub(r"(?m)^#include .*$|(?s:/\*.*?\*/)", "", strings_of(path))
        for literal in re.findall(r'"([^"\n]*)"', text):
            for piece in literal.split("…"):
                piece = piece.strip(" ,;:().")
                if " " not in piece:
                    continue
                checked += 1
                if piece not in said:
                    found.add(page, 1, f"{path} says “{piece}”, which is not explained")
    if checked == 0:
        found.add(page, 1, "no sentence was checked")


# ---- links ----------------------------------------------------------------------------

def slug(heading):
    """The anchor that MkDocs and GitHub make of a heading."""
    text = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def anchors(path):
    text = book.without_blocks((book.ROOT / path).read_text())
    return {slug(h) for h in re.findall(r"^#+ (.*)$", text, re.M)}


def check_links(found):
    checked = 0
    for page in book.all_pages():
        text = book.without_blocks((book.ROOT / page).read_text())
        inner = re.sub(r"\[(!\[[^\]]*\]\([^)]*\))\]\([^)]*\)", r" \1", text)  # a picture that is a link
        for match in [*LINK.finditer(text), *LINK.finditer(inner)]:
            picture, words, target = match.groups()
            line = line_of(text, match.start())
            checked += 1
            if picture and len(words.strip()) < 15:
                found.add(page, line, "a picture needs words in its place (alt text)")
            if re.match(r"https?://|mailto:", target):
                continue
            path, _, anchor = target.partition("#")
            full = book.resolve(page, path) if path else page
            if not (book.ROOT / full).exists():
                found.add(page, line, f"the link leads nowhere: {target}")
            elif anchor and full.endswith(".md") and anchor not in anchors(full):
                found.add(page, line, f"{full} has no heading #{anchor}")
    if checked == 0:
        found.add("docs", 1, "no link was checked")


# ---- pages ----------------------------------------------------------------------------

def check_nav(found):
    """Every page is in the navigation, and no page is missing from the tree."""
    nav = re.findall(r":\s+([\w./-]+\.md)\s*$", (book.ROOT / "mkdocs.yml").read_text(), re.M)
    pages = {book.site_path(page): page for page in book.all_pages()}
    for site, page in pages.items():
        if site not in nav and not book.is_leaf(page):
            found.add(page, 1, "this page is not in the navigation of mkdocs.yml")
    for site in nav:
        if site not in pages:
            found.add("mkdocs.yml", 1, f"the navigation names {site}, which does not exist")


def check_chapters(found):
    for path in sorted((book.ROOT / "steps").glob("*/README.md")):
        page = str(path.relative_to(book.ROOT))
        text = path.read_text()
        heads = re.findall(r"^## (.*)$", text, re.M)
        wanted = [FIRST_CHAPTER.get(h, h) if "00_" in page else h for h in CHAPTER]
        at = -1
        for head in wanted:
            if head not in heads[at + 1:]:
                found.add(page, 1, f"the part “{head}” is missing, or out of order")
                break
            at = heads.index(head, at + 1)
        for head, least in (("Predict", 3), ("Control questions", 2)):
            part = text.split(f"\n## {head}\n")[-1].split("\n## ")[0]
            if part.count("<details>") < least:
                found.add(page, 1, f"“{head}” has fewer than {least} folded answers")
    for page in book.all_pages():
        text = (book.ROOT / page).read_text()
        words = len(re.findall(r"\w+", book.without_blocks(text)))
        if words > WORDS_IN_15_MINUTES and page.startswith("steps/"):
            found.add(page, 1, f"{words} words are more than 15 minutes of reading")
        for block in book.blocks(text):
            widest = max(map(len, block.text.split("\n")))
            if widest > WIDEST_PICTURE and block.language in ("", "text"):
                found.add(page, block.line, f"{widest} characters are more than fit into a line")
        if text.count("<details") != text.count("</details>"):
            found.add(page, 1, "a <details> is not closed")


def check_labs(found):
    for number in range(1, 6):
        page = f"docs/labs/lab_{number}.md"
        heads = re.findall(r"^## (.*)$", (book.ROOT / page).read_text(), re.M)
        if heads != ["Aims", "Write down first", "Commands", "Table", "Change something", "Questions"]:
            found.add(page, 1, f"the parts of a lab sheet are others: {', '.join(heads)}")
        page = f"docs/labs/lab_{number}_instructor.md"
        heads = re.findall(r"^## (.*)$", (book.ROOT / page).read_text(), re.M)
        for head in ("Timing", "Answers to expect", "Usual wrong ones", "When the cluster is down"):
            if head not in heads:
                found.add(page, 1, f"the part “{head}” is missing")


# ---- spelling -------------------------------------------------------------------------

def prose(text):
    """What is written for readers: no code, links, markers or tags."""
    text = book.without_blocks(text)
    text = re.sub(r"``.*?``|`[^`]*`", " ", text, flags=re.S)
    text = re.sub(r"^    \S.*$", " ", text, flags=re.M)
    text = LINK.sub(lambda m: m[2], text)
    return re.sub(r"<[^>]+>|https?://\S+|\{[^}]*\}|[\w./-]+\.(?:cu|cuh|c|h|md|csv|json|svg|html|py|sh|npy)\b",
                  " ", text)


def check_spelling(found):
    if shutil.which("hunspell") is None:
        print("note: spelling was not checked, there is no hunspell")
        return
    listed = subprocess.run(["hunspell", "-D"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if not re.search(r"en_GB", listed.stderr + listed.stdout):
        print("note: spelling was not checked, hunspell has no dictionary en_GB (hunspell-en-gb)")
        return
    own = {line.strip().lower() for line in (book.ROOT / "tools/docs/words.txt").read_text().split("\n")}
    texts = {page: prose((book.ROOT / page).read_text()) for page in book.all_pages()}
    words = set()
    for text in texts.values():
        words |= set(re.findall(r"[A-Za-z][A-Za-z'’]+", re.sub(r"\b\w*[\d_]\w*\b", " ", text)))
    words = {re.sub(r"['’]s?$", "", word).replace("’", "'") for word in words}
    ran = subprocess.run(["hunspell", "-d", "en_GB", "-l"], input="\n".join(sorted(words)),
                         capture_output=True, text=True)
    wrong = {word for word in ran.stdout.split()
             if word.lower() not in own and not re.search(r"[a-z][A-Z]", word)} # names of functions
    for page, text in texts.items():
        for word in sorted(wrong):
            match = re.search(r"\b%s\b" % re.escape(word), text)
            if match:
                found.add(page, line_of(text, match.start()),
                          f"is “{word}” spelt right? If so, add it to tools/docs/words.txt")


def check_data(found, build):
    ran = subprocess.run([sys.executable, Path(__file__).parent / "data.py", "--check", build],
                         capture_output=True, text=True)
    for line in ran.stdout.splitlines():
        if line.startswith("note: "):
            print(line)
        else:
            page, _, what = line.partition(": ")
            found.add(page, 1, what)
    if ran.stderr.strip():
        found.add("tools/docs/data.py", 1, ran.stderr.strip().splitlines()[-1])


def main(arguments):
    only = arguments[arguments.index("--only") + 1] if "--only" in arguments else ""
    build = next((a for a in arguments if not a.startswith("-") and a != only), "build")
    found = Findings()
    parts = {"listings": check_listings, "messages": check_messages, "sentences": check_sentences, "links": check_links,
             "nav": check_nav, "chapters": check_chapters, "labs": check_labs,
             "commands": commands.check, "spelling": check_spelling,
             "data": lambda f: check_data(f, build)}
    for name, part in parts.items():
        if only in ("", name):
            part(found)
    print(f"{len(book.all_pages())} pages, {found.count} finding{'s' if found.count != 1 else ''}")
    return 1 if found.count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
