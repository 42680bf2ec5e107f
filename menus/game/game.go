package game

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// endAfter is the number of ticks between the last motion and the end.
const endAfter = 30

// Screen shows a scene: the board, the players, the turn, the last event and the log; and then the
// end of the game.
type Screen struct {
	page.Page
	scene   *scene.Scene
	board   *boardWidget
	log     *logPanel
	talk    *talkPanel
	talking bool   // the talk is shown
	heard   int    // the number of announced unread lines
	strip   *strip // shows a lost connection or a request
	plates  plates
	leaving leaving
	tools   *toolbar
	end     *ending // the end of the game, or nil while it runs
	refusal string  // why the last press did nothing

	upright   bool       // the window is higher than wide
	short     bool       // see shortPhone
	roomy     bool       // there is room for the log beside the talk
	frame     *kit.Stack // the rows of the window
	aside     kit.Part   // the evaluation bar or the strip
	glide     glide
	toss      toss
	sinceOver int
	shownGame string
}

// New returns the screen of the game in progress.
func New(shell page.Shell) *Screen {
	g := &Screen{Page: page.New(shell, "game"), scene: shell.Scene()}
	g.board = newBoard(g)
	g.log = newLogPanel(g)
	g.talk, g.strip = newTalkPanel(g), newStrip(g)
	g.tools, g.plates.lock = newToolbar(g), newLock(g)
	g.toss.game, g.plates.game, g.leaving.game = g, g, g
	for p, id := range [...]string{match.Host: "game.next-host", match.Guest: "game.next-guest"} {
		g.plates.next[p] = kit.WithID(id, kit.NewButton(words.T("Next Move"), g.plates.nextMove))
		g.plates.next[p].Shortcut = "N"
	}
	g.Controls = kit.NewForm(g.board)
	g.Controls.OnCancel = g.cancel
	g.compose()
	g.sync()
	return g
}

// Renewed returns the screen in another language.
func (g *Screen) Renewed() page.Screen {
	again := New(g.Shell)
	again.board.Resume(&g.board.Board)
	return again
}

// Name returns the name of the screen. The end of a game has another name.
func (g *Screen) Name() string {
	if g.ended() {
		return "end of game"
	}
	return g.Page.Name()
}

// Follow brings the screens up to date with the game in progress. It opens the board once the game
// has begun. shown is the topmost game screen, or nil.
func Follow(shell page.Shell, shown *Screen) {
	sc := shell.Scene()
	switch sc.Stage() {
	case table.StageGame, table.StageOver:
		if shown == nil || shown.scene != sc {
			shown = New(shell)
			shell.Push(shown)
		}
		shown.sync()
	case table.StageEnded, table.StageFailed:
		if shown != nil {
			shown.sync()
		}
	case table.StageListening: // a watcher sees the last game until the next guest comes
		if shown != nil && sc.Watching() {
			shown.sync()
		}
	}
}

// Motion returns the timeline of the ply being shown, or nil.
func (g *Screen) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return g.scene.Motion(), g.scene.Passed(), g.board.Layout
}

// compose puts the widgets for the present state on the form.
func (g *Screen) compose() {
	widgets := []kit.Widget{g.board}
	add := func(list ...*kit.Button) {
		for _, b := range list {
			widgets = append(widgets, b)
		}
	}
	for _, p := range g.computers() {
		if g.plates.hasNext(p) && !g.ended() {
			add(g.plates.next[p])
		}
	}
	if g.ended() {
		widgets = append(widgets, g.end.widgets()...)
		if link := g.end.story(); link != nil {
			add(link)
		}
	} else {
		add(g.strip.buttons()...)
	}
	add(g.tools.choose(g)...)
	if p := g.panelOf(g.drawer(), false); p != nil {
		widgets = append(widgets, kit.ControlsOf(p)...)
	}
	if g.plates.locked() {
		add(g.plates.lock)
	}
	g.Controls.Set(widgets...)
	g.Shell.Relayout()
}

// chooseDefault sets the button that Enter presses in a text field.
func (g *Screen) chooseDefault() {
	switch field := g.Field(); {
	case field == nil:
		g.Controls.Default = nil
	case field == g.talk.field:
		g.Controls.Default = g.talk.enter
	case g.end != nil && field == g.end.name:
		g.Controls.Default = g.end.save
	}
}

// cancel handles Escape: it leaves a text field, or else opens the menu.
func (g *Screen) cancel() {
	switch {
	case g.talking:
		g.closeTalk()
	case g.Naming():
		g.end.ask(false)
	default:
		g.openMenu()
	}
}

// takeBack undoes the last decision of the user or, in a game with a peer, requests that.
func (g *Screen) takeBack() {
	if g.scene.Local() {
		g.did(g.scene.Undo())
		return
	}
	g.did(g.scene.AskTakeback())
	g.Controls.Focus(g.board)
}

func (g *Screen) redo() { g.did(g.scene.Redo()) }

// did shows the error of an action, if any.
func (g *Screen) did(err error) {
	if err != nil {
		g.Shell.Say(words.Sentence(err))
	}
}

