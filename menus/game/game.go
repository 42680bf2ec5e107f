package game

import (
	"slices"
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

// endAfter is how many ticks after the last motion the end card comes.
const endAfter = 30

// Screen shows a scene: the board, who is who, whose turn it is, what just happened and what happened before.
type Screen struct {
	page.Page
	scene      *scene.Scene
	board      *boardWidget
	log        *logPanel
	talk       *talkPanel
	talking    bool       // the talk stands in the place of the log
	heard      int        // unread lines that the person was told of
	strip      *strip     // for a lost connection or a request
	away       *page.Card // asks how to go on without the peer, or nil
	menu       *kit.Button
	talkButton *kit.Button
	tools      []*kit.Button // those of the bar at the top
	hint       *kit.Button   // only if a person here may get one
	swap       *kit.Button   // only under the pie rule
	undo, redo *kit.Button
	pause      *kit.Button
	logButton  *kit.Button
	result     *kit.Button    // brings the end card back
	next       [2]*kit.Button // by party: has that computer player move, or make an end of its thinking
	hurries    bool           // a computer player can be told to make an end
	spinner    kit.Spinner    // turns while a computer player thinks
	end        *endCard       // the card of the current ending, or nil while a game runs
	refusal    string         // why the last press did nothing
	top, base  render.Rect
	status     render.Rect
	bar        render.Rect // of the evaluation bar
	toolbar    float64     // where the buttons at the top begin
	sinceOver  int
	shownGame  string
}

const (
	plateHeight = 52
	logWidth    = 300 // beside the board
	logHeight   = 126 // below it
	talkWidth   = 326
	talkHeight  = 330
)

// New returns the board of the game in progress.
func New(shell page.Shell) *Screen {
	g := &Screen{Page: page.New(shell, "game"), scene: shell.Scene()}
	g.board = &boardWidget{scene: shell.Scene(), art: shell.Shared().Art, settings: shell.Shared().Settings, refuse: func(why string) { g.refusal = why }}
	g.log = newLogPanel(g)
	g.talk, g.strip = newTalkPanel(g), newStrip(g)
	g.talkButton = kit.NewButton("Talk", g.toggleTalk)
	g.menu = kit.NewButton("Menu", g.openMenu)
	g.hint = kit.NewButton("Hint", g.askHint)
	g.swap = kit.NewButton("Swap", g.swapSides)
	g.undo = kit.NewButton("Undo", g.takeBack)
	g.redo = kit.NewButton("Redo", func() { g.did(g.scene.Redo()) })
	g.pause = kit.NewButton("Pause", g.togglePause)
	g.logButton = kit.NewButton("Log", g.toggleLog)
	g.result = kit.NewButton("Result", g.showEnd)
	for _, p := range []match.Party{match.Host, match.Guest} {
		g.next[p] = kit.NewButton("Next Move", g.nextMove)
	}
	g.Controls = kit.NewForm(g.board)
	g.Controls.OnCancel = g.cancel
	g.compose()
	g.sync()
	return g
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
	}
}

// Motion returns the ply that is being shown.
func (g *Screen) Motion() (*motion.Timeline, time.Duration, render.Layout) {
	return g.scene.Motion(), g.scene.Passed(), g.board.layout
}

// compose puts the widgets that fit the scene on the form.
func (g *Screen) compose() {
	widgets := []kit.Widget{g.board}
	computers := g.computers()
	for _, p := range computers {
		if g.scene.Stepwise || g.hurries && p == g.scene.ToMove() {
			widgets = append(widgets, g.next[p])
		}
	}
	if g.canGiveHints() {
		widgets = append(widgets, g.hint)
	}
	g.tools = g.toolbarButtons()
	for _, b := range slices.Concat(g.strip.buttons(), g.tools) {
		widgets = append(widgets, b)
	}
	widgets = append(widgets, g.sidePanel()...)
	g.Controls.Default = nil
	if g.talking {
		g.Controls.Default = &kit.Button{OnPress: g.talk.send} // Enter in the field
	}
	g.Controls.Set(widgets...)
	g.Shell.Relayout()
}

// toolbarButtons returns the buttons of the bar at the top, from the left.
func (g *Screen) toolbarButtons() []*kit.Button {
	var list []*kit.Button
	if m := g.scene.Match(); m != nil && m.Position().Variant().Pie {
		list = append(list, g.swap)
	}
	list = append(list, g.undo)
	if g.scene.Local() {
		list = append(list, g.redo)
	}
	if len(g.computers()) > 0 {
		list = append(list, g.pause)
	}
	if g.end != nil {
		list = append(list, g.result)
	}
	if !g.scene.Local() {
		list = append(list, g.talkButton)
	}
	return append(list, g.logButton, g.menu)
}

// sidePanel returns the widgets in use on the panel beside the board, if there is one.
func (g *Screen) sidePanel() []kit.Widget {
	switch {
	case g.talking:
		return g.talk.widgets()
	case g.Settings.Now().Log:
		return g.log.widgets()
	}
	return nil
}

