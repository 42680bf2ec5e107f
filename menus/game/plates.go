package game

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// plates are the players' plates at the ends of the board, with their clocks, the padlock of the
// connection, and the buttons of the computer players' moves.
type plates struct {
	game    *Screen
	next    [2]*kit.Button // by party: makes that computer player move, or finish thinking
	hurries bool           // a computer player can be hurried
	lock    *kit.Button    // shows the protection of the connection
	told    string         // the words about the connection and the watchers
	spinner kit.Spinner    // turns while a computer player thinks
	timed   bool           // there is room for the clocks
}

// roomyPlate is the least height of a plate whose name is in larger type.
const roomyPlate = 46

// drawPlate draws a player's plate at the end of the board: the turn indicator, the name, the games
// won so far and the clock. The plate of the player to move is lit.
func (pl *plates) drawPlate(c *render.Canvas, side rules.Side) {
	r := pl.game.board.Layout.Plate(side)
	lit := pl.lit(side)
	ground, edge, width, ink := render.Panel, render.Line, 1.0, render.InkSoft
	if lit {
		ground, edge, width, ink = render.PanelRaised, render.Gold, 2, render.Ink
	}
	c.FillRect(r, r.H/2, ground)
	c.StrokeRect(r, r.H/2, width, edge)
	cells := pl.cells(side)
	pl.drawDisc(c, cells.disc.Center(), side, lit)
	pl.drawClock(c, cells.clock, side)
	if pl.game.scene.Party(side) == pl.peer() {
		cells.words.W -= pl.game.talk.drawBubble(c, r, cells.words)
	}
	pl.drawNames(c, cells.words, side, ink, r.H >= roomyPlate)
}

// cells are the parts of a plate, from the left. An absent one is empty.
type cells struct{ disc, words, next, lock, clock render.Rect }

// Widths of parts of a plate, in units.
const (
	nextWidth = 142 // a computer player's button
	lockSide  = 40  // the padlock, also its height
)

// cells divides a side's plate.
func (pl *plates) cells(side rules.Side) (p cells) {
	r, party := pl.game.board.Layout.Plate(side), pl.game.scene.Party(side)
	end, clock := 0.4*r.H, pl.clockWidth(r)
	parts, widths := []*render.Rect{&p.disc, &p.words}, []float64{r.H, 0}
	add := func(part *render.Rect, width float64) {
		parts, widths = append(parts, new(render.Rect), part), append(widths, kit.Gap/2, width)
	}
	if _, beside := pl.besidePlate(side); pl.hasNext(party) && !beside {
		add(&p.next, nextWidth)
	}
	if pl.locked() && party == pl.peer() {
		add(&p.lock, lockSide)
	}
	if clock > 0 {
		add(&p.clock, clock)
		end = 4
	}
	r.W -= end
	for i, cell := range kit.Row(r, 0, widths...) {
		*parts[i] = cell
	}
	return p
}

// besidePlate returns the place for a computer player's button beside their plate, and whether
// there is room.
func (pl *plates) besidePlate(side rules.Side) (render.Rect, bool) {
	const gap = 12
	plate, room := pl.game.board.Layout.Plate(side), pl.game.board.area.Inset(edge)
	way := render.Point{X: (plate.W+nextWidth)/2 + gap}
	if side == pl.game.board.Layout.Bottom() {
		way = way.Mul(-1)
	}
	place := plate.Centered(nextWidth, toolHeight).Move(way)
	return place, !pl.game.upright && place.X >= room.X && place.Right() <= room.Right()
}

// spread returns the rectangle around a plate and the place for the button beside it, whether the
// button is shown or not.
func (pl *plates) spread(side rules.Side) render.Rect {
	r := pl.game.board.Layout.Plate(side)
	if place, beside := pl.besidePlate(side); beside && slices.Contains(pl.game.computers(), pl.game.scene.Party(side)) {
		x, y := min(r.X, place.X), min(r.Y, place.Y)
		return render.Rect{X: x, Y: y, W: max(r.Right(), place.Right()) - x, H: max(r.Bottom(), place.Bottom()) - y}
	}
	return r
}

