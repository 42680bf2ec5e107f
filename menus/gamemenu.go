package menus

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/motion"
)

// newGameMenu returns the menu of a game, as a card over the board.
func newGameMenu(g *gameScreen) *card {
	a := g.app
	item := func(label string, do func()) *kit.Button {
		return kit.NewButton(label, func() { a.pop(); do() })
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
		buttons = append(buttons, item("Look back", func() { a.push(newReplayScreen(a, g.scene, nil, nil)) }))
	}
	if g.scene.Local() || g.scene.Stage() > match.StageGame {
		review := item("Review", func() { a.push(newReviewScreen(a, g.scene)) })
		review.Disabled = !g.scene.CanReview()
		buttons = append(buttons, review)
	}
	buttons = append(buttons, speedButton(a),
		item("Help", func() { a.push(newHelpScreen(a)) }),
		item("Top Scores", func() { a.push(newScoresScreen(a)) }),
		item("Leave", g.askLeave), item("Exit", a.askExit))
	return newCard(a, "game menu", "Menu", "", a.pop, buttons...)
}

// speedButton returns a button that goes through the speeds of motion.
func speedButton(a *App) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Speed of moves: " + a.book.Now().Speed.String() }
	b.OnPress = func() {
		a.setSpeed((a.book.Now().Speed + 1) % (motion.Slow + 1))
		show()
	}
	show()
	return b
}

// barButton returns a button that shows or hides the evaluation bar.
func barButton(a *App) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Evaluation bar: " + yesNo(a.book.Now().Bar) }
	b.OnPress = func() {
		a.toggleBar()
		show()
	}
	show()
	return b
}

// flipButton returns a button that switches whether the board turns on every turn.
func flipButton(a *App) *kit.Button {
	b := kit.NewButton("", nil)
	show := func() { b.Label = "Flip on every turn: " + yesNo(a.book.Now().FlipOnTurn) }
	b.OnPress = func() {
		a.book.Change(func(s *settings.Settings) { s.FlipOnTurn = !s.FlipOnTurn })
		show()
		a.relayout()
	}
	show()
	return b
}
