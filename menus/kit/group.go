package kit

import "mancala/render"

// Heading is the title of a group of controls with a line beside it. It is read-only.
type Heading struct {
	box
	Label string
}

// HeadingHeight is the height of a heading.
const HeadingHeight = 34

var headingStyle = render.TextStyle{Size: 15, Weight: render.Bold, Color: render.InkSoft}

// Focusable reports false: a heading is read-only.
func (h *Heading) Focusable() bool { return false }

// Update does nothing.
func (h *Heading) Update(*Input, State) bool { return false }

// Describe returns the title.
func (h *Heading) Describe() Info { return Info{Kind: KindHeading, Label: h.Label} }

func (h *Heading) clipped(c *render.Canvas) bool { return !fits(c, h.Label, h.bounds, headingStyle) }

// Draw draws the title, and a line in the room beside it.
func (h *Heading) Draw(c *render.Canvas, _ State) {
	const away = 12
	x := drawFitted(c, h.Label, h.bounds, headingStyle)
	if x > 0 {
		x += away
	}
	if rest := h.bounds.W - x; rest > 0 {
		c.FillRect(render.Rect{X: h.bounds.X + x, Y: h.bounds.Center().Y, W: rest, H: 1}, 0, render.Line)
	}
}

// Group is some controls under a heading.
type Group struct {
	heading  *Heading
	controls []groupRow
}

type groupRow struct {
	height  float64
	widgets []Widget
}

// NewGroup returns a group. Without a title, only a line separates it from the one above.
func NewGroup(title string) *Group { return &Group{heading: &Heading{Label: title}} }

// Row adds a row of controls of equal width, height units high; a height of 0 means that of a
// button.
func (g *Group) Row(height float64, controls ...Widget) *Group {
	if height <= 0 {
		height = ControlHeight
	}
	g.controls = append(g.controls, groupRow{height, controls})
	return g
}

// height returns how high the group is.
func (g *Group) height(gap float64) float64 {
	h := float64(HeadingHeight)
	for _, row := range g.controls {
		h += row.height + gap
	}
	return h
}

// place places the group at the top of r.
func (g *Group) place(r render.Rect, gap float64) {
	g.heading.SetBounds(TakeRow(&r, HeadingHeight, 0))
	for _, row := range g.controls {
		for i, cell := range EqualRow(TakeRow(&r, row.height, gap), Gap, len(row.widgets)) {
			row.widgets[i].SetBounds(cell)
		}
	}
}

// GroupWidgets returns all widgets of groups in order, including the headings, for a form.
func GroupWidgets(groups ...*Group) []Widget {
	var list []Widget
	for _, g := range groups {
		list = append(list, g.heading)
		for _, row := range g.controls {
			list = append(list, row.widgets...)
		}
	}
	return list
}

// PlaceGroups places groups below each other in columns of equal width, in order, so that the
// tallest column is as low as possible. It returns the height of that column, which may exceed that
// of r. gap is the distance between rows.
func PlaceGroups(r render.Rect, columns int, gap float64, groups ...*Group) float64 {
	columns = max(1, min(columns, len(groups)))
	ends := shareGroups(columns, gap, groups)
	highest, from := 0.0, 0
	for i, column := range EqualRow(r, 2*Gap, columns) {
		y := column.Y
		for _, g := range groups[from:ends[i]] {
			h := g.height(gap)
			g.place(render.Rect{X: column.X, Y: y, W: column.W, H: h}, gap)
			y += h
		}
		highest, from = max(highest, y-column.Y-gap), ends[i]
	}
	return max(0, highest)
}

// shareGroups returns the end of each column in the list of groups. It tries every height that a
// column can have.
func shareGroups(columns int, gap float64, groups []*Group) []int {
	var best []int
	lowest := 0.0
	for first := range groups {
		limit := 0.0
		for last := first; last < len(groups); last++ {
			limit += groups[last].height(gap)
			if ends, ok := fillColumns(columns, limit, gap, groups); ok && (best == nil || limit < lowest) {
				best, lowest = ends, limit
			}
		}
	}
	if best == nil {
		best = make([]int, columns)
	}
	return best
}

// fillColumns fills columns up to a height with groups in order, and reports whether all of them
// fit.
func fillColumns(columns int, limit, gap float64, groups []*Group) ([]int, bool) {
	ends := make([]int, 0, columns)
	i := 0
	for range columns {
		for high := 0.0; i < len(groups) && high+groups[i].height(gap) <= limit; i++ {
			high += groups[i].height(gap)
		}
		ends = append(ends, i)
	}
	return ends, i == len(groups)
}
