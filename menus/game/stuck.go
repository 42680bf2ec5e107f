package game

import (
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// syncStuck asks the user for a decision if a computer player has returned no ply, for example
// after a crash of its program. It removes the question once the game continues.
func (l *leaving) syncStuck() {
	g := l.game
	note := g.scene.Note()
	if g.scene.Stage() != table.StageGame {
		note = nil
	}
	switch top := g.Shell.Top(); {
	case note == l.reason:
	case note != nil && top == page.Screen(g):
		l.stuck, l.reason = newStuckCard(g), note
		g.Shell.Push(l.stuck)
	case note == nil:
		if top == page.Screen(l.stuck) {
			g.Shell.Back()
		}
		l.reason = nil
	}
}

// newStuckCard says why a computer player does not move, and offers ways to continue.
func newStuckCard(g *Screen) *page.Card {
	again := page.NewAnswer(g.Shell, "stuck.again", words.T("Ask again"), g.scene.AskAgain)
	again.Primary = true
	answers := []*kit.Button{again}
	if g.scene.CanUndo() {
		answers = append(answers, page.NewAnswer(g.Shell, "stuck.undo", words.T("Undo"), g.takeBack))
	}
	answers = append(answers, page.NewAnswer(g.Shell, "stuck.leave", words.T("Leave and keep it"), g.leaving.askLeave))
	title := words.T("No move from %s", g.scene.Name(g.scene.ToMove()))
	return page.NewCard(g.Shell, "stuck", title, words.Sentence(g.scene.Note()), g.Shell.Back, answers...)
}
