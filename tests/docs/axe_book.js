// Lets axe look at pages of the book and at the trainer, in light and in dark. Each of
// PAGES is opened in a frame of the page that includes this; AXE is axe's address. The
// browser must allow one file to read another.
"use strict";
(async () => {
  const found = [];
  const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { width: 1200, height: 900 }));
  const open = (address) => new Promise((done) => {
    frame.onload = done;
    frame.src = address;
  });
  const add = (source) => new Promise((done) => {
    frame.contentDocument.head.append(Object.assign(frame.contentDocument.createElement("script"), { onload: done, src: source }));
  });
  let looked = 0;
  for (const page of PAGES) {
    await open(page);
    const inner = frame.contentDocument;
    inner.head.append(Object.assign(inner.createElement("style"), { textContent: "* { transition: none !important; animation: none !important }" }));
    for (const folded of inner.querySelectorAll("details")) folded.open = true;
    await add(AXE);
    for (const dark of [false, true]) {
      inner.body.setAttribute("data-md-color-scheme", dark ? "slate" : "default"); // the book's way
      inner.documentElement.dataset.theme = dark ? "dark" : "light"; // the trainer's
      await new Promise((done) => setTimeout(done, 50));
      const { violations } = await frame.contentWindow.axe.run({ preload: false });
      for (const rule of violations)
        for (const at of rule.nodes)
          found.push(`VIOLATION ${page} ${dark ? "dark" : "light"} ${rule.id}: ${at.html.slice(0, 120)} ${at.failureSummary}`);
    }
    looked++;
  }
  document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent: `${found.join("\n")}\nLOOKED AT ${looked}` }));
})();
