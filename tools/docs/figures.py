"""Figures from traces of the simulator, charts from docs/data. See draw.py for how
they look."""
import json
import os
import subprocess
import tempfile

import draw
import tables

# Which block is traced for a step's figure, and with which numbers.
NUMBERS = [5, 2, 7, 1, 3, 6, 4, 8, 9, 4, 1, 6, 2, 7, 5, 3]
FIGURES = {
    "01_interleaved": (8, 8, "the workers are every second, fourth, eighth lane"),
    "02_strided_index": (64, 64, "dense workers, but their cells share banks"),
    "03_sequential": (8, 8, "neighbouring lanes work on neighbouring cells"),
    "04_first_add": (8, 16, "each lane adds two elements before the tree begins"),
    "05_unroll_last_warp": (64, 128, "one warp finishes by a butterfly over shared memory"),
    "06_full_unroll": (32, 64, "a block of one warp: no round before the last warp is left"),
    "07_multi_element": (32, 256, "each lane adds eight elements, four to a load, before the tree"),
    "08_warp_shuffle": (64, 256, "each warp reduces itself by shuffles, one number per warp is left"),
}


def trace(build, step):
    """The trace of one block, or None where the program is not built."""
    block, count, _ = FIGURES[step]
    program = build / "tests" / "trainer" / step
    if not program.exists():
        return None
    numbers = [str(NUMBERS[k % len(NUMBERS)] if block < 32 else NUMBERS[k % 16] % 3) for k in range(count)]
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        environment = {**os.environ, "SIMT_PROFILE": "off", "SIMT_TRACE": f"json={file.name}"}
        subprocess.run([program, "add", str(block)] + numbers, env=environment, check=True,
                       capture_output=True)
        return json.load(open(file.name))


def charts():
    """(path, text) of each chart whose data are there."""
    counted = [(step, tables.simt_per_block(step)) for step in tables.steps()[1:]]
    if all(count for _, count in counted):
        yield "docs/figures/wavefronts.svg", draw.bars(
            "Wavefronts of shared memory for a block of 256, counted",
            [(step, [("loads", c["shared_load_wavefronts"]), ("stores", c["shared_store_wavefronts"])])
             for step, c in counted])
        yield "docs/figures/barriers.svg", draw.bars(
            "Barriers of the block, per 1000 floats (block of 256), counted",
            [(step, [("barriers", 1000 * c["barriers_completed"] / c["n"])]) for step, c in counted])
    measured = [(step, tables.h200(step)) for step in tables.steps()[1:]]
    if all(row for _, row in measured):
        yield "docs/figures/instructions.svg", draw.bars(
            "Warp instructions per 1000 floats, measured on an H200 (block of 256, 2^20 floats)",
            [(step, [("instructions", 1000 * float(row["smsp__inst_executed.sum"]) / float(row["n"]))])
             for step, row in measured])
    speed = [row for row in tables.rows("h200_ladder") or [] if row["gbps"] and row["program"] != "00_serial"]
    if speed:
        yield "docs/figures/ladder.svg", draw.bars(
            f"GB/s on {tables.remark('h200_ladder', 'device')}, {int(speed[0]['n']):,} floats",
            [(row["program"], [("GB/s", float(row["gbps"]))]) for row in speed])


def sweeps():
    """Time against n, for the ways to finish and for the ladder."""
    kinds = [("finishing", tables.WAYS, "Ways to finish the sum: ms against n"),
             ("ladder_sweep", tables.steps()[1:] + ["cub"], "The ladder: ms against n")]
    for name, programs, title in kinds:
        lines = [(program, tables.sweep(program)) for program in programs]
        lines = [line for line in lines if line[1]]
        if lines:
            device = tables.remark("h200_variants", "device")
            yield f"docs/figures/{name}.svg", draw.log_lines(f"{title}, {device}", "n", "ms", lines)


def make(build):
    """(path, text) of every figure that can be made here."""
    missing = []
    for step, (block, _, words) in FIGURES.items():
        traced = trace(build, step)
        if traced is None:
            missing.append(step[:2])
            continue
        title = f"Step {step[:2]}, a block of {block}: {words}"
        yield f"docs/figures/step_{step[:2]}.svg", draw.figure(title, traced)
    if missing:
        print(f"note: the figures of steps {' '.join(missing)} were not drawn anew, "
              "their traced programs are not built (make docs-data builds them)")
    yield from charts()
    yield from sweeps()
