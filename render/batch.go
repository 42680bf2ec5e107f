package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// batch collects rectangles that are drawn in one call. It keeps its buffers from frame to frame.
type batch struct {
	vertices []ebiten.Vertex
	indices  []uint32
}

func (b *batch) reset() { b.vertices, b.indices = b.vertices[:0], b.indices[:0] }

// quad adds a rectangle around a middle. Its corners share the attributes of like. Their sources
// are source plus or minus reach.
func (b *batch) quad(middle, half, source, reach Point, like ebiten.Vertex) {
	first := uint32(len(b.vertices))
	for i := range 4 {
		sx, sy := float64(i&1*2-1), float64(i&2-1)
		v := like
		v.DstX, v.DstY = float32(middle.X+sx*half.X), float32(middle.Y+sy*half.Y)
		v.SrcX, v.SrcY = float32(source.X+sx*reach.X), float32(source.Y+sy*reach.Y)
		b.vertices = append(b.vertices, v)
	}
	b.indices = append(b.indices, first, first+1, first+2, first+1, first+2, first+3)
}

// sprites is a batch of seeds and shadows from one atlas.
type sprites struct {
	batch
	cell   float64 // side of an atlas cell, in pixels
	radius float64 // of a seed in the atlas, in pixels
	opts   ebiten.DrawTrianglesOptions
}

// add draws a cell of the atlas, a seed or a shadow, at a place; all in pixels. Tone is the
// brightness, alpha the opacity.
func (s *sprites) add(at Point, radius float64, colour uint8, row int, tone, alpha float64) {
	k := radius / s.radius
	half := s.cell/2 - 0.5
	source := Point{(float64(colour) + 0.5) * s.cell, (float64(row) + 0.5) * s.cell}
	t, a := float32(tone*alpha), float32(alpha)
	s.quad(at, Point{half * k, half * k}, source, Point{half, half}, ebiten.Vertex{ColorR: t, ColorG: t, ColorB: t, ColorA: a})
}

func (s *sprites) draw(dst, atlas surface) {
	if len(s.indices) == 0 {
		return
	}
	s.opts.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	s.opts.Filter = ebiten.FilterLinear
	s.opts.DisableMipmaps = true
	dst.stamp(&s.batch, atlas, &s.opts)
}

// The kinds of lights; light.kage has the same numbers.
const (
	lightFocus  = 0 // a ring with a glow around it
	lightRing   = 1 // a plain ring
	lightDashes = 2 // a dashed ring
	lightArea   = 3 // light on an area, soft towards its edge
	lightPlate  = 4 // a plate for text, with a shadow
	lightMetal  = 5 // an inlay of metal, with a lit edge
)

// lights is a batch of shapes for light.kage.
type lights struct {
	batch
	unit  float64
	theme *Theme
	opts  ebiten.DrawTrianglesShaderOptions
}

// on sets the canvas, and so the units and the theme, of later shapes.
func (l *lights) on(c *Canvas) { l.unit, l.theme = c.unit, &c.theme }

// add adds a shape with round ends around a rectangle, in units. width is the width of a line or of
// a soft edge.
func (l *lights) add(kind int, r Rect, width float64, role Role, strength float64) {
	if strength <= 0 {
		return
	}
	clr := l.theme.Colour(role)
	margin := 2.0 + width
	if kind == lightFocus {
		margin = width * 12
	}
	half := Point{r.W / 2 * l.unit, r.H / 2 * l.unit}
	reach := Point{math.Ceil(half.X + margin*l.unit), math.Ceil(half.Y + margin*l.unit)}
	l.quad(r.Center().Mul(l.unit), reach, Point{}, reach, ebiten.Vertex{
		ColorR: float32(clr.R) / 255, ColorG: float32(clr.G) / 255, ColorB: float32(clr.B) / 255,
		ColorA:  float32(clr.A) / 255 * float32(strength),
		Custom0: float32(half.X), Custom1: float32(half.Y), Custom2: float32(max(1, width*l.unit)), Custom3: float32(kind),
	})
}

// brighten is the blend of light on a surface. It scales the brightness, so that dark places stay
// dark, and keeps alpha.
var brighten = ebiten.Blend{
	BlendFactorSourceRGB:        ebiten.BlendFactorDestinationColor,
	BlendFactorDestinationRGB:   ebiten.BlendFactorOne,
	BlendOperationRGB:           ebiten.BlendOperationAdd,
	BlendFactorSourceAlpha:      ebiten.BlendFactorZero,
	BlendFactorDestinationAlpha: ebiten.BlendFactorOne,
	BlendOperationAlpha:         ebiten.BlendOperationAdd,
}

// draw draws the added shapes, and forgets them.
func (l *lights) draw(dst surface, with *program, blend ebiten.Blend) {
	if len(l.indices) > 0 {
		l.opts.Blend = blend
		dst.shine(&l.batch, with, &l.opts)
	}
	l.reset()
}
