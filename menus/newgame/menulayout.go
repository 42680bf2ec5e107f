package newgame

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Dimensions of the main menu, in units.
const (
	wayHeight    = 58.0
	goOnHeight   = 66.0
	linkHeight   = 44.0
	wayGap       = 12.0
	linksAbove   = 18.0 // between the play buttons and the links
	linksInRow   = 3
	titleHeight  = 158.0 // the program's name and the line under it
	columnAway   = 48.0  // between the board and the play buttons
	narrowColumn = 340.0
	wideColumn   = 384.0
	highColumn   = 640.0 // in a tall window
)

// menuRow is a row of the column with the play buttons: its height, and the gap below it.
type menuRow struct {
	height, gap float64
	place       func(render.Rect)
}

// rows returns the rows of the column.
func (m *Menu) rows() []menuRow {
	var list []menuRow
	button := func(b *kit.Button, height float64) {
		list = append(list, menuRow{height, wayGap, b.SetBounds})
	}
	if m.offers() {
		list = append(list, menuRow{offerHeight, wayGap + 6, m.offer.place})
	}
	for _, b := range m.here {
		switch {
		case b != m.goOn:
			button(b, wayHeight)
		case m.kept != nil:
			button(b, goOnHeight)
		}
	}
	if len(m.far) > 0 {
		list = append(list, menuRow{kit.HeadingHeight, 2, m.heading.SetBounds})
	}
	for _, b := range m.far {
		button(b, wayHeight)
	}
	list[len(list)-1].gap = linksAbove
	for i := 0; i < len(m.links); i += linksInRow {
		list = append(list, menuRow{linkHeight, 2, func(r render.Rect) { m.placeLinks(r, i) }})
	}
	list[len(list)-1].gap = 0
	return list
}

// placeLinks places a row of links starting with the i-th. Columns are wider if their labels are.
func (m *Menu) placeLinks(r render.Rect, i int) {
	const pad = 28
	var widths [linksInRow]float64
	all := 0.0
	for k := range widths {
		for n := k; n < len(m.links); n += linksInRow {
			widths[k] = max(widths[k], pad+m.Canvas.TextWidth(m.links[n].Label, render.Body))
		}
		all += widths[k]
	}
	for k, width := range widths {
		var cell render.Rect
		if cell, r = r.CutLeft(r.W * width / all); i+k < len(m.links) {
			m.links[i+k].SetBounds(cell)
		}
		all -= width
	}
}

// heightOf returns the total height of rows.
func heightOf(rows []menuRow) (height float64) {
	for _, row := range rows {
		height += row.height + row.gap
	}
	return height
}

// placeRows places rows below each other, centred in r and enlarged by at most the factor most.
func placeRows(r render.Rect, most float64, rows []menuRow) {
	scale := min(most, r.H/heightOf(rows))
	r = r.Centered(r.W, heightOf(rows)*scale)
	for _, row := range rows {
		var place render.Rect
		place, r = r.CutTop(row.height * scale)
		_, r = r.CutTop(row.gap * scale)
		row.place(place)
	}
}

// Layout places the title and the board at the left and the play buttons at the right; in a tall
// window everything is in one column.
func (m *Menu) Layout(_ *render.Canvas, area render.Rect) {
	inner := area.Inset(page.Margin)
	if area.H > area.W {
		m.layoutHigh(inner)
		return
	}
	column, left := inner.CutRight(max(narrowColumn, min(wideColumn, inner.W*0.31)))
	_, left = left.CutRight(columnAway)
	_, column = column.CutTop(kit.CornerRoom - page.Margin)
	placeRows(column, 1, m.rows())
	height := min(left.H-titleHeight, left.W*boardShape)
	m.title, m.board = left.Centered(left.W, titleHeight+height).CutTop(titleHeight)
	m.alignTitle()
}

// boardShape is the height of the board's place, as a fraction of its width.
const boardShape = 0.5

// layoutHigh is Layout in a tall window.
func (m *Menu) layoutHigh(inner render.Rect) {
	const most, away = 1.4, 28.0
	rows := m.rows()
	board := max(0, min(inner.W*boardShape, inner.H-titleHeight-away-heightOf(rows)))
	column := min(heightOf(rows)*most, inner.H-titleHeight-away-board)
	air := (inner.H - titleHeight - board - away - column) / 3
	_, rest := inner.CutTop(air)
	m.title, rest = rest.CutTop(titleHeight)
	m.board, rest = rest.CutTop(board)
	_, rest = rest.CutTop(away + air)
	rest, _ = rest.CutTop(column)
	m.alignTitle()
	placeRows(rest.Centered(min(highColumn, rest.W), rest.H), most, rows)
}

// alignTitle aligns the title with the edge of the board.
func (m *Menu) alignTitle() {
	v := m.Ports.Variant
	if m.kept != nil {
		v = m.kept.Last.Variant()
	}
	edge := render.NewLayout(m.board, int(v.Houses), rules.South).Board().X
	m.title.W -= edge - m.title.X
	m.title.X = edge
}
