package kit

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// scrolledForm returns a form with n buttons in a column, 60 units apart, on a page in a viewport
// of 200 units, and a button below it.
func scrolledForm(n int) (f *Form, buttons []*Button, pressed *[]int) {
	buttons, pressed = grid(n + 1)
	var inside []Widget
	for i, b := range buttons[:n] {
		b.SetBounds(render.Rect{X: 0, Y: 10 + 60*float64(i), W: 200, H: 40})
		inside = append(inside, b)
	}
	buttons[n].SetBounds(render.Rect{X: 0, Y: 220, W: 200, H: 40})
	f = formOf(buttons)
	f.Scroll(render.Rect{W: 230, H: 200}, 20+60*float64(n), nil, inside...)
	return f, buttons, pressed
}

func TestTheFocusScrollsIntoView(t *testing.T) {
	f, buttons, _ := scrolledForm(10)
	for i := range buttons {
		if r := f.Focused().Bounds(); i < 10 && (r.Y < 0 || r.Bottom() > 200) {
			t.Errorf("button %d has the focus out of view at %v", i, r)
		}
		if f.Focused() != buttons[i] {
			t.Fatalf("Tab led to %v, not to button %d", f.Focused(), i)
		}
		f.Update(keyPress(ebiten.KeyTab))
	}
	if r := buttons[0].Bounds(); f.Focused() != buttons[0] || r.Y < 0 {
		t.Errorf("back at the first button it is at %v", r)
	}
	f.Scroll(f.scrolled.view, 620, nil, f.scrolled.inside...)
	if buttons[10].Bounds().Y != 220 {
		t.Error("a button beside the page scrolls with it")
	}
}

func TestAPageScrollsByWheelKeysAndFinger(t *testing.T) {
	f, buttons, pressed := scrolledForm(10)
	if f.Info(buttons[0]).Hidden || !f.Info(buttons[9]).Hidden || f.Info(buttons[10]).Hidden {
		t.Error("it is not told what is out of view")
	}
	wheel := hoverAt(render.Point{X: 50, Y: 100})
	wheel.Wheel = 90
	if !f.Update(wheel) || buttons[0].Bounds().Y != -80 || wheel.Wheel != 0 {
		t.Errorf("the wheel moved the first button to %v", buttons[0].Bounds().Y)
	}
	f.Update(keyPress(ebiten.KeyPageUp))
	if buttons[0].Bounds().Y != 10 {
		t.Errorf("PgUp moved the first button to %v", buttons[0].Bounds().Y)
	}
	from := buttons[2].Bounds().Center()
	f.Update(finger(pressAt(from)))
	for y := from.Y; y > from.Y-70; y -= 10 {
		f.Update(finger(dragTo(render.Point{X: from.X, Y: y})))
	}
	f.Update(finger(releaseAt(render.Point{X: from.X, Y: from.Y - 60})))
	if got := buttons[0].Bounds().Y; got != -50 || len(*pressed) != 0 {
		t.Errorf("a finger moved the first button to %v, want -50, and pressed %v", got, *pressed)
	}
	f.Update(finger(&Input{Cursor: nowhere}))
	tap(f, render.Point{X: 50, Y: 90})
	if !slices.Equal(*pressed, []int{2}) {
		t.Errorf("a tap after scrolling pressed %v, want the button that is there", *pressed)
	}
	tap(f, render.Point{X: 50, Y: 240})
	if !slices.Equal(*pressed, []int{2, 10}) {
		t.Errorf("pressed %v: a button out of view was hit, not the one below the page", *pressed)
	}
	if n := calm(f, 50); n > 1 {
		t.Errorf("%d idle ticks changed something", n)
	}
}

func TestScrollingEndsAtTheEnds(t *testing.T) {
	f, buttons, _ := scrolledForm(10)
	for range 20 {
		f.Update(keyPress(ebiten.KeyPageDown))
	}
	if got := buttons[9].Bounds().Bottom(); got != 170 {
		t.Errorf("the last button ends at %v, want 170", got)
	}
	few, buttons, _ := scrolledForm(3)
	in := keyPress(ebiten.KeyPageDown)
	if few.Update(in); buttons[0].Bounds().Y != 10 || len(in.Keys) != 1 {
		t.Error("a page that fits scrolled, or took the key")
	}
}

func TestAListOnAPageKeepsTheWheel(t *testing.T) {
	table := tableOf(30)
	table.SetBounds(render.Rect{W: 200, H: 150})
	b := NewButton("", nil)
	b.SetBounds(render.Rect{Y: 300, W: 200, H: 40})
	f := NewForm(table, b)
	f.Scroll(render.Rect{W: 230, H: 200}, 400, nil, table, b)
	in := hoverAt(render.Point{X: 50, Y: 100})
	in.Wheel = 50
	if f.Update(in); table.scroll.offset != 50 || f.scrolled.shift != 0 {
		t.Errorf("the table scrolled %v and the page %v", table.scroll.offset, f.scrolled.shift)
	}
}
