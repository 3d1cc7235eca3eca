// Questions about a frame that the learner has not seen yet, and why an answer is wrong.
(function (root) {
  "use strict";
  const { show, ranges } = root.ReductionPanel;
  const pick = (list) => list[Math.floor(Math.random() * list.length)];

  // What the lane read before it wrote, in words.
  function where_from(frame, store, lane, op) {
    const reads = frame.events.filter((e) => e.op === "load" && e.warp === store.warp && e.lanes.includes(lane));
    const parts = reads.map((e) => {
      const k = e.lanes.indexOf(lane);
      const values = [].concat(e.values[k]).map(show).join(", ");
      return e.space === "shared" ? `cell ${e.index[k]} held ${values}` : `global memory gave ${values}`;
    });
    return parts.length > 0 ? `Lane ${lane}: ${parts.join("; ")}. The operator is ${op.sign}.`
      : `Lane ${lane} had the identity, or its sum, in its register.`;
  }

  function value_question(frame, op) {
    const stores = frame.events.filter((e) => e.op === "store" && e.space === "shared");
    const shuffles = frame.events.filter((e) => e.op === "shuffle");
    if (stores.length === 0 && shuffles.length === 0) return null;
    if (stores.length === 0) {
      const e = pick(shuffles), k = Math.floor(Math.random() * e.lanes.length);
      return { text: `Next a shuffle. Which value does lane ${e.lanes[k]} receive?`, answer: e.values[k],
               why: `Lane ${e.lanes[k]} reads the sum of lane ${e.lanes[k]} ^ ${frame.stride} = ${e.source[k]}, which is ${show(e.values[k])}.` };
    }
    const e = pick(stores), k = Math.floor(Math.random() * e.lanes.length);
    return { text: `Next: which value does lane ${e.lanes[k]} write to cell ${e.index[k]}?`, answer: e.values[k],
             why: `${where_from(frame, e, e.lanes[k], op)} It writes ${show(e.values[k])}.` };
  }

  function active_question(frame) {
    const lanes = new Set(frame.events.filter((e) => e.space || e.op === "shuffle").flatMap((e) => e.lanes));
    return { text: "Next: how many lanes touch memory or take part in a shuffle?", answer: lanes.size,
             why: `Those are the lanes ${ranges([...lanes])}: ${lanes.size}. The others only wait, or have ended.` };
  }

  function wavefront_question(frame) {
    const loads = frame.events.filter((e) => e.op === "load" && e.space === "shared" && e.lanes.length > 1);
    if (loads.length === 0) return null;
    const e = pick(loads);
    const wanted = new Map();
    e.index.forEach((cell, k) => wanted.set(e.bank[k], (wanted.get(e.bank[k]) || new Set()).add(cell)));
    const [bank, cells] = [...wanted].reduce((a, b) => (b[1].size > a[1].size ? b : a));
    return { text: `Next: warp ${e.warp} loads ${e.lanes.length} cells of shared memory, beginning with cell ${e.index[0]}. In how many wavefronts?`,
             answer: e.wavefronts,
             why: `The lanes want the cells ${ranges(e.index)}. The busiest bank is ${bank}; it is asked for ` +
               `${cells.size === 1 ? "one cell" : `${cells.size} different cells (${ranges([...cells])})`}, and serves one per wavefront: ${e.wavefronts}.` };
  }

  let asked = null;

  // A question about a frame: {text, answer, why}.
  function ask(frame, op) {
    const made = [value_question(frame, op), active_question(frame), wavefront_question(frame)].filter(Boolean);
    asked = pick(made);
    return asked;
  }

  function judge(question, text) {
    const words = { "∞": Infinity, "inf": Infinity, "−∞": -Infinity, "-inf": -Infinity };
    const typed = text.trim().replace("−", "-").toLowerCase();
    const given = typed in words ? words[typed] : typed === "" ? NaN : Number(typed);
    const error = Math.abs(given - question.answer);
    return given === question.answer || error <= 1e-6 * Math.abs(question.answer);
  }

  // The answer that is expected; for the test of the page.
  const peek = () => asked.answer;

  root.ReductionQuiz = { ask, judge, peek };
})(window);
