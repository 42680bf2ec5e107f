package kit

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// tipped returns a form with two buttons, the second of which has a tip, and their centres.
func tipped() (f *Form, plain, told *Button, at render.Point) {
	buttons, _ := grid(2)
	buttons[1].Label, buttons[1].Tip = "Hint", "Shows the best house."
	return formOf(buttons), buttons[0], buttons[1], buttons[1].Bounds().Center()
}

func TestATipComesWhereThePointerRests(t *testing.T) {
	f, plain, told, at := tipped()
	f.Update(hoverAt(at))
	changes := 0
	for range restTicks - 2 {
		if f.Update(&Input{Cursor: at}) {
			changes++
		}
	}
	if f.tips.shown != nil || changes != 0 {
		t.Fatalf("the tip is there too early, or %d ticks of waiting changed something", changes)
	}
	if !f.Update(&Input{Cursor: at}) || f.tips.shown != told {
		t.Error("the tip did not come, or nothing asked to draw it")
	}
	if f.Update(&Input{Cursor: at}) {
		t.Error("a tip that stays asks to be drawn")
	}
	if !f.Update(hoverAt(plain.Bounds().Center())) || f.tips.shown != nil {
		t.Error("the tip stayed when the pointer left")
	}
	for range 2 * restTicks {
		f.Update(&Input{Cursor: plain.Bounds().Center()})
	}
	if f.tips.shown != nil {
		t.Error("a tip with nothing to say")
	}
}

func TestAClickSendsTheTipAway(t *testing.T) {
	f, _, told, at := tipped()
	for range 2 * restTicks {
		f.Update(&Input{Cursor: at})
	}
	if f.tips.shown != told {
		t.Fatal("no tip")
	}
	f.Update(pressAt(at))
	f.Update(releaseAt(at))
	for range 2 * restTicks {
		f.Update(&Input{Cursor: at})
	}
	if f.tips.shown != nil {
		t.Error("the tip of what was pressed is shown")
	}
}

func TestATipComesWhereTheKeysRest(t *testing.T) {
	f, _, told, _ := tipped()
	f.Focus(told)
	if calm(f, 2*restTicks); f.tips.shown != nil {
		t.Error("a tip before any key was pressed")
	}
	f.Update(keyPress(ebiten.KeyTab))
	f.Update(keyPress(ebiten.KeyTab))
	if calm(f, 2*restTicks) != 1 || f.tips.shown != told {
		t.Error("no tip where Tab has led to")
	}
	if f.Update(keyPress(ebiten.KeyTab)); f.tips.shown != nil {
		t.Error("the tip stayed when the focus left")
	}
	if f.Set(f.widgets[0]); f.Update(&Input{Cursor: nowhere}) && f.tips.shown != nil {
		t.Error("the tip of a widget that has left")
	}
}

func TestAFingerThatStaysAsksAndDoesNotPress(t *testing.T) {
	buttons, pressed := grid(2)
	buttons[1].Tip = "Shows the best house."
	f := formOf(buttons)
	for i, want := range []int{1, 0} { // a long touch still presses the button without a tip
		at := buttons[i].Bounds().Center()
		f.Update(finger(pressAt(at)))
		for range 2 * restTicks {
			f.Update(finger(&Input{Cursor: at, Down: true}))
		}
		if (f.tips.shown == buttons[i]) != (i == 1) {
			t.Errorf("button %d: the tip is of %v", i, f.tips.shown)
		}
		f.Update(finger(releaseAt(at)))
		if *pressed = (*pressed)[:len(*pressed):len(*pressed)]; len(*pressed) != 1 {
			t.Errorf("button %d: pressed %v, want %d more", i, *pressed, want)
		}
	}
	for range tipTicks {
		f.Update(finger(&Input{Cursor: nowhere}))
	}
	if f.tips.shown != nil || f.hovered != nil {
		t.Error("a finger left a tip or a light behind")
	}
}

// A line of a scrolling area shows its tip beside it, and another line another one.
func TestALineHasATip(t *testing.T) {
	row := func(tip string) Part { return &Picture{Least: 30, Tip: tip} }
	a := &ScrollArea{Content: &Stack{Parts: []Part{row("one"), row(""), row("three"), Blank(600)}}}
	f := one(a, 200, 300)
	a.measure(nil, a.bounds)
	at := render.Point{X: a.bounds.X + 20, Y: a.bounds.Y + 15}
	for i, want := range []string{"one", "", "three"} {
		for range restTicks + 2 {
			f.Update(&Input{Cursor: at.Add(render.Point{Y: 30 * float64(i)})})
		}
		if got := tipOf(a); got != want || (f.tips.shown == a) != (want != "") {
			t.Errorf("line %d has the tip %q, want %q; shown is %v", i, got, want, f.tips.shown)
		}
	}
	a.ScrollTo(60)
	if f.Update(&Input{Cursor: at}); tipOf(a) != "three" || a.tipPlace().Y != a.bounds.Y {
		t.Errorf("after scrolling there is the tip %q at %v", tipOf(a), a.tipPlace())
	}
}
