// Compares the trainer's model with traces of the simulator. TRACES is a list of
// {step, operator, block, numbers, trace}. Writes into the page what the test reads.
"use strict";

// A float as both sides have it: infinities and cells never written are null. The trace
// prints nine digits, which name a float and no other.
const plain = (value) => (Array.isArray(value) ? value.map(plain) : Number.isFinite(value) ? Math.fround(value) : null);

// What both sides tell of an event, in one form.
function event_text(e) {
  const global_store = e.space === "global" && e.op === "store";
  return JSON.stringify([e.op, e.space || "", e.lanes, e.index || [], e.space === "shared" ? e.bank : [],
    e.space === "shared" ? [e.wavefronts, e.conflicts] : [], e.space === "global" ? e.sectors : 0,
    (e.values || []).map(plain), e.op === "shuffle" ? [e.source, e.given.map(plain)] : [], global_store]);
}

// The events of a step by warp. Which of two loads in a row comes first is the
// compiler's choice, so neighbouring loads are sorted.
function step_text(events) {
  const by_warp = new Map();
  for (const e of events) by_warp.set(e.warp, [...(by_warp.get(e.warp) || []), e]);
  return [...by_warp.keys()].sort((a, b) => a - b).map((warp) => {
    const texts = [];
    let loads = [];
    for (const e of [...by_warp.get(warp), null]) {
      if (e && e.op === "load") { loads.push(event_text(e)); continue; }
      texts.push(...loads.sort());
      loads = [];
      if (e) texts.push(event_text(e));
    }
    return `warp ${warp}: ${texts.join(" ")}`;
  }).join("\n");
}

function first_difference(given) {
  const { frames, result } = ReductionModel.run({ ...given, warp: 32 });
  const steps = given.trace.steps;
  if (frames.length !== steps.length) return `${frames.length} frames, the trace has ${steps.length}`;
  for (let k = 0; k < steps.length; k++) {
    if (frames[k].ends !== steps[k].ends) return `frame ${k} ends with ${frames[k].ends}, the trace with ${steps[k].ends}`;
    const model = step_text(frames[k].events), trace = step_text(steps[k].events);
    if (model !== trace) return `frame ${k}\n  model: ${model}\n  trace: ${trace}`;
    // While warps shuffle, the trace shows what warps that are ahead have written.
    const shared = [JSON.stringify(frames[k].shared.map(plain)), JSON.stringify(steps[k].shared.partial.map(plain))];
    if (steps[k].ends !== "shuffle" && shared[0] !== shared[1]) return `cells after frame ${k}\n  model: ${shared[0]}\n  trace: ${shared[1]}`;
  }
  return plain(result) === plain(given.result) ? null : `result ${result}, the program printed ${given.result}`;
}

// Lines of the sources that the page shows must stand in them.
function missing_statement(given, source) {
  const flat = source.replace(/\s+/g, " ");
  for (const frame of ReductionModel.run({ ...given, warp: 32 }).frames)
    for (const said of frame.said) if (!flat.includes(said)) return said;
  return null;
}

const out = [];
for (const given of TRACES) {
  const name = `step ${given.step}, ${given.operator}, block ${given.block}, ${given.numbers.length} numbers`;
  const wrong = first_difference(given) || missing_statement(given, SOURCES[given.step]);
  if (wrong) out.push(`DIFFERENT ${name}: ${wrong}`);
}
out.push(`COMPARED ${TRACES.length} DIFFERENT ${out.length}`);
document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent: out.join("\n") }));
