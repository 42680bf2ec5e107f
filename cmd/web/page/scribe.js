"use strict";

// The program draws lines with letters that its fonts lack by the browser: on a canvas that nobody
// sees, in the program's fonts as far as they go.
{
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const loads = [];
  const family = {}; // by weight

  const take = (size, weight) => { pen.font = `${weight} ${size}px ${family[weight]}`; };

  Object.assign(globalThis.mancala, {
    // scribeFont loads a font of the program for a weight, after those before it.
    scribeFont(name, weight, data) {
      const font = new FontFace(name, data, { weight: "1 1000" });
      document.fonts.add(font);
      loads.push(font.load());
      family[weight] = (family[weight] ?? "") + name + ", ";
    },
    // scribeOpens calls ready once the fonts are loaded; the browser replaces those that fail.
    scribeOpens(ready) {
      for (const weight in family) family[weight] += "sans-serif";
      Promise.allSettled(loads).then(ready);
    },
    scribeWidth(line, size, weight) {
      take(size, weight);
      return pen.measureText(line).width;
    },
    // scribeDraws returns the pixels of a line that begins at x on the baseline y.
    scribeDraws(line, size, weight, ink, x, y, width, height) {
      Object.assign(pen.canvas, { width, height }); // which clears it, and resets the pen
      take(size, weight);
      pen.fillStyle = ink;
      pen.fillText(line, x, y);
      return pen.getImageData(0, 0, width, height).data;
    },
  });
}
