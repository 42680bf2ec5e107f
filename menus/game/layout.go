package game

import (
	"mancala/internal/match"
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
	shortPhone  = 800  // upright windows below this height have no room for a button at the score
	drawerShare = 0.15 // a wide window's share for the log; the board keeps the rest
	drawerLeast = 176  // the least width of the log
	drawerMost  = 340
	logHeight   = 132 // below the board
	tallLog     = 220 // below an upright board
	talkWidth   = 326
	talkHeight  = 330
	bothHeight  = 196 // of the log and the talk in two columns
)

// Layout gives the board all remaining room.
func (g *Screen) Layout(_ *render.Canvas, window render.Rect) {
	g.upright = window.H > window.W
	roomy, short := page.NewGrid(window).Roomy && window.W >= wideWindow, g.upright && window.H < shortPhone
	if roomy != g.roomy || short != g.short {
		g.roomy, g.short = roomy, short
		g.compose()
	}
	g.arrange(window)
	if g.glide.head(arrangement{window, g.board.area, g.drawer(), g.ended()}, g.Settings.Now().Still) {
		g.Turn()
	}
}

// ended reports whether the end of a game is shown.
func (g *Screen) ended() bool { return g.end != nil && g.end.shown }

// rows says which lines have their own row of the window: the tools above the board, and the
// evaluation bar or the strip below it.
type rows struct{ tools, aside bool }

// arrange places everything. An open drawer leaves the tools the words that they have without it.
func (g *Screen) arrange(window render.Rect) {
	g.tools.most = allNamed
	if g.drawer() != noDrawer {
		g.arrangeWith(window, noDrawer)
		g.tools.most = g.tools.named
	}
	g.arrangeWith(window, g.drawer())
}

// arrangeWith places everything with a drawer. In a wide window the tools are in the corner, and
// the evaluation bar or the strip is beside the lower plate. Without room there they get rows.
func (g *Screen) arrangeWith(window render.Rect, d drawer) {
	aside := g.asideWanted() && !g.ended()
	for _, own := range [...]rows{{}, {aside: true}, {tools: true}, {true, true}} {
		switch {
		case own.aside && !aside, own.tools && g.upright, g.upright && aside && !own.aside:
			continue
		}
		row := g.place(window, own, d)
		if own.aside {
			g.placeAside(row.Bounds().X+edge, row.Bounds().Right()-edge, row.Bounds())
		}
		if g.upright || g.placeTools(window, own.tools) && (own.aside || !aside || g.asideBelow()) {
			return
		}
	}
}

// place places the rows of the window with a drawer, and returns the one below the board.
func (g *Screen) place(window render.Rect, own rows, d drawer) (aside *kit.Picture) {
	foot := &kit.Stack{}
	if g.ended() {
		g.glide.panels[endDrawer].Panel = g.end.panel(window.W)
		foot.Parts = append(foot.Parts, &g.glide.panels[endDrawer])
	}
	if g.upright {
		high := float64(toolHeight + 2*toolGap)
		row := columns(window)
		foot.Parts = append(foot.Parts, kit.Sized(high, high, &kit.Margins{Part: g.tools.filled(g.Canvas, row.W), Left: row.X, Right: row.X}))
	}
	if !g.ended() {
		foot.Parts = append(foot.Parts, kit.Painted(page.StatusHeight, g.drawStatus))
	}
	board := &kit.Stack{Parts: []kit.Part{kit.Put(g.board)}}
	if aside = (&kit.Picture{Least: asideHeight}); own.aside {
		board.Parts = append(board.Parts, aside)
	}
	if own.tools {
		board.Parts = append([]kit.Part{kit.Blank(toolHeight + 12)}, board.Parts...)
	}
	desk := g.withDrawer(board, d, window.W, window.H-upperEdge-foot.Extent(g.Canvas, window.W).Least)
	g.frame = &kit.Stack{Parts: []kit.Part{kit.Blank(upperEdge), desk, foot}}
	g.frame.Place(g.Canvas, window)
	if g.talking {
		g.talk.showNewest()
	}
	return aside
}

// placeTools places the tools in the corner of the window, with as many labels as there is room for
// beside the board. It reports whether they fit there. On a row above the board they always fit.
func (g *Screen) placeTools(window render.Rect, row bool) bool {
	corner := render.Rect{X: window.X + edge, Y: window.Y + 8, W: window.W - edge - kit.CornerRoom, H: toolHeight}
	room := corner.W
	if !row {
		room = g.roomForTools(corner)
	}
	n := g.tools.naming(g.Canvas, room)
	g.tools.row(g.Canvas, n, 0).Place(g.Canvas, corner)
	return row || g.tools.width(g.Canvas, n) <= room
}

