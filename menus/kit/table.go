package kit

import "mancala/render"

// TableColumn is a column of a [Table].
type TableColumn struct {
	Title string
	// Width is in units; columns of width 0 share what the others leave.
	Width float64
	Align render.Align
}

// Table shows rows of texts under a header. It scrolls like a [ScrollArea].
type Table struct {
	box
	Columns []TableColumn
	// Rows are the texts, in the order of the columns. A row may have fewer.
	Rows [][]string
	// Empty is the sentence that is shown instead of rows where there are none.
	Empty string

	scroll scroller
}

const (
	tableHeader = 38
	tableRow    = 42
	cellPad     = 12
)

// Focusable reports whether there is anything to scroll.
func (t *Table) Focusable() bool { return t.contentHeight() > max(0, t.body().H)+0.5 }

func (t *Table) contentHeight() float64 { return float64(len(t.Rows)) * tableRow }

func (t *Table) body() render.Rect {
	_, body := t.bounds.CutTop(tableHeader)
	return body
}

// Update scrolls.
func (t *Table) Update(in *Input, at State) bool {
	t.scroll.resize(t.contentHeight(), t.body().H)
	moved := t.scroll.pointer(in, at, t.body())
	if at.Focused {
		moved = t.scroll.keys(in) || moved
	}
	return moved
}

// Draw draws the header and the rows that are in view.
func (t *Table) Draw(c *render.Canvas, at State) {
	header, body := t.bounds.CutTop(tableHeader)
	t.scroll.resize(t.contentHeight(), body.H)
	if t.Focusable() {
		header.W -= barRoom
	}
	titles := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		titles[i] = col.Title
	}
	t.cells(c, header, titles, render.Caption)
	y := header.Bottom() - 1
	c.FillRect(render.Rect{X: header.X, Y: y, W: header.W, H: 1}, 0, render.Line)
	if len(t.Rows) == 0 {
		text := body.Inset(cellPad)
		text.Y += 8
		DrawText(c, t.Empty, text, render.Body.In(render.InkSoft).Aligned(render.Center))
		return
	}
	t.scroll.draw(c, body, at, t.drawRows)
}

func (t *Table) drawRows(c *render.Canvas, r render.Rect) {
	body := t.body()
	for i, texts := range t.Rows {
		row := render.Rect{X: r.X, Y: r.Y + float64(i)*tableRow, W: r.W, H: tableRow}
		if row.Bottom() <= body.Y || row.Y >= body.Bottom() {
			continue
		}
		if i%2 == 1 {
			c.FillRect(render.Rect{X: row.X, Y: row.Y + 1, W: row.W, H: row.H - 2}, 6, stripe)
		}
		t.cells(c, row, texts, render.Body)
	}
}

// cells draws the texts of one row.
func (t *Table) cells(c *render.Canvas, row render.Rect, texts []string, style render.TextStyle) {
	widths := make([]float64, len(t.Columns))
	for i, col := range t.Columns {
		widths[i] = col.Width
	}
	for i, cell := range Row(row, 0, widths...) {
		if i < len(texts) {
			cell.X, cell.W = cell.X+cellPad, cell.W-2*cellPad
			line(c, texts[i], cell, style.Aligned(t.Columns[i].Align))
		}
	}
}
