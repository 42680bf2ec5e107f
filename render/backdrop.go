package render

import (
	"image"

	"github.com/hajimehoshi/ebiten/v2"
)

// largeFelt is the number of pixels above which the backdrop has half the size of the window.
const largeFelt = 1 << 21

// DrawBackdrop fills the drawing area with the ground behind the board: a dark table under a lamp.
// Call it first in every frame, since it also records the size of the window.
func (a *BoardArt) DrawBackdrop(c *Canvas) {
	a.follow(c)
	size := c.dst.Bounds().Size()
	if size != a.size && a.back != nil {
		a.resizedAt = a.tick
	}
	a.size = size
	a.forget()
	felt, unit, filter := size, c.unit, ebiten.FilterNearest
	if size.X*size.Y > largeFelt { // its nap is as fine as in a window of half the size
		felt, unit, filter = felt.Add(image.Pt(1, 1)).Div(2), unit/2, ebiten.FilterLinear
	}
	if a.back == nil || a.back.size != felt && !a.resizing() {
		a.outgrown()
		a.dropBack()
		a.back = newTiles(c.dst, felt)
		a.back.shade(a.backdrop, a.backdropUniforms(felt, unit))
	}
	at := c.dst.Bounds().Min
	a.back.draw(c.dst, Rect{float64(at.X), float64(at.Y), float64(size.X), float64(size.Y)}, filter, ebiten.BlendCopy)
}

// backdropUniforms returns the parameters of backdrop.kage.
func (a *BoardArt) backdropUniforms(size image.Point, unit float64) map[string]any {
	return map[string]any{
		"Size": []float32{float32(size.X), float32(size.Y)},
		"Unit": float32(unit), "Nap": a.theme.table.nap,
		"Near": a.theme.table.near[:], "Far": a.theme.table.far[:],
	}
}