// asideBelow places the evaluation bar or the strip beside the plate below the board, and reports
// whether there is room.
func (g *Screen) asideBelow() bool {
	l := g.board.Layout
	plate := l.Plate(l.Bottom())
	to := g.plates.spread(l.Bottom()).X - kit.Gap
	least := float64(stripLeast)
	if g.scene.Local() {
		least = 2 * barWidth / 3
	}
	from := l.Board().X
	if to-from < 2*least {
		from = g.board.area.X + edge
	}
	g.placeAside(from, to, render.Rect{Y: plate.Center().Y - asideHeight/2, H: asideHeight})
	return to-from >= least
}

// roomForTools returns the largest width of a toolbar in the corner that does not touch the board
// and its plates.
func (g *Screen) roomForTools(corner render.Rect) float64 {
	l := g.board.Layout
	if l.Board().Y < corner.Bottom()+4 {
		return 0
	}
	first := g.plates.spread(l.Bottom().Opponent())
	if first.Y > corner.Bottom()+4 {
		return corner.W
	}
	return corner.Right() - first.Right() - kit.Gap
}

// asideWanted reports whether the game may need the line of the evaluation bar or the strip.
func (g *Screen) asideWanted() bool { return !g.scene.Local() || g.Settings.Now().Bar }

// placeAside places the evaluation bar of a local game, or the strip of any other, between two x
// coordinates on a line. It centres the bar below the board if possible.
func (g *Screen) placeAside(from, to float64, row render.Rect) {
	row.X, row.W = from, to-from
	if !g.scene.Local() {
		g.aside = g.strip.line(row.W)
		g.aside.Place(g.Canvas, row)
		return
	}
	middle := g.board.Layout.Board().Center().X
	if g.upright {
		middle = row.Center().X
	}
	if half := min(middle-from, to-middle, barWidth); half >= barWidth/2 {
		row.X, row.W = middle-half, 2*half
	}
	row.W = min(row.W, 2*barWidth)
	g.aside = g.bar()
	g.aside.Place(g.Canvas, row)
}

// withDrawer returns the board and the log or the talk, if any, in an area: side by side or below
// each other, with the board as large as possible.
func (g *Screen) withDrawer(board kit.Part, d drawer, w, h float64) kit.Part {
	if d == noDrawer {
		return board
	}
	wide, high := g.drawerSize(w, h)
	size := func(w, h float64) float64 {
		l := g.board.lay(render.Rect{W: w, H: h})
		return l.Row(l.Bottom()).W * l.Row(l.Bottom()).H
	}
	beside := !g.upright && (d != bothDrawer && w >= wideWindow || size(w-wide, h) >= size(w, h-high))
	p := &g.glide.panels[d]
	if p.Panel = g.panelOf(d, !beside); beside { // below the tools
		panel := &kit.Margins{Part: p, Top: kit.CornerRoom, Right: 8, Bottom: 8}
		return &kit.Beside{Widths: []float64{w - wide, wide}, Parts: []kit.Part{board, kit.Sized(0, kit.Endless, panel)}}
	}
	panel := &kit.Margins{Part: p, Left: edge, Right: edge, Bottom: 8}
	return &kit.Stack{Parts: []kit.Part{board, kit.Sized(high, high, panel)}}
}

// drawerSize returns the width of an open drawer beside the board, and its height below the board.
func (g *Screen) drawerSize(w, h float64) (wide, high float64) {
	switch {
	case g.drawer() == bothDrawer:
		return talkWidth, bothHeight
	case g.talking:
		return talkWidth, talkHeight
	case g.upright:
		return 0, tallLog
	}
	spare := w - g.board.lay(render.Rect{W: w, H: h}).Board().W - 2*edge
	return min(drawerMost, max(drawerLeast, drawerShare*w, spare)), logHeight
}

// drawer is a panel beside or below the board.
type drawer uint8

const (
	noDrawer drawer = iota
	logDrawer
	talkDrawer
	bothDrawer
	endDrawer // the end of a game
	drawers
)

// drawer returns the open drawer: the talk instead of the log or, in a roomy window, beside it.
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

// panelOf returns the panel of the log or the talk, for a low place or a narrow one, or nil.
func (g *Screen) panelOf(d drawer, low bool) *kit.Panel {
	switch {
	case d == talkDrawer:
		return onDrawer(g.talk.part(false))
	case d == logDrawer:
		return onDrawer(g.log.part(low))
	case d == bothDrawer && low:
		return onDrawer(kit.Split(1, g.log.part(true), 1, g.talk.part(true)))
	case d == bothDrawer:
		return onDrawer(&kit.Stack{Gap: 2 * kit.Gap, Parts: []kit.Part{g.log.part(false), g.talk.part(false)}})
	}
	return nil
}

// onDrawer returns a part on the panel of a drawer.
func onDrawer(p kit.Part) *kit.Panel { return &kit.Panel{Part: p, Pad: 10, Radius: 12} }

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