// refuse shows why an action was refused; "" clears the reason.
func (g *Screen) refuse(why string) {
	g.refusal = why
	g.Shell.Tell(why, true)
}

// swapSides answers the first turn by changing sides.
func (g *Screen) swapSides() { g.refuse(g.scene.Swap()) }

// togglePause toggles whether computer players wait for Next Move.
func (g *Screen) togglePause() {
	g.scene.Stepwise = !g.scene.Stepwise
	g.compose()
}

func (g *Screen) toggleLog() {
	g.Settings.Change(func(s *settings.Settings) { s.Log = g.talking && !g.roomy || !s.Log })
	g.talking = g.talking && g.roomy
	g.compose()
}

// sync brings the screen up to date after events of the scene.
func (g *Screen) sync() {
	g.refusal = ""
	if id := g.scene.GameID(); id != g.shownGame { // a game has begun
		if g.shownGame != "" {
			g.Shell.Say("") // the toast is about the previous game
		}
		g.shownGame = id
		g.board.Unchoose()
		g.closeEnd()
		g.compose()
	}
	switch {
	case g.scene.Stage() == table.StageGame: // also after an undo
		g.sinceOver = 0
		g.closeEnd()
	case g.end == nil && g.scene.Match() != nil:
		g.Shell.Say("") // the toast is about the running game
		g.end = newEnding(g)
	case g.end != nil:
		g.end.sync()
	}
	g.plates.syncClocks()
	if g.strip.sync() {
		if g.strip.shown == stripPaused {
			g.Shell.Say("") // the toast is out of date, for example that the peer is back
		}
		g.compose()
	}
	if answer := g.scene.TakeAnswer(); answer != "" {
		g.Shell.Say(answer + ".")
	}
	g.leaving.syncAway()
	g.leaving.syncStuck()
	g.plates.syncConnection()
	g.leaving.makeRoom()
	g.hear()
	g.listPlies()
}

// listPlies brings the log up to date. It does not tell a ply that the board still shows.
func (g *Screen) listPlies() {
	lines := g.scene.Lines()
	if g.scene.Moving() && g.scene.Story() == "" {
		lines = lines[:max(len(lines)-1, 0)]
	}
	g.log.set(lines)
}

// Update handles input, and shows the end after the last motion.
func (g *Screen) Update(in *kit.Input) bool {
	g.enable()
	acts, shown := in.Pressed || len(in.Keys) > 0, g.scene.Motion()
	if acts {
		g.refusal = "" // it was about the previous press
	}
	if in.Acts() {
		g.glide.slide.Rest()
	}
	moved := g.glide.slide.Advance(g.Elapsed)
	moved = g.toss.advance(g.Elapsed, acts) || moved
	changed := g.end != nil && g.end.update(in) || moved
	g.chooseDefault()
	changed = g.Controls.Update(in) || changed
	g.keys(in)
	if g.scene.ShowsThinking() {
		changed = g.plates.spinner.Update(in, kit.State{}) || changed
	}
	if acts && shown != nil && shown == g.scene.Motion() { // any input ends a motion at once
		g.scene.Settle()
		changed = true
	}
	g.listPlies() // no event comes after the motion of the last ply
	if g.scene.PauseDue() && !g.scene.Moving() {
		g.leaving.askPaused()
		return true
	}
	if g.end != nil && !g.end.shown && !g.scene.Moving() {
		if g.sinceOver++; g.sinceOver > endAfter || g.Settings.Now().Speed == motion.Off {
			g.end.show()
			return true
		}
	}
	return changed
}

// Draw draws the board and everything around it.
func (g *Screen) Draw(c *render.Canvas) { g.drawGliding(func() { g.Controls.Draw(c) }) }

// drawOver draws the parts above the board's shadow: the plates, the controls beside them, and the
// end.
func (g *Screen) drawOver(c *render.Canvas, v render.View) {
	g.plates.drawPlate(c, rules.South)
	g.plates.drawPlate(c, rules.North)
	if g.ended() {
		g.Art.DrawRain(c, c.Bounds(), v)
	} else if g.asideWanted() {
		g.aside.Draw(c, render.Point{})
	}
	g.frame.Draw(c, render.Point{})
	g.toss.draw(c)
}

// Close cancels the judge of a game that has ended.
func (g *Screen) Close() {
	if g.end != nil {
		g.end.close()
	}
}

// closeEnd removes the end, because the game continues or a new one begins.
func (g *Screen) closeEnd() {
	if g.end == nil {
		return
	}
	g.end.close()
	g.end, g.board.finale = nil, nil
	g.glide.panels[endDrawer].Panel = &kit.Panel{Part: kit.Rest(), Rule: true} // it leaves empty
	g.compose()
	g.Controls.Focus(g.board)
}

// Naming reports whether the winner is entering a name.
func (g *Screen) Naming() bool { return g.ended() && g.end.naming }

// KeepUnasked stores an unnamed win under the name in the field, because the window is closing.
func (g *Screen) KeepUnasked() {
	if g.end != nil {
		g.end.keepUnasked()
	}
}
