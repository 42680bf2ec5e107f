package kit

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// arrows are the ways in which the arrow keys move the focus.
var arrows = [...]struct {
	key ebiten.Key
	way render.Point
}{
	{ebiten.KeyArrowLeft, render.Point{X: -1}},
	{ebiten.KeyArrowRight, render.Point{X: 1}},
	{ebiten.KeyArrowUp, render.Point{Y: -1}},
	{ebiten.KeyArrowDown, render.Point{Y: 1}},
}

// after returns the first widget that can have the focus, step by step from the one at index i and around the end.
// With i = -1 it starts at the beginning or, backwards, at the end. It returns nil if there is none.
func (f *Form) after(i, step int) Widget {
	n := len(f.widgets)
	if i < 0 && step < 0 {
		i = 0
	}
	for k := 1; k <= n; k++ {
		w := f.widgets[((i+k*step)%n+n)%n]
		if w.Focusable() {
			return w
		}
	}
	return nil
}

// beside returns the nearest widget from the focused one in a direction, or nil.
func (f *Form) beside(way render.Point) Widget {
	if f.focus == nil {
		return f.after(-1, 1)
	}
	var best Widget
	nearest := math.Inf(1)
	for _, w := range f.widgets {
		if w == f.focus || !w.Focusable() {
			continue
		}
		if d := distance(f.focus.Bounds(), w.Bounds(), way); d < nearest {
			best, nearest = w, d
		}
	}
	return best
}

// distance says how far b is from a for an eye that looks in one direction: what lies straight ahead is nearer than all
// that lies aside. It is infinite where b is not in that direction.
func distance(a, b render.Rect, way render.Point) float64 {
	from, to := a.Center(), b.Center()
	var ahead, gap, aside, skew float64
	if way.X != 0 {
		ahead = (to.X - from.X) * way.X
		gap = ahead - (a.W+b.W)/2
		aside, skew = math.Abs(to.Y-from.Y)-(a.H+b.H)/2, math.Abs(to.Y-from.Y)
	} else {
		ahead = (to.Y - from.Y) * way.Y
		gap = ahead - (a.H+b.H)/2
		aside, skew = math.Abs(to.X-from.X)-(a.W+b.W)/2, math.Abs(to.X-from.X)
	}
	const overlap, detour = 4, 10000 // boxes may overlap by rounding; more than any screen is wide
	if ahead <= 0 || gap < -overlap {
		return math.Inf(1)
	}
	d := max(0, gap) + skew/100
	if aside > 0 {
		d += detour + 2*aside
	}
	return d
}
