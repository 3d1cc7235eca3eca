"""Lanes for gdb: looks into a program that simtcc built.

    gdb -x simt/gdb/simt-gdb.py ./program

`help simt` lists the commands; docs/debugging.md shows a session. simt_core.py reads
the core's data, simt_frames.py shows a lane's frames.
"""

import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True  # leave nothing in the source tree
import simt_frames as frames  # noqa: E402
from simt_core import WARP, blocks, ranges, real_register, thread_of, triple, workers  # noqa: E402

KERNEL_BODY = re.compile(
    r"(0x[0-9a-f]+ in )?(operator\(\) \(__closure=[^,)]*(, )?"
    r"|([A-Za-z_][^\n]*?\)::)?simt_body::\w+(\([^\n]*?\))? \()"
)


def coordinates(index):
    return "(%d,%d,%d)" % index


def any_block():
    """The chosen lane's block, else the one of gdb's thread, else any."""
    if frames.choice is not None:
        return frames.choice.block
    found = blocks()
    if not found:
        raise gdb.GdbError("No kernel runs.")
    selected = gdb.selected_thread()
    for block in found:
        thread = thread_of(block.worker)
        if block.runs and thread is not None and thread.ptid == selected.ptid:
            return block
    return found[0]


def chosen_thread(block):
    if frames.choice is not None:
        return frames.choice.thread
    host = thread_of(block.worker)
    if host is None:
        return int(block.data["current"])
    selected = gdb.selected_thread()
    host.switch()
    thread = block.running(real_register(0))
    selected.switch()
    return thread


def number_or_index(text, size, what):
    """7, or 7,0,0: a linear number."""
    try:
        parts = [int(part, 0) for part in text.replace("(", "").replace(")", "").split(",")]
    except ValueError:
        raise gdb.GdbError("Not a %s: %s. Say its number, or its index as x,y,z." % (what, text))
    limits = triple(size)
    if len(parts) == 1:
        return parts[0]
    parts += [0] * (3 - len(parts))
    if any(not 0 <= part < limit for part, limit in zip(parts, limits)):
        raise gdb.GdbError("There is no %s %s." % (what, coordinates(tuple(parts))))
    return parts[0] + limits[0] * (parts[1] + limits[1] * parts[2])


def write_title(block, thread, state):
    gdb.write(
        "[lane %d of block %s: warp %d, thread %s, %s]\n"
        % (
            thread,
            coordinates(block.index()),
            thread // WARP,
            coordinates(block.thread_index(thread)),
            state,
        )
    )


def look_at(block, thread):
    if not 0 <= thread < block.threads:
        raise gdb.GdbError("The block has lanes 0 to %d." % (block.threads - 1))
    frames.choose(frames.Choice(block, thread))
    write_title(block, thread, frames.choice.state())
    if not frames.choice.has_frames():
        if frames.choice.switch is None:
            gdb.write("This simt switches lanes without assembly of its own: no frames are seen.\n")
        frames.choose(None)
        return
    frame = frames.lane_frame()
    if frame is not None:
        frame.select()
    text = gdb.execute("frame", to_string=True)
    gdb.write(KERNEL_BODY.sub(frames.kernel_name(gdb.selected_frame()) + " (", text))


class Simt(gdb.Command):
    """Blocks, warps and lanes of a kernel that simt runs."""

    def __init__(self):
        super().__init__("simt", gdb.COMMAND_STACK, prefix=True)

    def invoke(self, argument, from_tty):
        gdb.execute("help simt")


