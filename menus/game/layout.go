package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// Dimensions of the screen, in units.
const (
	edge        = 24  // beside the board
	upperEdge   = 8   // above the board or its upper plate
	asideHeight = 52  // the line for the evaluation bar or the strip
	barWidth    = 220 // at most half of the evaluation bar
	stripLeast  = 430 // the least width of the strip
	wideWindow  = 1180
	drawerShare = 0.15 // a wide window's share for the log; the board keeps the rest
	drawerLeast = 176  // the least width of the log
	drawerMost  = 340
	logHeight   = 132 // below the board
	tallLog     = 220 // below an upright board
	talkWidth   = 326
	talkHeight  = 330
)

// Layout gives the board all the room that nothing else needs.
func (g *Screen) Layout(c *render.Canvas, area render.Rect) {
	g.layout(c, area)
	if g.glide.head(arrangement{area, g.board.area, g.drawer(), g.ended()}, g.Settings.Now().Still) {
		g.Turn()
	}
	if g.ended() {
		g.glide.band = g.end.band.bounds
	}
}

func (g *Screen) layout(c *render.Canvas, area render.Rect) {
	g.upright = area.H > area.W
	if roomy := page.NewGrid(area).Roomy && area.W >= wideWindow; roomy != g.roomy {
		g.roomy = roomy
		g.compose()
	}
	g.status = render.Rect{}
	rest := area
	if g.upright {
		row := render.Rect{}
		if !g.ended() {
			g.status, rest = rest.CutBottom(page.StatusHeight)
		}
		row, rest = rest.CutBottom(toolHeight + 2*toolGap)
		row = render.Rect{X: row.X + edge, Y: row.Y, W: row.W - 2*edge, H: row.H}
		g.tools.place(c, row, g.tools.width(c, true) <= row.W, true)
		_, rest = rest.CutTop(upperEdge)
		if g.ended() {
			rest = g.end.layout(c, rest, true)
		} else if g.asideWanted() {
			var aside render.Rect
			aside, rest = rest.CutBottom(asideHeight)
			g.placeAside(aside.X+edge, aside.Right()-edge, aside)
		}
		g.placeBoard(g.openDrawer(rest))
		return
	}
	if g.ended() {
		rest = g.end.layout(c, rest, false)
	} else {
		g.status, rest = rest.CutBottom(page.StatusHeight)
	}
	_, rest = rest.CutTop(upperEdge)
	g.layoutWide(c, area, g.openDrawer(rest))
}

// ended reports whether the end of a game is shown.
func (g *Screen) ended() bool { return g.end != nil && g.end.shown }

// layoutWide places the toolbar in the corner and the board beside it. If its labels do not fit,
// the toolbar shows icons; if those do not fit either, the board moves down.
func (g *Screen) layoutWide(c *render.Canvas, window, rest render.Rect) {
	corner := render.Rect{X: window.X + edge, Y: window.Y + 8, W: window.W - edge - kit.CornerRoom, H: toolHeight}
	aside := g.asideWanted() && !g.ended()
	g.placeBoard(rest)
	row := render.Rect{}
	makeRow := func() {
		if aside && row.H == 0 && !g.asideBelow(rest) {
			row, rest = rest.CutBottom(asideHeight)
			g.placeBoard(rest)
		}
	}
	makeRow()
	named := g.tools.width(c, true) <= g.roomForTools(corner)
	if !named && g.tools.width(c, false) > g.roomForTools(corner) {
		_, rest = rest.CutTop(toolHeight + 12)
		g.placeBoard(rest)
		named = g.tools.width(c, true) <= corner.W
	}
	g.tools.place(c, corner, named, false)
	if makeRow(); row.H > 0 {
		g.placeAside(row.X+edge, row.Right()-edge, row)
	}
}

// asideBelow places the evaluation bar and the strip beside the plate below the board, and reports
// whether there is room.
func (g *Screen) asideBelow(rest render.Rect) bool {
	l := g.board.layout
	plate := l.Plate(l.Bottom())
	to := plate.X - kit.Gap
	if p := g.scene.Party(l.Bottom()); !g.scene.Person(p) && g.scene.Here(p) {
		to = g.plates.next[p].Bounds().X - kit.Gap
	}
	least := float64(stripLeast)
	if g.scene.Local() {
		least = 2 * barWidth / 3
	}
	from := l.Board().X
	if to-from < 2*least {
		from = rest.X + edge
	}
	g.placeAside(from, to, render.Rect{Y: plate.Center().Y - asideHeight/2, H: asideHeight})
	return to-from >= least
}

// roomForTools returns the largest width of a toolbar in the corner that touches neither the board
// nor anything attached to it.
func (g *Screen) roomForTools(corner render.Rect) float64 {
	l := g.board.layout
	if l.Board().Y < corner.Bottom()+4 {
		return 0
	}
	side := l.Bottom().Opponent()
	first := l.Plate(side)
	if p := g.scene.Party(side); !g.scene.Person(p) && g.scene.Here(p) { // its button is higher up and further to the right
		next := g.plates.next[p].Bounds()
		first.W = max(first.W, next.Right()-first.X)
		first.Y = min(first.Y, next.Y)
	}
	if first.Y > corner.Bottom()+4 {
		return corner.W
	}
	return corner.Right() - first.Right() - kit.Gap
}

