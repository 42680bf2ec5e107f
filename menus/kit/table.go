package kit

import "mancala/render"

// TableColumn is a column of a [Table].
type TableColumn struct {
	Title string
	// Width is in units; columns of width 0 share the rest.
	Width float64
	Align render.Align
	// Named makes screen readers read the title before a cell, for cells that are unclear without
	// it, such as dates.
	Named bool
	// Needs is the least width of a table that shows the column, in units.
	Needs float64
}

// Table is a [List] with columns and a header. It calls Cells once a picture, only for rows in
// view, so it can have very many rows.
type Table struct {
	List
	Columns []TableColumn
	// Cells returns the texts of row i, in the order of the columns. It may return fewer.
	Cells func(i int) []string
	// Empty is shown if there are no rows.
	Empty string
	// Tall is the height of the rows, or 0 for the usual height.
	Tall float64
	// Faint, if not nil, reports whether a row is drawn in a softer colour.
	Faint func(row int) bool
	// Paint, if not nil, may draw a cell instead of its text, and reports whether it did.
	Paint func(c *render.Canvas, place render.Rect, row, column int) bool

	bounds render.Rect // including the header
}

const (
	// TableHeader is the height of the header of a table, in units.
	TableHeader = 38

	tableRow = 42
	cellPad  = 12
)

// emptyStyle is the style of the sentence of an empty table, and emptyTop the room above it.
var emptyStyle = render.Body.In(render.InkSoft)

const emptyTop = 8

// Bounds returns the widget's rectangle.
func (t *Table) Bounds() render.Rect { return t.bounds }

// SetBounds sets the widget's rectangle.
func (t *Table) SetBounds(r render.Rect) {
	t.bounds, t.RowHeight = r, max(tableRow, t.Tall)
	_, body := r.CutTop(TableHeader)
	t.List.SetBounds(body)
}

// Update scrolls and selects.
func (t *Table) Update(in *Input, at State) bool {
	t.RowHeight = max(tableRow, t.Tall)
	return t.List.Update(in, at)
}

// Draw draws the header and the rows in view or, without rows, the sentence.
func (t *Table) Draw(c *render.Canvas, at State) {
	if t.Rows == 0 {
		text := t.bounds.Inset(cellPad)
		text.Y += emptyTop
		DrawText(c, t.Empty, text, emptyStyle)
		return
	}
	header, _ := t.bounds.CutTop(TableHeader)
	titles := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		titles[i] = col.Title
	}
	header = t.titles(header)
	t.cells(c, header, -1, titles, render.Caption, false)
	y := header.Bottom() - 1
	c.FillRect(render.Rect{X: header.X, Y: y, W: header.W, H: 1}, 0, render.Line)
	t.resize()
	first, last := t.view()
	var texts [][]string
	for i := first; i <= last; i++ {
		texts = append(texts, t.Cells(i))
	}
	small := t.crowded(c, t.places(header), texts)
	t.DrawRow = func(c *render.Canvas, r render.Rect, i int) {
		style := render.Body
		if t.Faint != nil && t.Faint(i) {
			style = style.In(render.InkSoft)
		}
		t.cells(c, r, i, texts[i-first], style, small)
	}
	t.List.Draw(c, at)
}

// titles returns the place of the titles, above the cells.
func (t *Table) titles(header render.Rect) render.Rect {
	if float64(t.Rows)*t.rowHeight() > t.bounds.H-header.H+0.5 {
		header.W -= barRoom
	}
	return header
}

// places returns the rectangles of the cells of a row, by column. Columns without room have width
// 0.
func (t *Table) places(row render.Rect) []render.Rect {
	var shown []int
	var widths []float64
	for i, col := range t.Columns {
		if t.bounds.W >= col.Needs {
			shown, widths = append(shown, i), append(widths, col.Width)
		}
	}
	places := make([]render.Rect, len(t.Columns))
	for k, cell := range Row(row, 0, widths...) {
		places[shown[k]] = cell
	}
	return places
}

// crowded reports whether a cell in view is too wide for the usual size. All cells are then
// smaller.
func (t *Table) crowded(c *render.Canvas, places []render.Rect, rows [][]string) bool {
	for _, texts := range rows {
		for k, place := range places {
			if k < len(texts) && place.W > 0 && textWidth(c, texts[k], render.Body) > place.W-2*cellPad {
				return true
			}
		}
	}
	return false
}

// cells draws the texts of one row, in smaller type if small is set; row -1 is the header.
func (t *Table) cells(c *render.Canvas, place render.Rect, row int, texts []string, style render.TextStyle, small bool) {
	for i, cell := range t.places(place) {
		if row >= 0 && cell.W > 0 && t.Paint != nil && t.Paint(c, cell, row, i) {
			continue
		}
		if i < len(texts) && cell.W > 0 {
			cell.X, cell.W = cell.X+cellPad, cell.W-2*cellPad
			style := style.Aligned(t.Columns[i].Align)
			if row >= 0 && small && textWidth(c, texts[i], style) <= cell.W {
				style = style.Sized(style.Size - smaller)
			}
			drawFitted(c, texts[i], cell, style)
		}
	}
}

// clipped reports whether a column is too narrow for its title. Cells may be cut off.
func (t *Table) clipped(c *render.Canvas) bool {
	header, _ := t.bounds.CutTop(TableHeader)
	for i, place := range t.places(t.titles(header)) {
		place.W -= 2 * cellPad
		if t.Rows > 0 && place.W > 0 && !fits(c, t.Columns[i].Title, place, render.Caption) {
			return true
		}
	}
	return false
}
