package kit

import (
	"math"

	"mancala/render"
)

// Part is a piece of a page: a control, a text, a picture, or several of them. A screen says of
// which parts it consists, and the parts find their places: first each says how high it may be at
// a width, then it gets its place.
type Part interface {
	// Extent returns how high the part may be at a width, in units.
	Extent(c *render.Canvas, width float64) Extent
	// Place gives the part its place: at least as high as the least of its extent, and at most as
	// high as the most of it.
	Place(c *render.Canvas, r render.Rect)
	// Controls calls yield for each widget of the part, in the order of Tab.
	Controls(yield func(Widget))
	// Draw draws everything but the widgets, moved by some units.
	Draw(c *render.Canvas, by render.Point)
}

// Extent is a range of heights, in units. Spare room goes to the parts that may be higher.
type Extent struct{ Least, Most float64 }

// Endless is the most of parts that take any room.
const Endless = 1e6

// Exactly returns the extent of a part of one height.
func Exactly(height float64) Extent { return Extent{height, height} }

// within clamps a height to the extent.
func (e Extent) within(height float64) float64 { return max(e.Least, min(height, e.Most)) }

// Extended is a widget that says how high it may be. Any other is as high as a button.
type Extended interface {
	Widget
	Extent(c *render.Canvas, width float64) Extent
}

// ControlsOf returns the widgets of a part in the order of Tab.
func ControlsOf(p Part) (list []Widget) {
	p.Controls(func(w Widget) { list = append(list, w) })
	return list
}

// put is a widget as a part.
type put struct{ Widget }

// Put returns a widget as a part.
func Put(w Widget) Part { return put{w} }

// Puts returns each widget as a part.
func Puts[W Widget](widgets ...W) []Part {
	parts := make([]Part, len(widgets))
	for i, w := range widgets {
		parts[i] = Put(w)
	}
	return parts
}

func (p put) Extent(c *render.Canvas, width float64) Extent {
	if w, ok := p.Widget.(Extended); ok {
		return w.Extent(c, width)
	}
	return Exactly(ControlHeight)
}

func (p put) Place(c *render.Canvas, r render.Rect) {
	if w, ok := p.Widget.(interface {
		measure(c *render.Canvas, r render.Rect)
	}); ok {
		w.measure(c, r)
	}
	p.SetBounds(r)
}

func (p put) Controls(yield func(Widget)) { yield(p.Widget) }

func (put) Draw(*render.Canvas, render.Point) {}

// Stack puts parts below each other, some units apart. Room that is left goes to the parts that may
// be higher.
type Stack struct {
	Gap   float64
	Parts []Part
}

// Rows returns parts below each other with the usual gap.
func Rows(parts ...Part) *Stack { return &Stack{Gap, parts} }

// Extent returns the sum of the parts' extents and of the gaps.
func (s *Stack) Extent(c *render.Canvas, width float64) Extent {
	gaps := s.Gap * float64(max(0, len(s.Parts)-1))
	sum := Exactly(gaps)
	for _, p := range s.Parts {
		e := p.Extent(c, width)
		sum.Least, sum.Most = sum.Least+e.Least, min(Endless, sum.Most+e.Most)
	}
	return sum
}

// Place places the parts from the top.
func (s *Stack) Place(c *render.Canvas, r render.Rect) {
	extents := make([]Extent, len(s.Parts))
	for i, p := range s.Parts {
		extents[i] = p.Extent(c, r.W)
	}
	y := r.Y
	for i, h := range spread(r.H-s.Gap*float64(len(s.Parts)-1), extents) {
		s.Parts[i].Place(c, render.Rect{X: r.X, Y: y, W: r.W, H: h})
		y += h + s.Gap
	}
}

