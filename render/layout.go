package render

import (
	"math"

	"mancala/rules"
)

// Proportions of a board, in pitches. The pitch is the distance between the middles of two neighbouring houses.
const (
	houseRadius = 0.44
	storeHalf   = 0.415 // half the width of a store
	storeMargin = 0.21  // from the board's edge to a store
	storeColumn = 1.15  // from the board's edge to the cell of the first house
	cornerShare = 0.56  // radius of the board's corners

	// A board whose pitch is below this many units is a small one, as on a help page: less air, and no house numbers.
	smallPitch = 48
	// A board of few houses does not grow beyond this share of the height it is given.
	pitchShare = 0.27
)

// Layout says where everything of a board is, in units. The bottom side's houses run from left to right along the lower
// row, and its store is at the right; the other side's are the same turned by 180 degrees. Make one with [NewLayout]. It is
// a small comparable value; two layouts that are equal look the same.
type Layout struct {
	board  Rect
	pitch  float64
	houses int
	bottom rules.Side
}

// NewLayout lays out a board of 1..[rules.MaxHouses] houses a side in the middle of an area, as large as fits with some
// room for its shadow. The side bottom has the lower row. A number of houses outside the range is taken as the nearest one
// within.
func NewLayout(area Rect, houses int, bottom rules.Side) Layout {
	l := Layout{houses: max(1, min(houses, rules.MaxHouses)), bottom: bottom}
	low, high := 1.0, max(1, area.H*pitchShare)
	for range 40 {
		middle := (low + high) / 2
		l.pitch = middle
		w, h := l.size()
		if w+0.36*middle <= area.W && h+0.3*middle <= area.H {
			low = middle
		} else {
			high = middle
		}
	}
	l.pitch = low
	w, h := l.size()
	l.board = area.Centered(w, h)
	return l
}

// size returns the width and height of a board of the layout's pitch.
func (l Layout) size() (w, h float64) {
	return (float64(l.houses) + 2*storeColumn) * l.pitch, 4*houseRadius*l.pitch + l.aisle() + 2*l.band()
}

// small reports whether the board is a small one.
func (l Layout) small() bool { return l.pitch < smallPitch }

// aisle returns the room between the two rows.
func (l Layout) aisle() float64 {
	if l.small() {
		return 0.12 * l.pitch
	}
	return 0.42 * l.pitch
}

// band returns the room between a row and the edge of the board: counts and numbers stand there.
func (l Layout) band() float64 {
	if l.small() {
		return 0.78*l.countSize() + 0.2*l.pitch
	}
	return 0.78*l.countSize() + 1.3*l.numberSize() + 0.20*l.pitch
}

// countSize returns the size of the type of a house's count.
func (l Layout) countSize() float64 {
	if l.small() {
		return 0.4 * l.pitch
	}
	return min(max(0.2*l.pitch, 18), 36)
}

// storeCountSize returns the size of the type of a store's count.
func (l Layout) storeCountSize() float64 {
	if l.small() {
		return 0.48 * l.pitch
	}
	return min(max(0.29*l.pitch, 32), 56)
}

// numberSize returns the size of the type of a house's number; zero when numbers are not shown.
func (l Layout) numberSize() float64 {
	if l.small() {
		return 0
	}
	return min(max(0.115*l.pitch, 12), 20)
}

// gainSize returns the size of the type of what a previewed ply adds to a count.
func (l Layout) gainSize() float64 {
	if l.small() {
		return 0.31 * l.pitch
	}
	return max(16, 0.8*l.countSize())
}

// wordSize returns the size of the type of words about a ply; what announces something is larger.
func (l Layout) wordSize() float64 {
	if l.small() {
		return 0.36 * l.pitch
	}
	return min(max(0.16*l.pitch, 17), 30)
}

// Board returns the outline of the board.
func (l Layout) Board() Rect { return l.board }

// Houses returns the number of houses a side.
func (l Layout) Houses() int { return l.houses }

// Bottom returns the side whose houses are the lower row.
func (l Layout) Bottom() rules.Side { return l.bottom }

// Has reports whether the board has that pit.
func (l Layout) Has(p rules.Pit) bool { return int(p.House) <= l.houses && p.Side <= rules.North }

