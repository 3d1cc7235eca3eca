"""The shell blocks of the docs: every one is run (make check-commands), or says above
it what it needs: <!-- needs: nvcc and a GPU -->. With pages as arguments, only theirs.

The quick check (part of check-docs) runs nothing: it looks whether each command
names a target, a program, a file and options that exist.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import book

KNOBS = set("N BLOCK INPUT DATA SEED REPEAT BACKEND DEVICE CSV ONLY VALUES JSON SVG FORCE LEARNER NO_INSTALL".split())
TOOLS = set("make sh git cat sed nvcc ncu cuobjdump compute-sanitizer jupyter gdb simt/simtcc cmake "
            "nsys mpirun python3 docker".split())
# Commands that run on and on, or that are what runs this; and what may fail, because the
# page says that it does.
ENDLESS = {"make docs-serve", "make watch", "make check", "make docs"}
MAY_FAIL = ("make exercise-", "build/volatile")
# Several ranks on a machine with fewer cores, and as root where a container has no one else.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def shell_blocks(page):
    for block in book.blocks((book.ROOT / page).read_text()):
        if block.language in ("sh", "bash", "shell", "console"):
            yield block


def runnable_blocks(page):
    """Shell blocks, and Python ones that stand by themselves."""
    for block in book.blocks((book.ROOT / page).read_text()):
        if block.language in ("sh", "bash", "shell", "console", "python"):
            yield block


def needs(block):
    """What a block needs that is not here, or None: then it is run."""
    given = block.comment("needs:")
    if given is None and "needs-" in block.info:
        given = block.info.split("needs-", 1)[1]
    return given


def commands_of(block):
    text = block.text.replace("\\\n", " ")
    return [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]


def make_targets():
    text = (book.ROOT / "Makefile").read_text()
    names = set()
    for line in re.findall(r"^([\w%. -]+):(?!=)", text, re.M):
        names |= set(line.split())
    return names


def exists(target, known):
    return any(re.fullmatch(re.escape(name).replace("%", ".+"), target) for name in known)


def wrong_with(command, known):
    words = command.split()
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        words = words[1:]
    if not words:
        return None
    tool = words[0]
    if tool == "make":
        for word in words[1:]:
            knob = re.match(r"([A-Z_]+)=", word)
            if knob and knob[1] not in KNOBS:
                return f"make has no knob {knob[1]}"
            if not knob and re.match(r"[a-z]", word) and not exists(word, known):
                return f"make has no target {word}"
            step = re.fullmatch(r"(?:step|diff|trace|profile)-(\d\d)", word)
            if step and not list((book.ROOT / "steps").glob(f"{step[1]}_*")):
                return f"there is no step {step[1]}"
        return None
    if tool not in TOOLS and not tool.startswith(("./", "build/")) and not (book.ROOT / tool).exists():
        return f"what is {tool}?"
    for word in words[1:]:
        if re.match(r"(?:steps|common|docs|simt|variants|tests|tools)/[\w./-]*\w$", word) and "*" not in word \
                and not (book.ROOT / word).exists():
            return f"there is no {word}"
    return None


def check(found):
    known, checked = make_targets(), 0
    for page in book.all_pages():
        for block in shell_blocks(page):
            for command in commands_of(block):
                checked += 1
                wrong = wrong_with(command, known)
                if wrong:
                    found.add(page, block.line, wrong)
    if checked == 0:
        found.add("docs", 1, "no command was checked")


# ---- running ----------------------------------------------------------------------------

def copy_tree(to):
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=book.ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in filter(None, listed):
        source = book.ROOT / name.decode()
        if source.is_file():
            target = f"{to}/{name.decode()}"
            subprocess.run(["mkdir", "-p", target.rsplit("/", 1)[0]], check=True)
            shutil.copy(source, target)


def run_block(block, text, folder):
    """Runs the text of a shell block, or of a Python one, in a tree."""
    words = [sys.executable, "-c", block.text] if block.language == "python" else ["sh", "-e", "-c", text]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=900, env={**os.environ, **ENVIRONMENT})


def lacking(result):
    """What this machine lacks, where a variant said that it is left out, or None."""
    said = re.search(r"is left out: the \w+ backend of this machine lacks (.*)\.", result.stderr)
    return said[1] if said and result.returncode != 0 else None


def lacks_numpy():
    return subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True).returncode != 0


def run_notebook(folder):
    """Executes the notebook in the tree `folder`, by Jupyter where make docs-tools put it.
    Returns what is to be said of it; ends the program where a cell fails."""
    own = book.ROOT / "build" / "docs-venv"
    python = own / "bin" / "python" if (own / "requirements-tools.done").exists() else sys.executable
    ran = subprocess.run([python, "tools/docs/notebook.py"], cwd=folder, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"the notebook fails:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran.stdout.splitlines()[-1]


def run_all(pages):
    """Runs every block of the pages in a copy of the tree, each distinct command once."""
    failed, ran, left_out, done = [], 0, {}, set()
    no_numpy = lacks_numpy()
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(folder)
        for page in pages or book.all_pages():
            for block in runnable_blocks(page):
                why = needs(block)
                if no_numpy and (block.language == "python" or ".npy" in block.text):
                    why = "NumPy"
                if why is not None:
                    left_out[why] = left_out.get(why, 0) + 1
                    continue
                text = "\n".join(c for c in commands_of(block) if c not in done and c not in ENDLESS)
                done |= set(commands_of(block))
                if not text:
                    continue
                start = time.time()
                result = run_block(block, text, folder)
                why = lacking(result)
                if why is not None:
                    left_out[why] = left_out.get(why, 0) + 1
                    continue
                ran += 1
                may_fail = any(c.startswith(MAY_FAIL) for c in commands_of(block))
                good = result.returncode == 0 or (may_fail and result.returncode in (1, 2))
                print(f"{'ok  ' if good else 'FAIL'} {time.time() - start:6.1f} s  {page}:{block.line}", flush=True)
                if not good:
                    failed.append(page)
                    print(text, result.stdout[-2000:], result.stderr[-2000:], sep="\n")
        if not pages:
            print(run_notebook(folder))
    for why, count in sorted(left_out.items()):
        print(f"note: {count} blocks were not run, they need {why}")
    print(f"{ran} blocks ran, {len(failed)} failed")
    return 1 if failed or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(run_all(sys.argv[1:]))
