// One panel: the state of a block after a frame, as tables and words.
(function (root) {
  "use strict";

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function show(value) {
    if (value === null || value === undefined) return "";
    if (value === Infinity) return "∞";
    if (value === -Infinity) return "−∞";
    return String(Number(value.toPrecision(7))).replace("-", "−");
  }

  // 0, 1, 2, 3, 8 -> "0–3, 8"
  function ranges(numbers) {
    const parts = [];
    const sorted = [...new Set(numbers)].sort((a, b) => a - b);
    for (let k = 0; k < sorted.length; k++) {
      const from = k;
      while (sorted[k + 1] === sorted[k] + 1) k++;
      parts.push(k > from + 1 ? `${sorted[from]}–${sorted[k]}` : sorted.slice(from, k + 1).join(", "));
    }
    return parts.join(", ");
  }

  const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

  function describe_event(event) {
    const who = `warp ${event.warp}, ${event.lanes.length === 1 ? "lane" : "lanes"} ${ranges(event.lanes)}`;
    if (event.op === "barrier") return `${who}: come to the barrier`;
    if (event.op === "syncwarp") return `${who}: __syncwarp()`;
    if (event.op === "shuffle") return `${who}: shuffle, each reads the sum of lane ${event.lanes[0]} ^ … = ${event.source[0]} and so on`;
    const verb = event.op === "load" ? "read" : "write";
    if (event.space === "global")
      return `${who}: ${verb} global memory, ${plural(event.sectors, "sector")}`;
    const conflict = event.conflicts > 0 ? `, of these ${event.conflicts} by conflicts` : "";
    return `${who}: ${verb} cell${event.index.length === 1 ? "" : "s"} ${ranges(event.index)}, ` +
      `${plural(event.wavefronts, "wavefront")}${conflict}`;
  }

  function wait_words(frame) {
    return { barrier: "Then the barrier of the block.", syncwarp: "Then the warp waits for its lanes.",
             shuffle: "The shuffle itself orders the lanes.", exit: "Then the block ends." }[frame.ends];
  }

  // A sentence or two for the eyes and for a screen reader.
  function describe(frame, number, count) {
    const working = new Set(frame.events.filter((e) => e.space || e.op === "shuffle").flatMap((e) => e.lanes));
    const stride = frame.stride ? `, stride ${frame.stride}` : "";
    const worst = Math.max(0, ...frame.events.map((e) => e.conflicts || 0));
    const conflict = worst > 0 ? ` Bank conflicts: a request takes up to ${worst + 1} wavefronts.` : "";
    const out = frame.out === null ? "" : ` The block's result is ${show(frame.out)}.`;
    return `Frame ${number} of ${count}${stride}: ${plural(working.size, "lane")} at work.${conflict} ${wait_words(frame)}${out}`;
  }

  // What happened to each cell: {read, written, conflict: Set of cells, by: cell -> lane}
  function touched(frame) {
    const seen = { read: new Set(), written: new Set(), conflict: new Set(), by: new Map() };
    for (const e of frame ? frame.events.filter((at) => at.space === "shared") : []) {
      const busy = new Map();
      e.index.forEach((cell, k) => busy.set(e.bank[k], (busy.get(e.bank[k]) || new Set()).add(cell)));
      e.index.forEach((cell, k) => {
        (e.op === "load" ? seen.read : seen.written).add(cell);
        if (e.op === "store") seen.by.set(cell, e.lanes[k]);
        if (busy.get(e.bank[k]).size > 1) seen.conflict.add(cell);
      });
    }
    return seen;
  }

  function table_of(caption, heads, rows) {
    const head = element("tr", {}, element("th", { scope: "row" }, heads.name),
                         ...heads.columns.map((at) => element("th", { scope: "col" }, String(at))));
    const table = element("table", { class: "cells" }, element("thead", {}, head), element("tbody", {}, ...rows));
    return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, table);
  }

  function rows_of(size, width, name, cell) {
    const rows = [];
    for (let from = 0; from < size; from += width) {
      const row = element("tr", {}, element("th", { scope: "row" }, name(from / width)));
      for (let k = from; k < Math.min(size, from + width); k++) row.append(cell(k));
      rows.push(row);
    }
    return rows;
  }

  function columns(size, width) {
    return Array.from({ length: Math.min(size, width) }, (_, k) => k);
  }

  function shared_table(request, frame) {
    const seen = touched(frame);
    const rows = rows_of(request.block, request.warp, (row) => `from ${row * request.warp}`, (cell) => {
      const kinds = [seen.written.has(cell) ? "written" : seen.read.has(cell) ? "read" : "",
                     seen.conflict.has(cell) ? "conflict" : ""].join(" ").trim();
      const td = element("td", { class: kinds }, show(frame ? frame.shared[cell] : null));
      if (seen.by.has(cell)) td.append(element("small", {}, `by ${seen.by.get(cell)}`));
      else if (seen.read.has(cell)) td.append(element("small", {}, "read"));
      return td;
    });
    return table_of(`Step 0${request.step}: cells of shared memory, by bank`, { name: "bank", columns: columns(request.block, request.warp) }, rows);
  }

  function lane_table(request, frame) {
    const busy = new Set(frame ? frame.events.filter((e) => e.space || e.op === "shuffle").flatMap((e) => e.lanes) : []);
    const rows = rows_of(request.block, request.warp, (warp) => `warp ${warp}`, (lane) => {
      const state = frame ? frame.warp[Math.floor(lane / request.warp)] : "go";
      const td = element("td", {}, show(frame ? frame.sum[lane] : null));
      td.className = busy.has(lane) ? "written" : state === "retired" ? "retired" : "";
      td.append(element("small", {}, busy.has(lane) ? "works" : state === "retired" ? "ended" : frame ? "idle" : "ready"));
      return td;
    });
    return table_of(`Step 0${request.step}: lanes and the sums in their registers`, { name: "lane", columns: columns(request.block, request.warp) }, rows);
  }

  function cost_table(frames, at) {
    const sum = root.ReductionModel.costs(frames, at);
    const row = (name, value) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, String(value)));
    return element("table", { class: "costs" },
      row("Barriers of the block", sum.barriers), row("Warp syncs and shuffles", `${sum.syncs} and ${sum.shuffles}`),
      row("Shared wavefronts, loads", sum.loads), row("Shared wavefronts, stores", sum.stores),
      row("Of these by conflicts", sum.conflicts),
      row("Global requests and sectors", `${sum.requests} and ${sum.sectors}`));
  }

  // The panel after frame `at` (-1: before the first).
  function panel(request, frames, at) {
    const frame = at < 0 ? null : frames[Math.min(at, frames.length - 1)];
    const step = root.ReductionModel.STEPS[request.step];
    const said = frame ? frame.said.join("\n") : "// nothing has run yet";
    const events = element("ol", {}, ...(frame ? frame.events : []).map((e) => element("li", {}, describe_event(e))));
    return element("section", { class: "panel", "aria-label": `Step 0${request.step}` },
      element("h2", {}, `Step 0${request.step}: ${step.name}`),
      element("pre", { tabindex: "0", "aria-label": "Statements that ran" }, element("code", {}, said)),
      element("h3", {}, "Lanes and their registers"), lane_table(request, frame),
      element("h3", {}, "Shared memory: partial[ ]"), shared_table(request, frame),
      element("h3", {}, "Cost so far"), cost_table(frames, at),
      element("details", {}, element("summary", {}, `Requests of this frame (${frame ? frame.events.length : 0})`), events));
  }

  root.ReductionPanel = { panel, describe, show, ranges };
})(window);
