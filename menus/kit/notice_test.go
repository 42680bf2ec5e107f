package kit

import (
	"testing"

	"mancala/render"
)

func TestToast(t *testing.T) {
	var toast Toast
	if toast.Update() {
		t.Error("a toast that was never shown reports a change")
	}
	toast.Show("Copied.", 10)
	var changes []int
	for tick := range 20 {
		if toast.Update() {
			changes = append(changes, tick)
		}
		if shown := toast.text != ""; shown != (tick < 10) {
			t.Errorf("tick %d: shown is %v", tick, shown)
		}
	}
	if len(changes) != 2 || changes[0] != 0 || changes[1] != 10 {
		t.Errorf("changes at %v, want when it comes and when it goes", changes)
	}
	toast.Show("One.", 10)
	toast.Update()
	toast.Show("Two.", 30)
	for range 20 {
		toast.Update()
	}
	if toast.text != "Two." {
		t.Errorf("shown is %q: the second toast starts anew", toast.text)
	}
}

func TestSpinnerMovesAFewTimesASecond(t *testing.T) {
	s := &Spinner{Label: "Connecting"}
	f := one(s, 200, ControlHeight)
	f.Update(&Input{})
	if n := calm(f, 60); n < 3 || n > 5 {
		t.Errorf("%d changes a second", n)
	}
	if f.Focused() != nil {
		t.Error("a spinner has the focus")
	}
}

func TestColumnAndRow(t *testing.T) {
	r := render.Rect{X: 10, Y: 20, W: 300, H: 200}
	parts := Column(r, 10, 40, 0, 50, 0)
	want := []render.Rect{
		{X: 10, Y: 20, W: 300, H: 40}, {X: 10, Y: 70, W: 300, H: 40}, {X: 10, Y: 120, W: 300, H: 50}, {X: 10, Y: 180, W: 300, H: 40},
	}
	for i := range want {
		if parts[i] != want[i] {
			t.Errorf("part %d is %v, want %v", i, parts[i], want[i])
		}
	}
	parts = EqualRow(r, 15, 3)
	if len(parts) != 3 || parts[0].W != 90 || parts[2].Right() != r.Right() || parts[1].X != 115 || parts[1].H != r.H {
		t.Errorf("row %v", parts)
	}
	if parts = Row(r, 10, 400, 0); parts[1].W != 0 {
		t.Errorf("what has no room is %v wide", parts[1].W)
	}
	if len(Column(r, 10)) != 0 || len(EqualRow(r, 10, 0)) != 0 {
		t.Error("parts out of nothing")
	}
}

func TestButtonColumn(t *testing.T) {
	r := render.Rect{X: 10, Y: 20, W: 300, H: 400}
	buttons, _ := grid(5)
	ButtonColumn(r, 200, 50, 10, buttons...)
	if got, want := buttons[0].Bounds(), (render.Rect{X: 60, Y: 75, W: 200, H: 50}); got != want {
		t.Errorf("the first button is at %v, want %v", got, want)
	}
	r.H = 150
	ButtonColumn(r, 900, 50, 10, buttons...)
	for i, b := range buttons {
		inside(t, r, b.Bounds(), "a button in a low column")
		if i > 0 && overlap(b.Bounds(), buttons[i-1].Bounds()) {
			t.Errorf("buttons %d and %d overlap", i-1, i)
		}
	}
	ButtonColumn(r, 200, 50, 10)
}
