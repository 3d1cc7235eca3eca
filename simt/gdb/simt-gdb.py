"""Lanes for gdb: looks into a program that simtcc built.

    gdb -x simt/gdb/simt-gdb.py ./program

`help simt` lists the commands; docs/debugging.md shows a session.

A lane that waits is no thread of the system: its registers lie on its own
stack, where simt_switch (core/fiber.c) stored them. Nothing in the program is
changed to show it. An unwinder tells gdb that the innermost frame was "called"
from simt_switch on that stack, and gdb goes on from there with the debug
information of all that is below. The one exception is threadIdx (and blockIdx),
which are variables: they are set to the chosen lane's for as long as it is
looked at, and set back before the program runs on.
"""

import os
import re
import sys

import gdb
from gdb.FrameDecorator import FrameDecorator
from gdb.unwinder import Unwinder, register_unwinder

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from simt_core import (  # noqa: E402
    STACK_AND_PC,
    WARP,
    blocks,
    ranges,
    real_register,
    switch_address,
    thread_of,
    triple,
    waiting_state,
    workers,
)

KERNEL_BODY = re.compile(r"(0x[0-9a-f]+ in )?operator\(\) \(__closure=[^,)]*(, )?")
OWN_FOLDERS = re.compile(r"/simt/(core|runtime|include|hooks|count|detect|trace)/")


# ---- the chosen lane ----------------------------------------------------------------


class Choice:
    """The lane that is looked at, and how gdb finds its frames."""

    def __init__(self, block, thread):
        self.block, self.thread = block, thread
        self.host = thread_of(block.worker)
        if self.host is None:
            raise gdb.GdbError("The worker's thread was not found.")
        self.host.switch()
        self.sp, self.pc = real_register(0), real_register(1)
        self.is_running = block.runs and block.running(self.sp) == thread
        self.switch = switch_address()
        self.saved = []  # what stood in threadIdx and blockIdx

    def has_frames(self):
        if self.is_running or self.switch is None:
            return self.is_running
        return self.block.is_alive(self.thread) and self.block.context(self.thread) != 0

    def state(self):
        if not self.block.is_alive(self.thread):
            return "has left the kernel"
        if self.is_running:
            return "runs"
        return waiting_state(self.block, self.thread)


choice = None


def choose(new):
    """Looks at a lane (None: at what runs)."""
    global choice
    if choice is not None:
        restore()
    choice = new
    gdb.invalidate_cached_frames()
    if new is not None and not new.is_running:
        pretend("threadIdx", new.block.thread_index(new.thread))
        pretend("blockIdx", new.block.index())


def pretend(name, value):
    """Sets one of the two variables. A core file has them as they were."""
    try:
        variable = gdb.parse_and_eval("*(struct simt_dim3 *)&" + name)
        memory = gdb.selected_inferior()
        before = bytes(memory.read_memory(variable.address, 12))
        now = b"".join(part.to_bytes(4, "little") for part in value)
        memory.write_memory(variable.address, now)
        choice.saved.append((variable.address, before))
    except gdb.error:
        gdb.write("(%s cannot be set here: it is that of the lane that runs)\n" % name)


def restore():
    for address, before in choice.saved:
        gdb.selected_inferior().write_memory(address, before)
    choice.saved = []


def on_resume(_event):
    """Before the program runs on, whatever the command was."""
    global choice
    if choice is not None:
        restore()
        choice = None


def on_exit(_event):
    global choice, told
    choice = told = None


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


class FrameId:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class LaneUnwinder(Unwinder):
    """From the innermost frame into the chosen lane's stack."""

    def __init__(self):
        super().__init__("simt-lane")

    def __call__(self, frame):
        if choice is None or choice.is_running or not choice.has_frames():
            return None
        names = STACK_AND_PC[frame.architecture().name()]
        here = tuple(int(frame.read_register(name)) & (2**64 - 1) for name in names)
        if here != (choice.sp, choice.pc):
            return None
        # The lowest stack pointer: gdb wants callers to lie above.
        info = frame.create_unwind_info(FrameId(gdb.Value(16), gdb.Value(choice.pc)))
        info.add_saved_register(names[0], gdb.Value(choice.block.context(choice.thread)))
        info.add_saved_register(names[1], choice.switch)
        return info


def is_own(frame):
    """A frame of simt itself, or the one of a signal that took the lane's turn."""
    if frame.type() == gdb.SIGTRAMP_FRAME:
        return True
    symtab = frame.find_sal().symtab
    if symtab is None:
        return (frame.name() or "").startswith("simt_")
    return OWN_FOLDERS.search(symtab.fullname()) is not None


