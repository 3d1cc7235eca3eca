"""The lane that is looked at, and how gdb finds its frames.

A lane that waits is no thread of the system: its registers lie on its own
stack, where simt_switch (core/fiber.c) stored them. Nothing in the program is
changed to show it. An unwinder tells gdb that the innermost frame was "called"
from simt_switch on that stack, and gdb goes on from there with the debug
information of all that is below. The one exception is threadIdx (and blockIdx),
which are variables: they are set to the chosen lane's for as long as it is
looked at, and set back before the program runs on.
"""

import re

import gdb
from gdb.FrameDecorator import FrameDecorator
from gdb.unwinder import Unwinder, register_unwinder
from simt_core import STACK_AND_PC, real_register, switch_address, thread_of, waiting_state, workers

BODY = "simt_body::"
OWN_FOLDERS = re.compile(r"/simt/(core|runtime|include|hooks|count|detect|trace)/")


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
    global choice
    choice = None


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


# ---- backtraces ---------------------------------------------------------------------


def kernel_name(frame):
    """What a frame's function is called: the body of a kernel is simt_body::kernel to the
    compiler, or a lambda, and a kernel to its reader."""
    if frame.name() and BODY in frame.name():
        return frame.name().split(BODY)[1].split("(")[0]
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
    KernelFrames()
    register_unwinder(None, LaneUnwinder(), replace=True)
    gdb.events.cont.connect(on_resume)
    gdb.events.exited.connect(on_exit)
