package game

import (
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// drawPlate draws a player's plate at the end of the board: the turn indicator, the name, the games
// won so far and the clock. The plate of the player to move is lit.
func (g *Screen) drawPlate(c *render.Canvas, side rules.Side) {
	r := g.board.layout.Plate(side)
	party := g.scene.Party(side)
	lit := g.lit(side)
	ground, edge, width, ink := render.Panel, render.Line, 1.0, render.InkSoft
	if lit {
		ground, edge, width, ink = render.PanelRaised, render.Gold, 2, render.Ink
	}
	c.FillRect(r, r.H/2, ground)
	c.StrokeRect(r, r.H/2, width, edge)
	disc := render.Point{X: r.X + r.H/2, Y: r.Center().Y}
	g.drawDisc(c, disc, side, lit)
	g.drawClock(c, r, side)
	inner := render.Rect{X: r.X + r.H, Y: r.Y, W: r.W - 1.5*r.H, H: r.H}
	if g.clockRoom(r) > 0 {
		inner.W = g.rightOf(r) - inner.X
	}
	if next := g.next[party]; next.Bounds().X > r.X && next.Bounds().Right() <= r.Right()+1 && g.hasNext(party) {
		inner.W = next.Bounds().X - kit.Gap - inner.X // the button is on the plate
	}
	if g.locked() && party == g.peer() {
		inner.W = g.lock.Bounds().X - inner.X
	}
	if party == g.peer() {
		inner.W -= g.talk.drawBubble(c, r, inner)
	}
	name := render.Strong.Sized(max(17, min(22, 0.42*r.H))).In(ink)
	won := g.wonWords(side)
	style := render.Caption.Sized(15).Aligned(render.Right).In(ink)
	you, soft := "", render.Caption.Sized(15).In(ink)
	if g.scene.IsMe(party) {
		you = words.T("you")
	}
	room := inner.W
	least := c.TextWidth(won, style) + c.TextWidth(g.scene.SideName(side), name) + c.TextWidth(you, soft) + 2*kit.Gap
	if g.clockRoom(r) > 0 && least > room { // the clock has taken the room
		won = ""
	}
	if won != "" {
		c.Text(won, render.Point{X: inner.Right(), Y: inner.Center().Y}, style)
		room -= c.TextWidth(won, style) + kit.Gap
	}
	if you != "" {
		room -= c.TextWidth(you, soft) + 10
	}
	text := c.Fit(g.scene.SideName(side), room, name)
	at := render.Point{X: inner.X, Y: inner.Center().Y}
	c.Text(text, at, name)
	c.Text(you, at.Add(render.Point{X: c.TextWidth(text, name) + 10, Y: 1}), soft)
}

// lit reports whether the plate of a side is lit: it is that side's turn, or it has won.
func (g *Screen) lit(side rules.Side) bool {
	if g.scene.Stage() == match.StageGame || g.scene.Moving() {
		return g.scene.TurnShown() == side
	}
	winner, won := g.scene.Match().Result().Winner()
	return won && winner == side
}

// drawDisc draws the disc on a plate: gold for the player to move, a spinner while they think,
// otherwise a ring.
func (g *Screen) drawDisc(c *render.Canvas, at render.Point, side rules.Side, lit bool) {
	if lit && g.scene.ShowsThinking() && g.scene.Party(side) == g.scene.ToMove() {
		const size = 34
		g.spinner.SetBounds(render.Rect{X: at.X - size/2, Y: at.Y - size/2, W: size, H: size})
		g.spinner.Draw(c, kit.State{})
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

// wonWords returns the number of games of the series that a side's player has won, starting with
// the second game.
func (g *Screen) wonWords(side rules.Side) string {
	t := g.scene.Tally()
	won := t.Wins[g.scene.Party(side)]
	if g.scene.Number() < 2 && won+t.Draws+t.Wins[g.scene.Party(side.Opponent())] == 0 {
		return ""
	}
	text := words.N("%d win", "%d wins", won, won)
	if t.Draws > 0 {
		text = words.T("%[1]s, %[2]s", text, words.N("%d draw", "%d draws", t.Draws, t.Draws))
	}
	return text
}

// hasNext reports whether the button that makes a computer player move is shown.
func (g *Screen) hasNext(p match.Party) bool {
	return slices.Contains(g.computers(), p) && (g.scene.Stepwise || g.hurries && p == g.scene.ToMove())
}

// nextWidth is the width of the button that makes a computer player move.
const nextWidth = 142

// placeNext places the buttons of the computer players: beside their plates or, if there is no
// room, on them.
func (g *Screen) placeNext() {
	for _, p := range g.computers() {
		side := g.scene.Side(p)
		r := g.board.layout.Plate(side)
		place := render.Rect{X: r.Right() + 12, Y: r.Center().Y - toolHeight/2, W: nextWidth, H: toolHeight}
		if side == g.board.layout.Bottom() && !g.upright {
			place.X = r.X - 12 - nextWidth
		}
		if g.upright || place.X < g.board.area.X || place.Right() > g.board.area.Right() {
			h := min(toolHeight, r.H-8)
			place = render.Rect{X: g.rightOf(r) - nextWidth - 0.3*r.H, Y: r.Center().Y - h/2, W: nextWidth, H: h}
		}
		g.next[p].SetBounds(place)
	}
}
