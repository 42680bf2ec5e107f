package kit

import (
	"math"
	"slices"

	"mancala/render"
)

// TouchSize is the least width and height of a touch target, in units: 44 logical pixels at the
// smallest unit. A control may look smaller. Between two close ones the nearer counts.
const TouchSize = 63

// reach returns the touch target of a control drawn in r.
func reach(r render.Rect) render.Rect {
	return r.Centered(max(r.W, TouchSize), max(r.H, TouchSize))
}

// offBy returns the distance of a point from a rectangle, 0 inside.
func offBy(r render.Rect, p render.Point) float64 {
	return math.Hypot(max(0, r.X-p.X, p.X-r.Right()), max(0, r.Y-p.Y, p.Y-r.Bottom()))
}

// partAt returns the index of the part of a control under the pointer, or -1. A finger hits the
// nearest part in reach.
func partAt(in *Input, parts ...render.Rect) int {
	i := slices.IndexFunc(parts, func(r render.Rect) bool { return r.Contains(in.Cursor) })
	if i >= 0 || in.Source != Touch {
		return i
	}
	nearest := math.Inf(1)
	for k, r := range parts {
		if d := offBy(r, in.Cursor); d < nearest && reach(r).Contains(in.Cursor) {
			i, nearest = k, d
		}
	}
	return i
}

// route does the hit test. It sets the hovered, held and clicked widgets, and reports whether the
// pointer belongs to the form.
func (f *Form) route(in *Input) (mine bool) {
	over := f.under(in)
	f.pressed, f.clicked = nil, nil
	if in.Pressed {
		f.held, f.pressed = over, over
		if over != nil && !slices.Contains(f.attached, over) {
			f.focus = over
		}
	}
	if f.held != nil && (!f.has(f.held) || !f.held.Focusable()) {
		f.held = nil
	}
	f.hovered = over
	if f.held != nil {
		if over != f.held {
			f.hovered = nil
		}
		if in.Released && over == f.held {
			f.clicked = f.held
		}
	} else if in.Source == Touch { // a finger without a held widget does not hover
		f.hovered = nil
	}
	mine = over != nil || f.held != nil
	if !in.Down {
		f.held = nil
	}
	return mine
}

// under returns the topmost focusable widget under the pointer. For a finger beside all widgets it
// returns the nearest one in reach.
func (f *Form) under(in *Input) Widget {
	if in.pointerUsed {
		return nil
	}
	var best Widget
	nearest := math.Inf(1)
	for _, w := range slices.Backward(f.widgets) {
		if !w.Focusable() || !f.scrolled.shows(w, in.Cursor) {
			continue
		}
		d := offBy(w.Bounds(), in.Cursor)
		if w.Bounds().Contains(in.Cursor) {
			return w
		}
		if in.Source == Touch && d < nearest && reach(w.Bounds()).Contains(in.Cursor) {
			best, nearest = w, d
		}
	}
	return best
}
