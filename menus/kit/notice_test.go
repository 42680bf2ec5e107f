package kit

import (
	"slices"
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

func TestAnEmptySentenceTakesAToastAway(t *testing.T) {
	var toast Toast
	toast.Show("Copied.", 10)
	toast.Update()
	if toast.Show("", 10); toast.Text() != "" || !toast.Update() || toast.Update() {
		t.Error("the toast stays, or its going is not told once")
	}
}

func TestAToastKeepsOffControls(t *testing.T) {
	area := render.Rect{X: 10, Y: 10, W: 800, H: 500}
	const w, h = 300, 50
	tests := []struct {
		name   string
		taken  []render.Rect
		covers bool
	}{
		{"nothing is taken", nil, false},
		{"buttons at the bottom", []render.Rect{{X: 10, Y: 440, W: 800, H: 60}}, false},
		{"one at the bottom in the middle", []render.Rect{{X: 350, Y: 440, W: 100, H: 60}}, false},
		{"a column in the middle", []render.Rect{{X: 250, Y: 0, W: 300, H: 600}}, true},
		{"everything", []render.Rect{{W: 900, H: 900}}, true},
	}
	for _, test := range tests {
		r := freePlace(area, w, h, test.taken)
		inside(t, area, r, test.name)
		covers := 0.0
		for _, other := range test.taken {
			covers += common(r, other)
		}
		if (covers > 0) != test.covers {
			t.Errorf("%s: the toast at %v covers %v", test.name, r, covers)
		}
	}
	if r := freePlace(area, w, h, nil); r.Center().X != area.Center().X || r.Bottom() != area.Bottom() {
		t.Errorf("with nothing in its way the toast is at %v", r)
	}
	if r := freePlace(area, w, h, []render.Rect{{X: 400, Y: 450, W: 20, H: 20}}); r.Bottom() != area.Bottom() {
		t.Errorf("a toast went up to %v instead of aside", r)
	}
	inside(t, render.Rect{X: -500, Y: -500, W: 2000, H: 2000}, freePlace(render.Rect{W: 100, H: 20}, w, h, nil), "low")
}

func TestTakenAreTheControls(t *testing.T) {
	buttons, _ := grid(2)
	buttons[1].Disabled = true
	f := formOf(buttons)
	f.Add(&Heading{Label: "Game"})
	if got := f.Taken(); len(got) != 1 || got[0] != buttons[0].Bounds() {
		t.Errorf("taken is %v", got)
	}
	score := render.Rect{X: 500, W: 80, H: 40}
	f.Reserve(score)
	if got := f.Taken(); !slices.Equal(got, []render.Rect{score, buttons[0].Bounds()}) {
		t.Errorf("with the score taken is %v", got)
	}
}
