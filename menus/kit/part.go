package kit

import (
	"math"
	"slices"

	"mancala/render"
)

// Part is a piece of a page: a control, a text, a picture, or several of them. A screen consists of
// parts. Each part first says how high it may be at a width, and then gets its place.
type Part interface {
	// Extent returns the possible heights of the part at a width, in units.
	Extent(c *render.Canvas, width float64) Extent
	// Place gives the part its place. Its height is within the extent.
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

// Extended is a widget with its own extent. Any other is as high as a button.
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

// Cards returns each card as a part that is least to most units high. All are to be of one size:
// their titles have the same size and height.
func Cards(least, most float64, cards ...*Card) []Part {
	parts := Puts(cards...)
	for i, p := range parts {
		cards[i].row, parts[i] = cards, Sized(least, most, p)
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

// Stack puts parts below each other, Gap units apart. Spare room goes to the parts that may be
// higher.
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

// spread returns a height within each extent. Their sum is total if possible. Limited parts grow
// first, the lowest before the others; then the endless ones share the rest.
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

// grow shares spare room among the parts that may grow, and returns the rest. It finds their common
// level by halving.
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

// Beside puts parts beside each other, from the left. All have the same top.
type Beside struct {
	Gap float64
	// Widths are the widths of parts, in units; 0 means none. Parts without one share the rest: a
	// part has the share 1 unless Shares has another. If parts share, no other part is wider than
	// an equal part of the whole.
	Widths, Shares []float64
	Parts          []Part
	// Middle gives each part its least height, and all parts the same middle.
	Middle bool
	// Right puts parts that do not fill the width at its right end.
	Right bool
}

// Across returns parts of equal width beside each other, with the usual gap.
func Across(parts ...Part) *Beside { return &Beside{Gap: Gap, Parts: parts} }

// Split returns two parts beside each other with shares of the width, two gaps apart.
func Split(left float64, a Part, right float64, b Part) *Beside {
	return &Beside{Gap: 2 * Gap, Shares: []float64{left, right}, Parts: []Part{a, b}}
}

// Line returns a part and others of one width at its right end, all centred on one line.
func Line(main Part, width float64, ends ...Part) *Beside {
	widths := append([]float64{0}, slices.Repeat([]float64{width}, len(ends))...)
	return &Beside{Gap: Gap, Widths: widths, Parts: append([]Part{main}, ends...), Middle: true}
}

// nth returns the i-th number of a list, or another one if the list is shorter.
func nth(list []float64, i int, other float64) float64 {
	if i < len(list) {
		return list[i]
	}
	return other
}

// columns returns the width of each part, and the gap between them. Both are smaller in a narrow
// place.
func (b *Beside) columns(width float64) (widths []float64, gap float64) {
	n := float64(len(b.Parts))
	gap = min(b.Gap, max(0, width)/(4*n))
	widths = make([]float64, len(b.Parts))
	room, most, shares := width-gap*(n-1), Endless, 0.0
	for i := range widths {
		if nth(b.Widths, i, 0) == 0 {
			most = width/n - gap
			shares += nth(b.Shares, i, 1)
		}
	}
	for i := range widths {
		widths[i] = min(nth(b.Widths, i, 0), most)
		room -= widths[i]
	}
	for i, w := range widths {
		switch {
		case shares == 0 && room < 0:
			widths[i] = w * width / (width - room)
		case nth(b.Widths, i, 0) == 0:
			widths[i] = nth(b.Shares, i, 1) * (room / shares)
		}
	}
	if shares == 0 && room < 0 {
		gap *= width / (width - room)
	}
	return widths, gap
}

// Extent returns the greatest extent of the parts.
func (b *Beside) Extent(c *render.Canvas, width float64) Extent {
	var e Extent
	widths, _ := b.columns(width)
	for i, w := range widths {
		one := b.Parts[i].Extent(c, w)
		e.Least, e.Most = math.Max(e.Least, one.Least), math.Max(e.Most, one.Most)
	}
	if b.Middle {
		e.Most = e.Least
	}
	return e
}

// Place places the parts.
func (b *Beside) Place(c *render.Canvas, r render.Rect) {
	widths, gap := b.columns(r.W)
	x := r.X
	if b.Right {
		x = r.Right() + gap
		for _, w := range widths {
			x -= w + gap
		}
	}
	for i, w := range widths {
		e, place := b.Parts[i].Extent(c, w), render.Rect{X: x, Y: r.Y, W: w}
		if place.H = e.within(r.H); b.Middle {
			place.H = e.Least
			place.Y = r.Center().Y - e.Least/2
		}
		b.Parts[i].Place(c, place)
		x += w + gap
	}
}

// Controls calls yield for the widgets of all parts.
func (b *Beside) Controls(yield func(Widget)) { controls(b.Parts, yield) }

// Draw draws all parts.
func (b *Beside) Draw(c *render.Canvas, by render.Point) { draw(b.Parts, c, by) }
