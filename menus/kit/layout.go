package kit

import "mancala/render"

// Heights of widgets, in units. At the smallest window a unit is 0.7 pixels.
const (
	// ControlHeight is the height of a button, and of the box of a field or choice. With the usual
	// distance to its neighbours it is large enough for a finger; see [TouchSize].
	ControlHeight = 47
	// LabelHeight is the height of the label above a field, choice or stepper.
	LabelHeight = 28
	// NoteHeight is the height of the line for a hint or an error under a text field.
	NoteHeight = 32
	// CornerRoom is the side of the square in the top right corner of every screen that belongs to
	// the speaker button.
	CornerRoom = 60
	// Gap is the usual distance between widgets. The focus ring needs 6 of it.
	Gap = 16
)

// CornerPlace returns the place of the speaker button in a window.
func CornerPlace(window render.Rect) render.Rect {
	const side, edge = 46, 8
	return render.Rect{X: window.Right() - side - edge, Y: window.Y + edge, W: side, H: side}
}

// Column splits r from the top into parts of the given heights, gap apart. Heights of 0 or less
// share the rest equally.
func Column(r render.Rect, gap float64, heights ...float64) []render.Rect {
	parts := make([]render.Rect, len(heights))
	y := r.Y
	for i, h := range share(r.H, gap, heights) {
		parts[i] = render.Rect{X: r.X, Y: y, W: r.W, H: h}
		y += h + gap
	}
	return parts
}

// Row splits r from the left into parts of the given widths, gap apart. Widths of 0 or less share
// the rest equally.
func Row(r render.Rect, gap float64, widths ...float64) []render.Rect {
	parts := make([]render.Rect, len(widths))
	x := r.X
	for i, w := range share(r.W, gap, widths) {
		parts[i] = render.Rect{X: x, Y: r.Y, W: w, H: r.H}
		x += w + gap
	}
	return parts
}

// share replaces the sizes of 0 or less with equal parts of the rest of total.
func share(total, gap float64, sizes []float64) []float64 {
	left, open := total-gap*float64(max(0, len(sizes)-1)), 0
	for _, s := range sizes {
		if s > 0 {
			left -= s
		} else {
			open++
		}
	}
	full := make([]float64, len(sizes))
	for i, s := range sizes {
		full[i] = s
		if s <= 0 {
			full[i] = max(0, left/float64(open))
		}
	}
	return full
}

// EqualRow splits r into n parts of equal width, gap apart.
func EqualRow(r render.Rect, gap float64, n int) []render.Rect {
	return Row(r, gap, make([]float64, n)...)
}

// PlaceRow places widgets side by side in r, with equal widths, gap apart.
func PlaceRow(r render.Rect, gap float64, widgets ...Widget) {
	for i, place := range EqualRow(r, gap, len(widgets)) {
		widgets[i].SetBounds(place)
	}
}
