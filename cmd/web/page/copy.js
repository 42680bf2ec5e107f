"use strict";

// mancala.copy puts a text on the clipboard and returns true, or shows it selected, with copying
// instructions, and returns false. Over https, or on this computer, browsers have a clipboard for
// pages; otherwise some still copy a selection. That clipboard's promise settles too late for the
// result, so a refusal also shows the text.
mancala.copy = (text, title, how, close) => {
  if (navigator.clipboard && isSecureContext) {
    navigator.clipboard.writeText(text).catch(() => showText(text, title, how, close));
    return true;
  }
  if (copySelection(text)) return true;
  showText(text, title, how, close);
  return false;
};

// readOnlyText returns an element with a selectable text. It brings up no keyboard.
function readOnlyText(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  return area;
}

function selectAll(area) {
  area.focus({ preventScroll: true });
  area.setSelectionRange(0, area.value.length);
}

// copySelection selects a text for a moment, and reports whether the browser has copied it.
function copySelection(text) {
  const before = document.activeElement;
  const area = readOnlyText(text);
  area.className = "unseen";
  document.body.append(area);
  selectAll(area);
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch { /* this browser does not know the command */ }
  area.remove();
  before?.focus({ preventScroll: true });
  return done;
}

// showText shows a text selected, until the person has copied it or closes it.
function showText(text, title, how, close) {
  const before = document.activeElement;
  const dialog = document.createElement("dialog");
  dialog.className = "copy";
  dialog.setAttribute("aria-label", title);
  const heading = document.createElement("h2");
  heading.textContent = title;
  const area = readOnlyText(text);
  area.setAttribute("aria-label", title);
  const words = document.createElement("p");
  words.textContent = how;
  const button = document.createElement("button");
  button.textContent = close;
  button.addEventListener("click", () => dialog.close());
  area.addEventListener("copy", () => setTimeout(() => dialog.close(), 300));
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus({ preventScroll: true });
  });
  dialog.append(heading, area, words, button);
  document.body.append(dialog);
  dialog.showModal();
  selectAll(area);
}
