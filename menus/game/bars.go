package game

import (
	"fmt"
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Layout gives the board what the bars and the log leave.
func (g *Screen) Layout(_ *render.Canvas, area render.Rect) {
	var middle render.Rect
	g.status, middle = area.CutBottom(page.StatusHeight)
	g.top, middle = middle.CutTop(plateHeight + 12)
	board := g.layoutLog(middle)
	g.base, board = board.CutBottom(plateHeight)
	g.toolbar = g.layoutButtons()
	g.board.SetBounds(board)
	g.board.relayout()
	bottom := g.scene.Party(g.scene.Bottom())
	from := g.plateX(g.base) + nameWidth + kit.Gap
	for _, p := range g.computers() {
		plate := g.top
		if p == bottom {
			plate = g.base
			from += nextWidth + kit.Gap
		}
		x := min(g.plateX(plate)+nameWidth+kit.Gap, g.toolbar-nextWidth-kit.Gap)
		g.next[p].SetBounds(render.Rect{X: x, Y: plate.Center().Y - 21, W: nextWidth, H: 42})
	}
	g.layoutBase(from)
	g.strip.layout(render.Rect{X: from, Y: g.base.Y, W: g.base.Right() - 4 - from, H: g.base.H})
}

// The room for a name and for the evaluation bar, and the widths of buttons beside the names.
const (
	nameWidth = 230
	barWidth  = 220
	nextWidth = 142
	hintWidth = 94
)

// layoutLog puts the log beside or below the board, where it leaves the board larger, and returns what is left.
func (g *Screen) layoutLog(middle render.Rect) render.Rect {
	inner := render.Rect{X: middle.X + 24, Y: middle.Y, W: middle.W - 48, H: middle.H}
	if !g.Settings.Now().Log && !g.talking {
		return inner
	}
	place, wide, high := g.log.setBounds, min(logWidth, middle.W*0.28), float64(logHeight)
	if g.talking {
		place, wide, high = g.talk.setBounds, talkWidth, talkHeight
	}
	side, beside := inner.CutRight(wide)
	beside.W -= 24
	below, above := inner.CutBottom(high)
	width := func(r render.Rect) float64 {
		_, r = r.CutBottom(plateHeight)
		return render.NewLayout(r, g.board.houses(), rules.South).Board().W
	}
	if width(beside) >= width(above) {
		place(render.Rect{X: side.X, Y: side.Y, W: side.W + 12, H: side.H - 12})
		return beside
	}
	place(render.Rect{X: below.X, Y: below.Y, W: below.W, H: below.H - 12})
	return above
}

// layoutButtons places the buttons of the bar at the top, from the right, and returns where the leftmost begins.
func (g *Screen) layoutButtons() float64 {
	x := g.top.Right() - kit.CornerRoom
	for _, b := range slices.Backward(g.tools) {
		const width = 94
		x -= width
		b.SetBounds(render.Rect{X: x, Y: g.top.Y + 10, W: width, H: 42})
		x -= 8
	}
	return x
}

// plateX is where a name begins: at the board's left edge or, where what stands beside it leaves too little room, before it.
func (g *Screen) plateX(r render.Rect) float64 {
	room := g.toolbar
	if r == g.base {
		room = r.Right() - hintWidth - kit.Gap - barWidth
	}
	return max(min(g.board.layout.Board().X, room-nameWidth-nextWidth-2*kit.Gap), r.X+24) + 12
}

// Draw draws the board with the bars above and below.
func (g *Screen) Draw(c *render.Canvas) {
	bottom := g.scene.Bottom()
	g.drawPlate(c, g.top, bottom.Opponent())
	g.drawPlate(c, g.base, bottom)
	g.drawBar(c)
	g.strip.draw(c)
	g.drawStatus(c)
	switch {
	case g.talking:
		g.talk.draw(c)
	case g.Settings.Now().Log:
		g.log.draw(c)
	}
	g.Controls.Draw(c)
}

// drawPlate draws who has a side. The one to move has a gold sign and a gold name.
func (g *Screen) drawPlate(c *render.Canvas, r render.Rect, side rules.Side) {
	at := render.Point{X: g.plateX(r), Y: r.Center().Y}
	style := render.Strong.Sized(22)
	if g.scene.TurnShown() == side && g.scene.Stage() == match.StageGame {
		g.drawTurn(c, at.Add(render.Point{X: 8}), side)
		style = style.In(render.Gold)
		at.X += 28
	}
	name := g.scene.SideName(side)
	if g.scene.IsMe(g.scene.Party(side)) {
		name += " (you)"
	}
	room := g.plateX(r) + nameWidth - at.X
	if party := g.scene.Party(side); slices.Contains(g.computers(), party) { // its button may come at any moment
		room = min(room, g.next[party].Bounds().X-8-at.X)
	}
	won := g.wonWords(side)
	name = c.Fit(name, room-c.TextWidth(won, render.Caption), style)
	c.Text(name, at, style)
	c.Text(won, at.Add(render.Point{X: c.TextWidth(name, style)}), render.Caption)
}

// wonWords says how many games of the series a side's player has won, from the second one on.
func (g *Screen) wonWords(side rules.Side) string {
	if g.scene.Number() < 2 {
		return ""
	}
	return fmt.Sprintf("  %d won", g.scene.Tally().Wins[g.scene.Party(side)])
}

// drawStatus draws the bar at the bottom: whose turn, what just happened, and how the connection is.
func (g *Screen) drawStatus(c *render.Canvas) {
	c.FillRect(g.status, 0, render.Panel)
	y := g.status.Center().Y
	x := g.status.X + 24
	turn := g.scene.Turn()
	style := render.Strong.Sized(20)
	if g.scene.Stage() == match.StageGame && g.scene.Person(g.scene.Party(g.scene.TurnShown())) {
		style = style.In(render.Gold)
	}
	about, alarm := g.about()
	right := c.TextWidth(about, render.Caption)
	turn = c.Fit(turn, g.status.W-right-80, style)
	c.Text(turn, render.Point{X: x, Y: y}, style)
	x += c.TextWidth(turn, style) + 28
	happened, hStyle := g.scene.Happened(), render.Body.In(render.InkSoft)
	if hint := g.scene.HintWords(); hint != "" {
		happened, hStyle = hint, render.Body
	}
	if trouble := g.trouble(); trouble != "" {
		happened, hStyle = trouble, render.Body.In(render.Warn)
	}
	if room := g.status.Right() - 48 - right - x; room > 60 {
		c.Text(c.Fit(happened, room, hStyle), render.Point{X: x, Y: y}, hStyle)
	}
	caption := render.Caption.Aligned(render.Right)
	if alarm {
		caption = caption.In(render.Warn)
	}
	c.Text(about, render.Point{X: g.status.Right() - 24, Y: y}, caption)
}

// trouble says why the last press did nothing, or why a computer player does not move.
func (g *Screen) trouble() string {
	if g.refusal == "" && g.scene.Stage() == match.StageGame {
		return words.Sentence(g.scene.Note())
	}
	return g.refusal
}

// about says how the connection is, or what is played where there is none, and whether that should worry.
func (g *Screen) about() (text string, alarm bool) {
	switch stage := g.scene.Stage(); {
	case g.scene.Local() && g.scene.Match() != nil:
		return page.DescribeVariant(g.scene.Match().Position().Variant()), false
	case stage == match.StageEnded, stage == match.StageFailed:
		return "not connected", true
	case g.scene.IsPaused():
		return "connection down", true
	case g.scene.Quiet():
		return "nothing heard of " + g.scene.Peer() + "...", true
	}
	return fmt.Sprintf("connected - game %d", max(1, g.scene.Number())), false
}
