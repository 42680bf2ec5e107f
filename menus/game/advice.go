package game

import (
	"math"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// canGiveHints reports whether somebody in this game may get hints on his turn.
func (g *Screen) canGiveHints() bool { return g.scene.Local() && g.scene.Persons() > 0 }

// askHint has the best house looked for, or says why not.
func (g *Screen) askHint() {
	g.scene.Settle()
	g.refusal = g.scene.Hint()
	g.Controls.Focus(g.board) // the keys play the house that is named
	g.Controls.Invalidate()
}

// toggleBar shows or hides the evaluation bar, where there may be one.
func (g *Screen) toggleBar() {
	if !g.scene.Local() {
		g.refusal = "There is no evaluation bar in a game against somebody on another machine"
		g.Controls.Invalidate()
		return
	}
	toggleBar(g.Shell)
}

// nextMove has the computer player whose turn it is move: now, even where it would rather go on thinking.
func (g *Screen) nextMove() {
	if g.scene.Thinking() {
		g.scene.Hurry()
		return
	}
	g.scene.Next()
}

// enableNext brings the buttons that have computer players move up to date.
func (g *Screen) enableNext(set func(*kit.Button, bool)) {
	if hurries := g.scene.CanHurry(); hurries != g.hurries {
		g.hurries = hurries
		g.compose()
	}
	for _, p := range g.computers() {
		turn := g.scene.ComputerToMove() && g.scene.ToMove() == p
		g.next[p].Label = "Next Move"
		if turn && g.hurries {
			g.next[p].Label = "Move now"
		}
		set(g.next[p], turn && (g.hurries || g.scene.Stepwise && !g.scene.Thinking()))
	}
}

// layoutBase places what stands below the board, beside the name: the button for a hint at the right, and the evaluation bar
// in the middle. From says where the room for both begins.
func (g *Screen) layoutBase(from float64) {
	to := g.base.Right()
	if g.canGiveHints() {
		const aside = 8 // it ends where the buttons at the top end
		g.hint.SetBounds(render.Rect{X: to - hintWidth + aside, Y: g.base.Center().Y - 21, W: hintWidth, H: 42})
		to = g.hint.Bounds().X - kit.Gap
	}
	g.bar = render.Rect{X: from, Y: g.base.Y, W: to - from, H: g.base.H}
	middle := g.board.layout.Board().Center().X
	if half := min(middle-from, to-middle, barWidth); half >= barWidth/2 { // its middle below that of the board
		g.bar.X, g.bar.W = middle-half, 2*half
	}
}

// drawBar draws the evaluation bar: who is ahead in words and, from its middle towards the store of whoever that is, by how
// much.
func (g *Screen) drawBar(c *render.Canvas) {
	if !g.Settings.Now().Bar || !g.scene.Local() {
		return
	}
	s := g.scene.Standing()
	ink := render.Ink
	if !s.Current {
		ink = render.InkDim
	}
	words, bar := g.bar.CutTop(g.bar.H - 22)
	style := render.Caption.In(ink).Aligned(render.Center)
	c.Text(c.Fit(s.Words, words.W, style), words.Center().Add(render.Point{Y: 1}), style)
	const height = 10
	bar.H = height
	c.FillRect(bar, height/2, render.Panel)
	fill := render.Rect{X: bar.Center().X, Y: bar.Y, W: barShare(s.Lead) * bar.W / 2, H: height}
	if fill.W < 0 {
		fill.X, fill.W = fill.X+fill.W, -fill.W
	}
	c.FillRect(fill, height/2, ink)
	c.StrokeRect(bar, height/2, 1, render.Line)
	c.FillRect(render.Rect{X: bar.Center().X - 1, Y: bar.Y - 3, W: 2, H: height + 6}, 0, render.InkSoft)
}

// barShare returns how far a lead fills its half of the bar: -1 to 1, and never quite to the end. The first seeds count most.
func barShare(lead int) float64 {
	const half = 8 // seeds that fill half of it
	return float64(lead) / (half + math.Abs(float64(lead)))
}

// drawTurn draws the sign of whoever has the turn, before his name: a gold dot, or what turns while he thinks.
func (g *Screen) drawTurn(c *render.Canvas, at render.Point, side rules.Side) {
	if g.scene.ShowsThinking() && g.scene.Party(side) == g.scene.ToMove() {
		const size, left = 32, 3 // it is larger than the dot, and keeps its distance to the name
		g.spinner.SetBounds(render.Rect{X: at.X - size/2 - left, Y: at.Y - size/2, W: size, H: size})
		g.spinner.Draw(c, kit.State{})
		return
	}
	c.FillCircle(at, 7, render.Gold)
}
