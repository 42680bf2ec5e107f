"use strict";

// A browser lets the timers of a hidden tab fire once a second and, after some minutes, once a
// minute. A worker's timers fire on time. So a worker keeps a hidden tab's timers, and the program
// in the tab runs as if it were visible.
(() => {
  const { setTimeout: ownSet, clearTimeout: ownClear } = globalThis;
  const waiting = new Map(); // by number: the functions whose timers the worker keeps
  let last = 0;
  let worker = null;
  try {
    worker = new Worker("timersworker.js");
    worker.onerror = () => { // it could not be loaded
      worker = null;
      const list = [...waiting.values()];
      waiting.clear();
      for (const f of list) ownSet(f);
    };
    worker.onmessage = ({ data }) => {
      const f = waiting.get(data);
      waiting.delete(data);
      f?.();
    };
  } catch { /* the timers stay with the tab */ }

  // The worker's timers have negative numbers.
  globalThis.setTimeout = (f, delay = 0, ...args) => {
    if (worker === null || !document.hidden || typeof f !== "function") return ownSet(f, delay, ...args);
    waiting.set(--last, () => f(...args));
    worker.postMessage([last, delay]);
    return last;
  };
  globalThis.clearTimeout = (timer) => {
    if (!(timer < 0)) ownClear(timer);
    else if (waiting.delete(timer)) worker?.postMessage([timer]);
  };
})();
