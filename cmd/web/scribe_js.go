package main

import (
	"image"
	"image/color"
	"strconv"
	"syscall/js"

	"mancala/render"
)

// scribe draws lines of text by the browser: see [render.Scribe]. Its other half is in scribe.js.
type scribe struct{ half js.Value }

// weightOf returns the CSS weight of letters that the program's fonts lack.
func weightOf(w render.Weight) int {
	if w == render.Regular {
		return 600
	}
	return 800
}

// Width implements [render.Scribe].
func (s scribe) Width(line string, size float64, weight render.Weight) float64 {
	return s.half.Call("scribeWidth", line, size, weightOf(weight)).Float()
}

// Draw implements [render.Scribe].
func (s scribe) Draw(line string, size float64, weight render.Weight, ink color.NRGBA, box image.Rectangle) *image.NRGBA {
	picture := image.NewNRGBA(image.Rectangle{Max: box.Size()})
	rgb := strconv.FormatUint(1<<24|uint64(ink.R)<<16|uint64(ink.G)<<8|uint64(ink.B), 16)
	js.CopyBytesToGo(picture.Pix, s.half.Call("scribeDraws", line, size, weightOf(weight), "#"+rgb[1:],
		-box.Min.X, -box.Min.Y, box.Dx(), box.Dy()))
	return picture
}
