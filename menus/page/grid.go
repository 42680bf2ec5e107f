package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Grid is the columns that all pages of a window share.
type Grid struct {
	// Window is the whole window, and Area the part of it between the margins.
	Window, Area render.Rect
	// Columns is the number of columns: 12, 8 or, on an upright phone, 4.
	Columns int
	// Upright says that the window is higher than wide, Low that its height is scarce, Tight that
	// it is wide, but with few units for its large text, Narrow the same of an upright one, and
	// Roomy that it is wide with height to spare.
	Upright, Low, Tight, Narrow, Roomy bool
}

// The widest area of a page in a window of the natural size and in any, the least widths of windows
// with 12 and 8 columns, and the least sizes of ones that are not tight or narrow, in units.
const (
	usual         = 1184
	widest        = 1400
	twelveColumns = 1100
	untightWidth  = 900
	untightHeight = 540
	unnarrowWidth = 540
	eightColumns  = 720
)

// NewGrid returns the grid of a window.
func NewGrid(window render.Rect) Grid {
	g := Grid{Window: window, Columns: 12, Upright: window.H > window.W, Low: window.H < 640}
	g.Tight = !g.Upright && (window.W < untightWidth || window.H < untightHeight)
	g.Narrow = g.Upright && window.W < unnarrowWidth
	g.Roomy = !g.Upright && window.H >= 800
	margin := 48.0
	switch {
	case window.W < eightColumns:
		g.Columns, margin = 4, 24
	case window.W < twelveColumns:
		g.Columns, margin = 8, 32
	}
	g.Area = window
	g.Area.W = min(window.W-2*margin, max(usual, min(widest, window.W-3*margin)))
	g.Area.X += (window.W - g.Area.W) / 2
	return g
}

// Usual is the grid of a window of the natural size.
func Usual() Grid { return NewGrid(render.Rect{W: 1280, H: 720}) }

// Gap returns the distance between the rows of a page.
func (g Grid) Gap() float64 {
	if g.Low {
		return 14
	}
	return 20
}

// Pair returns two parts beside each other, with shares of the 12 columns, or below each other in
// an upright window.
func (g Grid) Pair(left int, a kit.Part, right int, b kit.Part) kit.Part {
	if g.Upright {
		return &kit.Stack{Gap: 1.5 * g.Gap(), Parts: []kit.Part{a, b}}
	}
	return kit.Split(float64(left), a, float64(right), b)
}

// Line returns parts beside each other, with shares of the width, or below each other in a tight
// window.
func (g Grid) Line(shares []float64, parts ...kit.Part) kit.Part {
	if g.Tight {
		return g.Rows(parts...)
	}
	return &kit.Beside{Gap: kit.Gap, Shares: shares, Parts: parts}
}

// Desk returns two columns with a board. The board is below both in a roomy window, and otherwise
// below the second one or, if first is set, the first one.
func (g Grid) Desk(left, right, board kit.Part, first bool) kit.Part {
	switch {
	case g.Roomy:
		return g.Rows(g.Pair(6, left, 6, right), board)
	case first:
		return g.Pair(6, g.Rows(left, board), 6, right)
	}
	return g.Pair(6, left, 6, g.Rows(right, board))
}

// Listed returns a table with a board for its chosen row: beside it or, in an upright window, below
// it. A narrow window has no room for the board.
func (g Grid) Listed(t *kit.Table, board kit.Part) kit.Part {
	const both = 900 // the least width of a table and a board
	switch {
	case t.Rows == 0:
		return g.Pair(5, kit.Put(t), 7, board)
	case g.Upright:
		return g.Rows(kit.Put(t), board)
	case g.Area.W >= both:
		left := 7.0
		if g.Roomy {
			left = 6
		}
		return kit.Split(left, kit.Put(t), 12-left, board)
	}
	return kit.Put(t)
}

// Above returns a short table above a board that takes the remaining room. A longer table has the
// board beside it.
func (g Grid) Above(t *kit.Table, board kit.Part) kit.Part {
	few := 3
	if g.Roomy {
		few = 8
	}
	if t.Rows == 0 || t.Rows > few {
		return g.Listed(t, board)
	}
	return g.Rows(kit.Put(t), board)
}

// Middle returns a part for a place beside a board, at the middle of its height. In an upright
// window, where it is above or below the board, it stays at the top of its place.
func (g Grid) Middle(p kit.Part) kit.Part {
	if g.Upright {
		return p
	}
	return kit.Centred(p)
}

// Facing returns a part beside a board, both at the middle of the height, or above it in a roomy
// window.
func (g Grid) Facing(p, board kit.Part) kit.Part {
	if g.Roomy {
		return g.Rows(p, board)
	}
	return g.Pair(5, g.Middle(p), 7, g.Middle(board))
}

// Noted returns widgets with their tips below them, unless the height is scarce, as in one column.
func (g Grid) Noted(widgets ...kit.Widget) []kit.Part {
	list := kit.Puts(widgets...)
	for i, w := range widgets {
		if !g.Low && !g.Upright {
			list[i] = kit.Noted(w)
		}
	}
	return list
}

// Rows returns parts below each other with the gap of the page.
func (g Grid) Rows(parts ...kit.Part) kit.Part { return &kit.Stack{Gap: g.Gap(), Parts: parts} }
