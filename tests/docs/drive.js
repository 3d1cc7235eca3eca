// Drives the trainer's page as a reader would, with the mouse and the keyboard, and
// writes into it what was found. Appended to a copy of the page by the test.
"use strict";
(function () {
  const by = (id) => document.getElementById(id);
  const found = [];
  const check = (name, ok) => found.push(`${ok ? "ok" : "WRONG"} ${name}`);
  const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const choose = (id, value) => { by(id).value = value; by(id).dispatchEvent(new Event("change")); };
  const frames = () => Number(by("at").max);
  check("starts before the first frame", by("at").value === "0" && by("back").disabled);
  check(`interactive within a second (${Math.round(performance.now())} ms)`, performance.now() < 1000);

  // Every step beside every other, walked to the end and back by keyboard.
  let walked = 0;
  for (let step = 1; step <= 8; step++) {
    for (const block of ["8", "16", "32", "64"]) {
      choose("warp", "8");
      choose("step", String(step));
      choose("block", block);
      choose("other", String(step % 8 + 1));
      const count = frames();
      for (let k = 0; k < count; k++) key("ArrowRight");
      const said = by("said").textContent;
      const sum = ReductionModel.run({ step, block: Number(block), warp: 8, operator: "add",
        numbers: by("numbers").value.split(" ").map(Number) }).result;
      if (!said.includes(`result is ${ReductionPanel.show(sum)}`) || !by("next").disabled) check(`step ${step}, block ${block} walks to its end`, false);
      key("ArrowLeft");
      if (by("at").value !== String(count - 1)) check(`step ${step}, block ${block} walks back`, false);
      key("Home");
      if (by("at").value !== "0") check(`step ${step}, block ${block}: Home`, false);
      walked++;
    }
  }
  check(`walked ${walked} pairs of steps by keyboard`, walked === 32);

  choose("other", "");
  choose("warp", "32");
  choose("step", "5");
  choose("block", "8");
  check("a block smaller than a warp is refused in words", by("problem").textContent.includes("whole warp"));
  choose("block", "64");
  choose("step", "2");
  by("next").click();
  by("next").click();
  check("conflicts are shown", document.querySelectorAll("td.conflict").length > 0 && by("said").textContent.includes("conflict"));
  by("numbers").value = "1 2 x";
  by("numbers").dispatchEvent(new Event("input"));
  check("a typing error is named", by("problem").textContent.includes("“x”"));
  by("numbers").value = "4 -2.5";
  by("numbers").dispatchEvent(new Event("input"));
  by("end").click();
  check("own numbers", by("said").textContent.includes("result is 1.5"));

  // The quiz: right and wrong answers, until each kind of question has come.
  const kinds = new Set();
  choose("step", "2");
  for (let tries = 0; tries < 300 && kinds.size < 6; tries++) {
    by("start").click();
    for (let k = 0; k <= tries % (frames() - 2); k++) by("next").click();
    by("ask").click();
    const text = by("question").textContent, kind = text.includes("wavefronts") ? "w" : text.includes("how many lanes") ? "a" : "v";
    const right = tries % 2 === 0;
    const answer = ReductionQuiz.peek();
    by("answer").value = right ? answer : answer + 1;
    by("answer-form").requestSubmit();
    const verdict = by("verdict").textContent;
    if (verdict.startsWith(right ? "Right. " : "Not ") && verdict.length > 30) kinds.add(kind + right);
  }
  check(`the quiz judges and explains (${[...kinds].sort().join(" ")})`, kinds.size === 6);
  check("the quiz keeps the score", /\d+ of \d+ right/.test(by("score").textContent));

  const unlabelled = [...document.querySelectorAll("button, select, input, textarea")].filter((at) =>
    !(at.labels && at.labels.length) && !at.getAttribute("aria-label") && !at.textContent.trim());
  check("every control has a name", unlabelled.length === 0);
  const foreign = performance.getEntriesByType("resource").filter((at) => !/^(file|data):/.test(at.name));
  check("nothing is asked of another host", foreign.length === 0);

  const luminance = (rgb) => rgb.map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const ground = (at) => { for (; at; at = at.parentElement) { const c = numbers(getComputedStyle(at).backgroundColor); if (c[3] !== 0) return c.slice(0, 3); } return [255, 255, 255]; };
  choose("step", "2");
  by("next").click();
  by("next").click();
  for (const theme of ["light", "dark"]) {
    document.documentElement.dataset.theme = theme;
    let worst = 21;
    for (const at of document.querySelectorAll("td, th, p, label, button:not(:disabled), small, h1, h2, h3, code, summary, li, select")) {
      if (at.offsetParent === null || at.className === "retired") continue;
      const [a, b] = [luminance(numbers(getComputedStyle(at).color)), luminance(ground(at))];
      worst = Math.min(worst, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
    }
    check(`contrast in ${theme} at least 4.5 (${worst.toFixed(1)})`, worst >= 4.5);
  }
  const finish = () => document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent: found.join("\n") + "\nDROVE" }));
  if (typeof axe === "undefined") { found.push("note axe is not here"); finish(); }
  else axe.run({ preload: false }).then((result) => {
    check(`axe: ${result.violations.length} violations${result.violations.map((v) => " " + v.id).join("")}`, result.violations.length === 0);
    finish();
  });
})();
