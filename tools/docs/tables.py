"""Reads the recorded tables of docs/data, and makes the parts of pages that
stand between markers: <!-- data:KEY --> ... <!-- /data -->."""
import csv
import re

import book
import sanitizer
import variants

DATA = book.ROOT / "docs" / "data"
BLOCK = "256"
NOT_RECORDED = "\n*No run is recorded yet; the command above measures it on your machine.*\n\n"
N = "1048576"


def rows(name):
    """The rows of docs/data/NAME.csv, or None where nothing was recorded."""
    path = DATA / f"{name}.csv"
    if not path.exists():
        return None
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def remark(name, key):
    """What the comments at the head of a table say under `key`."""
    for line in (DATA / f"{name}.csv").read_text().splitlines():
        if line.startswith(f"# {key}: "):
            return line.split(": ", 1)[1]
    return ""


def pick(name, **wanted):
    """The first row with these texts, or None."""
    for row in rows(name) or []:
        if all(row.get(key) == value for key, value in wanted.items()):
            return row
    return None


def steps():
    return sorted(path.name for path in (book.ROOT / "steps").iterdir() if path.is_dir())


def number(value):
    """1115.0 -> 1,115; 24.18 stays."""
    value = float(value)
    return f"{value:,.0f}" if value == int(value) or value >= 1000 else f"{value:.3g}"


def table(head, body):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(line) + " |" for line in body]) + "\n"


# ---- what was counted ------------------------------------------------------------

def simt_per_block(step):
    row = pick("simt_counters", program=step)
    if row is None:
        return None
    blocks = float(row["blocks"])
    return {key: float(value) / blocks for key, value in row.items() if key != "program"}


def h200(program, **more):
    return pick("h200_counters", program=program, block=BLOCK, n=N, **more)


def h200_per_block(step, counter):
    row = h200(step)
    return None if row is None else float(row[counter]) / float(row["blocks"])


COUNTED = [
    ("floats per block", lambda c: c["n"]),
    ("barriers", lambda c: c["barriers_completed"]),
    ("warp syncs, shuffles", lambda c: (c["warp_syncs"], c["shuffles"])),
    ("shared loads: requests, wavefronts",
     lambda c: (c["shared_load_requests"], c["shared_load_wavefronts"])),
    ("shared stores: requests, wavefronts",
     lambda c: (c["shared_store_requests"], c["shared_store_wavefronts"])),
    ("of the wavefronts, by bank conflicts",
     lambda c: c["shared_load_conflicts"] + c["shared_store_conflicts"]),
    ("global loads: requests, sectors",
     lambda c: (c["global_load_requests"], c["global_load_sectors"])),
]
MEASURED = [
    ("warp instructions (H200)", "smsp__inst_executed.sum"),
]


def cell(value):
    return ", ".join(map(number, value)) if isinstance(value, tuple) else number(value)


def counters(step):
    """The counters of a step beside those of the step before."""
    names = [name for name in steps()[1:]]
    if step not in names or simt_per_block(step) is None:
        return ""
    shown = names[max(0, names.index(step) - 1):names.index(step) + 1]
    counts = [simt_per_block(name) for name in shown]
    body = [[label] + [cell(get(count)) for count in counts] for label, get in COUNTED]
    if h200(step) is not None:
        body += [[label] + [number(round(h200_per_block(name, key))) for name in shown]
                 for label, key in MEASURED]
        key = "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"
        body.append(["lanes on per instruction, of 32 (H200)"] + [h200(name)[key] for name in shown])
    head = [f"per block of {BLOCK}"] + [f"step {name[:2]}" for name in shown]
    return ("\nCounted by `make profile`, over 2^20 floats. The lines marked H200 come from its profiler, "
            "which also\nconfirms the others.\n\n" + table(head, body) + "\n")


