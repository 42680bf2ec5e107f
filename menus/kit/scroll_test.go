package kit

import (
	"strconv"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

func TestScrollAreaByKeysAndWheel(t *testing.T) {
	a := &ScrollArea{ContentHeight: 1000}
	f := one(a, 200, 300)
	a.bounds = render.Rect{X: 10, Y: 10, W: 200, H: 300}
	steps := []struct {
		in   *Input
		want float64
	}{
		{keyPress(ebiten.KeyArrowUp), 0},
		{keyPress(ebiten.KeyArrowDown), lineStep},
		{keyPress(ebiten.KeyArrowUp), 0},
		{keyPress(ebiten.KeyPageDown), 300 - lineStep},
		{keyPress(ebiten.KeyEnd), 700},
		{keyPress(ebiten.KeyPageDown), 700},
		{keyPress(ebiten.KeyPageUp), 700 - 300 + lineStep},
		{keyPress(ebiten.KeySpace), 700},
		{keyPress(ebiten.KeyHome), 0},
		{&Input{Cursor: render.Point{X: 50, Y: 50}, Wheel: 120}, 120},
		{&Input{Cursor: render.Point{X: 50, Y: 50}, Wheel: -500}, 0},
		{&Input{Cursor: nowhere, Wheel: 120}, 0},
	}
	for i, step := range steps {
		old := a.scroll.offset
		f.Update(&Input{Cursor: step.in.Cursor})
		changed := f.Update(step.in)
		if a.scroll.offset != step.want || changed != (old != step.want) {
			t.Errorf("step %d: offset %v, want %v; changed is %v", i, a.scroll.offset, step.want, changed)
		}
	}
}

func TestScrollLimits(t *testing.T) {
	a := &ScrollArea{ContentHeight: 1000}
	f := one(a, 200, 300)
	a.ScrollTo(1e9)
	if a.scroll.offset != 700 {
		t.Errorf("offset %v, want 700", a.scroll.offset)
	}
	a.ContentHeight = 400
	f.Update(&Input{})
	if a.scroll.offset != 100 {
		t.Errorf("offset %v after the content shrank, want 100", a.scroll.offset)
	}
	a.ContentHeight = 10
	f.Update(&Input{})
	if a.ScrollTo(50); a.scroll.offset != 0 || a.Focusable() || f.Focused() != nil {
		t.Errorf("offset %v where everything is in view", a.scroll.offset)
	}
	a.ScrollTo(-5)
	if a.scroll.offset != 0 {
		t.Errorf("offset %v", a.scroll.offset)
	}
}

func TestScrollKeysThatMoveNothingMoveTheFocus(t *testing.T) {
	a := &ScrollArea{ContentHeight: 340}
	f := one(a, 200, 300)
	back := NewButton("Back", nil)
	back.SetBounds(render.Rect{X: 10, Y: 330, W: 100, H: 40})
	f.Add(back)
	f.Update(keyPress(ebiten.KeyArrowDown))
	if f.Focused() != a || a.scroll.offset != 40 {
		t.Fatalf("offset %v", a.scroll.offset)
	}
	if f.Update(keyPress(ebiten.KeyArrowDown)); f.Focused() != back {
		t.Error("Down at the end does not lead to the button below")
	}
}

func TestScrollByDragging(t *testing.T) {
	a := &ScrollArea{ContentHeight: 1000}
	f := one(a, 200, 300)
	from := render.Point{X: 100, Y: 200}
	f.Update(pressAt(from))
	f.Update(dragTo(from.Add(render.Point{Y: -5})))
	if a.scroll.offset != 0 {
		t.Error("a trembling finger scrolls")
	}
	f.Update(dragTo(from.Add(render.Point{Y: -100})))
	if a.scroll.offset != 100 {
		t.Errorf("offset %v, want 100", a.scroll.offset)
	}
	f.Update(dragTo(from.Add(render.Point{X: 900, Y: -150}))) // outside it goes on
	f.Update(releaseAt(from.Add(render.Point{X: 900, Y: -150})))
	f.Update(hoverAt(from))
	if a.scroll.offset != 150 {
		t.Errorf("offset %v, want 150", a.scroll.offset)
	}
}

func TestScrollBar(t *testing.T) {
	a := &ScrollArea{ContentHeight: 900}
	f := one(a, 200, 300)
	f.Update(&Input{})
	bar, ok := a.scroll.bar(a.bounds)
	if !ok || bar.H != 100 || bar.Y != 10 || bar.Right() > a.bounds.Right() {
		t.Fatalf("bar %v", bar)
	}
	f.Update(pressAt(bar.Center()))
	f.Update(dragTo(bar.Center().Add(render.Point{Y: 100})))
	if a.scroll.offset != 300 {
		t.Errorf("offset %v after half the way, want 300", a.scroll.offset)
	}
	f.Update(dragTo(bar.Center().Add(render.Point{Y: 999})))
	f.Update(releaseAt(bar.Center().Add(render.Point{Y: 999})))
	if bar, _ = a.scroll.bar(a.bounds); a.scroll.offset != 600 || bar.Bottom() != a.bounds.Bottom() {
		t.Errorf("offset %v, bar %v", a.scroll.offset, bar)
	}
	f.Update(pressAt(render.Point{X: bar.Center().X, Y: 10 + 50})) // beside the bar
	if a.scroll.offset != 0 {
		t.Errorf("offset %v after a press at the top, want 0", a.scroll.offset)
	}
	if _, ok := new(scroller).bar(a.bounds); ok {
		t.Error("a bar for nothing")
	}
}

func tableOf(rows int) *Table {
	return &Table{
		List:    List{Rows: rows},
		Columns: []TableColumn{{Title: "Name"}, {Title: "Wide", Needs: 1000}, {Title: "Seeds", Width: 80, Align: render.Right}},
		Cells:   func(i int) []string { return []string{"row", "", strconv.Itoa(i)} },
		Empty:   "Nobody yet.",
	}
}

func TestTable(t *testing.T) {
	for _, rows := range []int{0, 1, 5} {
		table := tableOf(rows)
		f := one(table, 300, TableHeader+tableRow*max(1, float64(rows)))
		f.Update(keyPress(ebiten.KeyEnd))
		if table.Focusable() != (rows > 0) || table.scroll.offset != 0 || table.Selected != max(0, rows-1) {
			t.Errorf("a table of %d rows: row %d, scrolled to %v", rows, table.Selected, table.scroll.offset)
		}
	}
	table := tableOf(500)
	f := one(table, 300, 400)
	view := 400.0 - TableHeader
	f.Update(keyPress(ebiten.KeyEnd))
	if want := 500*tableRow - view; table.scroll.offset != want {
		t.Errorf("offset %v at the end, want %v", table.scroll.offset, want)
	}
	asked := map[int]int{}
	table.Cells = func(i int) []string {
		asked[i]++
		return nil
	}
	c := newCanvas(t)
	c.Begin(ebiten.NewImage(300, 400), 1)
	table.Draw(c, State{})
	for i := 500 - int(view/tableRow) - 1; i < 500; i++ {
		if asked[i] != 1 || len(asked) != int(view/tableRow)+1 {
			t.Errorf("one picture asks %d times for row %d, of %d rows", asked[i], i, len(asked))
		}
	}
	table.Rows = 0
	if f.Update(&Input{}); table.scroll.offset != 0 || f.Focused() != nil {
		t.Errorf("offset %v of an empty table", table.scroll.offset)
	}
}
