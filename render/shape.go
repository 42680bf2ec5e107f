package render

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
)

// shapes draws plain shapes with shape.kage. Ebitengine's paths are slow after a large one: each
// path clears a buffer of the size of the largest so far.
type shapes struct {
	program *program
	batch   batch
	opts    ebiten.DrawTrianglesShaderOptions
}

// draw draws a rectangle around a middle, in pixels. half is half its size, along a unit vector and
// across it. outline is the width of a line along the inside of its edge, or 0 to fill it.
func (s *shapes) draw(dst surface, middle, half, along Point, radius, outline float64, clr color.RGBA) {
	if half.X <= 0 || half.Y <= 0 {
		return
	}
	reach := half.Add(Point{1, 1}) // the edges are soft
	like := ebiten.Vertex{
		ColorR: float32(clr.R) / 255, ColorG: float32(clr.G) / 255, ColorB: float32(clr.B) / 255, ColorA: float32(clr.A) / 255,
		Custom0: float32(half.X), Custom1: float32(half.Y),
		Custom2: float32(max(0, min(radius, half.X, half.Y))), Custom3: float32(outline),
	}
	s.batch.reset()
	s.batch.quad(middle, reach, Point{}, reach, like)
	for i := range s.batch.vertices {
		v := &s.batch.vertices[i]
		x, y := float64(v.SrcX), float64(v.SrcY)
		v.DstX, v.DstY = float32(middle.X+x*along.X-y*along.Y), float32(middle.Y+x*along.Y+y*along.X)
	}
	dst.shine(&s.batch, s.program, &s.opts)
}
