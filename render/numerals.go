package render

import (
	"image"
	"maps"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// numeralSigns are the signs of numbers on the board: digits, and the sign before the count after a
// ply.
var numeralSigns = [...]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "›"}

// The indexes of the signs before a number.
const (
	noSign = -1
	toSign = 10 // between a count and the count after a ply
)

// keptSheets is the number of sizes of numerals kept, and sheetPad the margin of a sign in its
// cell, in pixels.
const (
	keptSheets = 16
	sheetPad   = 2
)

// sheet holds every sign of one size side by side, in white.
type sheet struct {
	picture surface
	cell    Point                      // size of a cell, in pixels
	advance [len(numeralSigns)]float64 // distance to the next sign, in pixels
}

// numerals draws numbers, with one call for each size. Text would allocate for each number in every
// frame.
type numerals struct {
	sheets  map[float64]*sheet // by size, in pixels
	current *sheet             // the sheet of the signs in the batch
	batch   batch
	opts    ebiten.DrawTrianglesOptions
}

// of returns the sheet of a size in pixels, rounded as for faces.
func (n *numerals) of(c *Canvas, size float64) *sheet {
	size = max(1, math.Round(size))
	if s, ok := n.sheets[size]; ok {
		return s
	}
	if n.sheets == nil {
		n.sheets = map[float64]*sheet{}
	}
	if len(n.sheets) >= keptSheets { // a window dragged through many sizes
		n.drop()
	}
	s := newSheet(c.dst, c.fonts.lettering(size, Figures, embedded))
	n.sheets[size] = s
	return s
}

// drop drops all sheets except the one with signs in the batch.
func (n *numerals) drop() {
	maps.DeleteFunc(n.sheets, func(_ float64, s *sheet) bool {
		if s == n.current && len(n.batch.indices) > 0 {
			return false
		}
		s.picture.drop()
		return true
	})
}

func newSheet(kind surface, face lettering) *sheet {
	s := &sheet{}
	m := face.Metrics()
	for i, sign := range numeralSigns {
		s.advance[i] = text.AdvanceAt(sign, len(sign), face.Face)
		s.cell.X = max(s.cell.X, math.Ceil(s.advance[i])+2*sheetPad)
	}
	s.cell.Y = math.Ceil(m.HAscent+m.HDescent) + 2*sheetPad
	s.picture = kind.blank(image.Pt(len(numeralSigns)*int(s.cell.X), int(s.cell.Y)))
	for i, sign := range numeralSigns {
		opts := &text.DrawOptions{}
		opts.GeoM.Translate(float64(i)*s.cell.X+sheetPad, sheetPad)
		s.picture.letters(sign, face, opts)
	}
	return s
}

// numeral is a number 0..999 with a sign before it, or [noSign].
type numeral struct{ sign, n int }

// signs returns the indexes of a numeral's signs, and their number.
func (n numeral) signs() (signs [4]int, count int) {
	add := func(place int) { signs[count], count = place, count+1 }
	if n.sign != noSign {
		add(n.sign)
	}
	for unit := 100; unit >= 1; unit /= 10 {
		if n.n >= unit || unit == 1 {
			add(n.n / unit % 10)
		}
	}
	return signs, count
}

// width returns the width of a numeral, in units.
func (n *numerals) width(c *Canvas, number numeral, size float64) float64 {
	s, w := n.of(c, size*c.unit), 0.0
	signs, count := number.signs()
	for _, sign := range signs[:count] {
		w += s.advance[sign]
	}
	return w / c.unit
}

// write adds a numeral at the place where [Canvas.Text] would draw it, with a dark edge for
// contrast on any ground.
func (n *numerals) write(c *Canvas, number numeral, at Point, style TextStyle) {
	s := n.of(c, style.Size*c.unit)
	if s != n.current {
		n.draw(c)
		n.current = s
	}
	drop := max(1/c.unit, 0.055*style.Size)
	width := n.width(c, number, style.Size)
	switch style.Align {
	case Center:
		at.X -= width / 2
	case Right:
		at.X -= width
	}
	n.line(c, number, at.Add(Point{drop * 0.5, drop}), carved)
	n.line(c, number, at, style.Color)
}

// line adds the signs of a numeral from left to right.
func (n *numerals) line(c *Canvas, number numeral, at Point, role Role) {
	s, clr := n.current, c.theme.Colour(role)
	like := ebiten.Vertex{
		ColorR: float32(clr.R) / 255, ColorG: float32(clr.G) / 255, ColorB: float32(clr.B) / 255, ColorA: float32(clr.A) / 255,
	}
	half := s.cell.Mul(0.5)
	x, y := at.X*c.unit, math.Round(at.Y*c.unit-half.Y)
	signs, count := number.signs()
	for _, sign := range signs[:count] {
		corner := Point{math.Round(x) - sheetPad, y}
		n.batch.quad(corner.Add(half), half, Point{(float64(sign) + 0.5) * s.cell.X, half.Y}, half, like)
		x += s.advance[sign]
	}
}

// draw draws the added signs, and forgets them.
func (n *numerals) draw(c *Canvas) {
	if n.current != nil && len(n.batch.indices) > 0 {
		n.opts.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
		c.dst.stamp(&n.batch, n.current.picture, &n.opts)
	}
	n.batch.reset()
}
