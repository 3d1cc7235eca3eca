"""make docs-data: writes what stands between markers, and what it is made from.

  data.py [--check] [BUILD]

1. docs/data/simt_counters.csv from the profiled steps in BUILD/simt/profile;
2. the figures from traces and the charts (figures.py);
3. the tables between <!-- data:KEY --> and <!-- /data --> in all pages, and the
   listings under <!-- from FILE#region --> .

--check changes nothing and fails where something is stale; what cannot be checked
here is said in a line that starts with "note: ".
"""
import csv
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import book
import figures
import tables

COUNTED_N = 1 << 20


def count_step(program):
    """The counters of one launch over 2^20 floats, as a dictionary."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        environment = {**os.environ, "SIMT_PROFILE": f"csv={file.name},out=/dev/null"}
        subprocess.run([program, "--n", str(COUNTED_N)], env=environment, check=True,
                       capture_output=True)
        return next(csv.DictReader(open(file.name)))


def simt_counters(build):
    """The text of docs/data/simt_counters.csv, or None where a step was not built."""
    columns = ["barriers_completed", "warp_syncs", "shuffles", "shared_load_requests",
               "shared_load_wavefronts", "shared_load_conflicts", "shared_store_requests",
               "shared_store_wavefronts", "shared_store_conflicts", "global_load_requests",
               "global_load_sectors", "global_store_sectors"]
    out = io.StringIO()
    out.write("# device: simt, the simulated GPU\n# made by: make docs-data\n")
    out.write(",".join(["program", "block", "n", "blocks"] + columns) + "\n")
    for step in tables.steps()[1:]:
        program = build / "simt" / "profile" / f"{step}.{tables.BLOCK}"
        if not program.exists():
            return None
        row = count_step(program)
        out.write(",".join([step, tables.BLOCK, str(COUNTED_N), row["blocks"]]
                           + [row[name] for name in columns]) + "\n")
    return out.getvalue()


def fresh_page(page):
    """A page's text with every marker and every listing made anew."""
    text = (book.ROOT / page).read_text()

    def make(kind, key):
        made = tables.make(kind, key)
        if made is None:
            raise SystemExit(f"{page}: nothing knows what belongs to {kind}:{key}")
        return made

    return book.fill_listings(book.fill(text, make))


def unrecorded():
    """Keys of markers for which there is no recorded data."""
    found = []
    for page in book.all_pages():
        for kind, key, body in book.markers((book.ROOT / page).read_text()):
            if body.strip() in ("", tables.NOT_RECORDED.strip()) and key not in found:
                found.append(key)
    return found


class Output:
    """Writes files, or only says which are stale."""

    def __init__(self, check):
        self.check, self.stale, self.written = check, [], []

    def put(self, path, text):
        file = book.ROOT / path
        if file.exists() and file.read_text() == text:
            return
        if self.check:
            self.stale.append(path)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.written.append(path)


def main(arguments):
    out = Output("--check" in arguments)
    build = Path(next((a for a in arguments if not a.startswith("-")), "build")).resolve()
    counted = simt_counters(build)
    if counted is None:
        print("note: simt's counters were not compared, the profiled steps are not built "
              "(make profile)")
    else:
        out.put("docs/data/simt_counters.csv", counted)
    for path, text in figures.make(build):
        out.put(path, text)
    for page in book.all_pages():
        out.put(page, fresh_page(page))
    missing = unrecorded()
    if missing:
        print("note: nothing is recorded yet for: " + " ".join(missing))
    for path in out.written:
        print(f"wrote {path}")
    for path in out.stale:
        print(f"{path}: stale: run make docs-data")
    return 1 if out.stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