// spread returns a height within each extent. Their sum is total if that is possible. Parts with an
// end grow first, the lowest of them before the others; then the endless ones share what is left.
func spread(total float64, extents []Extent) []float64 {
	heights := make([]float64, len(extents))
	for i, e := range extents {
		heights[i] = e.Least
		total -= e.Least
	}
	for _, endless := range [...]bool{false, true} {
		total = grow(total, heights, func(i int) bool { return (extents[i].Most >= Endless) == endless }, extents)
	}
	return heights
}

// grow shares spare room among the parts that may grow, and returns the rest. It finds the level to
// which all of them grow by halving.
func grow(spare float64, heights []float64, may func(i int) bool, extents []Extent) float64 {
	added := func(level float64) (sum float64) {
		for i, e := range extents {
			if may(i) {
				sum += e.within(level) - e.Least
			}
		}
		return sum
	}
	if spare <= 0 {
		return spare
	}
	low, high := 0.0, Endless
	if added(high) <= spare {
		low = high
	}
	for range 60 {
		if level := (low + high) / 2; added(level) <= spare {
			low = level
		} else {
			high = level
		}
	}
	for i, e := range extents {
		if may(i) {
			spare -= e.within(low) - heights[i]
			heights[i] = e.within(low)
		}
	}
	return spare
}

// Controls calls yield for the widgets of all parts.
func (s *Stack) Controls(yield func(Widget)) { controls(s.Parts, yield) }

// Draw draws all parts.
func (s *Stack) Draw(c *render.Canvas, by render.Point) { draw(s.Parts, c, by) }

func controls(parts []Part, yield func(Widget)) {
	for _, p := range parts {
		p.Controls(yield)
	}
}

func draw(parts []Part, c *render.Canvas, by render.Point) {
	for _, p := range parts {
		p.Draw(c, by)
	}
}

// Beside puts parts beside each other. Each is as wide as its share of all shares says; a part
// without a share has the share 1. All have the same top.
type Beside struct {
	Gap    float64
	Shares []float64
	Parts  []Part
}

// gap returns the distance between the parts, which is less where there is hardly room for them.
func (b *Beside) gap(width float64) float64 { return min(b.Gap, max(0, width)/float64(4*len(b.Parts))) }

// Across returns parts of equal width beside each other, with the usual gap.
func Across(parts ...Part) *Beside { return &Beside{Gap: Gap, Parts: parts} }

// Split returns two parts beside each other with shares of the width, two gaps apart.
func Split(left float64, a Part, right float64, b Part) *Beside {
	return &Beside{Gap: 2 * Gap, Shares: []float64{left, right}, Parts: []Part{a, b}}
}

// widths returns the width of each part.
func (b *Beside) widths(width float64) []float64 {
	widths, sum := make([]float64, len(b.Parts)), 0.0
	for i := range widths {
		if widths[i] = 1; i < len(b.Shares) {
			widths[i] = b.Shares[i]
		}
		sum += widths[i]
	}
	room := width - b.gap(width)*float64(len(b.Parts)-1)
	for i := range widths {
		widths[i] *= room / sum
	}
	return widths
}

// Extent returns the greatest extent of the parts.
func (b *Beside) Extent(c *render.Canvas, width float64) Extent {
	var e Extent
	for i, w := range b.widths(width) {
		one := b.Parts[i].Extent(c, w)
		e.Least, e.Most = math.Max(e.Least, one.Least), math.Max(e.Most, one.Most)
	}
	return e
}

// Place places the parts from the left.
func (b *Beside) Place(c *render.Canvas, r render.Rect) {
	x := r.X
	for i, w := range b.widths(r.W) {
		h := b.Parts[i].Extent(c, w).within(r.H)
		b.Parts[i].Place(c, render.Rect{X: x, Y: r.Y, W: w, H: h})
		x += w + b.gap(r.W)
	}
}

// Controls calls yield for the widgets of all parts.
func (b *Beside) Controls(yield func(Widget)) { controls(b.Parts, yield) }

// Draw draws all parts.
func (b *Beside) Draw(c *render.Canvas, by render.Point) { draw(b.Parts, c, by) }
