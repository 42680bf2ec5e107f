package kit

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func TestToasts(t *testing.T) {
	var toasts Toasts
	if toasts.Update() {
		t.Error("before anything was said a change is reported")
	}
	toasts.Say("Copied.", 10, false)
	var changes []int
	for tick := range 20 {
		if toasts.Update() {
			changes = append(changes, tick)
		}
		if shown := toasts.Text() != ""; shown != (tick < 10) {
			t.Errorf("tick %d: shown is %v", tick, shown)
		}
	}
	if len(changes) != 2 || changes[0] != 0 || changes[1] != 10 {
		t.Errorf("changes at %v, want when it comes and when it goes", changes)
	}
	toasts.Say("Copied.", 10, false)
	toasts.Update()
	if toasts.Clear(); toasts.Text() != "" || !toasts.Update() || toasts.Update() {
		t.Error("a sentence that is cleared stays, or its going is not reported once")
	}
}

// News waits its turn, an answer comes at once, and no sentence is lost.
func TestToastsQueue(t *testing.T) {
	var toasts Toasts
	toasts.Say("Bo is here.", 300, false)
	toasts.Say("Bo asks.", 300, false)
	toasts.Say("Bo asks.", 300, false)
	var shown []string
	look := func(ticks int) {
		for range ticks {
			toasts.Update()
			if text := toasts.Text(); text != "" && (len(shown) == 0 || shown[len(shown)-1] != text) {
				shown = append(shown, text)
			}
		}
	}
	look(20)
	toasts.Say("Slow.", 30, true)
	toasts.Say("Fast.", 30, true)
	look(1000)
	if want := []string{"Bo is here.", "Fast.", "Bo is here.", "Bo asks."}; !slices.Equal(shown, want) {
		t.Errorf("shown are %q, want %q", shown, want)
	}
}

// The sentences of a screen go with it, except unseen ones.
func TestToastsLeave(t *testing.T) {
	var toasts Toasts
	toasts.Say("Seen.", 300, false)
	toasts.Say("Waiting.", 300, false)
	toasts.Update()
	if toasts.Leave(); toasts.Text() != "Waiting." {
		t.Errorf("after the screen has gone %q is shown", toasts.Text())
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

func TestRow(t *testing.T) {
	r := render.Rect{X: 10, Y: 20, W: 300, H: 200}
	parts := Row(r, 10, 40, 0, 50, 0)
	want := []render.Rect{
		{X: 10, Y: 20, W: 40, H: 200}, {X: 60, Y: 20, W: 90, H: 200}, {X: 160, Y: 20, W: 50, H: 200}, {X: 220, Y: 20, W: 90, H: 200},
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
	if len(Row(r, 10)) != 0 || len(EqualRow(r, 10, 0)) != 0 {
		t.Error("parts out of nothing")
	}
}

// A sentence is in its lane, in the largest type that fits. A too long one extends out of it
// towards the middle of the window.
func TestAnnouncedSentencesStayInTheirLane(t *testing.T) {
	c := newCanvas(t)
	c.Begin(ebiten.NewImage(1000, 600), 1)
	bottom := render.Rect{X: 200, Y: c.Bounds().H - 50, W: 400, H: 48}
	for text, size := range map[string]float64{"Copied.": 18, strings.Repeat("letters ", 9): 15} {
		for align, x := range map[render.Align]float64{render.Left: bottom.X, render.Right: bottom.Right()} {
			r, style := placeToast(c, text, Lane{Place: bottom, Align: align})
			if inside(t, bottom, r, text); style.Size != size || r.X != x && math.Abs(r.Right()-x) > 1e-9 {
				t.Errorf("%q is at %v, %v high, aligned at %v", text, r, style.Size, x)
			}
		}
	}
	long := strings.Repeat("letters ", 60)
	if r, _ := placeToast(c, long, Lane{Place: bottom}); r.Bottom() != bottom.Bottom() || r.Y < 0 {
		t.Errorf("a long sentence at the bottom is at %v", r)
	}
	top := render.Rect{X: 200, Y: 2, W: 400, H: 48}
	if r, _ := placeToast(c, long, Lane{Place: top}); r.Y != top.Y {
		t.Errorf("a long sentence at the top is at %v", r)
	}
}
