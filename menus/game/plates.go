package game

import (
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
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
	disc, rest := r.CutLeft(r.H)
	pl.drawDisc(c, disc.Center(), side, lit)
	pl.drawClock(c, r, side)
	rest.W = pl.end(side) - rest.X
	if pl.game.scene.Party(side) == pl.peer() {
		rest.W -= pl.game.talk.drawBubble(c, r, rest)
	}
	pl.drawNames(c, rest, side, ink, r.H >= roomyPlate)
}

// end returns the right end of the words on a plate: a button on it, its clock, or its own end.
func (pl *plates) end(side rules.Side) float64 {
	r, party := pl.game.board.Layout.Plate(side), pl.game.scene.Party(side)
	next := pl.next[party].Bounds()
	switch {
	case pl.locked() && party == pl.peer():
		return pl.lock.Bounds().X
	case next.X > r.X && next.Right() <= r.Right()+1 && pl.hasNext(party):
		return next.X - kit.Gap
	case pl.clockRoom(r) > 0:
		return pl.rightOf(r)
	}
	return r.Right() - r.H/2
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
	if pl.game.scene.Stage() == match.StageGame || pl.game.scene.Moving() {
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

// nextWidth is the width of a computer player's button.
const nextWidth = 142

// placeNext places the buttons of the computer players beside their plates or, without room there,
// on them.
func (pl *plates) placeNext() {
	for _, p := range pl.game.computers() {
		side := pl.game.scene.Side(p)
		r := pl.game.board.Layout.Plate(side)
		place := render.Rect{X: r.Right() + 12, Y: r.Center().Y - toolHeight/2, W: nextWidth, H: toolHeight}
		if side == pl.game.board.Layout.Bottom() && !pl.game.upright {
			place.X = r.X - 12 - nextWidth
		}
		if pl.game.upright || place.X < pl.game.board.area.X+edge || place.Right() > pl.game.board.area.Right()-edge {
			h := min(toolHeight, r.H-8)
			place = render.Rect{X: pl.rightOf(r) - nextWidth - 0.3*r.H, Y: r.Center().Y - h/2, W: nextWidth, H: h}
		}
		pl.next[p].SetBounds(place)
	}
}
