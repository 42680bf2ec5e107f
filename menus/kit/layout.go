package kit

import "mancala/render"

// Heights of widgets, in units. At the smallest window a unit is 0.7 pixels.
const (
	// ControlHeight is the height of a button, and of the box of a field or choice. At the usual
	// distance to its neighbours it is large enough for a finger; see [TouchSize].
	ControlHeight = 47
	// LabelHeight is the height of the label above a field, choice or stepper.
	LabelHeight = 28
	// NoteHeight is the height of the line for a hint or an error under a text field.
	NoteHeight = 32
	// CornerRoom is the side of the speaker button's square in the top right corner of every
	// screen.
	CornerRoom = 60
	// Gap is the usual distance between widgets. The focus ring needs 6 of it.
	Gap = 16
)

// CornerPlace returns the place of the speaker button in a window.
func CornerPlace(window render.Rect) render.Rect {
	const side, edge = 46, 8
	return render.Rect{X: window.Right() - side - edge, Y: window.Y + edge, W: side, H: side}
}

// Row splits r from the left into parts of the given widths, gap apart. Widths of 0 or less share
// the rest equally.
func Row(r render.Rect, gap float64, widths ...float64) []render.Rect {
	left, open := r.W-gap*float64(max(0, len(widths)-1)), 0
	for _, w := range widths {
		if left -= max(0, w); w <= 0 {
			open++
		}
	}
	parts := make([]render.Rect, len(widths))
	x := r.X
	for i, w := range widths {
		if w <= 0 {
			w = max(0, left/float64(open))
		}
		parts[i] = render.Rect{X: x, Y: r.Y, W: w, H: r.H}
		x += w + gap
	}
	return parts
}

// EqualRow splits r into n parts of equal width, gap apart.
func EqualRow(r render.Rect, gap float64, n int) []render.Rect {
	return Row(r, gap, make([]float64, n)...)
}
