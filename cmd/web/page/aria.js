"use strict";

// Screen readers cannot read the canvas, a picture, and a phone shows no keyboard for its text
// fields. So the program describes the canvas (mancala.mirror) and reports events (mancala.tell),
// and this file makes unseen elements: one for each control and each text, in its place and in the
// order of Tab. It passes their use on to the program (mancala.use). Keys go to the canvas, except
// for a text field's keys, so they do the same everywhere.
(() => {
  const regions = {};
  for (const [name, role] of [["polite", "status"], ["assertive", "alert"]]) {
    regions[name] = make("div", { className: "told", role, "aria-live": name });
  }
  const screen = make("div", { id: "screen", role: "main", "aria-label": "Mancala", tabindex: "-1" });
  const card = make("div", { id: "card", role: "dialog", "aria-modal": "true", tabindex: "-1", hidden: true });
  const stages = [screen, card];
  const nodes = new Map(); // by id: { node, el }
  let stage = screen;
  let visit = -1;
  let placing = false; // the focus is being moved by this file
  let wished = null; // the id that the person has given the focus to, until the program knows
  let fingers = 0;
  let waiting = null; // a picture that waits for the fingers to leave
  let canvas = null;
  document.addEventListener("DOMContentLoaded", () => {
    document.body.append(regions.polite, regions.assertive, screen, card);
    // Until the person sees the program, the keyboard belongs to the page.
    new MutationObserver(() => follow()).observe(front(), { attributeFilter: ["hidden"] });
  });

  function front() {
    return document.getElementById("front");
  }

  function make(tag, props = {}) {
    return set(document.createElement(tag), props);
  }

  // set changes only the properties that differ, so that screen readers repeat nothing.
  function set(el, props) {
    for (const [key, value] of Object.entries(props)) {
      if (key === "role" || key === "tabindex" || key.startsWith("aria-")) {
        if (value === null) el.removeAttribute(key);
        else if (el.getAttribute(key) !== value) el.setAttribute(key, value);
      } else if (el[key] !== value) {
        el[key] = value;
      }
    }
    return el;
  }

  const use = (id, act, number = 0, text = "", caret = 0) => mancala.use?.(visit, id, act, number, text, caret);

  // makers make a role's element, which passes its use on to the program.
  const makers = {
    button: (id) => pressed(make("button", { type: "button" }), id),
    switch: (id) => pressed(make("button", { type: "button", role: "switch" }), id),
    heading: () => make("div", { role: "heading" }),
    paragraph: () => make("p"),
    group: () => make("div", { role: "group", tabindex: "-1" }),
    img: () => make("div", { role: "img" }),
    region: () => make("div", { role: "region", tabindex: "0" }),
    slider: ranged,
    spinbutton: ranged,
    combobox: chosen,
    listbox: chosen,
    textbox: written,
  };

  function pressed(el, id) {
    el.addEventListener("click", () => use(id, "press"));
    return el;
  }

  function ranged(id) {
    const el = make("input", { type: "range", step: 1 });
    el.addEventListener("input", () => use(id, "choose", Number(el.value)));
    return el;
  }

  function chosen(id) {
    const el = make("select");
    el.addEventListener("change", () => use(id, "choose", Number(el.value)));
    return el;
  }

  function written(id) {
    const el = make("input", { type: "text", autocomplete: "off", spellcheck: false, autocapitalize: "none" });
    el.setAttribute("autocorrect", "off");
    el.enterKeyHint = "done";
    el.addEventListener("input", () => write(el, id));
    return el;
  }

  // For this long, an older picture does not change a text that was just written.
  const settled = 400;

  function write(el, id) {
    const caret = [...el.value.slice(0, el.selectionEnd)].length;
    if (el.sent === el.value && el.caret === caret) return;
    [el.sent, el.caret, el.writtenAt] = [el.value, caret, performance.now()];
    use(id, "write", 0, el.value, caret);
  }

  document.addEventListener("selectionchange", () => {
    const el = document.activeElement;
    if (el?.type === "text" && stage.contains(el) && el.sent === el.value && !el.composing) write(el, el.dataset.id);
  });

  function create(node) {
    const el = makers[node.role](node.id);
    el.id = `node-${node.id}`;
    el.dataset.id = node.id;
    el.addEventListener("compositionstart", () => { el.composing = true; });
    el.addEventListener("compositionend", () => { el.composing = false; });
    return el;
  }

  // change brings an element up to date with its node.
  function change(el, node) {
    place(el, node);
    const said = { "aria-description": node.note ?? null, "aria-keyshortcuts": node.keys ?? null };
    switch (node.role) {
      case "heading":
        set(el, { textContent: node.name, "aria-level": String(node.level) });
        return;
      case "paragraph":
        set(el, { textContent: node.name });
        return;
      case "button":
      case "switch":
        // A house keeps the focus when it becomes unplayable.
        set(el, node.within ? { "aria-disabled": String(!!node.off) } : { disabled: !!node.off });
        set(el, { ...said, textContent: node.name, tabindex: node.within && !node.focus ? "-1" : "0" });
        set(el, node.role === "switch" ? { "aria-checked": String(!!node.on) } : { "aria-current": node.on ? "true" : null });
        return;
    }
    set(el, { ...said, "aria-label": node.name });
    if ("disabled" in el) el.disabled = !!node.off;
    switch (node.role) {
      case "slider":
      case "spinbutton":
        set(el, { min: String(node.low ?? 0), max: String(node.high ?? 0), value: String(node.at), "aria-valuetext": node.value });
        return;
      case "combobox":
      case "listbox":
        options(el, node);
        return;
      case "textbox":
        set(el, { "aria-invalid": node.wrong ? "true" : null, "aria-description": node.wrong ?? node.note ?? null, maxLength: node.limit ? 2 * node.limit : -1 });
        text(el, node);
    }
  }

  function options(el, node) {
    const list = node.options ?? [];
    const first = node.first ?? 0;
    if (node.role === "listbox") el.size = Math.max(2, Math.min(8, list.length));
    while (el.length > list.length) el.remove(el.length - 1);
    list.forEach((name, i) => {
      if (i === el.length) el.add(new Option());
      set(el.options[i], { text: name, value: String(first + i) });
      set(el.options[i], { "aria-setsize": String(node.rows), "aria-posinset": String(first + i + 1) });
    });
    el.value = String(node.at);
  }

  function text(el, node) {
    const value = node.value ?? "";
    if (el.composing || performance.now() - (el.writtenAt ?? -settled) < settled && document.activeElement === el) {
      clearTimeout(el.later);
      el.later = setTimeout(() => { if (nodes.get(node.id)?.el === el) text(el, nodes.get(node.id).node); }, settled);
      return;
    }
    const caret = [...value].slice(0, node.caret ?? 0).join("").length;
    if (el.value === value && el.selectionEnd === caret) return;
    [el.value, el.sent, el.caret] = [value, value, node.caret ?? 0];
    if (document.activeElement === el) el.setSelectionRange(caret, caret);
  }

  // place puts an element over its control or text. An element out of view takes no room.
  function place(el, node) {
    const dpr = window.devicePixelRatio;
    const box = [node.x, node.y, node.out ? 1 : node.w, node.out ? 1 : node.h].map((px) => Math.round(px / dpr));
    const key = box.join();
    if (el.box === key) return;
    el.box = key;
    Object.assign(el.style, { left: `${box[0]}px`, top: `${box[1]}px`, width: `${box[2]}px`, height: `${box[3]}px` });
    el.classList.toggle("out", !!node.out);
  }

  // update shows a picture.
  function update(picture) {
    if (fingers > 0) { // an element under a finger must stay
      waiting = picture;
      return;
    }
    document.documentElement.lang = picture.language;
    const next = picture.card ? card : screen;
    if (picture.visit !== visit) {
      wished = null;
      clear();
      visit = picture.visit;
      stage = next;
      for (const s of stages) s.hidden = s !== stage;
    }
    if (picture.card) set(card, { "aria-label": picture.title });
    const ids = new Set(picture.nodes.map((n) => n.id));
    for (const [id, known] of nodes) {
      if (!ids.has(id)) {
        known.el.remove();
        nodes.delete(id);
      }
    }
    let before = null;
    for (const node of picture.nodes) {
      let known = nodes.get(node.id);
      if (known && known.node.role !== node.role) {
        known.el.remove();
        known = null;
      }
      const el = known?.el ?? create(node);
      change(el, node);
      nodes.set(node.id, { node, el });
      // An element in its place stays untouched: moving it would take its focus.
      const at = before ? before.nextSibling : stage.firstChild;
      if (at !== el) stage.insertBefore(el, at);
      before = el;
    }
    follow();
  }

  function clear() {
    for (const { el } of nodes.values()) el.remove();
    nodes.clear();
  }

  // ours reports whether the keyboard belongs to the program, not to the page.
  function ours() {
    const el = document.activeElement;
    return !el || el === document.body || el === canvas || stages.some((s) => s.contains(el));
  }

  // follow gives the focus to the element of the node that has it on the canvas.
  function follow() {
    const node = [...nodes.values()].find((known) => known.node.focus)?.node;
    if (wished && wished.id !== node?.id && performance.now() - wished.at < settled) return;
    wished = null;
    if (!ours() || !front().hidden) return;
    const el = node ? nodes.get(node.id).el : stage;
    if (document.activeElement === el) return;
    placing = true;
    el.focus({ preventScroll: true });
    placing = false;
    if (node?.role === "textbox") text(el, node);
  }

  for (const s of stages) {
    s.addEventListener("focusin", (e) => {
      const id = e.target.dataset.id;
      if (placing || !id || nodes.get(id)?.node.focus) return;
      wished = { id, at: performance.now() };
      use(id, "point");
    });
    for (const type of ["keydown", "keypress", "keyup"]) s.addEventListener(type, forward);
  }

  // The keys that a text does not need. The browser's keys never come here: page.js stops them.
  const leaves = /^(Tab|Enter|Escape|ArrowUp|ArrowDown|PageUp|PageDown|F\d+)$/;

  function forward(e) {
    if (!canvas || e.isComposing || e.keyCode === 229) return;
    if (e.target.type === "text" && !leaves.test(e.key)) return;
    e.preventDefault();
    const { key, code, location, repeat, shiftKey, ctrlKey, altKey, metaKey } = e;
    if (e.type === "keypress") return; // would press a button once more
    canvas.dispatchEvent(new KeyboardEvent(e.type, { key, code, location, repeat, shiftKey, ctrlKey, altKey, metaKey }));
  }

  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    window.addEventListener(type, touch, { passive: false, capture: true }); // before Ebitengine
  }

  // touch passes fingers on to the canvas. A text handles them itself, or else a phone would show
  // no keyboard.
  function touch(e) {
    if (passing || !canvas || e.target !== canvas && !stages.some((s) => s.contains(e.target))) return;
    const down = [...e.touches].filter((finger) => finger.target.type !== "text");
    if (e.target.type !== "text") {
      e.preventDefault();
      if (e.target === canvas) e.stopPropagation();
      queue(new TouchEvent(e.type, { bubbles: true, touches: down, targetTouches: down, changedTouches: [...e.changedTouches] }));
    }
    fingers = down.filter((finger) => finger.target !== canvas).length;
    if (fingers === 0 && waiting) {
      const picture = waiting;
      waiting = null;
      update(picture);
    }
  }

  // Ebitengine only sees which fingers are down at the start of a frame, so it would miss a tap
  // shorter than a frame. Therefore the canvas gets a touch or a release only after the program has
  // read the one before.
  const queued = [];
  let unread = ""; // the type of the event that the program has not read yet, or ""
  let passing = false; // an event is being passed on to the canvas

  function queue(e) {
    const last = queued.at(-1) ?? { type: unread };
    if (e.type !== "touchmove" || last.type !== "touchmove") queued.push(e);
    else if (queued.length === 0) pass(e);
    else queued[queued.length - 1] = e;
    if (unread === "") next();
  }

  function pass(e) {
    unread = e.type;
    passing = true;
    canvas.dispatchEvent(e);
    passing = false;
  }

  // The program calls next when it has read the fingers on the canvas.
  function next() {
    unread = "";
    if (queued.length > 0) pass(queued.shift());
  }

  // adopt makes the canvas a picture: the keyboard stays at the elements.
  function adopt() {
    if (canvas) return;
    canvas = document.querySelector("canvas");
    if (!canvas) return;
    set(canvas, { tabindex: "-1" });
    for (const el of document.querySelectorAll("body > textarea, body > * > textarea")) {
      set(el, { "aria-hidden": "true", tabindex: "-1" }); // the text areas of Ebitengine
    }
    const focus = canvas.focus.bind(canvas);
    canvas.focus = (options) => { if (!ours() || document.activeElement === document.body && nodes.size === 0) focus(options); };
    window.addEventListener("blur", () => canvas.dispatchEvent(new Event("blur")));
  }

  function tell(said, urgent) {
    const line = make("div", { textContent: said });
    regions[urgent ? "assertive" : "polite"].append(line);
    setTimeout(() => line.remove(), 20000);
  }

  Object.assign(globalThis.mancala ??= {}, {
    adopt,
    fingersRead: next,
    mirror(picture) {
      adopt();
      update(picture);
      // The canvas has the focus until an element takes it. Until then it must not be hidden.
      if (document.activeElement !== canvas) set(canvas, { "aria-hidden": "true" });
    },
    tell,
  });
})();