def ladder(step):
    """Time and throughput of a step on the recorded machine."""
    row = pick("h200_ladder", program=step)
    if row is None:
        return ""
    if not row["gbps"]:
        return ""
    block = f", block {row['block']}" if row["block"] else ""
    said = (f"\nOn {row['device']}, {int(row['n']):,} floats{block}: "
            f"**{number(row['gbps'])} GB/s**, {number(row['median_ms'])} ms")
    if row["share_percent"]:
        said += f", {number(row['share_percent'])} % of what it can read at all"
    before = steps()[max(0, steps().index(step) - 1)]
    other = pick("h200_ladder", program=before)
    if other and other["gbps"] and before != step and before != "00_serial":
        ratio = float(row["gbps"]) / float(other["gbps"])
        said += f"; {ratio:.2f} times the throughput of step {before[:2]}"
    return said + ".\n\n"


def short_arrays():
    """Steps 07 and 08 at small n, in us, and by how much either is ahead."""
    found = rows("h200_small")
    if not found:
        return ""
    us = {(row["program"][:2], int(row["n"])): 1000 * float(row["median_ms"]) for row in found}
    sizes = sorted({n for _, n in us})
    gains = [us["07", n] - us["08", n] for n in sizes]
    ahead, behind = ([gain for gain in gains if sign * gain > 0] for sign in (1, -1))
    body = [[f"{n:,}", f"{us['07', n]:.2f}", f"{us['08', n]:.2f}"] for n in sizes]
    return (f"\nOf {len(sizes)} short lengths step 08 is ahead at {len(ahead)}, by {max(ahead):.2f} us at most, "
            f"and step 07 at {len(behind)}, by {-min(behind):.2f} us\nat most. "
            f"{remark('h200_small', 'device')}, block {found[0]['block']}, medians of {found[0]['repeat']} runs;\n"
            f"the events' clock {remark('h200_small', 'clock')}, and {remark('h200_small', 'again')}.\n\n"
            + table(["floats", "step 07: us", "step 08: us"], body) + "\n")


def ladder_table():
    found = [row for row in rows("h200_ladder") or [] if row["gbps"]]
    if not found:
        return ""
    body = [[row["program"], number(row["median_ms"]), number(row["gbps"]),
             number(row["share_percent"]) + " %" if row["share_percent"] else "–"] for row in found]
    return ("\n" + table(["step", "ms", "GB/s", "of the read ceiling"], body)
            + f"\n{remark('h200_ladder', 'device')}, {int(found[0]['n']):,} floats; 00_serial on a core of its host.\n\n")


def counters_table():
    """All steps, for the page on measuring and for the lab sheets."""
    found = [(step, simt_per_block(step)) for step in steps()[1:]]
    found = [(step, count) for step, count in found if count]
    if not found:
        return ""
    body = [[step, number(c["n"]), number(c["barriers_completed"]), number(c["shared_load_wavefronts"]),
             number(c["shared_store_wavefronts"]),
             number(c["shared_load_conflicts"] + c["shared_store_conflicts"]),
             number(c["global_load_requests"]), number(c["global_load_sectors"])] for step, c in found]
    return "\n" + table(["per block of 256", "floats", "barriers", "load wavefronts", "store wavefronts",
                         "by conflicts", "global requests", "sectors"], body) + "\n"


# ---- claims -------------------------------------------------------------------------

WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"


def claim_banks(*programs):
    body = [[name, number(round(float(h200(name)[WAVEFRONTS]))), number(round(float(h200(name)[CONFLICTS]))),
             f"{(float(h200(name)[WAVEFRONTS])) / float(h200(name)['blocks']):.1f}"]
            for name in programs if h200(name)]
    if not body:
        return ""
    return (f"\n{remark('h200_counters', 'device')}, 2^20 floats, block {BLOCK}. The profiler adds up to 2 % "
            "for requests that\nmeet at the same port.\n\n"
            + table(["kernel", "wavefronts of shared loads", "bank conflicts", "wavefronts per block"], body)
            + "\n")


def claim_predication():
    body = []
    for name in ("01_interleaved", "02_strided_index", "03_sequential"):
        row = h200(name)
        if row is None:
            return ""
        body.append([name, row["smsp__sass_branch_targets_threads_divergent.sum"],
                     row["smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"],
                     number(row["smsp__inst_executed.sum"])])
    return (f"\n{remark('h200_counters', 'device')}, 2^20 floats, block {BLOCK}.\n\n"
            + table(["kernel", "divergent branches", "lanes on, of 32", "warp instructions"], body) + "\n")


