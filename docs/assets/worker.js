// Browsers start no worker from a file, and the book's search is one. For pages that
// are opened as files this runs the worker's script in a hidden frame instead.
(function () {
  "use strict";
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.documentElement.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      const script = frame.contentDocument.createElement("script");
      script.src = new URL(address, location.href).href;
      script.onload = () => {
        this.waiting.forEach((data) => this.hand(data));
        this.waiting = null;
      };
      frame.contentDocument.body.append(script);
    }

    hand(data) {
      this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.hand(data);
    }

    terminate() {}
  }
  window.Worker = FrameWorker;
})();
