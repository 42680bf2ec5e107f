package newgame

import (
	"mancala/internal/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// sheet composes the menu: the name of the program beside the lesson and the game to continue, the
// board with the ways over its lower edge, and the links.
func (m *Menu) sheet(g page.Grid) page.Sheet {
	least := 120.0 // of the height of the board
	if g.Tight {
		least = 60
	}
	m.scenery = &kit.Picture{Least: least, Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		if v, ok := m.view(boardPlace(g, r)); ok {
			m.Art.Draw(c, v)
		}
	}}
	return page.Sheet{Content: &kit.Stack{Gap: kit.Gap, Parts: []kit.Part{m.head(g), m.scenery, m.tiles(g), m.linkRows(g)}}}
}

// Dimensions of the menu, in units.
const (
	slotHeight = 60.0
	// headHeight is the height of the head: a slot below the speaker's button.
	headHeight = 104.0
)

// nameSize returns the size of the name of the program.
func nameSize(g page.Grid) float64 {
	switch {
	case g.Upright:
		return min(124, 0.26*g.Area.W, 0.12*g.Window.H)
	case g.Tight:
		return 54
	case g.Low:
		return 66
	}
	return 84
}

// head returns the name of the program and two slots: one for the lesson or due mistakes, and one
// for a game to continue. Either may be empty.
func (m *Menu) head(g page.Grid) kit.Part {
	style := render.TextStyle{Size: nameSize(g), Weight: render.Display, Color: render.Brass}
	high := max(headHeight, 1.1*style.Size)
	name := &kit.Picture{Least: high, Most: high, Paint: func(c *render.Canvas, r render.Rect) {
		c.Inlaid("Mancala", render.Point{X: r.X, Y: r.Bottom() - style.Size*0.42}, style)
	}}
	goOn, lesson := kit.Blank(slotHeight), kit.Blank(slotHeight)
	if m.kept != nil {
		goOn = kit.Put(m.goOn)
	}
	switch {
	case m.offer.open:
		lesson = m.offer.part(m.Canvas, g)
	case m.learn.Caption != "":
		lesson = kit.Put(m.learn)
	}
	if g.Upright {
		return g.Rows(name, kit.Across(lesson, goOn))
	}
	below := func(p kit.Part) kit.Part { return &kit.Stack{Parts: []kit.Part{kit.Blank(high - slotHeight), p}} }
	head := kit.Across(name, below(lesson), below(goOn))
	if g.Low {
		head.Shares = []float64{7, 8, 8}
	}
	return head
}

// tiles returns the large ways, beside each other if there is room.
func (m *Menu) tiles(g page.Grid) kit.Part {
	least, most := 104.0, 120.0
	switch {
	case g.Tight:
		least = 124 // for three lines
	case g.Narrow:
		least = 100
	}
	if g.Upright {
		return kit.Rows(kit.Cards(least, 1.3*most, m.ways...)...)
	}
	return kit.Across(kit.Cards(least, most, m.ways...)...)
}

// linkRows returns the links in one row or, if their labels do not fit, in several. Each row fills
// the width, and none has two links more than another. Their grounds, which are invisible, begin
// beside the area.
func (m *Menu) linkRows(g page.Grid) kit.Part {
	const pad, gap, out = 57, 4, 12 // beside the label, between links, and beside the area
	all := len(m.links)
	for n := 1; ; n++ {
		rows, fit := &kit.Stack{Gap: gap}, true
		for k := range n {
			row, wide := &kit.Beside{Gap: gap}, 0.0
			for _, b := range m.links[(k*all+n-1)/n : ((k+1)*all+n-1)/n] {
				one := m.Canvas.TextWidth(b.Label, render.Body) + pad
				row.Shares, row.Parts, wide = append(row.Shares, one), append(row.Parts, kit.Put(b)), wide+one+gap
			}
			rows.Parts, fit = append(rows.Parts, row), fit && wide <= g.Area.W+2*out
		}
		if fit || n == all {
			return &kit.Margins{Part: rows, Left: -out, Right: -out}
		}
	}
}

// boardPlace returns the place of the board; r is between the head and the ways. Only the rim of a
// lying board is under the ways.
func boardPlace(g page.Grid, r render.Rect) render.Rect {
	const above, below, rim = 12, 4, 0.185 // rim is of the height of a lying board
	r.Y -= above
	if r.H += 2 * above; !g.Upright {
		r.H = (r.H - above + kit.Gap + below) / (1 - rim)
	}
	return r
}

// view returns the view of the board of the unfinished game or of the demo, and whether there
// is one.
func (m *Menu) view(place render.Rect) (v render.View, ok bool) {
	switch {
	case m.kept != nil:
		v = page.StillView(m.kept.Last, m.bottom(), place)
	case m.alive != nil:
		v = m.alive.View(place)
		v.ShowTurn = false
	}
	v.NoCounts = true
	return v, m.kept != nil || m.alive != nil
}

// bottom returns the side at the bottom of the unfinished game's board: the only person's here or,
// with two, the host's.
func (m *Menu) bottom() rules.Side {
	if !m.kept.One && m.kept.Game.Starter == match.Guest {
		return rules.North
	}
	return m.kept.Me
}
