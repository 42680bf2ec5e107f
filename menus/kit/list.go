package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// List shows rows of equal height and selects one. It scrolls like a [ScrollArea]. A click selects
// a row, as do Up, Down, PgUp, PgDn, Home and End while the list has the focus.
type List struct {
	box
	// Rows is the number of rows, and RowHeight the height of each, in units.
	Rows      int
	RowHeight float64
	// Selected is the index of the selected row. Use [List.Select] to change it from outside.
	Selected int
	// DrawRow draws row i. The list has already drawn the background of the selected and the
	// hovered row.
	DrawRow func(c *render.Canvas, r render.Rect, i int)
	// Words returns the text of row i for screen readers.
	Words func(i int) string
	// OnSelect is called after the user has selected another row.
	OnSelect func(i int)
	// OnOpen is called on a double click on the selected row, and on Enter.
	OnOpen func(i int)

	scroll scroller
	hover  int  // the row under the pointer, or -1
	finger bool // the source is a finger, so rows are at least TouchSize high
	again  int  // remaining ticks for the second click of a double click
}

// Focusable reports whether there is anything to select.
func (l *List) Focusable() bool { return l.Rows > 0 }

// DrawsFocus marks a widget that draws its own focus: the mark of the selected row is gold.
func (l *List) DrawsFocus() {}

// Select selects row i, clamped to the existing rows, and scrolls it and its neighbours into view.
func (l *List) Select(i int) {
	l.Selected = max(0, min(i, l.Rows-1))
	l.resize()
	height := l.rowHeight()
	top := float64(l.Selected) * height
	switch around := min(height, max(0, (l.bounds.H-height)/2)); {
	case top-around < l.scroll.offset:
		l.scroll.to(top - around)
	case top+height+around > l.scroll.offset+l.bounds.H:
		l.scroll.to(top + height + around - l.bounds.H)
	}
}

// SetBounds sets the widget's rectangle and keeps the selected row in view.
func (l *List) SetBounds(r render.Rect) {
	if r != l.bounds {
		l.bounds = r
		l.Select(l.Selected)
	}
}

func (l *List) resize() { l.scroll.resize(float64(l.Rows)*l.rowHeight(), l.bounds.H) }

// rowHeight returns the present height of a row: at least TouchSize for a finger.
func (l *List) rowHeight() float64 {
	if l.finger {
		return max(l.RowHeight, TouchSize)
	}
	return l.RowHeight
}

// follow adapts the height of the rows to the input device, and reports whether it changed. It
// waits for the end of a press, so that the press ends on its first row.
func (l *List) follow(at State) bool {
	finger := at.Source == Touch
	if finger == l.finger || at.Held || at.Clicked {
		return false
	}
	old := l.rowHeight()
	l.finger = finger
	if old == l.rowHeight() {
		return false
	}
	l.Select(l.Selected)
	return true
}

// Update scrolls and selects.
func (l *List) Update(in *Input, at State) bool {
	l.resize()
	old, hover := l.Selected, l.hover
	moved := l.follow(at)
	moved = l.scroll.pointer(in, at, l.bounds) || moved
	if l.hover = -1; at.Hovered {
		l.hover = l.rowAt(in.Cursor)
	}
	l.again = max(0, l.again-1)
	opens := false
	switch {
	case at.Clicked && l.scroll.drag == maybeDrag && l.hover >= 0:
		opens = l.again > 0 && l.hover == old
		l.again = doubleClickTicks
		l.Select(l.hover)
	case at.Focused:
		l.keys(in)
		opens = l.OnOpen != nil && in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter)
	}
	if opens {
		l.Press()
	}
	if old != l.Selected && l.OnSelect != nil {
		l.OnSelect(l.Selected)
	}
	return moved || old != l.Selected || hover != l.hover
}

// rowAt returns the index of the row at a point, or -1.
func (l *List) rowAt(p render.Point) int {
	i := int((p.Y - l.bounds.Y + l.scroll.offset) / l.rowHeight())
	_, scrolls := l.scroll.bar(l.bounds)
	if !l.bounds.Contains(p) || i >= l.Rows || scrolls && p.X >= l.bounds.Right()-barRoom {
		return -1
	}
	return i
}

// keys selects with the keyboard. It leaves a key without effect, so that the key moves the focus.
func (l *List) keys(in *Input) {
	page := max(1, int(l.bounds.H/l.rowHeight())-1)
	if to, ok := in.takeWay(float64(l.Selected), 1, float64(page), float64(l.Rows-1)); ok {
		l.Select(int(to))
	}
}

// Draw draws the rows in view.
func (l *List) Draw(c *render.Canvas, at State) {
	l.resize()
	if !at.Hovered {
		l.hover = -1
	}
	l.scroll.draw(c, l.bounds, at, func(c *render.Canvas, r render.Rect) { l.drawRows(c, r, at) })
}

// view returns the first and the last row in view.
func (l *List) view() (first, last int) {
	top := l.scroll.offset
	return max(0, int(top/l.rowHeight())), min(int((top+l.bounds.H)/l.rowHeight()), l.Rows-1)
}

// drawRows draws the rows in view. The mark of the selected one is gold while the list has the
// focus.
func (l *List) drawRows(c *render.Canvas, r render.Rect, at State) {
	first, last := l.view()
	for i := first; i <= last; i++ {
		row := render.Rect{X: r.X, Y: r.Y + float64(i)*l.rowHeight(), W: r.W, H: l.rowHeight()}
		switch i {
		case l.Selected:
			c.FillRect(row, 6, render.PanelHover)
			mark := render.InkSoft
			if at.Focused {
				mark = render.Gold
			}
			c.FillRect(render.Rect{X: row.X, Y: row.Y + 4, W: 6, H: row.H - 8}, 2, mark)
		case l.hover:
			c.FillRect(row, 6, render.PanelRaised)
		}
		l.DrawRow(c, row, i)
	}
}
