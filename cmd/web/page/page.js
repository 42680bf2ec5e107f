"use strict";

// This page loads the program and, if there is a host to join, asks the person how to begin. The
// object mancala is the program's access to the page.

const id = (name) => document.getElementById(name);

const { texts, lacks } = globalThis.mancala; // from check.js

// The browser may refuse to store anything; then the page asks again the next time.
function kept(storage, key) {
  try { return globalThis[storage].getItem(key) ?? ""; } catch { return ""; }
}

function keep(storage, key, value) {
  try { globalThis[storage].setItem(key, value); } catch { /* it is asked again */ }
}

// remembers reports whether what the last visit stored is still there: the key, the games and the
// name. Otherwise a reload would join as somebody else, in another game.
function remembers() {
  try { return localStorage.getItem(nameKey) !== null; } catch { return false; }
}

const nameKey = "mancala-page-name";
const wayKey = "mancala-page-way";

let host = {}; // the content of host.json
let begin = null; // the program's function to begin, once it is loaded
let wish = null; // the person's choice, once there is one
let broken = false; // the program cannot go on

// start begins as soon as both the program and the person are ready.
function start() {
  if (begin === null || wish === null) return;
  said(texts.starting);
  // The browser shows the sentence before the program blocks it; it does not draw a hidden tab.
  if (document.hidden) begin(wish);
  else requestAnimationFrame(() => setTimeout(() => begin(wish)));
}

function said(sentence, failed = false) {
  id("said").textContent = sentence;
  id("said").classList.toggle("failed", failed);
}

