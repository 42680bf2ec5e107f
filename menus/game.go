package menus

import (
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// gameScreen shows a play: the board, who is who, whose turn it is and what just happened.
type gameScreen struct {
	page
	play      *Play
	board     *boardWidget
	menu      *kit.Button
	result    *kit.Button // brings the end card back
	end       *endCard    // the card of the current ending, or nil while a game runs
	refusal   string      // why the last press did nothing
	top, base render.Rect
	status    render.Rect
	sinceOver int
	shownGame string
}

const (
	plateHeight  = 52
	statusHeight = 50
)

func newGameScreen(a *App) *gameScreen {
	g := &gameScreen{page: page{app: a, name: "game"}, play: a.play}
	g.board = &boardWidget{play: a.play, art: a.art, refuse: func(why string) { g.refusal = why }}
	g.menu = kit.NewButton("Menu", g.openMenu)
	g.result = kit.NewButton("Result", g.showEnd)
	g.form = kit.NewForm(g.board, g.menu)
	g.form.OnCancel = g.openMenu
	g.sync()
	return g
}

// sync brings the screen up to date after events of the play.
func (g *gameScreen) sync() {
	g.refusal = ""
	if id := g.play.gameID; id != g.shownGame { // a game has begun
		g.shownGame, g.sinceOver = id, 0
		g.board.hasChosen = false
		g.closeEnd()
		g.app.relayout()
	}
	if named, ok := g.play.TakeNamed(); ok {
		g.keepPeersScore(named.Name)
	}
	if g.end != nil {
		g.end.sync()
	}
}

// keepPeersScore writes the peer's win down in this end's table too, from this end's own record of the game.
func (g *gameScreen) keepPeersScore(name string) {
	score, won := g.play.Score(name)
	if _, mine := g.play.IWon(); !won || mine {
		return
	}
	score.Date = g.app.cfg.Now()
	g.app.cfg.Scores.Add(score, func(err error) {
		if err != nil {
			g.app.say(sentence(err.Error()))
			return
		}
		g.app.say(name + " enters the top scores with " + plural(score.Seeds, "seed") + ".")
	})
}

// Update acts on input and shows the end card once the last motion is over.
func (g *gameScreen) Update(in *kit.Input) bool {
	acts, motion := in.Pressed || len(in.Keys) > 0, g.play.motion
	changed := g.form.Update(in)
	g.speedKeys(in)
	if acts && motion != nil && motion == g.play.motion { // any input shows the end of a motion at once
		g.play.Settle()
		changed = true
	}
	over := g.play.Stage() == StageOver || g.play.Stage() == StageEnded || g.play.Stage() == StageFailed
	if over && g.end == nil && !g.play.Moving() {
		if g.sinceOver++; g.sinceOver > 30 {
			g.end = newEndCard(g)
			g.form.Set(g.board, g.result, g.menu)
			g.showEnd()
			return true
		}
	}
	return changed
}

// speedKeys acts on the keys of the game that are no widget's.
func (g *gameScreen) speedKeys(in *kit.Input) {
	for _, k := range in.Keys {
		switch {
		case k.Repeat:
		case k.Key == ebiten.KeyF10:
			g.openMenu()
		case k.Key == ebiten.KeyComma:
			g.app.setSpeed(min(g.app.speed+1, render.SpeedSlow))
		case k.Key == ebiten.KeyPeriod:
			g.app.setSpeed(max(g.app.speed, render.SpeedOff+1) - 1)
		case k.Key == ebiten.KeyEqual:
			g.app.setSpeed(render.SpeedNormal)
		}
	}
}

// openMenu shows the game's menu.
func (g *gameScreen) openMenu() {
	running := g.play.Stage() == StageGame
	item := func(label string, do func()) *kit.Button {
		return kit.NewButton(label, func() { g.app.pop(); do() })
	}
	back := item("Back to the game", func() {})
	back.Primary = true
	resign := item("Resign", g.askResign)
	resign.Disabled = !running
	g.app.push(newCard(g.app, "game menu", "Menu", "", g.app.pop, back, resign,
		item("Help", func() { g.app.push(newHelpScreen(g.app)) }),
		item("Top Scores", func() { g.app.push(newScoresScreen(g.app)) }),
		item("Leave", g.askLeave), item("Exit", g.app.askExit)))
}

// askResign gives the game up after a question.
func (g *gameScreen) askResign() {
	g.app.push(newQuestion(g.app, "Resign?", g.play.Peer()+" wins this game.", "Resign", "Play on", func() {
		if err := g.play.link.Resign(); err != nil {
			g.app.say(sentence(err.Error()))
		}
	}))
}

// askLeave goes back to the main menu; while a game runs, after a question.
func (g *gameScreen) askLeave() {
	if g.play.Stage() != StageGame {
		g.app.home()
		return
	}
	g.app.push(newQuestion(g.app, "Leave the game?", "It would be broken off, and "+g.play.Peer()+" is told that you left.",
		"Leave", "Play on", g.app.home))
}

// showEnd puts the end card over the board.
func (g *gameScreen) showEnd() {
	if g.end != nil && g.app.top() != Screen(g.end) {
		g.app.popTo(g)
		g.app.push(g.end)
	}
}

// closeEnd takes the end card away, for a new game.
func (g *gameScreen) closeEnd() {
	if g.end == nil {
		return
	}
	if g.app.top() == Screen(g.end) {
		g.app.pop()
	}
	g.end = nil
	g.form.Set(g.board, g.menu)
	g.form.Focus(g.board)
}

// Layout gives the board what the bars leave.
func (g *gameScreen) Layout(_ *render.Canvas, area render.Rect) {
	var middle render.Rect
	g.status, middle = area.CutBottom(statusHeight)
	g.top, middle = middle.CutTop(plateHeight + 12)
	g.base, middle = middle.CutBottom(plateHeight)
	buttons, _ := g.top.Inset(8).CutRight(112)
	buttons = buttons.Move(render.Point{X: -8})
	g.menu.SetBounds(buttons)
	g.result.SetBounds(buttons.Move(render.Point{X: -124}))
	g.board.SetBounds(render.Rect{X: middle.X + 24, Y: middle.Y, W: middle.W - 48, H: middle.H})
	g.board.relayout()
}

// Draw draws the board with the bars above and below.
func (g *gameScreen) Draw(c *render.Canvas) {
	me := g.play.Self()
	g.drawPlate(c, g.top, me.Opponent())
	g.drawPlate(c, g.base, me)
	g.drawStatus(c)
	g.form.Draw(c)
}

// drawPlate draws who has a side. The one to move has a gold dot and a gold name.
func (g *gameScreen) drawPlate(c *render.Canvas, r render.Rect, side rules.Side) {
	board := g.board.layout.Board()
	at := render.Point{X: max(board.X, r.X+24) + 12, Y: r.Center().Y}
	style := render.Strong.Sized(22)
	if g.turnShown() == side && g.play.Stage() == StageGame {
		c.FillCircle(at.Add(render.Point{X: 8}), 7, render.Gold)
		style = style.In(render.Gold)
		at.X += 28
	}
	name := g.play.Name(side)
	if side == g.play.Self() {
		name = ownName(name)
	}
	c.Text(c.Fit(name, r.W/2, style), at, style)
}

func ownName(name string) string {
	if name == "" {
		return "You"
	}
	return name + " (you)"
}

// turnShown is the side whose turn the picture shows: it passes when the motion has ended.
func (g *gameScreen) turnShown() rules.Side {
	if g.play.Moving() {
		return g.play.shown.ToMove()
	}
	if m := g.play.Match(); m != nil {
		return m.Position().ToMove()
	}
	return rules.South
}

// drawStatus draws the bar at the bottom: whose turn, what just happened, and how the connection is.
func (g *gameScreen) drawStatus(c *render.Canvas) {
	c.FillRect(g.status, 0, render.Panel)
	y := g.status.Center().Y
	x := g.status.X + 24
	turn := g.play.Turn()
	style := render.Strong.Sized(20)
	if g.play.Stage() == StageGame && g.turnShown() == g.play.Self() {
		style = style.In(render.Gold)
	}
	connection, alarm := g.connection()
	right := c.TextWidth(connection, render.Caption)
	turn = c.Fit(turn, g.status.W-right-80, style)
	c.Text(turn, render.Point{X: x, Y: y}, style)
	x += c.TextWidth(turn, style) + 28
	happened, hStyle := g.play.happened, render.Body.In(render.InkSoft)
	if g.refusal != "" {
		happened, hStyle = g.refusal, render.Body.In(render.Warn)
	}
	if room := g.status.Right() - 48 - right - x; room > 60 {
		c.Text(c.Fit(happened, room, hStyle), render.Point{X: x, Y: y}, hStyle)
	}
	caption := render.Caption.Aligned(render.Right)
	if alarm {
		caption = caption.In(render.Warn)
	}
	c.Text(connection, render.Point{X: g.status.Right() - 24, Y: y}, caption)
}

// connection says how the connection is, and whether that should worry.
func (g *gameScreen) connection() (text string, alarm bool) {
	switch {
	case g.play.Stage() == StageEnded, g.play.Stage() == StageFailed:
		return "not connected", true
	case g.play.quiet:
		return "nothing heard of " + g.play.Peer() + "...", true
	}
	return "connected - game " + strconv.Itoa(max(1, g.play.number)), false
}
