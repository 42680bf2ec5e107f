"use strict";

// The page loads the program and shows how far that is. The program calls mancala.loaded and
// mancala.failed, and offers mancala.begin.
const front = document.getElementById("front");
const bar = document.getElementById("bar");
const said = document.getElementById("said");

globalThis.mancala = {
  loaded() {
    this.begin({ name: "" });
    front.hidden = true;
  },
  failed(sentence) {
    front.hidden = false;
    bar.hidden = true;
    said.textContent = sentence;
  },
};

// counted passes a stream on and moves the bar.
function counted(body, total) {
  let got = 0;
  return body.pipeThrough(new TransformStream({
    transform(chunk, controller) {
      got += chunk.byteLength;
      if (total > 0) bar.value = Math.min(got / total, 1);
      controller.enqueue(chunk);
    },
  }));
}

async function load() {
  const answer = await fetch("mancala.wasm.gz");
  if (!answer.ok) throw new Error(`mancala.wasm.gz: ${answer.status}`);
  const stream = counted(answer.body, Number(answer.headers.get("Content-Length")))
    .pipeThrough(new DecompressionStream("gzip"));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(
    new Response(stream, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  await go.run(instance);
}

load().catch((error) => mancala.failed(`The game could not be loaded (${error.message}). Reload the page to try again.`));