Object.assign(globalThis.mancala, {
  // The program calls loaded when it can begin.
  loaded(f) {
    begin = f;
    this.adopt();
    id("bar").hidden = true;
    said("");
    start();
  },
  // The program calls shown when its first picture is there.
  shown() {
    id("front").hidden = true;
    navigator.serviceWorker?.register("offline.js").catch(() => { /* the page needs its server */ });
  },
  // The program calls going when a reload of the page should begin in another way. Then the person
  // has left the game in the address.
  going(way) {
    keep("sessionStorage", wayKey, way);
    if (linked() !== "") history.replaceState(null, "", location.pathname);
  },
  // address returns the address of the page, for links.
  address() { return location.href.replace(/[?#].*/s, ""); },
  // It calls refused instead of shown if an invite or a code is invalid.
  refused(sentence) {
    wish = null;
    ask();
    if (!id("code-row").hidden) id("code").select();
    said(sentence, true);
  },
  // askCode begins anew, without the code in the address.
  askCode() {
    history.replaceState(null, "", location.pathname);
    keep("sessionStorage", wayKey, "");
    location.reload();
  },
  // The program calls download to save a picture.
  download(name, data) {
    const url = URL.createObjectURL(new Blob([data], { type: "image/png" }));
    const link = document.createElement("a");
    Object.assign(link, { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  },
  // failed is called if the program cannot continue. Only the first reason counts, and there are no
  // more calls to the program or questions to the person.
  failed(sentence) {
    Object.assign(this, { failed() {}, use: undefined });
    broken = true;
    id("front").hidden = false;
    id("form").hidden = true;
    id("bar").hidden = true;
    said(sentence, true);
  },
});

// choose takes the person's choice: join, watch, club or menu. A game in the address leaves them none.
function choose(way) {
  const typed = way === "game" ? "" : id("code").value.trim().replace(/^.*#/, "").replace(/@.*$/, ""); // a whole link or address does, too
  if (typed !== "") location.hash = typed; // for a reload
  wish = {
    way, name: id("name").value.trim(), host: { name: "", watchers: true, encrypted: true, ...host },
    code: way === "game" ? "" : hash(), game: linked(),
  };
  if (way !== "game") {
    keep("localStorage", nameKey, wish.name);
    keep("sessionStorage", wayKey, way);
  }
  for (const control of id("form").elements) control.disabled = true;
  if (begin === null && !broken) said(texts.waits);
  start();
}

// hash returns the invite or the code in the page's address, or "".
function hash() {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return location.hash.slice(1); }
}

// linked returns the game in the page's address, as it stands there, or "".
function linked() { return location.hash.startsWith("#game=") ? location.hash.slice(1) : ""; }

// Another link that is opened in this tab changes no more than what is behind the #.
addEventListener("hashchange", () => { if (linked() !== "") location.reload(); });

// invitation returns the sentence above the form.
function invitation() {
  if (host.kind === "club") return host.name ? texts.welcome.replace("%s", () => host.name) : texts.club;
  if (host.name) return texts.invites.replace("%s", () => host.name);
  return host.kind === "meet" ? texts.meets : texts.invited;
}

// ask shows the form of a host, a club or a meeting point.
function ask() {
  if (broken) return;
  const meets = host.kind === "meet", club = host.kind === "club";
  id("invitation").textContent = invitation();
  id("play").textContent = club ? texts.enter : texts.play;
  for (const control of id("form").elements) control.disabled = false;
  id("code-row").hidden = !meets;
  id("code").required = meets;
  id("code").value = meets ? hash() : "";
  id("watch").hidden = club || host.watchers === false;
  id("form").onsubmit = (event) => {
    event.preventDefault();
    choose(club ? "club" : "join");
  };
  id("watch").onclick = () => { if (id("form").reportValidity()) choose("watch"); };
  id("alone").onclick = () => choose("menu");
  id("form").hidden = false;
  (meets && hash() === "" ? id("code") : id("name")).focus();
}

// introduce asks how to begin. It asks nothing if the address has a game, without a host, or after
// a reload that continues.
async function introduce() {
  try {
    const answer = await fetch("host.json");
    if (answer.ok) host = await answer.json();
  } catch { /* without a host, the program still plays alone */ }
  const way = kept("sessionStorage", wayKey);
  id("name").value = kept("localStorage", nameKey);
  if (linked() !== "") choose("game");
  else if (way !== "" && remembers() || !host.kind) choose(way || "menu");
  else ask();
}

// counted passes a stream on and moves the bar.
function counted(body, total) {
  let got = 0;
  return body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      got += chunk.byteLength;
      if (total > 0) id("bar").value = Math.min(got / total, 1);
      controller.enqueue(chunk);
    },
  }));
}

async function load() {
  const answer = await fetch("mancala.wasm.gz");
  if (!answer.ok) throw new Error(`mancala.wasm.gz: ${answer.status}`);
  // If the server has packed the file with a content encoding, the browser has unpacked it already.
  const stream = answer.headers.has("Content-Encoding") ? counted(answer.body, mancalaSize)
    : counted(answer.body, Number(answer.headers.get("Content-Length"))).pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(
    new Response(stream, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  await go.run(instance);
  throw new Error(texts.ended);
}

// Ebitengine evaluates one script, which the page's security policy forbids: while the person types
// into a field, each of their events moves the focus to Ebitengine's text area, as iOS requires.
// This function replaces eval and does the same.
globalThis.eval = () => {
  const focus = () => {
    const { _ebitengine_textinput_x: x, _ebitengine_textinput_y: y } = globalThis;
    if (x === undefined || y === undefined) return;
    const area = id("ebitengine-textinput");
    area.value = "";
    area.focus();
    Object.assign(area.style, { left: `${x}px`, top: `${y}px` });
    Object.assign(globalThis, {
      _ebitengine_textinput_x: undefined, _ebitengine_textinput_y: undefined, _ebitengine_textinput_ready: true,
    });
  };
  for (const kind of ["mouseup", "touchend", "keyup"]) document.body.addEventListener(kind, focus);
};

// These keys belong to the browser: the program would take them from it.
function isBrowsers(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  return ["F5", "F6", "F12"].includes(event.key) || (ctrl && ["r", "l", "w", "t", "+", "-", "0", "="].includes(event.key.toLowerCase())) ||
    (ctrl && event.shiftKey && ["i", "j", "c"].includes(event.key.toLowerCase())) ||
    (event.altKey && ["ArrowLeft", "ArrowRight"].includes(event.key));
}
for (const kind of ["keydown", "keyup"]) {
  addEventListener(kind, (event) => { if (isBrowsers(event)) event.stopImmediatePropagation(); }, true);
}

// A page restored from the browser's memory has said goodbye already.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
id("bar").setAttribute("aria-label", texts.loading);
said(texts.loading);
if (lacks.length === 0) {
  introduce();
  load().catch((error) => {
    mancala.failed(`${texts.failed} (${error.message})`);
    // A browser that cannot run the program cannot do so after a reload either.
    if (error instanceof WebAssembly.CompileError) mancala.cannot(texts.lacks.replace("%s", "WebAssembly 2"), texts.newer);
  });
}