def short(text):
    """A number in three digits; a text as it is."""
    return number(text) if re.fullmatch(r"\d+(\.\d*)?([eE][-+]?\d+)?", text) else text


TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]


def claim_wrong_programs():
    """What compute-sanitizer and the programs' own results say of the mutants."""
    found = rows("h200_sanitizer")
    if not found:
        return NOT_RECORDED
    said = {kind: {} for kind in ("wrong", "right")}
    for row in found:
        said[row["kind"]].setdefault(row["program"], {})[row["tool"]] = row["reported"]
    questions = [("its own result is wrong, or a call fails", lambda at: at["none"] == "1"),
                 ("it never ends", lambda at: at["none"] == "hangs"),
                 ("**its result is right**", lambda at: at["none"] == "0")]
    questions += [(f"`{tool}` reports something", lambda at, tool=tool: at[tool] == "1") for tool in TOOLS]
    any_tool = lambda at: "1" in [at[tool] for tool in TOOLS]
    questions += [("at least one of the four tools does", any_tool),
                  ("its result is right and no tool reports anything",
                   lambda at: at["none"] == "0" and not any_tool(at))]
    body = [[text] + [str(sum(map(holds, said[kind].values()))) for kind in said] for text, holds in questions]
    head = ["of each program", f"{len(said['wrong'])} with a bug", f"{len(said['right'])} without"]
    return "\n" + table(head, body) + f"\n{sanitizer.device()}. {sanitizer.coverage()}\n\n"


def experiment(name):
    """A claim whose numbers lie in a table of their own, docs/data/claim_NAME.csv."""
    found = rows(f"claim_{name}")
    if not found:
        return NOT_RECORDED
    head = list(found[0])
    said = "\n" + table(head, [[short(row[key]) for key in head] for row in found])
    device = remark(f"claim_{name}", "device")
    return said + (f"\nRecorded on {device}.\n\n" if device else "\n")


# ---- beyond the ladder ---------------------------------------------------------------

WAYS = ["atomic_per_element", "atomic_per_block", "two_launches", "last_block", "grid_sync", "08_warp_shuffle"]


def sweep(program, block=BLOCK):
    """[(n, ms)] of a program over all recorded sizes."""
    return [(int(row["n"]), float(row["median_ms"])) for row in rows("h200_variants") or []
            if row["program"] == program and row["block"] == block and row["median_ms"]]


def crossover():
    """Up to which n one atomic per element is as fast as one per block."""
    each, block = dict(sweep("atomic_per_element")), dict(sweep("atomic_per_block"))
    common = sorted(set(each) & set(block))
    if not common:
        return ""
    last = max((n for n in common if each[n] <= block[n]), default=None)
    at = max(common)
    return (f"\nOn {remark('h200_variants', 'device')} one atomic per element is as fast as one per block up to "
            f"**{number(last or 0)} elements**; at\n{number(at)} it takes {number(each[at])} ms against "
            f"{number(block[at])} ms, {number(round(each[at] / block[at]))} times as long.\n\n")


def labs(kind=""):
    found = [row for row in rows("h200_labs") or [] if row["program"].startswith(kind) and row["median_ms"]]
    if not found:
        return ""
    body = [[row["program"], f"{int(row['n']):,}", number(row["median_ms"]),
             number(row["gbps"]) if row["gbps"] else "–", row["detail"].replace("|", "\\|")] for row in found]
    return ("\n" + table(["what", "n", "ms", "GB/s", "result"], body)
            + f"\n{remark('h200_labs', 'device')}.\n\n")


def several_gpus():
    found = rows("h200_multi_gpu")
    if not found:
        return ""
    body = [[row["program"], f"{int(row['n']):,}", number(row["median_ms"]), number(row["gbps"])] for row in found]
    return "\n" + table(["program and GPUs", "n", "ms", "GB/s"], body) + f"\n{remark('h200_multi_gpu', 'device')}, GPUs of one host.\n\n"