class Info(gdb.Command):
    """The launch: kernel, grid, block, and what each worker runs."""

    def __init__(self):
        super().__init__("simt info", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        running = list(workers())
        if not running:
            gdb.write("No kernel runs.\n")
            return
        launch = running[0]["launch"].dereference()
        config = launch["config"]
        gdb.write(
            "kernel %s: grid %s, block %s, %d bytes of dynamic shared memory\n"
            % (
                launch["kernel"]["name"].string(),
                coordinates(triple(config["grid"])),
                coordinates(triple(config["block"])),
                int(config["shared_bytes"]),
            )
        )
        taken = min(int(launch["next_block"]), int(launch["blocks"]))
        gdb.write("%d of %d blocks have started\n" % (taken, int(launch["blocks"])))
        list_blocks()


def list_blocks():
    here = any_block()
    for block in blocks():
        host = thread_of(block.worker)
        gdb.write(
            "%s block %d %s: %d of %d lanes left, %d barriers passed, %s (thread %s of gdb)\n"
            % (
                "*" if block.data.address == here.data.address else " ",
                block.number,
                coordinates(block.index()),
                int(block.data["alive"]),
                block.threads,
                int(block.data["barriers"]),
                "runs" if block.runs else "waits",
                host.num if host is not None else "?",
            )
        )


class BlockCommand(gdb.Command):
    """Lists the resident blocks; with a number or an index x,y,z: looks at that block.

    Blocks that have not started, or have ended, are not there."""

    def __init__(self):
        super().__init__("simt block", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if not argument:
            list_blocks()
            return
        there = blocks()
        size = any_block().launch["config"]["grid"]
        number = number_or_index(argument, size, "block")
        for block in there:
            if block.number == number:
                # The lane that runs or, in a block that waits, the first one left.
                lanes = [t for t in range(block.threads) if block.is_alive(t)]
                frames.choose(None)
                look_at(block, chosen_thread(block) if block.runs else lanes[0])
                return
        raise gdb.GdbError(
            "Block %d is not resident: these are %s." % (number, ranges(b.number for b in there))
        )


class LaneCommand(gdb.Command):
    """Looks at a lane of the block: simt lane 37, or simt lane 5,1 for threadIdx (5,1,0).

    bt, frame, info locals and print show that lane then. `simt lane` alone goes back to
    the one that runs, and so does everything that lets the program run on; finish
    runs until the lane's selected frame returns."""

    def __init__(self):
        super().__init__("simt lane", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        block = any_block()
        if argument:
            look_at(block, number_or_index(argument, block.launch["config"]["block"], "lane"))
            return
        frames.choose(None)
        block = any_block()
        look_at(block, chosen_thread(block))


class LanesCommand(gdb.Command):
    """Lists the lanes of the block by what they do, and where."""

    def __init__(self):
        super().__init__("simt lanes", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        block = any_block()
        marked = chosen_thread(block)
        known = frames.describe(block, range(block.threads))
        gdb.write("block %d %s\n" % (block.number, coordinates(block.index())))
        for first in range(0, block.threads, WARP):
            lanes = range(first, min(first + WARP, block.threads))
            for what in dict.fromkeys(known[lane] for lane in lanes):
                alike = [lane for lane in lanes if known[lane] == what]
                title = "warp %2d  lane %-12s" % (first // WARP, ranges(alike))
                write_lanes(marked, title, alike, what)


def write_lanes(marked, title, lanes, what):
    state, place = what
    mark = "*" if marked in lanes else " "
    gdb.write("%s %s %s%s\n" % (mark, title, state, " at %s" % place if place else ""))


class WarpCommand(gdb.Command):
    """Lists the lanes of a warp one by one: simt warp 1; alone, of the lane's own warp."""

    def __init__(self):
        super().__init__("simt warp", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        block = any_block()
        marked = chosen_thread(block)
        number = int(argument, 0) if argument else marked // WARP
        lanes = range(number * WARP, min((number + 1) * WARP, block.threads))
        if number < 0 or not lanes:
            raise gdb.GdbError("The block has warps 0 to %d." % ((block.threads - 1) // WARP))
        known = frames.describe(block, lanes)
        for lane in lanes:
            title = "lane %3d  thread %-11s" % (lane, coordinates(block.thread_index(lane)))
            write_lanes(marked, title, [lane], known[lane])


def is_launcher(address):
    """Whether the function there is what a launch calls on the host: it has the kernel's
    name, too, and describes it."""
    block, describes = gdb.block_for_pc(address), False
    while block is not None and not block.is_static and not block.is_global:
        if block.function is not None and frames.BODY in block.function.print_name:
            return False
        describes = describes or any(symbol.name == "simt_site" for symbol in block)
        block = block.superblock
    return describes


LOCATION = re.compile(r"^(\d+\.\d+) +y +(0x[0-9a-f]+)", re.M)


def on_breakpoint(breakpoint):
    """`break kernel` means the kernel, and not its launch."""
    if breakpoint.type != gdb.BP_BREAKPOINT or breakpoint.number < 1:
        return
    text = gdb.execute("info breakpoints %d" % breakpoint.number, to_string=True)
    found = LOCATION.findall(text)
    launchers = [place for place, address in found if is_launcher(int(address, 16))]
    if len(launchers) < len(found):
        for place in launchers:
            gdb.execute("disable " + place, to_string=True)


told = None  # the lane that was named last


def on_stop(_event):
    """Names the lane that stopped, when it is another one than before."""
    global told
    try:
        for block in blocks():
            host = thread_of(block.worker)
            if block.runs and host is not None and host.ptid == gdb.selected_thread().ptid:
                lane = block.running(real_register(0))
                if told != (block.number, lane):
                    told = (block.number, lane)
                    write_title(block, lane, "runs")
    except (gdb.error, gdb.GdbError):
        pass  # not a program of simt's, or not yet


def on_exit(_event):
    global told
    told = None


def prepare():
    for command in Simt, Info, BlockCommand, LaneCommand, LanesCommand, WarpCommand:
        command()
    frames.prepare()
    gdb.events.stop.connect(on_stop)
    gdb.events.breakpoint_created.connect(on_breakpoint)
    gdb.events.exited.connect(on_exit)
    gdb.execute("handle SIGVTALRM nostop noprint pass", to_string=True)
    gdb.execute("set print thread-events off")
    try:  # else gdb resumes thread by thread, and stumbles when a program ends meanwhile
        gdb.execute("maintenance set target-non-stop off")
    except gdb.error:
        pass  # the program runs already
    for command in "step", "next":  # they are about the lane that runs
        gdb.execute("define hook-%s\npython frames.choose(None)\nend" % command)
    for folder in "core", "runtime", "include", "include/simt", "hooks":
        gdb.execute("skip -gfi */simt/%s/*" % folder, to_string=True)


prepare()
