"""What compute-sanitizer's tools and simt report of the programs of tests/mutants, from
the recording docs/data/h200_sanitizer.csv and from what the programs expect of simt."""
import re

import book
import tables

RECORDING = "h200_sanitizer"
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]


def is_finding(row):
    """1 if simt has a finding for this wrong program, 0 if only its result is wrong, None if it is gone."""
    path = book.ROOT / "tests/mutants" / row["kind"] / f"{row['program']}.cu"
    if not path.exists():
        return None
    expected = re.search(r"^// Expected: (.*)", path.read_text(), re.M)
    return int(expected is not None and not expected[1].startswith("wrong: "))


def recorded():
    """{tool: {program: reported}} for mistakes that simt names, wrong sums, and right programs."""
    groups = {"mistakes": {}, "sums": {}, "right": {}}
    for row in tables.rows(RECORDING) or []:
        finding = is_finding(row)
        if finding is None:
            continue
        group = "right" if row["kind"] == "right" else "mistakes" if finding else "sums"
        groups[group].setdefault(row["tool"], {})[row["program"]] = row["reported"]
    return groups


def reported(group, tools):
    """The programs of a group that one of the tools reports; one that hangs is reported by nothing."""
    seen = ("1", "hangs") if tools == ["none"] else ("1",)
    return {name for tool in tools for name, said in group.get(tool, {}).items() if said in seen}


def device():
    """On what it was recorded, and when."""
    said = {key: tables.remark(RECORDING, key) for key in ("device", "driver", "toolkit", "sanitizer", "date")}
    if not all(said.values()):
        raise SystemExit(f"docs/data/{RECORDING}.csv has not the heading that tools/recording.sh writes")
    return f"{said['device']}, driver {said['driver']}, {said['toolkit']}, {said['sanitizer']}, {said['date']}"


def coverage():
    """How many of the programs that are there now were recorded."""
    there = [path for kind in ("wrong", "right") for path in (book.ROOT / "tests/mutants" / kind).glob("*.cu")]
    known = {(row["kind"], row["program"]) for row in tables.rows(RECORDING) or []}
    count = sum((path.parent.name, path.stem) in known for path in there)
    if count == len(there):
        return f"All {count} programs were recorded."
    return f"{count} of {len(there)} programs were recorded; the others are newer."


def table():
    groups = recorded()
    if not groups["mistakes"]:
        return ""
    sizes = [len(group["none"]) for group in groups.values()]
    body = [[label] + [tables.number(len(reported(group, tools))) for group in groups.values()]
            for label, tools in [("the program's own comparison, on the GPU", ["none"])]
            + [(f"compute-sanitizer: {tool}", [tool]) for tool in TOOLS]
            + [("the four together", TOOLS)]]
    body.append(["`simt --check`", tables.number(sizes[0]), "0", "0"])
    head = ["reported by", f"of {sizes[0]} mistakes", f"of {sizes[1]} wrong sums", f"of {sizes[2]} right programs"]
    return "\n" + tables.table(head, body) + f"\n{device()}. {coverage()}\n\n"


def silent():
    """How many wrong programs return the right result."""
    groups = recorded()
    if not groups["mistakes"]:
        return tables.NOT_RECORDED
    all_of = set(groups["mistakes"]["none"])
    right = all_of - reported(groups["mistakes"], ["none"])
    unseen = right - reported(groups["mistakes"], TOOLS)
    return (f"\nOf {len(all_of)} programs with one mistake each that `simt` names, **{len(right)}** return the right "
            f"result on an H200. The four\ntools of compute-sanitizer are silent about {len(unseen)} of these.\n\n")


def explained():
    """Right programs that the sanitizer reports, and why simt does not."""
    body = [[f"`{row['program']}`", row["tool"], row["why"].replace("__", "\\_\\_")]
            for row in tables.rows(f"{RECORDING}_explained") or []]
    return "\n" + tables.table(["right program", "tool", "why it is right"], body).replace("---:|", "---|") + "\n" \
        if body else ""