def exercise(number):
    """What the GPU's part of exercise 04 or 10 said of its solution, without the answer."""
    path = DATA / "h200_exercises.txt"
    if not path.exists():
        return ""
    text = path.read_text()
    device = re.search(r"On this GPU \((.*?)\)", text)[1]
    if number == "10":
        n, ms, gbps, share = re.search(r": (\d+) elements in ([\d.]+) ms, (\d+) GB/s, (\d+) %", text).groups()
        return (f"\nOn {device} our solution sums {int(n):,} elements in {ms} ms: {int(gbps):,} GB/s, {share} % "
                "of what it can read.\n\n")
    cases = re.findall(r"^(\d+) threads.*\n *an atomic per thread .* measured +([\d.]+)", text, re.M)
    said = ", ".join(f"{ratio} times as slow with {int(threads):,} threads" for threads, ratio in cases)
    return f"\nBeside an atomic per block, one per thread was on {device}\n{said}.\n\n"


# ---- other parts -----------------------------------------------------------------------

def variant_table():
    """What each variant is, in the first words of its caption."""
    body = []
    for path in sorted((book.ROOT / "variants").iterdir()):
        source = next((path / name for name in ("reduce.cu", f"{path.name}.cu", f"{path.name}.c")
                       if (path / name).exists()), None)
        if source is None:
            continue
        caption = re.match(r"(?://.*\n)+", source.read_text())
        lines = [line.lstrip("/ ").strip() for line in caption[0].splitlines()] if caption else [""]
        first = lines[0].rstrip(".")
        page = path / "README.md" if (path / "README.md").exists() else source
        body.append([f"[{path.name}](../{page.relative_to(book.ROOT)})", first])
    return "\n" + table(["folder", "what it is"], body).replace("---:|", "---|") + "\n"


def findings():
    """The detectors' findings: what each says, as simt/detect/names.c has it."""
    source = re.sub(r'"\s*"', "", (book.ROOT / "simt/detect/names.c").read_text())
    found = re.findall(r'\] = \{ "([\w-]+)", "(\w+)",\s*"([^"]*)",\s*"([^"]*)" \}', source)
    body = []
    for name, _, summary, advice in found:
        page = f"simt/explain/{name}.md"
        link = f"[{name}](../{page})" if (book.ROOT / page).exists() else name
        body.append([link, summary.replace("__", "\\_\\_"), advice.replace("__", "\\_\\_")])
    return "\n" + table(["name", "what it says", "how to fix it"], body).replace("---:|", "---|") + "\n"


def make(kind, key):
    """The text for a marker, "" where nothing was recorded; None: no such key."""
    name = next((step for step in steps() if step[:2] == key[-2:]), None)
    if kind == "data" and re.fullmatch(r"counters-\d\d", key) and name:
        return counters(name)
    if kind == "data" and re.fullmatch(r"ladder-\d\d", key) and name:
        return ladder(name)
    simple = {
        "ladder": ladder_table,
        "short-arrays": short_arrays,
        "exercise-04": lambda: exercise("04"),
        "exercise-10": lambda: exercise("10"),
        "counters": counters_table,
        "variants": variant_table,
        "findings": findings,
        "crossover": crossover,
        "precision": lambda: labs("precision"),
        "multi-gpu": several_gpus,
        "claim-banks-03": lambda: claim_banks("03_sequential"),
        "claim-banks-01-02": lambda: claim_banks("01_interleaved", "02_strided_index"),
        "claim-predication": claim_predication,
        "claim-ceiling": ladder_table,
        "sanitizer-silent": sanitizer.silent,
        "sanitizer": sanitizer.table,
        "sanitizer-explained": sanitizer.explained,
        "claim-wrong-programs": claim_wrong_programs,
    }
    if key in simple:
        return simple[key]()
    if key.startswith("claim-"):
        return experiment(key[len("claim-"):].replace("-", "_"))
    return variants.make(key)
