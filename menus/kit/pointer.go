package kit

import (
	"math"
	"slices"

	"mancala/render"
)

// TouchSize is how wide and how high a place is at least that a finger can hit, in units: 44
// logical pixels at the smallest unit. What is drawn may be smaller; between two things that are
// nearer to each other the nearer one counts.
const TouchSize = 63

// reach returns the place in which a finger hits what is drawn in r.
func reach(r render.Rect) render.Rect {
	return r.Centered(max(r.W, TouchSize), max(r.H, TouchSize))
}

// offBy returns how far a point is from a rectangle, 0 inside.
func offBy(r render.Rect, p render.Point) float64 {
	return math.Hypot(max(0, r.X-p.X, p.X-r.Right()), max(0, r.Y-p.Y, p.Y-r.Bottom()))
}

// partAt returns which of the parts of a control the pointer is over, or -1; a finger hits the
// nearest one in its reach.
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

// route finds out which widget the pointer is over, was pressed in and has clicked, and reports
// whether the pointer is the form's.
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
	} else if in.Source == Touch { // a finger that holds nothing points at nothing
		f.hovered = nil
	}
	mine = over != nil || f.held != nil
	if !in.Down {
		f.held = nil
	}
	return mine
}

// under returns the topmost widget under the pointer that reacts to it; for a finger that is over
// none, the nearest one that it reaches.
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
