package kit

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// rows returns a form with a list of n rows of 20 units in 100 units, and a record of the user's
// selections.
func rows(n int) (*Form, *List, *[]int) {
	selected := new([]int)
	l := &List{Rows: n, RowHeight: 20, OnSelect: func(i int) { *selected = append(*selected, i) }}
	return one(l, 200, 100), l, selected
}

// Enter or a double click opens the selected row, but two clicks on different rows do not.
func TestListOpens(t *testing.T) {
	f, l, _ := rows(50)
	var opened []int
	l.OnOpen = func(i int) { opened = append(opened, i) }
	f.Update(keyPress(ebiten.KeyArrowDown))
	f.Update(keyPress(ebiten.KeyEnter))
	for _, y := range []float64{50, 70, 70} {
		at := render.Point{X: 40, Y: l.Bounds().Y + y}
		f.Update(pressAt(at))
		f.Update(&Input{Cursor: at, Released: true})
	}
	if !slices.Equal(opened, []int{1, 3}) {
		t.Errorf("opened %v", opened)
	}
}

func TestListByKeys(t *testing.T) {
	f, l, selected := rows(50)
	steps := []struct {
		key  ebiten.Key
		want int
	}{
		{ebiten.KeyArrowUp, 0},
		{ebiten.KeyArrowDown, 1},
		{ebiten.KeyArrowDown, 2},
		{ebiten.KeyArrowUp, 1},
		{ebiten.KeyPageDown, 5},
		{ebiten.KeyPageUp, 1},
		{ebiten.KeyEnd, 49},
		{ebiten.KeyArrowDown, 49},
		{ebiten.KeyHome, 0},
	}
	for i, step := range steps {
		old := l.Selected
		changed := f.Update(keyPress(step.key))
		if l.Selected != step.want || changed != (old != step.want) && i > 0 {
			t.Errorf("step %d: row %d, want %d; changed is %v", i, l.Selected, step.want, changed)
		}
		if top := 20*float64(l.Selected) - l.scroll.offset; top < 0 || top > 80 {
			t.Errorf("step %d: row %d is out of view", i, l.Selected)
		}
	}
	if want := []int{1, 2, 1, 5, 1, 49, 0}; !slices.Equal(*selected, want) {
		t.Errorf("told of %v, want %v", *selected, want)
	}
}

func TestListByPointer(t *testing.T) {
	f, l, selected := rows(50)
	click(f, render.Point{X: 50, Y: 10 + 45})
	click(f, render.Point{X: 50, Y: 10 + 45})
	if l.Selected != 2 || !slices.Equal(*selected, []int{2}) {
		t.Errorf("a click selects row %d, told of %v", l.Selected, *selected)
	}
	click(f, render.Point{X: 205, Y: 10 + 95}) // the scroll bar
	if l.Selected != 2 || l.scroll.offset == 0 {
		t.Errorf("the scroll bar selects row %d, offset %v", l.Selected, l.scroll.offset)
	}
	l.Select(0)
	from := render.Point{X: 50, Y: 80}
	f.Update(pressAt(from))
	f.Update(dragTo(from.Add(render.Point{Y: -40})))
	f.Update(releaseAt(from.Add(render.Point{Y: -40})))
	if l.Selected != 0 || l.scroll.offset != 40 {
		t.Errorf("dragging selects row %d, offset %v", l.Selected, l.scroll.offset)
	}
	f.Update(&Input{Cursor: from, Wheel: 60})
	if l.Selected != 0 || l.scroll.offset != 100 {
		t.Errorf("the wheel selects row %d, offset %v", l.Selected, l.scroll.offset)
	}
}

func TestListLimits(t *testing.T) {
	_, l, selected := rows(3)
	for i, want := range map[int]int{-5: 0, 1: 1, 99: 2} {
		if l.Select(i); l.Selected != want {
			t.Errorf("Select(%d) selects row %d, want %d", i, l.Selected, want)
		}
	}
	if len(*selected) != 0 {
		t.Error("a selection from outside is told of")
	}
	if l.rowAt(render.Point{X: 50, Y: 75}) != -1 {
		t.Error("there is a row below the last one")
	}
	l.Rows = 50
	l.Select(30)
	l.SetBounds(render.Rect{X: 10, Y: 10, W: 200, H: 60})
	if top := 20*30 - l.scroll.offset; top < 0 || top > 40 {
		t.Errorf("in a lower list the selected row begins at %v", top)
	}
	l.Rows = 0
	if l.Focusable() {
		t.Error("an empty list can have the focus")
	}
}