// cancel handles Escape: it leaves the talk, and then shows the menu.
func (g *Screen) cancel() {
	if g.talking {
		g.closeTalk()
		return
	}
	g.openMenu()
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

// computers returns the parties at this end that are no persons.
func (g *Screen) computers() []match.Party {
	return slices.DeleteFunc([]match.Party{match.Guest, match.Host}, func(p match.Party) bool {
		return !g.scene.Here(p) || g.scene.Person(p)
	})
}

// did says why something could not be done.
func (g *Screen) did(err error) {
	if err != nil {
		g.Shell.Say(words.Sentence(err))
	}
}

// swapSides answers the first turn by changing sides.
func (g *Screen) swapSides() {
	g.refusal = g.scene.Swap()
}

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

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
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
	if g.scene.Stage() == match.StageGame { // also after an undo
		g.sinceOver = 0
		g.closeEnd()
	}
	if g.end != nil {
		g.end.sync()
	}
	if g.strip.sync() {
		g.compose()
	}
	if answer := g.scene.TakeAnswer(); answer != "" {
		g.Shell.Say(answer + ".")
	}
	g.syncAway()
	g.hear()
	g.log.set(g.scene.Lines())
}

// Update acts on input and shows the end card once the last motion is over.
func (g *Screen) Update(in *kit.Input) bool {
	g.enable()
	acts, motion := in.Pressed || len(in.Keys) > 0, g.scene.Motion()
	changed := g.Controls.Update(in)
	g.keys(in)
	if g.scene.ShowsThinking() {
		changed = g.spinner.Update(in, kit.State{}) || changed
	}
	if acts && motion != nil && motion == g.scene.Motion() { // any input shows the end of a motion at once
		g.scene.Settle()
		changed = true
	}
	if g.scene.PauseDue() && !g.scene.Moving() {
		g.askPaused()
		return true
	}
	if g.scene.Stage() > match.StageGame && g.end == nil && !g.scene.Moving() {
		if g.sinceOver++; g.sinceOver > endAfter {
			g.end = newEndCard(g)
			g.compose()
			g.showEnd()
			return true
		}
	}
	return changed
}

// enable lets exactly those buttons be pressed that would do something.
func (g *Screen) enable() {
	set := func(b *kit.Button, enabled bool) {
		if b.Disabled == enabled {
			b.Disabled = !enabled
			g.Controls.Invalidate()
		}
	}
	set(g.swap, g.scene.PersonToMove() && g.scene.Match().Position().CanSwap())
	set(g.hint, g.scene.CanHint())
	if h, hinted := g.scene.Hinted(); g.swap.Primary != (hinted && h == rules.Swap) {
		g.swap.Primary = !g.swap.Primary
		g.Controls.Invalidate()
	}
	set(g.undo, g.scene.CanUndo() || g.scene.CanTakeback())
	set(g.redo, g.scene.CanRedo())
	g.enableNext(set)
	label := "Pause"
	if g.scene.Stepwise {
		label = "Go on"
	}
	if g.pause.Label != label {
		g.pause.Label = label
		g.Controls.Invalidate()
	}
}

// openMenu shows the game's menu.
func (g *Screen) openMenu() { g.Shell.Push(newMenu(g)) }

// askResign gives the game up after a question.
func (g *Screen) askResign() {
	loser := g.scene.ToMove()
	if !g.scene.Person(loser) {
		loser = loser.Other()
	}
	winner := g.scene.Name(loser.Other())
	g.Shell.Push(page.NewQuestion(g.Shell, "Resign?", winner+" wins this game.", "Resign", "Play on", func() { g.did(g.scene.Resign()) }))
}

// askLeave goes back to the main menu; from a game with a peer, after a question.
func (g *Screen) askLeave() {
	if g.scene.Local() || g.scene.Stage() != match.StageGame {
		g.Shell.Go(page.ToLeave{})
		return
	}
	if g.scene.IsPaused() {
		g.askPaused()
		return
	}
	g.Shell.Push(newLeaveCard(g))
}

// showEnd puts the end card over the board.
func (g *Screen) showEnd() {
	if g.end != nil && g.Shell.Top() != page.Screen(g.end) {
		g.Shell.BackTo(g)
		g.Shell.Push(g.end)
	}
}

// Naming reports whether the winner is being asked for a name.
func (g *Screen) Naming() bool {
	return g.end != nil && g.Shell.Top() == page.Screen(g.end) && g.end.naming
}

// KeepUnasked keeps a win that is still waiting for its name under the name that stands there: the
// window is being closed.
func (g *Screen) KeepUnasked() {
	if g.end != nil {
		g.end.keepUnasked()
	}
}

// closeEnd takes the end card away, for a game that goes on or a new one.
func (g *Screen) closeEnd() {
	if g.end == nil {
		return
	}
	if g.Shell.Top() == page.Screen(g.end) {
		g.Shell.Back()
	}
	g.end = nil
	g.compose()
	g.Controls.Focus(g.board)
}
