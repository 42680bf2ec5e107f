package kit

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func TestChoiceByKeys(t *testing.T) {
	var changes []int
	ch := NewChoice("Who starts", []string{"Host", "Guest", "Loser"}, 0, func(i int) { changes = append(changes, i) })
	f := one(ch, 400, labelledHeight(ch.Label))
	f.Update(&Input{})
	for _, k := range []ebiten.Key{ebiten.KeyArrowLeft, ebiten.KeyArrowRight, ebiten.KeyArrowRight, ebiten.KeyArrowRight} {
		in := keyPress(k)
		f.Update(in)
		if len(in.Keys) != 0 {
			t.Errorf("%v is left for those behind", k)
		}
	}
	if !slices.Equal(changes, []int{1, 2}) || ch.Value() != "Loser" {
		t.Errorf("changes %v, value %q", changes, ch.Value())
	}
	in := keyPress(ebiten.KeyEnter, ebiten.KeyArrowDown)
	if f.Update(in); ch.Selected != 2 {
		t.Error("Enter or Down changed the choice")
	}
	if f.Update(&Input{}) {
		t.Error("an idle choice reports a change")
	}
}

func TestChoiceByPointer(t *testing.T) {
	ch := NewChoice("Who starts", []string{"Host", "Guest", "Loser"}, 0, nil)
	ch.canvas = newCanvas(t)
	f := one(ch, 400, labelledHeight(ch.Label))
	parts := ch.parts()
	if len(parts) != 3 {
		t.Fatal("three short values do not fit 400 units")
	}
	if click(f, parts[2].Center()); ch.Selected != 2 {
		t.Errorf("selected %d, want 2", ch.Selected)
	}
	f.Update(pressAt(parts[0].Center()))
	f.Update(releaseAt(parts[1].Center()))
	if ch.Selected != 1 {
		t.Errorf("selected %d: what counts is where the pointer lets go", ch.Selected)
	}
	if click(f, render.Point{X: 50, Y: 15}); ch.Selected != 1 {
		t.Error("a click on the label changed the choice")
	}
	if !f.Update(hoverAt(parts[0].Center())) || !f.Update(hoverAt(parts[1].Center())) || f.Update(hoverAt(parts[1].Center())) {
		t.Error("hovering another segment, and only that, is a change")
	}
}

func TestChoiceOfManyHasArrows(t *testing.T) {
	ch := NewChoice("", []string{"Kalah", "Kalah with a very long name of its own", "Oware"}, 1, nil)
	ch.canvas = newCanvas(t)
	f := one(ch, 300, labelledHeight(ch.Label))
	if ch.parts() != nil {
		t.Fatal("long values are shown as segments")
	}
	left, right := ends2(ch.ring())
	if click(f, right.Center()); ch.Selected != 2 {
		t.Errorf("selected %d, want 2", ch.Selected)
	}
	if click(f, right.Center()); ch.Selected != 2 {
		t.Errorf("selected %d: it must not go around the end", ch.Selected)
	}
	click(f, left.Center())
	click(f, left.Center())
	if click(f, between(left, right).Center()); ch.Selected != 0 {
		t.Errorf("selected %d, want 0", ch.Selected)
	}
}

func TestChoiceOpensItsList(t *testing.T) {
	opened, changes := 0, 0
	ch := NewChoice("", []string{"Kalah", "Kalah with a very long name of its own", "Oware"}, 0, func(int) { changes++ })
	ch.canvas = newCanvas(t)
	ch.OnOpen = func() { opened++ }
	f := one(ch, 300, labelledHeight(ch.Label))
	left, right := ends2(ch.ring())
	click(f, between(left, right).Center())
	f.Update(keyPress(ebiten.KeySpace))
	if opened != 2 || ch.Selected != 0 {
		t.Errorf("opened %d times by a click and by Space; selected %d", opened, ch.Selected)
	}
	click(f, right.Center())
	f.Update(keyPress(ebiten.KeyArrowRight, ebiten.KeyEnter))
	if opened != 2 || ch.Selected != 2 || changes != 2 {
		t.Errorf("by the arrows: opened %d times, selected %d, %d changes", opened, ch.Selected, changes)
	}
	for _, i := range []int{2, -1, 3} {
		ch.Choose(i)
	}
	if ch.Selected != 2 || changes != 2 {
		t.Errorf("choosing nothing new: selected %d, %d changes", ch.Selected, changes)
	}
	if ch.Choose(1); ch.Selected != 1 || changes != 3 {
		t.Errorf("choosing: selected %d, %d changes", ch.Selected, changes)
	}
	ch.Options = []string{"a", "b", "c"} // segments open no list
	f.Update(keyPress(ebiten.KeySpace))
	if click(f, ch.ring().Center()); opened != 2 {
		t.Error("segments open a list")
	}
}

