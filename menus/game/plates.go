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
	r := pl.game.board.layout.Plate(side)
	party := pl.game.scene.Party(side)
	lit := pl.lit(side)
	ground, edge, width, ink := render.Panel, render.Line, 1.0, render.InkSoft
	if lit {
		ground, edge, width, ink = render.PanelRaised, render.Gold, 2, render.Ink
	}
	c.FillRect(r, r.H/2, ground)
	c.StrokeRect(r, r.H/2, width, edge)
	disc := render.Point{X: r.X + r.H/2, Y: r.Center().Y}
	pl.drawDisc(c, disc, side, lit)
	pl.drawClock(c, r, side)
	inner := render.Rect{X: r.X + r.H, Y: r.Y, W: r.W - 1.5*r.H, H: r.H}
	if pl.clockRoom(r) > 0 {
		inner.W = pl.rightOf(r) - inner.X
	}
	if next := pl.next[party]; next.Bounds().X > r.X && next.Bounds().Right() <= r.Right()+1 && pl.hasNext(party) {
		inner.W = next.Bounds().X - kit.Gap - inner.X // the button is on the plate
	}
	if pl.locked() && party == pl.peer() {
		inner.W = pl.lock.Bounds().X - inner.X
	}
	if party == pl.peer() {
		inner.W -= pl.game.talk.drawBubble(c, r, inner)
	}
	name := render.Strong.In(ink)
	if r.H >= roomyPlate {
		name = render.Action.In(ink)
	}
	won := pl.wonWords(side)
	style := render.Caption.Aligned(render.Right).In(ink)
	you, soft := "", render.Caption.In(ink)
	if pl.game.scene.IsMe(party) {
		you = words.T("you")
	}
	room := inner.W
	least := c.TextWidth(won, style) + c.TextWidth(pl.game.scene.SideName(side), name) + c.TextWidth(you, soft) + 2*kit.Gap
	if least > room { // the name is more important
		won = ""
	}
	if won != "" {
		c.Text(won, render.Point{X: inner.Right(), Y: inner.Center().Y}, style)
		room -= c.TextWidth(won, style) + kit.Gap
	}
	if you != "" {
		room -= c.TextWidth(you, soft) + 10
	}
	text := c.Fit(pl.game.scene.SideName(side), room, name)
	at := render.Point{X: inner.X, Y: inner.Center().Y}
	c.Text(text, at, name)
	c.Text(you, at.Add(render.Point{X: c.TextWidth(text, name) + 10, Y: 1}), soft)
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
		r := pl.game.board.layout.Plate(side)
		place := render.Rect{X: r.Right() + 12, Y: r.Center().Y - toolHeight/2, W: nextWidth, H: toolHeight}
		if side == pl.game.board.layout.Bottom() && !pl.game.upright {
			place.X = r.X - 12 - nextWidth
		}
		if pl.game.upright || place.X < pl.game.board.area.X+edge || place.Right() > pl.game.board.area.Right()-edge {
			h := min(toolHeight, r.H-8)
			place = render.Rect{X: pl.rightOf(r) - nextWidth - 0.3*r.H, Y: r.Center().Y - h/2, W: nextWidth, H: h}
		}
		pl.next[p].SetBounds(place)
	}
}
