package game

import (
	"math"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
)

// canGiveHints reports whether a person in this game can get hints on their turn.
func (g *Screen) canGiveHints() bool { return g.scene.Local() && g.scene.Persons() > 0 }

// askHint requests a hint, or says why there is none. If there is one on the board, it tells the
// story of its move.
func (g *Screen) askHint() {
	if g.hintTells() {
		g.tellWhy()
	} else {
		g.scene.Settle()
		g.refuse(g.scene.Hint())
	}
	g.Controls.Focus(g.board) // so that the keys play the house of the hint
	g.Controls.Invalidate()
}

// hintTells reports whether a hint is on the board, whose story can be told.
func (g *Screen) hintTells() bool {
	_, hinted := g.scene.Hinted()
	return hinted && g.scene.CanHint()
}

// tellWhy tells the last move again, slowly, with a sentence that says why.
func (g *Screen) tellWhy() {
	said := g.scene.TellWhy()
	if g.scene.Story() == "" {
		g.refuse(said)
		return
	}
	g.refusal = ""
	g.Shell.Tell(said, true)
	g.Controls.Invalidate()
	g.Shell.Relayout()
}

// toggleBar shows or hides the evaluation bar, if the game can have one.
func (g *Screen) toggleBar() {
	if !g.scene.Local() {
		g.refuse(words.T("There is no evaluation bar in a network game"))
		g.Controls.Invalidate()
		return
	}
	g.Settings.Change(func(s *settings.Settings) { s.Bar = !s.Bar })
	g.Shell.Relayout()
}

// nextMove makes the computer player to move play now, even if it is still thinking.
func (pl *plates) nextMove() {
	if pl.game.scene.Thinking() {
		pl.game.scene.Hurry()
		return
	}
	pl.game.scene.Next()
}

// enableNext updates the buttons of the computer players' moves.
func (pl *plates) enableNext(set func(*kit.Button, bool)) {
	if hurries := pl.game.scene.CanHurry(); hurries != pl.hurries {
		pl.hurries = hurries
		pl.game.compose()
	}
	for _, p := range pl.game.computers() {
		turn := pl.game.scene.ComputerToMove() && pl.game.scene.ToMove() == p
		pl.next[p].Label = words.T("Next Move")
		if turn && pl.hurries {
			pl.next[p].Label = words.T("Move now")
		}
		set(pl.next[p], turn && (pl.hurries || pl.game.scene.Stepwise && !pl.game.scene.Thinking()))
	}
}

// bar returns the evaluation bar below a line that says which player is ahead.
func (g *Screen) bar() kit.Part {
	const height, foot = 10, 12
	line := &kit.Picture{Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		kit.DrawLine(c, g.scene.Standing().Words, r, render.Caption.In(g.barInk()).Aligned(render.Center))
	}}
	return &kit.Stack{Parts: []kit.Part{line, kit.Painted(height, g.drawBar), kit.Blank(foot)}}
}

// barInk returns the colour of the evaluation, which is dim until it is about the present position.
func (g *Screen) barInk() render.Role {
	if g.scene.Standing().Current {
		return render.Ink
	}
	return render.InkDim
}

// drawBar draws the lead from the middle of the evaluation bar towards the leader's store.
func (g *Screen) drawBar(c *render.Canvas, bar render.Rect) {
	round := bar.H / 2
	c.FillRect(bar, round, render.Panel)
	fill := render.Rect{X: bar.Center().X, Y: bar.Y, W: barShare(g.scene.Standing().Lead) * bar.W / 2, H: bar.H}
	if fill.W < 0 {
		fill.X, fill.W = fill.X+fill.W, -fill.W
	}
	c.FillRect(fill, round, g.barInk())
	c.StrokeRect(bar, round, 1, render.Line)
	c.FillRect(bar.Centered(2, bar.H+6), 0, render.InkSoft)
}

// barShare returns the filled part of a bar's half for a lead: -1..1, exclusive. The first seeds
// count most.
func barShare(lead int) float64 {
	const half = 8 // the lead that fills half of it, in seeds
	return float64(lead) / (half + math.Abs(float64(lead)))
}