def lane_frame():
    """The innermost frame of the chosen lane that is the user's; None without."""
    frame = gdb.newest_frame()
    if not choice.is_running:
        while frame is not None and frame.name() != "simt_switch":
            frame = frame.older()
    while frame is not None and is_own(frame):
        frame = frame.older()
    return frame


def place_of_frame(frame):
    if frame is None:
        return "?"
    sal = frame.find_sal()
    return "%s:%d" % (sal.symtab.filename.split("/")[-1], sal.line) if sal.symtab else "?"


def describe(block, threads):
    """(state, place) of each lane. Looks at one after the other."""
    chosen, frame = choice, gdb.selected_frame()
    level = frame.level()
    host = gdb.selected_thread()
    known = {}
    try:
        choose(None)
        for thread in threads:
            known[thread] = describe_lane(block, thread)
    finally:
        host.switch()
        choose(chosen)
        frame = gdb.newest_frame()
        while frame.level() < level:
            frame = frame.older()
        frame.select()
    return known


def describe_lane(block, thread):
    global choice
    choice = Choice(block, thread)
    try:
        state = choice.state()
        if not choice.has_frames():
            return state, None
        gdb.invalidate_cached_frames()
        return state, place_of_frame(lane_frame())
    finally:
        choice = None
        gdb.invalidate_cached_frames()


# ---- commands --------------------------------------------------------------------------


def coordinates(index):
    return "(%d,%d,%d)" % index


def any_block():
    """The chosen lane's block, else the one of gdb's thread, else any."""
    if choice is not None:
        return choice.block
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
    if choice is not None:
        return choice.thread
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
    choose(Choice(block, thread))
    write_title(block, thread, choice.state())
    if not choice.has_frames():
        if choice.switch is None:
            gdb.write("This simt switches lanes without assembly of its own: no frames are seen.\n")
        choose(None)
        return
    frame = lane_frame()
    if frame is not None:
        frame.select()
    text = gdb.execute("frame", to_string=True)
    gdb.write(KERNEL_BODY.sub(kernel_name(gdb.selected_frame()) + " (", text))


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
                choose(None)
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
        choose(None)
        block = any_block()
        look_at(block, chosen_thread(block))


class LanesCommand(gdb.Command):
    """Lists the lanes of the block by what they do, and where."""

    def __init__(self):
        super().__init__("simt lanes", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        block = any_block()
        marked = chosen_thread(block)
        known = describe(block, range(block.threads))
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
        known = describe(block, lanes)
        for lane in lanes:
            title = "lane %3d  thread %-11s" % (lane, coordinates(block.thread_index(lane)))
            write_lanes(marked, title, [lane], known[lane])


# ---- backtraces --------------------------------------------------------------------------


def kernel_name(frame):
    """What a frame's function is called: the body of a kernel is a lambda to the
    compiler, and a kernel to its reader."""
    older = frame.older()
    is_lambda = frame.name() == "operator()" and not is_own(frame)
    if is_lambda and older is not None and is_own(older):
        for worker in workers():
            return worker["launch"]["kernel"]["name"].string()
    return frame.name()


class KernelFrame(FrameDecorator):
    def function(self):
        return kernel_name(self.inferior_frame()) or super().function()

    def frame_args(self):
        found = super().frame_args()
        return [a for a in found if str(a.symbol()) != "__closure"] if found else found


class KernelFrames:
    """bt without simt's own frames, and without the lane that runs when another
    one is chosen. `bt -no-filters` shows all."""

    def __init__(self):
        self.name, self.priority, self.enabled = "simt", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        skipping = choice is not None and not choice.is_running
        for frame in frames:
            inner = frame.inferior_frame()
            if skipping:
                skipping = inner.name() != "simt_switch"
            elif inner.level() == 0 or not is_own(inner):
                if inner.name() != "simt_fiber_entry":
                    yield KernelFrame(frame)


def prepare():
    for command in Simt, Info, BlockCommand, LaneCommand, LanesCommand, WarpCommand:
        command()
    KernelFrames()
    register_unwinder(None, LaneUnwinder(), replace=True)
    gdb.events.cont.connect(on_resume)
    gdb.events.stop.connect(on_stop)
    gdb.events.exited.connect(on_exit)
    gdb.execute("handle SIGVTALRM nostop noprint pass", to_string=True)
    gdb.execute("set print thread-events off")
    try:  # else gdb resumes thread by thread, and stumbles when a program ends meanwhile
        gdb.execute("maintenance set target-non-stop off")
    except gdb.error:
        pass  # the program runs already
    for command in "step", "next":  # they are about the lane that runs
        gdb.execute("define hook-%s\npython choose(None)\nend" % command)
    for folder in "core", "runtime", "include", "include/simt", "hooks":
        gdb.execute("skip -gfi */simt/%s/*" % folder, to_string=True)


prepare()
