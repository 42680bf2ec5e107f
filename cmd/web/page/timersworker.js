"use strict";

// This worker keeps timers for timers.js: a message with a number and a delay starts a timer, which
// sends the number back. A message with only a number ends it.
const timers = new Map();

onmessage = ({ data: [number, delay] }) => {
  if (delay === undefined) {
    clearTimeout(timers.get(number));
    timers.delete(number);
    return;
  }
  timers.set(number, setTimeout(() => {
    timers.delete(number);
    postMessage(number);
  }, delay));
};
