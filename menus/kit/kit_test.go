package kit

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
	"mancala/tools/need"
)

// Helpers of several tests: a user of a form, with keys and a pointer.

func keyPress(keys ...ebiten.Key) *Input {
	in := &Input{Cursor: nowhere}
	for _, k := range keys {
		in.Keys = append(in.Keys, KeyPress{Key: k})
	}
	return in
}

func shift(k ebiten.Key) *Input {
	return &Input{Cursor: nowhere, Keys: []KeyPress{{Key: k, Shift: true}}}
}

func ctrl(k ebiten.Key) *Input {
	return &Input{Cursor: nowhere, Keys: []KeyPress{{Key: k, Ctrl: true}}}
}

func typed(s string) *Input { return &Input{Cursor: nowhere, Text: s} }

// nowhere is the position of an unused pointer.
var nowhere = render.Point{X: -1e6, Y: -1e6}

func pressAt(p render.Point) *Input {
	return &Input{Cursor: p, CursorMoved: true, Pressed: true, Down: true}
}
func dragTo(p render.Point) *Input    { return &Input{Cursor: p, CursorMoved: true, Down: true} }
func releaseAt(p render.Point) *Input { return &Input{Cursor: p, Released: true} }
func hoverAt(p render.Point) *Input   { return &Input{Cursor: p, CursorMoved: true} }

// click moves the pointer to a point, presses and releases it, one tick each.
func click(f *Form, p render.Point) {
	f.Update(hoverAt(p))
	f.Update(pressAt(p))
	f.Update(releaseAt(p))
}

// one returns a form with one widget of the given size, 10 units from the corner of the screen.
func one(w Widget, width, height float64) *Form {
	w.SetBounds(render.Rect{X: 10, Y: 10, W: width, H: height})
	return NewForm(w)
}

// calm runs ticks without input and returns the number of ticks with a change.
func calm(f *Form, ticks int) (changes int) {
	for range ticks {
		if f.Update(&Input{Cursor: nowhere}) {
			changes++
		}
	}
	return changes
}

func newCanvas(t testing.TB) *render.Canvas {
	t.Helper()
	return need.Must(render.NewCanvas())(t)
}

// grid returns n buttons in rows of three, 100 by 40 units, 20 apart, and a record of the presses.
func grid(n int) (buttons []*Button, pressed *[]int) {
	pressed = new([]int)
	for i := range n {
		b := NewButton("", func() { *pressed = append(*pressed, i) })
		b.SetBounds(render.Rect{X: float64(i%3) * 120, Y: float64(i/3) * 60, W: 100, H: 40})
		buttons = append(buttons, b)
	}
	return buttons, pressed
}

func formOf(buttons []*Button) *Form {
	f := NewForm()
	for _, b := range buttons {
		f.Add(b)
	}
	return f
}

// inside checks that a rectangle lies in another.
func inside(t *testing.T, outer, inner render.Rect, name string) {
	t.Helper()
	const slack = 0.001
	if inner.X < outer.X-slack || inner.Y < outer.Y-slack || inner.Right() > outer.Right()+slack ||
		inner.Bottom() > outer.Bottom()+slack || inner.W < 0 || inner.H < 0 {
		t.Errorf("%s is at %v, not inside %v", name, inner, outer)
	}
}

func overlap(a, b render.Rect) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
}
