"""What simt's core knows of blocks and lanes, read by gdb: workers, resident
blocks, who waits for what. Needs the core's debug information. The names are
those of core/schedule.h."""

import gdb

WARP = 32
STACK_AND_PC = {"i386:x86-64": ("rsp", "rip"), "aarch64": ("sp", "pc")}


def static_of(function, name):
    """A static variable of the file that holds a function of the core."""
    symbol = gdb.lookup_global_symbol(function)
    if symbol is None:
        raise gdb.GdbError(
            "There is no simt here, or one without debug information: "
            "build the program with simtcc -G."
        )
    return gdb.lookup_symbol(name, symbol.symtab.static_block())[0].value()


def workers():
    """The host threads that take part in a launch."""
    pool = static_of("simt_workers_run", "pool")
    for i in range(int(pool["started"]) + 1):
        worker = pool["worker"][i]
        if worker and worker["running"] and worker["launch"]:
            yield worker.dereference()


def thread_of(worker):
    """gdb's thread of a worker; where gdb cannot tell, the one on its stacks."""
    inferior = gdb.selected_inferior()
    try:
        thread = inferior.thread_from_handle(worker["thread"])
        if thread is not None:
            return thread
    except gdb.error:
        pass
    selected = gdb.selected_thread()
    found = None
    for thread in inferior.threads():
        thread.switch()
        if is_on_stacks(worker, real_register(0)):
            found = thread
    selected.switch()
    return found


def is_on_stacks(worker, address):
    slab = worker["stacks"]["slabs"]
    while slab:
        if 0 <= address - int(slab["base"]) < int(slab["bytes"]):
            return True
        slab = slab["next"]
    return False


def real_register(which):
    """The selected thread's stack pointer (0) or program counter (1)."""
    frame = gdb.newest_frame()
    architecture = frame.architecture().name()
    if architecture not in STACK_AND_PC:
        raise gdb.GdbError("simt's fibers on %s are not known here." % architecture)
    return int(frame.read_register(STACK_AND_PC[architecture][which])) & (2**64 - 1)


def switch_address():
    """Where a lane stands that waits, see core/fiber.c; None with portable fibers."""
    try:
        return gdb.parse_and_eval("(long)&simt_switch_saved")
    except gdb.error:
        return None


class Block:
    """A resident block: struct block of the core, and who runs it."""

    def __init__(self, worker, block):
        self.worker, self.data = worker, block
        self.launch = block["launch"].dereference()
        self.threads = int(block["threads"])
        self.number = int(block["number"])
        self.runs = int(worker["block"]) == int(block.address)

    def index(self):
        return triple(self.data["index"])

    def thread_index(self, thread):
        return triple(self.launch["index"][thread])

    def warp(self, thread):
        return self.data["warp"][thread // WARP]

    def is_alive(self, thread):
        return bit(self.warp(thread)["alive"], thread)

    def context(self, thread):
        return int(self.data["context"][thread])

    def holds(self, thread, address):
        stack = self.data["stack"][thread]
        return bool(stack) and int(stack["low"]) <= address <= int(stack["top"])

    def running(self, address):
        """The lane on whose stack the worker is: the core's word is not enough,
        it names the next lane while the worker still leaves the last one."""
        current = int(self.data["current"])
        if self.holds(current, address):
            return current
        for thread in range(self.threads):
            if self.is_alive(thread) and self.context(thread) and self.holds(thread, address):
                return thread
        return current


def triple(value):
    return tuple(int(value[axis]) for axis in "xyz")


def bit(word, thread):
    return int(word) >> thread % WARP & 1


def blocks():
    """All resident blocks, in the order of their numbers."""
    found = []
    for worker in workers():
        first = block = worker["resident"]
        while block:
            found.append(Block(worker, block.dereference()))
            block = block["next"]
            if block == first:
                break
    return sorted(found, key=lambda block: block.number)


# ---- what lanes wait for -----------------------------------------------------------


def group_of(warp, thread):
    """The warp operation that a lane waits in."""
    for entry in range(WARP):
        group = warp["group"][entry]
        if bit(warp["groups"], entry) and bit(group["arrived"], thread):
            return group
    return None


def name_of(operation):
    """What simt_op_name says, from its table."""
    function = gdb.lookup_global_symbol("simt_op_name").value()
    for symbol in gdb.block_for_pc(int(function.address)):
        if symbol.name == "name":
            return symbol.value()[int(operation)].string()
    return "a warp operation"


def waiting_state(block, thread):
    warp = block.warp(thread)
    group = group_of(warp, thread)
    if group is not None:
        name = name_of(group["op"])
        missing = int(group["mask"]) & int(warp["alive"]) & ~int(group["arrived"])
        base = thread // WARP * WARP
        return "waits in %s for %s" % (name, ranges([base + i for i in bits(missing)]))
    if bit(warp["at_grid"], thread):
        return "waits in grid.sync()"
    if bit(warp["parked"], thread):
        return "stands before its next event"
    if bit(warp["later"], thread):
        return "lets others run"
    if bit(warp["todo"], thread) or bit(block.data["ready"][thread // WARP], thread):
        return "can run" if block.context(thread) else "has not started"
    return "waits in __syncthreads"


def bits(word):
    return [i for i in range(WARP) if word >> i & 1]


def ranges(numbers):
    """[0, 1, 2, 5] as 0-2,5."""
    parts, numbers = [], list(numbers)
    while numbers:
        count = 1
        while count < len(numbers) and numbers[count] == numbers[0] + count:
            count += 1
        last = numbers[count - 1]
        parts.append("%d" % last if count == 1 else "%d-%d" % (numbers[0], last))
        numbers = numbers[count:]
    return ",".join(parts)
