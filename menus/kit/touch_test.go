package kit

import (
	"fmt"
	"testing"

	"mancala/render"
)

// finger marks an input as a finger's.
func finger(in *Input) *Input { in.Source = Touch; return in }

// tap touches the screen for two ticks and releases it.
func tap(f *Form, p render.Point) {
	f.Update(finger(pressAt(p)))
	f.Update(finger(&Input{Cursor: p, Down: true}))
	f.Update(finger(releaseAt(p)))
	f.Update(finger(&Input{Cursor: nowhere}))
}

func TestAFingerLeavesNoLightBehind(t *testing.T) {
	buttons, pressed := grid(3)
	f := formOf(buttons)
	tap(f, buttons[1].Bounds().Center())
	if len(*pressed) != 1 || f.hovered != nil || f.held != nil {
		t.Errorf("pressed %v, the pointer is over %v", *pressed, f.hovered)
	}
	f.Update(finger(pressAt(buttons[1].Bounds().Center())))
	f.Update(finger(dragTo(buttons[2].Bounds().Center())))
	if f.hovered != nil {
		t.Error("another button lights up under a finger that holds one")
	}
}

func TestTappedTellsAFingerFromAMouse(t *testing.T) {
	seen := ""
	w := &stateful{see: func(at State) {
		if at.Clicked {
			seen += fmt.Sprintf("%v;", at.Tapped)
		}
	}}
	f := one(w, 100, 100)
	click(f, w.Bounds().Center())
	tap(f, w.Bounds().Center())
	if seen != "false;true;" {
		t.Errorf("Tapped is %s", seen)
	}
}

// stateful is a widget that records its states.
type stateful struct {
	Button
	see func(State)
}

func (s *stateful) Update(_ *Input, at State) bool { s.see(at); return false }

// TestEverythingIsLargeEnoughForAFinger taps around every control in steps of a unit, with
// neighbours at the usual distance, and measures the area with an effect. At 640x400 a unit is 0.7
// pixels.
func TestEverythingIsLargeEnoughForAFinger(t *testing.T) {
	const pixels, unit = 44, 0.7
	tests := []struct {
		name   string
		height float64
		make   func(done func(what string)) Widget
		wants  []string
	}{
		{"button", ControlHeight, func(done func(string)) Widget { return NewButton("", func() { done("press") }) }, []string{"press"}},
		{"stepper", ControlHeight, func(done func(string)) Widget {
			return NewStepper("", 5, 0, 10, func(v int) { done(fmt.Sprint(v)) })
		}, []string{"4", "6"}},
		{"segments", ControlHeight, func(done func(string)) Widget {
			return NewChoice("", []string{"a", "b", "c"}, 0, func(i int) { done(fmt.Sprint(i)) })
		}, []string{"1", "2"}},
		{"arrows", ControlHeight, func(done func(string)) Widget {
			long := "much longer than there is room for in a segment"
			ch := NewChoice("", []string{long, long + "!", long + "?"}, 1, func(i int) { done(fmt.Sprint(i)) })
			ch.OnOpen = func() { done("list") }
			return ch
		}, []string{"0", "2", "list"}},
		{"switch", ControlHeight, func(done func(string)) Widget {
			return NewSwitch("", false, func(bool) { done("on") })
		}, []string{"on"}},
	}
	const width = 300
	for _, test := range tests {
		at := func(p render.Point) string {
			done := ""
			w := test.make(func(what string) { done = what })
			above, below := NewButton("", nil), NewButton("", nil)
			w.SetBounds(render.Rect{W: width, H: test.height})
			above.SetBounds(render.Rect{Y: -Gap - ControlHeight, W: width, H: ControlHeight})
			below.SetBounds(render.Rect{Y: test.height + Gap, W: width, H: ControlHeight})
			tap(NewForm(above, w, below), p)
			return done
		}
		first, wide := map[string]float64{}, map[string]float64{}
		for x := -40.0; x < width+40; x++ {
			what := at(render.Point{X: x, Y: test.height / 2})
			if wide[what] == 0 {
				first[what] = x
			}
			wide[what]++
		}
		for _, what := range test.wants {
			high := 0.0
			for y := -40.0; y < test.height+40; y++ {
				if at(render.Point{X: first[what] + wide[what]/2, Y: y}) == what {
					high++
				}
			}
			if wide[what]*unit < pixels || high*unit < pixels {
				t.Errorf("%s: a finger hits %q in %v by %v units", test.name, what, wide[what], high)
			}
		}
	}
}

func TestRowsGrowForAFinger(t *testing.T) {
	table := tableOf(20)
	f := one(table, 300, 400)
	body := table.List.Bounds()
	tap(f, render.Point{X: 50, Y: body.Y + 2.5*tableRow})
	if table.Selected != 2 {
		t.Errorf("the first tap chose row %d, want the one that was drawn there", table.Selected)
	}
	if table.rowHeight()*0.7 < 44 {
		t.Errorf("a row is %v units high while a finger is used", table.rowHeight())
	}
	tap(f, render.Point{X: 50, Y: body.Y + 0.5*TouchSize - table.scroll.offset + 3*TouchSize})
	if table.Selected != 3 {
		t.Errorf("a tap on row 3 chose row %d", table.Selected)
	}
	f.Update(hoverAt(body.Center()))
	if table.rowHeight() != tableRow {
		t.Error("the rows stay high for a mouse")
	}
}
