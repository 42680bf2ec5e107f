package menus

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/motion"
)

// newGameMenu returns the menu of a game, as a card over the board.
func newGameMenu(g *gameScreen) *card {
	a := g.Shell
	item := func(label string, do func()) *kit.Button {
		return kit.NewButton(label, func() { a.Back(); do() })
	}
	back := item("Back to the game", func() {})
	back.Primary = true
	resign := item("Resign", g.askResign)
	resign.Disabled = g.scene.Stage() != match.StageGame || g.scene.IsPaused() || g.scene.Persons() == 0
	buttons := []*kit.Button{back, resign}
	if g.scene.Persons() == 2 {
		buttons = append(buttons, flipButton(a))
	}
	if g.canGiveHints() {
		hint := item("Hint", g.askHint)
		hint.Disabled = !g.scene.CanHint()
		buttons = append(buttons, hint)
	}
	if g.scene.Local() {
		buttons = append(buttons, barButton(a))
	}
	if g.scene.IsPaused() { // a review would tell the best moves of a game that goes on
		buttons = append(buttons, item("Look back", func() { a.Go(ToReplay{Scene: g.scene}) }))
	}
	if g.scene.Local() || g.scene.Stage() > match.StageGame {
		review := item("Review", func() { a.Go(ToReview{Scene: g.scene}) })
		review.Disabled = !g.scene.CanReview()
		buttons = append(buttons, review)
	}
	buttons = append(buttons, speedButton(a),
		item("Help", func() { a.Go(ToHelp{}) }),
		item("Top Scores", func() { a.Go(ToScores{}) }),
		item("Leave", g.askLeave), item("Exit", func() { a.Go(ToExit{}) }))
	return newCard(a, "game menu", "Menu", "", a.Back, buttons...)
}

// speedButton returns a button that goes through the speeds of motion.
func speedButton(a Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Speed of moves: " + a.Shared().Settings.Now().Speed.String() }
	b.OnPress = func() {
		setSpeed(a, (a.Shared().Settings.Now().Speed+1)%(motion.Slow+1))
		show()
	}
	show()
	return b
}

// barButton returns a button that shows or hides the evaluation bar.
func barButton(a Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Evaluation bar: " + yesNo(a.Shared().Settings.Now().Bar) }
	b.OnPress = func() {
		toggleBar(a)
		show()
	}
	show()
	return b
}

// flipButton returns a button that switches whether the board turns on every turn.
func flipButton(a Shell) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Flip on every turn: " + yesNo(a.Shared().Settings.Now().FlipOnTurn) }
	b.OnPress = func() {
		a.Shared().Settings.Change(func(s *settings.Settings) { s.FlipOnTurn = !s.FlipOnTurn })
		show()
		a.Relayout()
	}
	show()
	return b
}

// setSpeed changes how fast moves are shown.
func setSpeed(a Shell, speed motion.Speed) {
	a.Shared().Settings.Change(func(s *settings.Settings) { s.Speed = speed })
	a.Say("Speed of moves: " + speed.String() + ".")
}

// toggleBar shows or hides the evaluation bar.
func toggleBar(a Shell) {
	a.Shared().Settings.Change(func(s *settings.Settings) { s.Bar = !s.Bar })
	a.Relayout()
}
