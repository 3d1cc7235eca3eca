// What the theme leaves to add for people who read by keyboard or ear.
(function () {
  "use strict";
  let count = 0;
  function mend(root) {
    if (!root.querySelectorAll) return;
    for (const at of root.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) at.tabIndex = 0;
    for (const at of root.querySelectorAll(".md-code__nav:not([aria-label])")) at.setAttribute("aria-label", `Listing ${++count}`);
  }
  mend(document);
  new MutationObserver((changes) => changes.forEach((change) => mend(change.target)))
    .observe(document.body, { childList: true, subtree: true });
})();
