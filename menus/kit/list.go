package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// ListItem is a row of a [List].
type ListItem struct {
	Title string
	// Detail stands at the right end, quieter.
	Detail string
}

// List shows rows of which one can be selected and used. A click or an arrow key selects; a double click or Enter uses.
// It scrolls like a [ScrollArea].
type List struct {
	box
	Items []ListItem
	// Selected is the index of the selected row, or -1.
	Selected int
	// Empty is the sentence that is shown instead of rows where there are none.
	Empty string
	// OnSelect is called after the person has selected another row, OnUse when a row is used.
	OnSelect, OnUse func(i int)

	scroll scroller
	hover  int
	// again is how many ticks are left in which a second click on the selected row makes a double click.
	again int
}

const (
	listRow = 46
	// doubleClickTicks is how soon a second click makes a double one.
	doubleClickTicks = 27
)

// NewList returns a list with nothing selected.
func NewList(items ...ListItem) *List {
	return &List{Items: items, Selected: -1}
}

// Focusable reports whether the list has rows.
func (l *List) Focusable() bool { return len(l.Items) > 0 }

func (l *List) contentHeight() float64 { return float64(len(l.Items)) * listRow }

func (l *List) inner() render.Rect { return l.bounds.Inset(4) }

// Update selects, uses and scrolls.
func (l *List) Update(in *Input, at State) bool {
	l.scroll.resize(l.contentHeight(), l.inner().H)
	selected, hover := l.Selected, l.hover
	l.Selected = min(max(l.Selected, -1), len(l.Items)-1)
	l.again = max(0, l.again-1)
	changed := l.scroll.pointer(in, at, l.inner())
	l.hover = -1
	if at.Hovered && !l.scroll.dragging() {
		l.hover = l.rowAt(in.Cursor)
	}
	use := at.Clicked && l.click()
	if at.Focused {
		use = l.keys(in) || use
	}
	changed = changed || selected != l.Selected || hover != l.hover
	if selected != l.Selected && l.OnSelect != nil {
		l.OnSelect(l.Selected)
	}
	if use && l.OnUse != nil {
		l.OnUse(l.Selected)
	}
	return changed || use
}

// click selects the row under the pointer and reports whether that was a double click.
func (l *List) click() (use bool) {
	if l.hover < 0 {
		return false
	}
	use = l.hover == l.Selected && l.again > 0
	l.Selected, l.again = l.hover, doubleClickTicks
	if use {
		l.again = 0
	}
	return use
}

// keys moves the selection and reports whether the selected row is to be used.
func (l *List) keys(in *Input) (use bool) {
	last := len(l.Items) - 1
	page := max(1, int(l.scroll.view/listRow)-1)
	steps := [...]struct {
		key ebiten.Key
		to  int
	}{
		{ebiten.KeyArrowUp, l.Selected - 1},
		{ebiten.KeyArrowDown, l.Selected + 1},
		{ebiten.KeyPageUp, max(0, l.Selected-page)},
		{ebiten.KeyPageDown, min(last, l.Selected+page)},
		{ebiten.KeyHome, 0},
		{ebiten.KeyEnd, last},
	}
	for _, step := range steps {
		if step.to >= 0 && step.to <= last && step.to != l.Selected && in.takePlain(step.key) {
			l.Selected = step.to
			l.scroll.reveal(float64(step.to)*listRow, listRow)
			break
		}
	}
	return l.OnUse != nil && l.Selected >= 0 && l.Selected <= last &&
		in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace)
}

// rowAt returns the row at a point of the screen, or -1.
func (l *List) rowAt(p render.Point) int {
	r := l.inner()
	if _, scrolls := l.scroll.bar(r); scrolls {
		r.W -= barRoom
	}
	i := int((p.Y - r.Y + l.scroll.offset) / listRow)
	if !r.Contains(p) || i >= len(l.Items) {
		return -1
	}
	return i
}

// Draw draws the rows that are in view.
func (l *List) Draw(c *render.Canvas, at State) {
	well(c, l.bounds)
	if len(l.Items) == 0 {
		DrawText(c, l.Empty, l.bounds.Inset(16), render.Body.In(render.InkSoft).Aligned(render.Center))
		return
	}
	l.scroll.resize(l.contentHeight(), l.inner().H)
	if !at.Hovered {
		l.hover = -1
	}
	l.scroll.draw(c, l.inner(), at, l.drawRows)
}

func (l *List) drawRows(c *render.Canvas, r render.Rect) {
	view := l.inner()
	for i, item := range l.Items {
		row := render.Rect{X: r.X, Y: r.Y + float64(i)*listRow, W: r.W, H: listRow}
		if row.Bottom() <= view.Y || row.Y >= view.Bottom() {
			continue
		}
		title, detail := render.Body, render.Caption.Aligned(render.Right)
		ground := row.Inset(1)
		switch i {
		case l.Selected:
			c.FillRect(ground, 7, render.Line)
			title, detail = render.Strong, detail.In(render.Ink)
		case l.hover:
			c.FillRect(ground, 7, render.PanelRaised)
		}
		text := render.Rect{X: row.X + 12, Y: row.Y, W: row.W - 24, H: row.H}
		if item.Detail != "" {
			w := min(c.TextWidth(item.Detail, detail)+1, text.W*0.6)
			var right render.Rect
			right, text = text.CutRight(w)
			line(c, item.Detail, right, detail)
			text.W -= 16
		}
		line(c, item.Title, text, title)
	}
}
