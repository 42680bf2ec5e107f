package game

import (
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/page"
)

// openMenu opens the game's menu.
func (g *Screen) openMenu() { g.Shell.Push(newMenu(g)) }

// askResign asks, and then resigns the game.
func (l *leaving) askResign() {
	loser := l.game.scene.ToMove()
	if !l.game.scene.Person(loser) {
		loser = loser.Other()
	}
	text := words.T("%s wins this game.", l.game.scene.Name(loser.Other()))
	l.game.Shell.Push(page.NewQuestion(l.game.Shell, words.T("Resign?"), text, words.T("Resign"), words.T("Play on"), func() { l.game.did(l.game.scene.Resign()) }))
}

// askLeave goes back to the main menu. In a game with a peer it asks first.
func (l *leaving) askLeave() {
	switch {
	case l.game.scene.Local() || l.game.scene.Watching() || l.game.scene.Stage() != table.StageGame:
		l.game.Shell.Go(page.ToLeave{})
	case l.game.scene.IsPaused():
		l.askPaused()
	default:
		l.game.Shell.Push(newLeaveCard(l.game))
	}
}