// place places the buttons on the plates and beside them.
func (pl *plates) place() {
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		cells, party := pl.cells(side), pl.game.scene.Party(side)
		next, beside := pl.besidePlate(side)
		if !beside {
			next = cells.next.Centered(cells.next.W, min(toolHeight, cells.next.H-8))
		}
		pl.next[party].SetBounds(next)
		if party == pl.peer() {
			pl.lock.SetBounds(cells.lock.Centered(cells.lock.W, min(lockSide, cells.lock.H)))
		}
	}
}

// drawNames draws the name of a player, the word for the user, and the games won so far if there
// is room.
func (pl *plates) drawNames(c *render.Canvas, r render.Rect, side rules.Side, ink render.Role, roomy bool) {
	name, soft := render.Strong.In(ink), render.Caption.In(ink)
	if roomy {
		name = render.Action.In(ink)
	}
	text, won, you := pl.game.scene.SideName(side), pl.wonWords(side), ""
	if pl.game.scene.IsMe(pl.game.scene.Party(side)) {
		you = words.T("you")
	}
	wonWidth, youWidth := c.TextWidth(won, soft), c.TextWidth(you, soft)
	if won != "" && wonWidth+c.TextWidth(text, name)+youWidth+2*kit.Gap <= r.W { // the name is more important
		kit.DrawLine(c, won, r, soft.Aligned(render.Right))
		r.W -= wonWidth + kit.Gap
	}
	const gap = 10
	if you != "" {
		text = c.Fit(text, r.W-youWidth-gap, name)
		_, beside := r.CutLeft(c.TextWidth(text, name) + gap)
		kit.DrawLine(c, you, beside.Move(render.Point{Y: 1}), soft)
	}
	kit.DrawLine(c, text, r, name)
}

// lit reports whether the plate of a side is lit: the side is to move, or has won.
func (pl *plates) lit(side rules.Side) bool {
	if pl.game.scene.Stage() == table.StageGame || pl.game.scene.Moving() {
		return pl.game.scene.TurnShown() == side
	}
	winner, won := pl.game.scene.Match().Result().Winner()
	return won && winner == side
}

// drawDisc draws the disc on a plate: gold for the player to move, a spinner while they think,
// otherwise a ring.
func (pl *plates) drawDisc(c *render.Canvas, at render.Point, side rules.Side, lit bool) {
	if lit && pl.game.scene.ShowsThinking() && pl.game.scene.Party(side) == pl.game.scene.ToMove() {
		const size = 34
		pl.spinner.SetBounds(render.Rect{X: at.X - size/2, Y: at.Y - size/2, W: size, H: size})
		pl.spinner.Draw(c, kit.State{})
		return
	}
	const radius = 8
	if lit {
		c.FillCircle(at, radius, render.Gold)
		return
	}
	c.FillCircle(at, radius, render.Line)
	c.FillCircle(at, radius-2.5, render.Panel)
}

// wonWords returns the numbers of games of the series that a side's player has won and drawn,
// without zeros.
func (pl *plates) wonWords(side rules.Side) string {
	t := pl.game.scene.Tally()
	won := t.Wins[pl.game.scene.Party(side)]
	wins, draws := words.N("%d win", "%d wins", won, won), words.N("%d draw", "%d draws", t.Draws, t.Draws)
	switch {
	case won == 0 && t.Draws == 0:
		return ""
	case won == 0:
		return draws
	case t.Draws == 0:
		return wins
	}
	return words.T("%[1]s, %[2]s", wins, draws)
}

// hasNext reports whether a computer player's button is shown.
func (pl *plates) hasNext(p match.Party) bool {
	return slices.Contains(pl.game.computers(), p) && (pl.game.scene.Stepwise || pl.hurries && p == pl.game.scene.ToMove())
}
