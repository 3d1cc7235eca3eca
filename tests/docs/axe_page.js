// Lets axe look at a page of the book in both colour schemes. The test puts axe and
// this at the end of a copy of the page.
"use strict";
addEventListener("load", async () => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: "* { transition: none !important }" }));
  const found = [];
  for (const scheme of ["default", "slate"]) {
    document.body.setAttribute("data-md-color-scheme", scheme);
    await new Promise((done) => setTimeout(done, 500));
    const { violations } = await axe.run({ preload: false });
    for (const at of violations) found.push(`VIOLATION ${scheme} ${at.id}: ${at.nodes[0].html.slice(0, 120)} ${at.nodes[0].failureSummary}`);
  }
  document.body.append(Object.assign(document.createElement("pre"), { id: "result", textContent: `${found.join("\n")}\nLOOKED` }));
});
