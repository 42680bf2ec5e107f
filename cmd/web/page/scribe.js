"use strict";

// The program draws lines with letters that its fonts lack by the browser, on a canvas that nobody
// sees.
{
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const take = (size, weight) => { pen.font = `${weight} ${size}px sans-serif`; };

  Object.assign(globalThis.mancala, {
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
