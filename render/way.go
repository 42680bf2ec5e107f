package render

import (
	"math"

	"mancala/internal/motion"
	"mancala/rules"
)

// Proportions of a way, in pitches.
const (
	wayInset = 0.15 // from the inner edge of a house to the first lap
	wayApart = 0.1  // between two laps
	wayThin  = 0.025
	wayThick = 0.085
	wayRim   = 0.022 // of the dark edge
	wayHead  = 0.2   // the length of its point
	wayWide  = 0.12  // half the width of its point
	wayTurn  = 0.06  // from the cell of the last house to the end of a turn that passes a store by
	wayStart = 0.05  // the radius of the dot at its start
	turnArcs = 10    // lines of half a turn
)

// ribbon holds the line of a way and the corners around it, reused for each drawing.
type ribbon struct {
	line, corners []Point
	along         []float64 // the length of the line up to each of its points
}

// wayInk returns the colour of a previewed ply: that of advice for the advised house.
func (v *View) wayInk() Role {
	if v.HasHint && v.Preview.From == v.Hint {
		return hintInk
	}
	return Gold
}

// drawWay draws the way of the seeds of a previewed ply: from its house along the inner edges of
// the pits where seeds fall, thin to thick, with a point at the last one. A further lap runs inside
// the one before it. A dark rim makes it visible over wood and seeds.
func (a *BoardArt) drawWay(c *Canvas, v View) {
	if v.Preview == nil || len(v.Preview.Way) == 0 || !v.Layout.Has(v.Preview.From) || !v.Layout.Has(v.Preview.Last) || c.unseen {
		return
	}
	l, r := v.Layout, &a.way
	r.line = l.way(r.line[:0], v.Preview)
	r.measure()
	for _, layer := range [...]struct {
		rim float64
		ink Role
	}{{wayRim * l.pitch, carved}, {0, v.wayInk()}} {
		c.FillCircle(r.line[0], wayStart*l.pitch+layer.rim, layer.ink)
		c.FillPolygon(r.outline(l.pitch, layer.rim), layer.ink)
	}
}

// way appends the points of the line of a way.
func (l Layout) way(line []Point, p *motion.Preview) []Point {
	var fallen [2][rules.MaxHouses + 1]int
	laps := 1 + (len(p.Way)-1)/(2*l.houses)
	edge := l.aisle()/2 + wayInset*l.pitch
	apart := min(wayApart*l.pitch, edge/(float64(laps)+0.5))
	fallen[p.From.Side][p.From.House] = 1
	at, across, rest := p.From, edge, p.Way
	if rest[0] == at { // the first seed falls where the line begins
		rest = rest[1:]
	}
	along, _ := l.place(at)
	line = append(line, l.out(along, l.sign(at.Side)*edge))
	for i, to := range rest {
		next := edge - float64(fallen[to.Side][to.House])*apart
		fallen[to.Side][to.House]++
		ends := to.IsStore() && i == len(rest)-1
		if !ends && (to.Side != at.Side || to.IsStore() != at.IsStore()) {
			line = l.turn(line, at, to, across, next)
		}
		if ends || !to.IsStore() {
			along, _ = l.place(to)
			line = append(line, l.out(along, l.sign(to.Side)*next))
		}
		at, across = to, next
	}
	return line
}

// turn appends a turn round the end of the row of from, half of it if it begins or ends in the
// store there. before and after are the distances of the line from the middle of the aisle.
func (l Layout) turn(line []Point, from, to rules.Pit, before, after float64) []Point {
	sign := l.sign(from.Side)
	store, _ := l.place(rules.StoreOf(from.Side))
	reach := float64(l.houses)/2*l.pitch + wayTurn*l.pitch
	first, last := 0, 2*turnArcs
	switch {
	case to.IsStore():
		reach, last = math.Abs(store), turnArcs
	case from.IsStore():
		reach, first = math.Abs(store), turnArcs+1
	}
	for i := first; i <= last; i++ {
		angle := math.Pi * float64(i) / (2 * turnArcs)
		width := before + (after-before)*float64(i)/(2*turnArcs)
		line = append(line, l.out(sign*(reach-width+width*math.Sin(angle)), sign*width*math.Cos(angle)))
	}
	return line
}

// measure computes the length of the line up to each point.
func (r *ribbon) measure() {
	r.along = append(r.along[:0], 0)
	for i := 1; i < len(r.line); i++ {
		r.along = append(r.along, r.along[i-1]+r.line[i-1].Distance(r.line[i]))
	}
}

// outline returns the corners around the line and its point, with a rim. It is valid until the next
// call.
func (r *ribbon) outline(pitch, rim float64) []Point {
	n := len(r.line)
	whole := r.along[n-1]
	neck := max(0, whole-wayHead*pitch)
	r.corners = r.corners[:0]
	for i, at := range r.line {
		if r.along[i] >= neck {
			break
		}
		width := (wayThin+(wayThick-wayThin)*r.along[i]/whole)/2*pitch + rim
		r.corners = append(r.corners, at.Add(r.across(i).Mul(width)))
	}
	side := len(r.corners)
	tip, way := r.line[n-1], r.heading(n-1)
	across := r.across(n - 1)
	base := tip.Sub(way.Mul(wayHead*pitch + rim))
	wing, stem := wayWide*pitch+1.6*rim, wayThick/2*pitch+rim
	for _, sign := range [...]float64{1, 0, -1} {
		if sign == 0 {
			r.corners = append(r.corners, tip.Add(way.Mul(1.6*rim)))
			continue
		}
		pair := [2]Point{base.Add(across.Mul(sign * stem)), base.Add(across.Mul(sign * wing))}
		if sign < 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		r.corners = append(r.corners, pair[:]...)
	}
	for i := side - 1; i >= 0; i-- {
		r.corners = append(r.corners, r.line[i].Mul(2).Sub(r.corners[i]))
	}
	return r.corners
}

// heading returns the direction of the line at a point.
func (r *ribbon) heading(i int) Point {
	from, to := r.line[max(0, i-1)], r.line[min(len(r.line)-1, i+1)]
	if d := from.Distance(to); d > 0 {
		return to.Sub(from).Mul(1 / d)
	}
	return Point{X: 1}
}

// across returns the direction across the line at a point.
func (r *ribbon) across(i int) Point {
	way := r.heading(i)
	return Point{-way.Y, way.X}
}
