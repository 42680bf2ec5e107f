package render

import "mancala/rules"

// Arrow is a ply shown, but not played, on the board.
type Arrow struct{ From, To rules.Pit }

// Proportions of an arrow, in pitches.
const (
	shaftWidth = 0.09
	headLength = 0.26
	headHalf   = 0.17
	shaftInset = 0.3 // from the middle of its first house
)

// drawArrow draws the arrow with a dark rim, so that it is visible over wood and seeds.
func (a *BoardArt) drawArrow(c *Canvas, v View) {
	if v.Arrow == nil || v.Arrow.From == v.Arrow.To {
		return
	}
	l := v.Layout
	from, to := l.Pit(v.Arrow.From).Center(), l.landing(v.Arrow)
	length := from.Distance(to)
	way := to.Sub(from).Mul(1 / length)
	across := Point{-way.Y, way.X}
	at := func(along, aside float64) Point { return from.Add(way.Mul(along)).Add(across.Mul(aside)) }
	for _, layer := range [...]struct {
		rim float64
		ink Role
	}{{0.035, carved}, {0, hintInk}} {
		rim := layer.rim * l.pitch
		half, head := shaftWidth/2*l.pitch+rim, headHalf*l.pitch+1.6*rim
		neck, start := length-headLength*l.pitch, shaftInset*l.pitch-rim
		c.FillPolygon([]Point{
			at(start, half), at(neck-rim, half), at(neck-rim, head), at(length+1.6*rim, 0),
			at(neck-rim, -head), at(neck-rim, -half), at(start, -half),
		}, layer.ink)
	}
}

// landing returns the tip of an arrow: the middle of a house, or the part of a store level with the
// house where the arrow begins.
func (l Layout) landing(a *Arrow) Point {
	to := l.Pit(a.To).Center()
	if !a.To.IsStore() {
		return to
	}
	_, across := l.in(l.Pit(a.From).Center())
	along, _ := l.in(to)
	return l.out(along, 0.5*across)
}
