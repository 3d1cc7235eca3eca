// The page: controls, the walk, the quiz.
(function () {
  "use strict";
  const model = window.ReductionModel, { panel, describe, show } = window.ReductionPanel;
  const by = (id) => document.getElementById(id);
  const state = { at: -1, runs: [], question: null, right: 0, asked: 0 };

  // ---- what to run ------------------------------------------------------------------

  function fill_selects() {
    model.STEPS.forEach((step, number) => {
      if (!step) return;
      by("step").add(new Option(`0${number} ${step.name}`, number));
      by("other").add(new Option(`0${number} ${step.name}`, number));
    });
    by("other").add(new Option("nothing", ""), 0);
    by("other").value = "";
    for (const [key, op] of Object.entries(model.OPERATORS)) by("operator").add(new Option(`${op.sign}  ${op.name}`, key));
  }

  const FILLS = {
    count: (k) => k + 1,
    ones: () => 1,
    random: () => Math.floor(Math.random() * 19) - 5,
    short: (k) => k + 1,
  };

  function most_numbers() {
    const steps = [by("step").value, by("other").value].filter(Boolean).map(Number);
    return Number(by("block").value) * Math.min(...steps.map((step) => model.STEPS[step].per_thread));
  }

  function fill_numbers(kind) {
    const count = kind === "short" ? Math.ceil(most_numbers() / 2) + 1 : most_numbers();
    by("numbers").value = Array.from({ length: count }, (_, k) => FILLS[kind](k)).join(" ");
  }

  // The numbers typed in, or a sentence that says what is wrong with them.
  function read_numbers() {
    const words = by("numbers").value.split(/[\s,;]+/).filter(Boolean);
    const wrong = words.find((word) => !Number.isFinite(Number(word)));
    if (wrong !== undefined) return `“${wrong}” is not a number.`;
    const most = most_numbers();
    if (words.length === 0) return "Type at least one number.";
    if (words.length > most) return `This block takes ${most} numbers; there are ${words.length}. More would need another block.`;
    return words.map(Number);
  }

  function requests(numbers) {
    const steps = [by("step").value, by("other").value].filter(Boolean).map(Number);
    return steps.map((step) => ({ step, numbers, block: Number(by("block").value), warp: Number(by("warp").value),
                                  operator: by("operator").value }));
  }

  function restart() {
    const numbers = read_numbers();
    state.question = null;
    by("answer-form").hidden = true;
    by("verdict").textContent = "";
    if (typeof numbers === "string") return complain(numbers);
    const wanted = requests(numbers);
    const why = wanted.map(model.refusal).find(Boolean);
    if (why) return complain(`${why} Take a larger block, or the toy machine with warps of 8.`);
    by("problem").textContent = "";
    state.runs = wanted.map((request) => ({ request, ...model.run(request) }));
    const longest = Math.max(...state.runs.map((run) => run.frames.length));
    by("at").max = longest;
    go(-1);
    history.replaceState(null, "", `#step=${by("step").value}&other=${by("other").value}&block=${by("block").value}` +
      `&warp=${by("warp").value}&operator=${by("operator").value}`);
  }

  function complain(text) {
    by("problem").textContent = text;
    state.runs = [];
    by("panels").replaceChildren();
    by("said").textContent = "";
  }

  function read_address() {
    for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
      if (["step", "other", "block", "warp", "operator"].includes(key) && [...by(key).options].some((o) => o.value === value))
        by(key).value = value;
  }

  // ---- the walk -----------------------------------------------------------------------

  function go(to) {
    if (state.runs.length === 0) return;
    const count = Number(by("at").max);
    state.at = Math.max(-1, Math.min(count - 1, to));
    by("at").value = state.at + 1;
    by("at").setAttribute("aria-valuetext", `${state.at + 1} of ${count}`);
    by("place").textContent = `${state.at + 1} of ${count}`;
    by("back").disabled = by("start").disabled = state.at < 0;
    by("next").disabled = by("end").disabled = by("ask").disabled = state.at === count - 1;
    by("panels").replaceChildren(...state.runs.map((run) => panel(run.request, run.frames, state.at)));
    by("said").textContent = state.at < 0 ? `Before the first frame. The block will find ${show(state.runs[0].result)} in the end.`
      : state.runs.map((run) => (state.runs.length > 1 ? `Step 0${run.request.step}: ` : "") +
        describe(run.frames[Math.min(state.at, run.frames.length - 1)],
                 Math.min(state.at + 1, run.frames.length), run.frames.length)).join(" ");
  }

  // ---- the quiz -----------------------------------------------------------------------

  function ask() {
    const run = state.runs[0];
    const frame = run && run.frames[state.at + 1];
    if (!frame) return;
    state.question = window.ReductionQuiz.ask(frame, model.OPERATORS[run.request.operator]);
    by("question").textContent = state.question.text;
    by("answer-form").hidden = false;
    by("answer").value = by("verdict").textContent = "";
    by("answer").focus();
  }

  function check(event) {
    event.preventDefault();
    if (!state.question) return;
    const right = window.ReductionQuiz.judge(state.question, by("answer").value);
    state.asked++;
    state.right += right ? 1 : 0;
    by("verdict").textContent = (right ? "Right. " : `Not ${by("answer").value || "that"}. `) + state.question.why;
    by("score").textContent = `${state.right} of ${state.asked} right`;
    by("answer-form").hidden = true;
    state.question = null;
    go(state.at + 1);
    (by("ask").disabled ? by("back") : by("ask")).focus();
  }

  // ---- wiring ---------------------------------------------------------------------------

  function on_key(event) {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest && event.target.closest(".scroll, pre") && event.key.startsWith("Arrow")) return;
    const action = { ArrowRight: () => go(state.at + 1), ArrowLeft: () => go(state.at - 1), Home: () => go(-1),
                     End: () => go(Infinity), q: ask, Q: ask }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function toggle_theme() {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }

  fill_selects();
  by("step").value = "1";
  read_address();
  fill_numbers("count");
  for (const id of ["step", "other", "block"])
    by(id).addEventListener("change", () => { fill_numbers("count"); restart(); });
  for (const id of ["warp", "operator", "numbers"]) by(id).addEventListener(id === "numbers" ? "input" : "change", restart);
  for (const button of document.querySelectorAll("[data-fill]"))
    button.addEventListener("click", () => { fill_numbers(button.dataset.fill); restart(); });
  by("theme").addEventListener("click", toggle_theme);
  by("start").addEventListener("click", () => go(-1));
  by("back").addEventListener("click", () => go(state.at - 1));
  by("next").addEventListener("click", () => go(state.at + 1));
  by("end").addEventListener("click", () => go(Infinity));
  by("at").addEventListener("input", () => go(Number(by("at").value) - 1));
  by("ask").addEventListener("click", ask);
  by("answer-form").addEventListener("submit", check);
  document.addEventListener("keydown", on_key);
  restart();
})();
