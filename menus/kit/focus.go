package kit

import (
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// arrows are the directions in which the arrow keys move the focus.
var arrows = [...]struct {
	key ebiten.Key
	way render.Point
}{
	{ebiten.KeyArrowLeft, render.Point{X: -1}},
	{ebiten.KeyArrowRight, render.Point{X: 1}},
	{ebiten.KeyArrowUp, render.Point{Y: -1}},
	{ebiten.KeyArrowDown, render.Point{Y: 1}},
}

// keys handles the keys left by the focused widget and the shortcuts.
func (f *Form) keys(in *Input) {
	if p, ok := in.take(func(p KeyPress) bool { return p.Key == ebiten.KeyTab && !p.Ctrl && !p.Alt }); ok {
		step := 1
		if p.Shift {
			step = -1
		}
		f.moveTo(next(f.reached(), slices.Index(f.reached(), f.focus), step))
	}
	for _, arrow := range arrows {
		if !in.takePlain(arrow.key) {
			continue
		}
		if w := f.beside(arrow.way); w != nil {
			f.moveTo(w)
		} else if f.scrolled.by(f, arrow.way.Y*lineStep) {
			f.stale = true
		}
	}
	f.stale = f.scrolled.keys(f, in) || f.stale
	if f.Default != nil && f.Default.Focusable() && in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter) {
		f.stale = true
		f.Default.Press()
	}
	if f.OnCancel != nil && in.TakeKey(ebiten.KeyEscape) {
		f.stale = true
		f.OnCancel()
	}
}

// reached returns the widgets that keys reach.
func (f *Form) reached() []Widget {
	if f.Enclosed {
		return f.own()
	}
	return f.widgets
}

// moveTo focuses a widget reached by keys, if there is one.
func (f *Form) moveTo(w Widget) {
	if w == nil {
		return
	}
	f.focus, f.resting = w, false
	f.scrolled.reveal(f, w)
	f.tips.rest(w)
}

// next returns the next focusable widget of a list after index i, in steps of step, wrapping
// around. With i = -1 it starts at the beginning or, backwards, at the end. It returns nil if there
// is none.
func next(list []Widget, i, step int) Widget {
	n := len(list)
	if i < 0 && step < 0 {
		i = 0
	}
	for k := 1; k <= n; k++ {
		w := list[((i+k*step)%n+n)%n]
		if w.Focusable() {
			return w
		}
	}
	return nil
}

// beside returns the widget nearest to the focused one in a direction, or nil.
func (f *Form) beside(way render.Point) Widget {
	if f.focus == nil {
		return next(f.reached(), -1, 1)
	}
	var best Widget
	nearest := math.Inf(1)
	for _, w := range f.reached() {
		if w == f.focus || !w.Focusable() {
			continue
		}
		if d := distance(f.focus.Bounds(), w.Bounds(), way); d < nearest {
			best, nearest = w, d
		}
	}
	return best
}

// distance returns the cost of moving the focus from a to b in direction way. Any widget straight
// ahead costs less than one to the side. The cost is +Inf if b is in another direction.
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
	const overlap, detour = 4, 10000 // boxes may overlap by rounding; more than the width of any screen
	if ahead <= 0 || gap < -overlap {
		return math.Inf(1)
	}
	d := max(0, gap) + skew/100
	if aside > 0 {
		d += detour + 2*aside
	}
	return d
}