// placeBoard places the board with its plates and their buttons.
func (g *Screen) placeBoard(r render.Rect) {
	g.board.SetBounds(render.Rect{X: r.X + edge, Y: r.Y, W: r.W - 2*edge, H: r.H})
	g.board.relayout()
	g.plates.placeNext()
	g.plates.placeLock()
}

// asideWanted reports whether the line of the evaluation bar and the strip may be needed.
func (g *Screen) asideWanted() bool { return !g.scene.Local() || g.Settings.Now().Bar }

// placeAside places the evaluation bar and the strip between two x coordinates on a line.
func (g *Screen) placeAside(from, to float64, row render.Rect) {
	g.bar = render.Rect{X: from, Y: row.Y, W: to - from, H: row.H}
	middle := g.board.layout.Board().Center().X
	if g.upright {
		middle = row.Center().X
	}
	if half := min(middle-from, to-middle, barWidth); half >= barWidth/2 { // centred below the board
		g.bar.X, g.bar.W = middle-half, 2*half
	}
	g.bar.W = min(g.bar.W, 2*barWidth)
	g.strip.layout(render.Rect{X: from, Y: row.Y, W: to - from, H: row.H})
}

// openDrawer places the log or the talk, if one is open, and returns the area for the board.
func (g *Screen) openDrawer(area render.Rect) render.Rect {
	switch d := g.drawer(); {
	case g.talking:
		return g.placeDrawer(area, talkWidth, talkHeight)
	case d == noDrawer:
		return area
	case g.upright:
		return g.placeDrawer(area, 0, tallLog)
	}
	board := g.board.lay(render.Rect{W: area.W - 2*edge, H: area.H}).Board()
	spare := area.W - board.W - 2*edge
	wide := min(drawerMost, max(drawerLeast, drawerShare*area.W, spare))
	return g.placeDrawer(area, wide, logHeight)
}

// placeDrawer places a panel beside the board or below it, whichever leaves the board larger.
func (g *Screen) placeDrawer(area render.Rect, wide, high float64) render.Rect {
	side, beside := area.CutRight(wide)
	below, above := area.CutBottom(high)
	size := func(r render.Rect) float64 {
		r.W -= 2 * edge
		l := g.board.lay(r)
		return l.Row(l.Bottom()).W * l.Row(l.Bottom()).H
	}
	if !g.upright && (area.W >= wideWindow || size(beside) >= size(above)) {
		top := kit.CornerRoom // below the toolbar
		g.fillDrawer(render.Rect{X: side.X, Y: area.Y + float64(top), W: side.W - 8, H: side.H - float64(top) - 8})
		return beside
	}
	g.fillDrawer(render.Rect{X: below.X + edge, Y: below.Y, W: below.W - 2*edge, H: below.H - 8})
	return above
}

// drawer is a panel beside or below the board.
type drawer uint8

const (
	noDrawer drawer = iota
	logDrawer
	talkDrawer
	bothDrawer
	drawers
)

// drawer returns the open drawer: the talk in place of the log or, in a roomy window, below it.
func (g *Screen) drawer() drawer {
	switch {
	case g.talking && g.roomy && g.Settings.Now().Log:
		return bothDrawer
	case g.talking:
		return talkDrawer
	case g.Settings.Now().Log:
		return logDrawer
	}
	return noDrawer
}

// drawerAt is a drawer and its place.
type drawerAt struct {
	*kit.Panel
	place render.Rect
}

// push places the drawer some units away from its place.
func (d drawerAt) push(c *render.Canvas, by render.Point) { d.Place(c, d.place.Move(by)) }

// fillDrawer places the open drawer.
func (g *Screen) fillDrawer(r render.Rect) {
	d := drawerAt{g.panelOf(g.drawer(), r), r}
	g.glide.panels[g.drawer()] = d
	d.push(g.Canvas, render.Point{})
	if g.talking {
		g.talk.showNewest()
	}
}

// panelOf returns the panel of a drawer for a place, or nil.
func (g *Screen) panelOf(d drawer, r render.Rect) *kit.Panel {
	switch d {
	case talkDrawer:
		return g.talk.panel()
	case logDrawer:
		return g.log.panel(r)
	case bothDrawer:
		return drawerPanel(2*kit.Gap, g.log.panel(r).Part, g.talk.panel().Part)
	}
	return nil
}

// computers returns the computer players at this end.
func (g *Screen) computers() []match.Party {
	var list []match.Party
	for _, p := range [...]match.Party{match.Guest, match.Host} {
		if g.scene.Here(p) && !g.scene.Person(p) {
			list = append(list, p)
		}
	}
	return list
}
