package kit

import (
	"slices"
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
		old := a.Offset()
		f.Update(&Input{Cursor: step.in.Cursor})
		changed := f.Update(step.in)
		if a.Offset() != step.want || changed != (old != step.want) {
			t.Errorf("step %d: offset %v, want %v; changed is %v", i, a.Offset(), step.want, changed)
		}
	}
}

func TestScrollLimits(t *testing.T) {
	a := &ScrollArea{ContentHeight: 1000}
	f := one(a, 200, 300)
	a.ScrollTo(1e9)
	if a.Offset() != 700 {
		t.Errorf("offset %v, want 700", a.Offset())
	}
	a.ContentHeight = 400
	f.Update(&Input{})
	if a.Offset() != 100 {
		t.Errorf("offset %v after the content shrank, want 100", a.Offset())
	}
	a.ContentHeight = 10
	f.Update(&Input{})
	if a.ScrollTo(50); a.Offset() != 0 || a.Focusable() || f.Focused() != nil {
		t.Errorf("offset %v where everything is in view", a.Offset())
	}
	a.ScrollTo(-5)
	if a.Offset() != 0 {
		t.Errorf("offset %v", a.Offset())
	}
}

func TestScrollKeysThatMoveNothingMoveTheFocus(t *testing.T) {
	a := &ScrollArea{ContentHeight: 340}
	f := one(a, 200, 300)
	back := NewButton("Back", nil)
	back.SetBounds(render.Rect{X: 10, Y: 330, W: 100, H: 40})
	f.Add(back)
	f.Update(keyPress(ebiten.KeyArrowDown))
	if f.Focused() != a || a.Offset() != 40 {
		t.Fatalf("offset %v", a.Offset())
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
	if a.Offset() != 0 {
		t.Error("a trembling finger scrolls")
	}
	f.Update(dragTo(from.Add(render.Point{Y: -100})))
	if a.Offset() != 100 {
		t.Errorf("offset %v, want 100", a.Offset())
	}
	f.Update(dragTo(from.Add(render.Point{X: 900, Y: -150}))) // outside it goes on
	f.Update(releaseAt(from.Add(render.Point{X: 900, Y: -150})))
	f.Update(hoverAt(from))
	if a.Offset() != 150 {
		t.Errorf("offset %v, want 150", a.Offset())
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
	if a.Offset() != 300 {
		t.Errorf("offset %v after half the way, want 300", a.Offset())
	}
	f.Update(dragTo(bar.Center().Add(render.Point{Y: 999})))
	f.Update(releaseAt(bar.Center().Add(render.Point{Y: 999})))
	if bar, _ = a.scroll.bar(a.bounds); a.Offset() != 600 || bar.Bottom() != a.bounds.Bottom() {
		t.Errorf("offset %v, bar %v", a.Offset(), bar)
	}
	f.Update(pressAt(render.Point{X: bar.Center().X, Y: 10 + 50})) // beside the bar
	if a.Offset() != 0 {
		t.Errorf("offset %v after a press at the top, want 0", a.Offset())
	}
	if _, ok := new(scroller).bar(a.bounds); ok {
		t.Error("a bar for nothing")
	}
}

func tableOf(rows int) *Table {
	t := &Table{Columns: []TableColumn{{Title: "Name"}, {Title: "Seeds", Width: 80, Align: render.Right}}, Empty: "Nobody yet."}
	for i := range rows {
		t.Rows = append(t.Rows, []string{"row", strconv.Itoa(i)})
	}
	return t
}

func TestTable(t *testing.T) {
	for _, rows := range []int{0, 1, 5} {
		table := tableOf(rows)
		f := one(table, 300, table.Height())
		f.Update(keyPress(ebiten.KeyEnd))
		if table.Focusable() || table.scroll.offset != 0 {
			t.Errorf("a table of %d rows scrolls though all are in view", rows)
		}
	}
	table := tableOf(500)
	f := one(table, 300, 400)
	view := 400.0 - tableHeader
	f.Update(keyPress(ebiten.KeyEnd))
	if want := 500*tableRow - view; table.scroll.offset != want {
		t.Errorf("offset %v at the end, want %v", table.scroll.offset, want)
	}
	table.Reveal(3)
	if table.scroll.offset != 3*tableRow {
		t.Errorf("offset %v, want row 3 at the top", table.scroll.offset)
	}
	table.Reveal(3 + 8)
	if bottom := table.scroll.offset + view; bottom != 12*tableRow {
		t.Errorf("row 11 ends at %v, the view at %v", 12*tableRow, bottom)
	}
	table.Rows = nil
	if f.Update(&Input{}); table.scroll.offset != 0 || f.Focused() != nil {
		t.Errorf("offset %v of an empty table", table.scroll.offset)
	}
}

func listOf(rows int) (list *List, selected, used *[]int) {
	list = NewList()
	for i := range rows {
		list.Items = append(list.Items, ListItem{Title: strconv.Itoa(i)})
	}
	selected, used = new([]int), new([]int)
	list.OnSelect = func(i int) { *selected = append(*selected, i) }
	list.OnUse = func(i int) { *used = append(*used, i) }
	return list, selected, used
}

func TestListByKeys(t *testing.T) {
	list, selected, used := listOf(20)
	f := one(list, 200, 4*listRow+8)
	f.Update(keyPress(ebiten.KeyEnter)) // nothing is selected
	for _, k := range []ebiten.Key{
		ebiten.KeyArrowDown, ebiten.KeyArrowDown, ebiten.KeyEnter, ebiten.KeyPageDown, ebiten.KeyEnd, ebiten.KeyPageUp,
		ebiten.KeyHome, ebiten.KeyArrowUp, ebiten.KeySpace,
	} {
		f.Update(keyPress(k))
		y := float64(list.Selected) * listRow
		if y < list.scroll.offset || y+listRow > list.scroll.offset+list.scroll.view {
			t.Errorf("row %d is not in view: from %v", list.Selected, list.scroll.offset)
		}
	}
	if want := []int{0, 1, 4, 19, 16, 0}; !slices.Equal(*selected, want) {
		t.Errorf("selected %v, want %v", *selected, want)
	}
	if want := []int{1, 0}; !slices.Equal(*used, want) {
		t.Errorf("used %v, want %v", *used, want)
	}
}

func TestListByPointer(t *testing.T) {
	list, selected, used := listOf(20)
	f := one(list, 200, 4*listRow+8)
	row := func(i int) render.Point { return render.Point{X: 60, Y: 14 + listRow*(float64(i)+0.5)} }
	click(f, row(2))
	calm(f, doubleClickTicks)
	click(f, row(2))
	if !slices.Equal(*selected, []int{2}) || len(*used) != 0 {
		t.Errorf("two slow clicks selected %v and used %v", *selected, *used)
	}
	click(f, row(2))
	if !slices.Equal(*used, []int{2}) {
		t.Errorf("a double click used %v", *used)
	}
	click(f, row(2))
	if len(*used) != 1 {
		t.Error("the third click of three counts as a double one again")
	}
	click(f, row(1))
	click(f, row(3))
	if len(*used) != 1 || list.Selected != 3 {
		t.Errorf("quick clicks on two rows used %v, selected %d", *used, list.Selected)
	}
	f.Update(pressAt(row(3)))
	f.Update(dragTo(row(1)))
	f.Update(releaseAt(row(1)))
	if list.Selected != 3 || list.scroll.offset != 2*listRow {
		t.Errorf("dragging selected %d and scrolled %v", list.Selected, list.scroll.offset)
	}
	click(f, row(0))
	if list.Selected != 2 {
		t.Errorf("after scrolling, the first row in view is %d, want 2", list.Selected)
	}
	list.scroll.to(0)
	f.Update(pressAt(row(0)))
	f.Update(dragTo(row(3))) // nothing is further up
	f.Update(releaseAt(row(3)))
	if list.Selected != 2 {
		t.Errorf("letting go after a drag selected %d", list.Selected)
	}
	if !f.Update(hoverAt(row(1))) || f.Update(hoverAt(row(1))) {
		t.Error("hovering a row must report one change")
	}
}

func TestListThatShrinks(t *testing.T) {
	list, _, used := listOf(5)
	f := one(list, 200, 300)
	f.Update(keyPress(ebiten.KeyEnd))
	list.Items = list.Items[:2]
	f.Update(keyPress(ebiten.KeyEnter))
	if list.Selected != 1 || !slices.Equal(*used, []int{1}) {
		t.Errorf("selected %d, used %v", list.Selected, *used)
	}
	list.Items = nil
	click(f, render.Point{X: 60, Y: 30})
	if f.Update(keyPress(ebiten.KeyEnter)); len(*used) != 1 || f.Focused() != nil {
		t.Errorf("an empty list used %v", *used)
	}
}