// turn returns a point of the bottom side's half as it is, and turned about the middle of the board for the other side.
func (l Layout) turn(side rules.Side, p Point) Point {
	if side == l.bottom {
		return p
	}
	c := l.board.Center()
	return Point{2*c.X - p.X, 2*c.Y - p.Y}
}

// Pit returns the square around a house, or the rectangle around a store, whose ends are half circles. Of a house that the
// board does not have it returns an empty rectangle in the middle of the board.
func (l Layout) Pit(p rules.Pit) Rect {
	c := l.board.Center()
	switch {
	case !l.Has(p):
		return Rect{c.X, c.Y, 0, 0}
	case p.IsStore():
		h := 4*houseRadius*l.pitch + l.aisle()
		x := l.board.Right() - (storeMargin+storeHalf)*l.pitch
		m := l.turn(p.Side, Point{x, c.Y})
		return Rect{m.X - storeHalf*l.pitch, m.Y - h/2, 2 * storeHalf * l.pitch, h}
	}
	r := houseRadius * l.pitch
	x := l.board.X + (storeColumn+float64(p.House)-0.5)*l.pitch
	m := l.turn(p.Side, Point{x, c.Y + l.aisle()/2 + r})
	return Rect{m.X - r, m.Y - r, 2 * r, 2 * r}
}

// At returns the pit at a point, as a mouse or a finger means it: the circle of a house and a little around it, its count
// and number, or a store. A point on the bare wood or outside the board is no pit.
func (l Layout) At(pt Point) (rules.Pit, bool) {
	if !l.board.Contains(pt) {
		return rules.Pit{}, false
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for h := 0; h <= l.houses; h++ {
			if pit := (rules.Pit{Side: side, House: rules.House(h)}); l.hit(pit, pt) {
				return pit, true
			}
		}
	}
	return rules.Pit{}, false
}

// hit reports whether a point means a pit.
func (l Layout) hit(p rules.Pit, pt Point) bool {
	r := l.Pit(p)
	if p.IsStore() {
		return r.Inset(-0.05 * l.pitch).Contains(pt)
	}
	if r.Center().Distance(pt) < 0.5*l.pitch {
		return true
	}
	outwards := (pt.Y - r.Center().Y) * (l.CountAnchor(p).Y - r.Center().Y)
	return math.Abs(pt.X-r.Center().X) < 0.36*l.pitch && outwards > 0
}

// CountAnchor returns the middle of a pit's count: outside its row, and for a store beside the end at its owner's row.
func (l Layout) CountAnchor(p rules.Pit) Point {
	own := rules.Pit{Side: l.bottom, House: p.House}
	r := l.Pit(own)
	y := r.Bottom() + 0.09*l.pitch + 0.39*l.countSize()
	if p.IsStore() || l.small() {
		y = r.Bottom() + 0.48*l.band()
	}
	at := Point{r.Center().X, y}
	return l.turn(p.Side, at)
}

// NumberAnchor returns the middle of a house's number, between its count and the edge of the board. Small boards show no
// numbers.
func (l Layout) NumberAnchor(p rules.Pit) Point {
	own := rules.Pit{Side: l.bottom, House: p.House}
	at := Point{l.Pit(own).Center().X, l.board.Bottom() - 0.06*l.pitch - 0.6*l.numberSize()}
	return l.turn(p.Side, at)
}

// aisleAt returns the point between the two rows that is nearest to a pit.
func (l Layout) aisleAt(p rules.Pit) Point { return Point{l.Pit(p).Center().X, l.board.Center().Y} }

// hintAnchor returns where a house is said to be advised: on its edge at the other row, and a little inside, so that what
// stands between the rows is not covered.
func (l Layout) hintAnchor(p rules.Pit) Point {
	half := l.Pit(p).H / 2
	return l.Pit(p).Center().Lerp(l.aisleAt(p), (half-0.07*l.pitch)/(half+l.aisle()/2))
}

// Row returns the part of the board with the houses of a side, their counts and their numbers.
func (l Layout) Row(side rules.Side) Rect {
	first := l.Pit(rules.Pit{Side: l.bottom, House: 1})
	x := l.board.X + storeColumn*l.pitch
	row := Rect{x, first.Y, float64(l.houses) * l.pitch, l.board.Bottom() - first.Y}
	if side == l.bottom {
		return row
	}
	row.Y = l.board.Y
	return row
}
