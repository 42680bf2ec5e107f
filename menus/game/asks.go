package game

import (
	"mancala/match"
	"mancala/menus/page"
	"mancala/words"
)

// openMenu opens the game's menu.
func (g *Screen) openMenu() { g.Shell.Push(newMenu(g)) }

// askResign asks, and then resigns the game.
func (g *Screen) askResign() {
	loser := g.scene.ToMove()
	if !g.scene.Person(loser) {
		loser = loser.Other()
	}
	text := words.T("%s wins this game.", g.scene.Name(loser.Other()))
	g.Shell.Push(page.NewQuestion(g.Shell, words.T("Resign?"), text, words.T("Resign"), words.T("Play on"), func() { g.did(g.scene.Resign()) }))
}

// askLeave goes back to the main menu; in a game with a peer it asks first.
func (g *Screen) askLeave() {
	switch {
	case g.scene.Local() || g.scene.Watching() || g.scene.Stage() != match.StageGame:
		g.Shell.Go(page.ToLeave{})
	case g.scene.IsPaused():
		g.askPaused()
	default:
		g.Shell.Push(newLeaveCard(g))
	}
}
