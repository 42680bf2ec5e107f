package render

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// Inlaid draws one line of text as [Canvas.Text] does, but like metal set into the table: with a
// shadow, a lit upper edge, and darker towards its foot. In a flat theme, or in letters of the
// scribe, the text is plain.
func (c *Canvas) Inlaid(s string, at Point, style TextStyle) {
	l, from := c.lineAt(s, at, style)
	if c.theme.discs || l.far == written {
		c.Text(s, at, style)
		return
	}
	size := style.Size * c.unit
	for _, down := range [...]float64{0.02, 0.035, 0.05} {
		c.drawLine(l, from.Add(Point{0.4 * down * size, down * size}), Shade.Faded(0.45))
	}
	c.drawLine(l, from.Add(Point{-0.008 * size, -0.016 * size}), Ink.Faded(0.7))
	c.Text(s, at, style)
	corner := l.corner(from)
	for _, g := range text.AppendGlyphs(nil, l.text, l.face.Face, nil) {
		if g.Image != nil {
			c.screen().DrawTriangles32(washed(g, corner, size), []uint32{0, 1, 2, 1, 2, 3}, g.Image, nil)
		}
	}
}

// washed returns the corners of a glyph in brown, in a line size pixels high. The brown is clear in
// the upper part, and covers half of the letters at the foot.
func washed(g text.Glyph, at Point, size float64) []ebiten.Vertex {
	b := g.Image.Bounds()
	corners := make([]ebiten.Vertex, 0, 4)
	for _, y := range [...]int{b.Min.Y, b.Max.Y} {
		down := g.Y + float64(y-b.Min.Y)
		cover := float32(0.6 * max(0, min(1, (down-0.25*size)/(0.8*size))))
		for _, x := range [...]int{b.Min.X, b.Max.X} {
			corners = append(corners, ebiten.Vertex{
				DstX: float32(at.X + g.X + float64(x-b.Min.X)), DstY: float32(at.Y + down), SrcX: float32(x), SrcY: float32(y),
				ColorR: 0.56 * cover, ColorG: 0.38 * cover, ColorB: 0.16 * cover, ColorA: cover,
			})
		}
	}
	return corners
}
