package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/motion"
)

// newMenu returns the menu of a game, as a card over the board.
func newMenu(g *Screen) *page.Card {
	shell := g.Shell
	item := func(label string, do func()) *kit.Button {
		return kit.NewButton(label, func() { shell.Back(); do() })
	}
	back := item("Back to the game", func() {})
	back.Primary = true
	resign := item("Resign", g.askResign)
	resign.Disabled = g.scene.Stage() != match.StageGame || g.scene.IsPaused() || g.scene.Persons() == 0
	buttons := []*kit.Button{back, resign}
	if g.scene.Persons() == 2 {
		buttons = append(buttons, flipButton(shell))
	}
	if g.canGiveHints() {
		hint := item("Hint", g.askHint)
		hint.Disabled = !g.scene.CanHint()
		buttons = append(buttons, hint)
	}
	if g.scene.Local() {
		buttons = append(buttons, barButton(shell))
	}
	if g.scene.IsPaused() { // a review would tell the best moves of a game that goes on
		buttons = append(buttons, item("Look back", func() { shell.Go(page.ToReplay{Scene: g.scene}) }))
	}
	if g.scene.Local() || g.scene.Stage() > match.StageGame {
		review := item("Review", func() { shell.Go(page.ToReview{Scene: g.scene}) })
		review.Disabled = !g.scene.CanReview()
		buttons = append(buttons, review)
	}
	buttons = append(buttons, speedButton(shell),
		item("Help", func() { shell.Go(page.ToHelp{}) }),
		item("Top Scores", func() { shell.Go(page.ToScores{}) }),
		item("Leave", g.askLeave), item("Exit", func() { shell.Go(page.ToExit{}) }))
	return page.NewCard(shell, "game menu", "Menu", "", shell.Back, buttons...)
}

// speedButton returns a button that goes through the speeds of motion.
func speedButton(shell page.Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Speed of moves: " + shell.Shared().Settings.Now().Speed.String() }
	b.OnPress = func() {
		setSpeed(shell, (shell.Shared().Settings.Now().Speed+1)%(motion.Slow+1))
		show()
	}
	show()
	return b
}

// barButton returns a button that shows or hides the evaluation bar.
func barButton(shell page.Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Evaluation bar: " + yesNo(shell.Shared().Settings.Now().Bar) }
	b.OnPress = func() {
		toggleBar(shell)
		show()
	}
	show()
	return b
}

// flipButton returns a button that switches whether the board turns on every turn.
func flipButton(shell page.Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Flip on every turn: " + yesNo(shell.Shared().Settings.Now().FlipOnTurn) }
	b.OnPress = func() {
		shell.Shared().Settings.Change(func(s *settings.Settings) { s.FlipOnTurn = !s.FlipOnTurn })
		show()
		shell.Relayout()
	}
	show()
	return b
}

// setSpeed changes how fast moves are shown.
func setSpeed(shell page.Shell, speed motion.Speed) {
	shell.Shared().Settings.Change(func(s *settings.Settings) { s.Speed = speed })
	shell.Say("Speed of moves: " + speed.String() + ".")
}

// toggleBar shows or hides the evaluation bar.
func toggleBar(shell page.Shell) {
	shell.Shared().Settings.Change(func(s *settings.Settings) { s.Bar = !s.Bar })
	shell.Relayout()
}