func TestChoiceWithoutValuesOrDisabled(t *testing.T) {
	for _, ch := range []*Choice{
		NewChoice("", nil, 0, nil),
		{Options: []string{"a", "b"}, Disabled: true},
		{Options: []string{"a"}, Selected: 7, Disabled: true},
	} {
		f := one(ch, 300, 46)
		selected := ch.Selected
		click(f, ch.Bounds().Center())
		f.Update(keyPress(ebiten.KeyArrowRight))
		if ch.Selected != selected || f.Focused() != nil {
			t.Errorf("%v: selected %d", ch.Options, ch.Selected)
		}
		_ = ch.Value()
	}
}

func TestStepper(t *testing.T) {
	var changes []int
	s := NewStepper("Seeds", 99, 1, 4, func(v int) { changes = append(changes, v) })
	f := one(s, 300, labelledHeight(s.Label))
	for _, k := range []ebiten.Key{
		ebiten.KeyArrowRight, ebiten.KeyArrowLeft, ebiten.KeyMinus, ebiten.KeyHome, ebiten.KeyArrowLeft, ebiten.KeyEqual,
		ebiten.KeyNumpadAdd, ebiten.KeyEnd,
	} {
		f.Update(keyPress(k))
	}
	if want := []int{3, 2, 1, 2, 3, 4}; !slices.Equal(changes, want) {
		t.Errorf("changes %v, want %v", changes, want)
	}
	left, right := ends2(s.ring())
	click(f, left.Center())
	click(f, right.Center())
	click(f, right.Center())
	if want := []int{3, 2, 1, 2, 3, 4, 3, 4}; !slices.Equal(changes, want) {
		t.Errorf("changes %v, want %v", changes, want)
	}
}

func TestStepperGoesOnWhileItIsHeld(t *testing.T) {
	s := NewStepper("", 1, 1, 100, nil)
	f := one(s, 300, labelledHeight(s.Label))
	_, right := ends2(s.ring())
	f.Update(pressAt(right.Center()))
	if s.Value != 2 {
		t.Fatalf("value %d after the press", s.Value)
	}
	for range holdTicks - 1 {
		f.Update(dragTo(right.Center()))
	}
	if s.Value != 2 {
		t.Errorf("value %d before the time", s.Value)
	}
	for range 1 + 3*stepTicks {
		f.Update(dragTo(right.Center()))
	}
	if s.Value != 6 {
		t.Errorf("value %d, want 6", s.Value)
	}
	for range 20 {
		f.Update(dragTo(nowhere))
	}
	f.Update(releaseAt(nowhere))
	if s.Value != 6 {
		t.Errorf("value %d: outside it must not go on", s.Value)
	}
}

func TestLabelsStandAboveOrAtTheLeft(t *testing.T) {
	text, control := labelled(render.Rect{W: 400, H: labelledHeight("x")}, "x")
	if text.Bottom() > control.Y || control.W != 400 || control.H != ControlHeight {
		t.Errorf("above: %v and %v", text, control)
	}
	text, control = labelled(render.Rect{W: 400, H: ControlHeight}, "x")
	if text.Right() > control.X || control.Right() != 400 || control.H != ControlHeight {
		t.Errorf("at the left: %v and %v", text, control)
	}
	if _, control = labelled(render.Rect{W: 400, H: ControlHeight}, ""); control.W != 400 {
		t.Errorf("without a label: %v", control)
	}
}
