// What the kernels of steps 01 to 08 do to one block, lane by lane.
//
// Each kernel is a generator that one warp runs: it works on all its lanes at
// once and yields where lanes wait for each other. The result is a list of
// frames, one from each such point to the next, as the simulator's trace has them.
// No page is needed here: the tests run the same file.
(function (root) {
  "use strict";

  const float = Math.fround;
  const bool = (x) => (x ? 1 : 0);
  const OPERATORS = {
    add: { sign: "+", name: "sum", identity: 0, apply: (a, b) => float(a + b) },
    mul: { sign: "×", name: "product", identity: 1, apply: (a, b) => float(a * b) },
    max: { sign: "max", name: "maximum", identity: -Infinity, apply: (a, b) => (a < b ? b : a) },
    min: { sign: "min", name: "minimum", identity: Infinity, apply: (a, b) => (b < a ? b : a) },
    all: { sign: "&&", name: "all", identity: 1, apply: (a, b) => bool(a && b) },
    any: { sign: "||", name: "any", identity: 0, apply: (a, b) => bool(a || b) },
    band: { sign: "&", name: "bits in all", identity: -1, apply: (a, b) => float(a & b) },
    bor: { sign: "|", name: "bits in any", identity: 0, apply: (a, b) => float(a | b) },
  };

  // ---- the machine ------------------------------------------------------------------

  class Block {
    constructor({ block, warp, operator, numbers }) {
      this.size = block;
      this.warp = warp;
      this.op = OPERATORS[operator];
      this.numbers = numbers.map(float);
      this.shared = new Array(block).fill(null);
      this.sum = new Array(block).fill(null);
      this.out = null;
      this.events = [];
      this.said = []; // statements of the source that ran, in order
    }

    // The statement that the lanes run next; for the reader, and a test compares it.
    say(text) {
      if (!this.said.includes(text)) this.said.push(text);
    }

    add(event) {
      if (event.lanes.length > 0) this.events.push(event);
    }

    // A request to the banks: one wavefront for each different cell of the busiest.
    shared_access(op, warp, lanes, cell, values) {
      const cells = lanes.map(cell);
      const banks = cells.map((c) => c % this.warp);
      const wanted = new Map();
      cells.forEach((c, k) => wanted.set(banks[k], (wanted.get(banks[k]) || new Set()).add(c)));
      const wavefronts = Math.max(0, ...[...wanted.values()].map((set) => set.size));
      this.add({ op, space: "shared", warp, lanes, index: cells, bank: banks, wavefronts,
                 conflicts: Math.max(0, wavefronts - 1), values });
    }

    load(warp, lanes, cell) {
      const values = lanes.map((t) => this.shared[cell(t)]);
      this.shared_access("load", warp, lanes, cell, values);
      return new Map(lanes.map((t, k) => [t, values[k]]));
    }

    store(warp, lanes, cell, value) {
      const values = lanes.map(value);
      this.shared_access("store", warp, lanes, cell, values);
      lanes.forEach((t, k) => { this.shared[cell(t)] = values[k]; });
    }

    // A request to global memory: 8 floats to a sector, the array on a boundary.
    fetch(warp, lanes, index, floats = 1) {
      const at = lanes.map(index);
      const sectors = new Set();
      for (const i of at)
        for (let k = 0; k < floats; k++) sectors.add(Math.floor((i * floats + k) / 8));
      const values = at.map((i) => (floats === 1 ? this.numbers[i]
        : this.numbers.slice(i * floats, (i + 1) * floats)));
      this.add({ op: "load", space: "global", warp, lanes, index: at, sectors: sectors.size, values,
                 bytes: 4 * floats });
      return new Map(lanes.map((t, k) => [t, values[k]]));
    }

    write_out(warp, lanes, value) {
      if (lanes.length === 0) return;
      this.out = value;
      this.add({ op: "store", space: "global", warp, lanes, index: [0], sectors: 1,
                 values: [value], bytes: 4 });
    }

    shuffle_xor(warp, lanes, stride) {
      const given = lanes.map((t) => this.sum[t]);
      const source = lanes.map((t) => t ^ stride);
      const values = source.map((s) => given[s - lanes[0]]);
      this.add({ op: "shuffle", warp, lanes, source, given, values });
      lanes.forEach((t, k) => { this.sum[t] = this.op.apply(this.sum[t], values[k]); });
    }
  }

  const first = (lanes) => lanes.filter((t) => t === 0);

  // ---- load -------------------------------------------------------------------------

  function load_one(b, w, lanes) {
    b.say("partial[tid] = (i < n) ? in[i] : 0.0f;");
    const got = b.fetch(w, lanes.filter((t) => t < b.numbers.length), (t) => t);
    b.store(w, lanes, (t) => t, (t) => (got.has(t) ? got.get(t) : b.op.identity));
  }

  function load_two(b, w, lanes, width) {
    b.say("float sum = (i < n) ? in[i] : 0.0f;");
    b.say(`if (i + ${width} < n)`);
    b.say(`sum += in[i + ${width}];`);
    b.say("partial[tid] = sum;");
    const n = b.numbers.length;
    const one = b.fetch(w, lanes.filter((t) => t < n), (t) => t);
    const two = b.fetch(w, lanes.filter((t) => t + b.size < n), (t) => t + b.size);
    for (const t of lanes) {
      b.sum[t] = one.has(t) ? one.get(t) : b.op.identity;
      if (two.has(t)) b.sum[t] = b.op.apply(b.sum[t], two.get(t));
    }
    b.store(w, lanes, (t) => t, (t) => b.sum[t]);
  }

  // The array begins at a 16-byte boundary and the grid is this block.
  function load_many(b, w, lanes) {
    b.say("float sum = (i < edges) ? in[i < head ? i : i + 4 * quads] : 0.0f;");
    b.say("const float4 v = ((const float4 *)(in + head))[q];");
    b.say("sum += (v.x + v.y) + (v.z + v.w);");
    const n = b.numbers.length, quads = Math.floor(n / 4), edges = n - 4 * quads;
    const edge = b.fetch(w, lanes.filter((t) => t < edges), (t) => t + 4 * quads);
    for (const t of lanes) b.sum[t] = edge.has(t) ? edge.get(t) : b.op.identity;
    for (let trip = 0; trip * b.size < quads; trip++) {
      const busy = lanes.filter((t) => t + trip * b.size < quads);
      const got = b.fetch(w, busy, (t) => t + trip * b.size, 4);
      for (const t of busy) {
        const [x, y, z, v] = got.get(t);
        b.sum[t] = b.op.apply(b.sum[t], b.op.apply(b.op.apply(x, y), b.op.apply(z, v)));
      }
    }
  }

  function load_many_and_store(b, w, lanes) {
    load_many(b, w, lanes);
    b.say("partial[tid] = sum;");
    b.store(w, lanes, (t) => t, (t) => b.sum[t]);
  }

  // ---- combine ------------------------------------------------------------------------

  // partial[cell] += partial[cell + stride] by these lanes.
  function add_pair(b, w, lanes, cell, stride) {
    const right = b.load(w, lanes, (t) => cell(t) + stride);
    const left = b.load(w, lanes, cell);
    b.store(w, lanes, cell, (t) => b.op.apply(left.get(t), right.get(t)));
  }

  function* interleaved(b, w, lanes) {
    for (let stride = 1; stride < b.size; stride *= 2) {
      b.say("if (tid % (2 * stride) == 0)");
      b.say("partial[tid] += partial[tid + stride];");
      add_pair(b, w, lanes.filter((t) => t % (2 * stride) === 0), (t) => t, stride);
      yield { wait: "barrier", stride };
    }
  }

  function* strided(b, w, lanes) {
    for (let stride = 1; stride < b.size; stride *= 2) {
      b.say("const unsigned k = 2 * stride * tid;");
      b.say("partial[k] += partial[k + stride];");
      const k = (t) => 2 * stride * t;
      add_pair(b, w, lanes.filter((t) => k(t) < b.size), k, stride);
      yield { wait: "barrier", stride };
    }
  }

  function* sequential(b, w, lanes, above) {
    for (let stride = b.size / 2; stride > above; stride >>= 1) {
      b.say("if (tid < stride)");
      b.say("partial[tid] += partial[tid + stride];");
      add_pair(b, w, lanes.filter((t) => t < stride), (t) => t, stride);
      yield { wait: "barrier", stride };
    }
  }

  // reduce_warp of steps 05 to 07: a butterfly over shared memory.
  function* exchange(b, w, lanes) {
    for (let stride = b.warp / 2; stride > 0; stride >>= 1) {
      b.say("partial[threadIdx.x] = sum;");
      b.store(w, lanes, (t) => t, (t) => b.sum[t]);
      yield { wait: "syncwarp", stride };
      b.say("sum += partial[threadIdx.x ^ stride];");
      const got = b.load(w, lanes, (t) => t ^ stride);
      for (const t of lanes) b.sum[t] = b.op.apply(b.sum[t], got.get(t));
      yield { wait: "syncwarp", stride };
    }
  }

  // reduce_warp of step 08.
  function* shuffle(b, w, lanes) {
    for (let stride = b.warp / 2; stride > 0; stride >>= 1) {
      b.say("sum += __shfl_xor_sync(0xffffffff, sum, stride);");
      b.shuffle_xor(w, lanes, stride);
      yield { wait: "shuffle", stride };
    }
  }

  // ---- the kernels ----------------------------------------------------------------------

  function* tree(b, w, lanes, load, rounds) {
    load(b, w, lanes);
    yield { wait: "barrier" };
    yield* rounds;
    b.say("out[blockIdx.x] = partial[0];");
    const total = b.load(w, first(lanes), () => 0);
    b.write_out(w, first(lanes), total.get(0));
  }

  function* last_warp(b, w, lanes, load, name) {
    load(b, w, lanes);
    yield { wait: "barrier" };
    yield* sequential(b, w, lanes, b.warp);
    if (w === 0) {
      b.say(`sum = reduce_warp(partial[tid] + (${name} > 32 ? partial[tid + 32] : 0.0f));`);
      const one = b.load(w, lanes, (t) => t);
      const two = b.load(w, b.size > b.warp ? lanes : [], (t) => t + b.warp);
      for (const t of lanes)
        b.sum[t] = b.op.apply(one.get(t), two.has(t) ? two.get(t) : b.op.identity);
      yield* exchange(b, w, lanes);
      b.say("out[blockIdx.x] = sum;");
      b.write_out(w, first(lanes), b.sum[0]);
    }
  }

  function* shuffles(b, w, lanes) {
    load_many(b, w, lanes);
    yield* shuffle(b, w, lanes);
    b.say("partial[tid / 32] = sum;");
    b.store(w, lanes.filter((t) => t % b.warp === 0), () => w, (t) => b.sum[t]);
    yield { wait: "barrier" };
    if (w !== 0) return;
    b.say("sum = reduce_warp(tid < BLOCK / 32 ? partial[tid] : 0.0f);");
    const got = b.load(w, lanes.filter((t) => t < b.size / b.warp), (t) => t);
    for (const t of lanes) b.sum[t] = got.has(t) ? got.get(t) : b.op.identity;
    yield* shuffle(b, w, lanes);
    b.say("out[blockIdx.x] = sum;");
    b.write_out(w, first(lanes), b.sum[0]);
  }

  const load_dim = (b, w, l) => load_two(b, w, l, "blockDim.x");
  const load_const = (b, w, l) => load_two(b, w, l, "BLOCK");
  const STEPS = [
    null,
    { name: "interleaved tree", folder: "01_interleaved", per_thread: 1,
      kernel: (b, w, l) => tree(b, w, l, load_one, interleaved(b, w, l)) },
    { name: "strided index", folder: "02_strided_index", per_thread: 1,
      kernel: (b, w, l) => tree(b, w, l, load_one, strided(b, w, l)) },
    { name: "sequential addressing", folder: "03_sequential", per_thread: 1,
      kernel: (b, w, l) => tree(b, w, l, load_one, sequential(b, w, l, 0)) },
    { name: "first add during the load", folder: "04_first_add", per_thread: 2,
      kernel: (b, w, l) => tree(b, w, l, load_dim, sequential(b, w, l, 0)) },
    { name: "the last warp on its own", folder: "05_unroll_last_warp", per_thread: 2, whole: true,
      kernel: (b, w, l) => last_warp(b, w, l, load_dim, "blockDim.x") },
    { name: "the whole tree unrolled", folder: "06_full_unroll", per_thread: 2, whole: true,
      kernel: (b, w, l) => last_warp(b, w, l, load_const, "BLOCK") },
    { name: "many elements per thread", folder: "07_multi_element", per_thread: 8, whole: true,
      kernel: (b, w, l) => last_warp(b, w, l, load_many_and_store, "BLOCK") },
    { name: "warp shuffles", folder: "08_warp_shuffle", per_thread: 8, whole: true, kernel: shuffles },
  ];

  // ---- running ---------------------------------------------------------------------------

  // Why a step cannot be run so, or null. Steps 05 to 08 need whole warps.
  function refusal({ step, block, warp }) {
    if (!STEPS[step]) return "There is no such step.";
    if (STEPS[step].whole && block < warp)
      return `Step 0${step} needs a whole warp: ${warp} threads, and the block has ${block}.`;
    return null;
  }

  // Runs every live warp up to its next wait. Whoever waits for the block stays
  // there until all have come.
  function advance(b, warps) {
    let wait = "exit", stride = null;
    const ready = warps.filter((at) => !at.done && at.wait !== "barrier");
    for (const at of ready) {
      const next = at.run.next();
      at.done = next.done;
      at.wait = next.done ? "exit" : next.value.wait;
      if (at.done) continue;
      stride = next.value.stride || stride;
      wait = at.wait;
      if (at.wait === "barrier" || at.wait === "syncwarp")
        b.add({ op: at.wait, warp: at.number, lanes: at.lanes });
    }
    if (warps.every((at) => at.done || at.wait === "barrier"))
      for (const at of warps) if (!at.done) at.wait = "go";
    return { wait, stride };
  }

  function lanes_of(b, w) {
    const count = Math.min(b.warp, b.size - w * b.warp);
    return Array.from({ length: count }, (_, k) => w * b.warp + k);
  }

  // {step, block, warp, operator, numbers} -> {frames, result}
  // A frame: what it ends with, its events, and the state after it. Warps that waited
  // at the barrier all the while, or have ended, add no event.
  function run(request) {
    const why = refusal(request);
    if (why) throw new Error(why);
    const b = new Block(request);
    const warps = Array.from({ length: Math.ceil(b.size / b.warp) }, (_, w) => {
      const lanes = lanes_of(b, w);
      return { number: w, lanes, run: STEPS[request.step].kernel(b, w, lanes), done: false, wait: "go" };
    });
    const frames = [];
    while (warps.some((at) => !at.done)) {
      b.events = [];
      b.said = [];
      const { wait, stride } = advance(b, warps);
      if (b.events.length === 0) continue;
      frames.push({ ends: wait, stride, events: b.events, said: b.said, shared: b.shared.slice(),
                    sum: b.sum.slice(), out: b.out, warp: warps.map((at) => (at.done ? "retired" : at.wait)) });
    }
    return { frames, result: b.out };
  }

  // What the frames up to and including `last` cost.
  function costs(frames, last) {
    const sum = { barriers: 0, syncs: 0, shuffles: 0, loads: 0, stores: 0, conflicts: 0, requests: 0, sectors: 0 };
    for (const frame of frames.slice(0, last + 1)) {
      sum.barriers += bool(frame.events.some((e) => e.op === "barrier"));
      for (const e of frame.events) {
        sum.syncs += bool(e.op === "syncwarp");
        sum.shuffles += bool(e.op === "shuffle");
        if (e.space === "shared") sum[e.op === "load" ? "loads" : "stores"] += e.wavefronts;
        if (e.space === "shared") sum.conflicts += e.conflicts;
        if (e.space === "global" && e.op === "load") { sum.requests++; sum.sectors += e.sectors; }
      }
    }
    return sum;
  }

  const model = { OPERATORS, STEPS, run, costs, refusal };
  root.ReductionModel = model;
  if (typeof module !== "undefined") module.exports = model;
})(typeof window === "undefined" ? globalThis : window);
