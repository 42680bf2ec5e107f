package kit

import "mancala/render"

// TableColumn is a column of a [Table].
type TableColumn struct {
	Title string
	// Width is in units; columns of width 0 share what the others leave.
	Width float64
	Align render.Align
	// Needs is how wide the table has to be to show the column, in units.
	Needs float64
}

// Table is a [List] with columns under a header. Only the rows in view are asked for, so there may
// be very many.
type Table struct {
	List
	Columns []TableColumn
	// Cells returns the texts of row i, in the order of the columns. A row may have fewer.
	Cells func(i int) []string
	// Empty is the sentence that is shown instead of rows if there are none.
	Empty string
	// Tall is how high rows are, or 0 for the usual height.
	Tall float64
	// Paint, if not nil, may draw a cell in another way than as its text, and reports whether it
	// did.
	Paint func(c *render.Canvas, place render.Rect, row, column int) bool

	bounds render.Rect // with the header
}

const (
	tableHeader = 38
	tableRow    = 42
	cellPad     = 12
)

// Bounds returns the widget's place.
func (t *Table) Bounds() render.Rect { return t.bounds }

// SetBounds gives the widget its place.
func (t *Table) SetBounds(r render.Rect) {
	t.bounds, t.RowHeight = r, max(tableRow, t.Tall)
	_, body := r.CutTop(tableHeader)
	t.List.SetBounds(body)
}

// Update scrolls and selects.
func (t *Table) Update(in *Input, at State) bool {
	t.RowHeight = max(tableRow, t.Tall)
	return t.List.Update(in, at)
}

// Draw draws the header and the rows that are in view.
func (t *Table) Draw(c *render.Canvas, at State) {
	header, body := t.bounds.CutTop(tableHeader)
	titles := make([]string, len(t.Columns))
	for i, col := range t.Columns {
		titles[i] = col.Title
	}
	header = t.titles(header)
	t.cells(c, header, -1, titles, render.Caption)
	y := header.Bottom() - 1
	c.FillRect(render.Rect{X: header.X, Y: y, W: header.W, H: 1}, 0, render.Line)
	if t.Rows == 0 {
		text := body.Inset(cellPad)
		text.Y += 8
		DrawText(c, t.Empty, text, render.Body.In(render.InkSoft).Aligned(render.Center))
		return
	}
	t.DrawRow = func(c *render.Canvas, r render.Rect, i int) { t.cells(c, r, i, t.Cells(i), render.Body) }
	t.List.Draw(c, at)
}

// titles returns the place of the titles, above the cells.
func (t *Table) titles(header render.Rect) render.Rect {
	if float64(t.Rows)*t.rowHeight() > t.bounds.H-header.H+0.5 {
		header.W -= barRoom
	}
	return header
}

// places returns where the cells of a row are, by their columns. A column that the table is too
// narrow for has no width.
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

// cells draws the texts of one row; that of the titles is -1.
func (t *Table) cells(c *render.Canvas, place render.Rect, row int, texts []string, style render.TextStyle) {
	for i, cell := range t.places(place) {
		if row >= 0 && cell.W > 0 && t.Paint != nil && t.Paint(c, cell, row, i) {
			continue
		}
		if i < len(texts) && cell.W > 0 {
			cell.X, cell.W = cell.X+cellPad, cell.W-2*cellPad
			drawFitted(c, texts[i], cell, style.Aligned(t.Columns[i].Align))
		}
	}
}

// clipped reports whether a column is too narrow for its title. What stands in the cells may be
// long.
func (t *Table) clipped(c *render.Canvas) bool {
	header, _ := t.bounds.CutTop(tableHeader)
	for i, place := range t.places(t.titles(header)) {
		place.W -= 2 * cellPad
		if place.W > 0 && !fits(c, t.Columns[i].Title, place, render.Caption) {
			return true
		}
	}
	return false
}
