package game

import (
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// endAfter is how many ticks after the last motion the end is shown.
const endAfter = 30

// Screen shows a scene: the board, who is who, whose turn it is, what just happened and what
// happened before; and then how the game ended.
type Screen struct {
	page.Page
	scene   *scene.Scene
	board   *boardWidget
	log     *logPanel
	talk    *talkPanel
	talking bool       // the talk stands in the place of the log
	heard   int        // unread lines that the person was told of
	strip   *strip     // for a lost connection or a request
	away    *page.Card // asks how to go on without the peer, or nil
	tools   *toolbar
	next    [2]*kit.Button // by party: has that computer player move, or make an end of its thinking
	hurries bool           // a computer player can be told to make an end
	lock    *kit.Button    // says how the connection is protected
	told    string         // about the connection and those who watch
	making  bool           // the peer has been removed for a guest who waits
	spinner kit.Spinner    // turns while a computer player thinks
	end     *ending        // how the game ended, or nil while it runs
	refusal string         // why the last press did nothing

	upright   bool        // the window is higher than wide
	status    render.Rect // the bar at the bottom, or nothing
	bar       render.Rect // of the evaluation bar
	sinceOver int
	shownGame string
}

// New returns the board of the game in progress.
func New(shell page.Shell) *Screen {
	g := &Screen{Page: page.New(shell, "game"), scene: shell.Scene()}
	g.board = &boardWidget{
		scene: shell.Scene(), art: shell.Shared().Art, settings: shell.Shared().Settings,
		refuse: g.refuse, over: g.drawOver,
	}
	kit.WithID("game.board", g.board)
	g.log = newLogPanel(g)
	g.talk, g.strip = newTalkPanel(g), newStrip(g)
	g.tools, g.lock = newToolbar(g), newLock(g)
	for p, id := range [...]string{match.Host: "game.next-host", match.Guest: "game.next-guest"} {
		g.next[p] = kit.WithID(id, kit.NewButton(words.T("Next Move"), g.nextMove))
		g.next[p].Shortcut = "N"
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
	again.board.chosen, again.board.hasChosen, again.board.byKeys = g.board.chosen, g.board.hasChosen, g.board.byKeys
	return again
}

// Name returns the screen's name: the end of a game has one of its own.
func (g *Screen) Name() string {
	if g.ended() {
		return "end of game"
	}
	return g.Page.Name()
}

// Follow brings the screens up to date with the game in progress: its board is shown once it has
// begun. Shown is the topmost board screen, or nil.
func Follow(shell page.Shell, shown *Screen) {
	sc := shell.Scene()
	switch sc.Stage() {
	case match.StageGame, match.StageOver:
		if shown == nil || shown.scene != sc {
			shown = New(shell)
			shell.Push(shown)
		}
		shown.sync()
	case match.StageEnded, match.StageFailed:
		if shown != nil {
			shown.sync()
		}
	case match.StageListening: // one who watches sees the last game until the next guest comes
		if shown != nil && sc.Watching() {
			shown.sync()
		}
	}
}

// Motion returns the ply that is being shown.
func (g *Screen) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return g.scene.Motion(), g.scene.Passed(), g.board.layout
}

// compose puts the widgets that fit the scene on the form.
func (g *Screen) compose() {
	widgets := []kit.Widget{g.board}
	add := func(list ...*kit.Button) {
		for _, b := range list {
			widgets = append(widgets, b)
		}
	}
	for _, p := range g.computers() {
		if g.hasNext(p) && !g.ended() {
			add(g.next[p])
		}
	}
	if g.ended() {
		widgets = append(widgets, g.end.widgets()...)
	} else {
		add(g.strip.buttons()...)
	}
	add(g.tools.choose(g)...)
	switch {
	case g.talking:
		widgets = append(widgets, g.talk.widgets()...)
	case g.Settings.Now().Log:
		widgets = append(widgets, g.log.widgets()...)
	}
	if g.locked() {
		add(g.lock)
	}
	g.Controls.Set(widgets...)
	g.Shell.Relayout()
}

// chooseDefault has Enter in a text field do what that is for.
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

// cancel handles Escape: it leaves a text, and then shows the menu.
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

// takeBack takes the last decision of the person here back or, in a game with a peer, asks to.
func (g *Screen) takeBack() {
	if g.scene.Local() {
		g.did(g.scene.Undo())
		return
	}
	g.did(g.scene.AskTakeback())
	g.Controls.Focus(g.board)
}

func (g *Screen) redo() { g.did(g.scene.Redo()) }

// did says why something could not be done.
func (g *Screen) did(err error) {
	if err != nil {
		g.Shell.Say(words.Sentence(err))
	}
}

// refuse says why something was not done, or with "" that it was.
func (g *Screen) refuse(why string) {
	g.refusal = why
	g.Shell.Tell(why, true)
}

// swapSides answers the first turn by changing sides.
func (g *Screen) swapSides() { g.refuse(g.scene.Swap()) }

// togglePause has the computer players move by themselves, or only when told to.
func (g *Screen) togglePause() {
	g.scene.Stepwise = !g.scene.Stepwise
	g.compose()
}

func (g *Screen) toggleLog() {
	g.Settings.Change(func(s *settings.Settings) { s.Log = g.talking || !s.Log })
	g.talking = false
	g.compose()
}

// sync brings the screen up to date after events of the scene.
func (g *Screen) sync() {
	g.refusal = ""
	if id := g.scene.GameID(); id != g.shownGame { // a game has begun
		if g.shownGame != "" {
			g.Shell.Say("") // what it says is about the game before
		}
		g.shownGame = id
		g.board.hasChosen = false
		g.closeEnd()
		g.compose()
	}
	switch {
	case g.scene.Stage() == match.StageGame: // also after an undo
		g.sinceOver = 0
		g.closeEnd()
	case g.end == nil && g.scene.Match() != nil:
		g.Shell.Say("") // what is said was about the running game
		g.end = newEnding(g)
	case g.end != nil:
		g.end.sync()
	}
	if g.strip.sync() {
		if g.strip.shown == stripPaused {
			g.Shell.Say("") // what it says was true before, as that the peer is back
		}
		g.compose()
	}
	if answer := g.scene.TakeAnswer(); answer != "" {
		g.Shell.Say(answer + ".")
	}
	g.syncAway()
	g.syncDoor()
	g.makeRoom()
	g.hear()
	g.log.set(g.scene.Lines())
}

// Update acts on input, and shows the end once the last motion is over.
func (g *Screen) Update(in *kit.Input) bool {
	g.enable()
	acts, shown := in.Pressed || len(in.Keys) > 0, g.scene.Motion()
	changed := g.end != nil && g.end.update(in)
	g.chooseDefault()
	changed = g.Controls.Update(in) || changed
	g.keys(in)
	if g.scene.ShowsThinking() {
		changed = g.spinner.Update(in, kit.State{}) || changed
	}
	if acts && shown != nil && shown == g.scene.Motion() { // any input shows the end of a motion at once
		g.scene.Settle()
		changed = true
	}
	if g.scene.PauseDue() && !g.scene.Moving() {
		g.askPaused()
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

// Draw draws the board, and what belongs to it.
func (g *Screen) Draw(c *render.Canvas) {
	if !g.ended() {
		g.drawStatus(c)
	}
	switch {
	case g.talking:
		g.talk.draw(c)
	case g.Settings.Now().Log:
		g.log.draw(c)
	}
	g.Controls.Draw(c)
}

// drawOver draws what the shadow of the board must not fall on: the plates, what stands beside
// them, and the end.
func (g *Screen) drawOver(c *render.Canvas, v render.View) {
	g.drawPlate(c, rules.South)
	g.drawPlate(c, rules.North)
	if !g.ended() {
		g.drawBar(c)
		g.strip.draw(c)
		return
	}
	g.Art.DrawRain(c, c.Bounds(), v)
	g.end.draw(c)
}

// closeEnd takes the end away, for a game that goes on or a new one.
func (g *Screen) closeEnd() {
	if g.end == nil {
		return
	}
	g.end, g.board.finale = nil, nil
	g.compose()
	g.Controls.Focus(g.board)
}

// Naming reports whether the winner is being asked for a name.
func (g *Screen) Naming() bool { return g.ended() && g.end.naming }

// KeepUnasked keeps a win that is still waiting for its name under the name that stands there: the
// window is being closed.
func (g *Screen) KeepUnasked() {
	if g.end != nil {
		g.end.keepUnasked()
	}
}
