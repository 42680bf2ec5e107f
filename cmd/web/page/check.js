"use strict";

// This script uses older JavaScript than the others, so that a browser that cannot run the page can
// say so. It chooses the language, and reports missing features before any question.
var mancala = (function () {
  var all = mancalaTexts;
  var tags = navigator.languages || [navigator.language || "en"];
  var code = "en";
  for (var i = tags.length - 1; i >= 0; i--) {
    var short = String(tags[i]).split("-")[0];
    if (all[short]) code = short;
  }
  document.documentElement.lang = code;
  return {
    texts: all[code],
    lacks: [], // what is missing
    // cannot replaces the page by a text: this browser cannot run the program, and the remedy.
    cannot: function (why, what) {
      var place = document.getElementById("cannot");
      place.textContent = "";
      var sentences = [why, what, all[code].without];
      for (var i = 0; i < sentences.length; i++) {
        place.appendChild(document.createElement("p")).textContent = sentences[i];
      }
      place.hidden = false;
      document.getElementById("form").hidden = true;
      document.getElementById("loading").hidden = true;
    }
  };
})();

(function () {
  var texts = mancala.texts;

  // All browsers that can parse the other scripts have these: replaceAll came with their newest
  // syntax.
  var parts = {
    "JavaScript 2021": String.prototype.replaceAll,
    "WebAssembly": window.WebAssembly && WebAssembly.instantiateStreaming,
    "BigInt": window.BigInt,
    "DecompressionStream": window.DecompressionStream
  };
  for (var name in parts) {
    if (!parts[name]) mancala.lacks.push(name);
  }
  if (mancala.lacks.length > 0) {
    mancala.cannot(texts.lacks.replace("%s", mancala.lacks.join(", ")), texts.newer);
  } else if (!draws()) {
    mancala.lacks.push("WebGL 2");
    mancala.cannot(texts.undrawn, texts.accelerate);
  }

  // draws reports whether there is WebGL 2.
  function draws() {
    var gl = null;
    try {
      gl = document.createElement("canvas").getContext("webgl2");
      var end = gl && gl.getExtension("WEBGL_lose_context");
      if (end) end.loseContext();
    } catch (e) { /* there is none */ }
    return gl !== null;
  }
})();
