package main

import (
	"image"
	"image/color"
	"strconv"
	"sync/atomic"
	"syscall/js"

	"mancala/render"
)

// scribe draws lines of text by the browser: see [render.Scribe]. Its other half is in scribe.js.
type scribe struct {
	half  js.Value
	begun bool
	ready atomic.Bool
}

// weightOf returns the CSS weight of letters that the program's fonts lack.
func weightOf(w render.Weight) int {
	if w == render.Regular {
		return 600
	}
	return 800
}

// Ready implements [render.Scribe]. The first call gives the program's fonts to the browser, so
// that a line in two scripts fits the others.
func (s *scribe) Ready() bool {
	if s.begun {
		return s.ready.Load()
	}
	s.begun = true
	for _, weight := range [...]render.Weight{render.Regular, render.Bold} {
		for _, name := range render.Typefaces(weight) {
			if file, err := render.Typeface(name); err == nil {
				data := js.Global().Get("Uint8Array").New(len(file))
				js.CopyBytesToJS(data, file)
				s.half.Call("scribeFont", name, weightOf(weight), data)
			}
		}
	}
	s.half.Call("scribeOpens", js.FuncOf(func(js.Value, []js.Value) any {
		s.ready.Store(true)
		return nil
	}))
	return false
}

// Width implements [render.Scribe].
func (s *scribe) Width(line string, size float64, weight render.Weight) float64 {
	return s.half.Call("scribeWidth", line, size, weightOf(weight)).Float()
}

// Draw implements [render.Scribe].
func (s *scribe) Draw(line string, size float64, weight render.Weight, ink color.NRGBA, box image.Rectangle) *image.NRGBA {
	picture := image.NewNRGBA(image.Rectangle{Max: box.Size()})
	rgb := strconv.FormatUint(1<<24|uint64(ink.R)<<16|uint64(ink.G)<<8|uint64(ink.B), 16)
	js.CopyBytesToGo(picture.Pix, s.half.Call("scribeDraws", line, size, weightOf(weight), "#"+rgb[1:],
		-box.Min.X, -box.Min.Y, box.Dx(), box.Dy()))
	return picture
}
