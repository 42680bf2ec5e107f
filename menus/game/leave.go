package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/words"
)

// newLeaveCard returns a card that asks how to leave a running game with a peer. The choice that
// loses the least has the focus.
func newLeaveCard(g *Screen) *page.Card {
	shell := g.Shell
	back := kit.WithID("leave.back", kit.NewButton(words.T("Play on"), shell.Back))
	back.Primary = true
	text := words.T("%s is told. A game that is kept can be continued later, even after both programs were closed. If you end it, it has no winner.", g.scene.Peer())
	return page.NewCard(shell, "leave game", words.T("Leave the game?"), text, shell.Back, back,
		page.NewAnswer(shell, "leave.leave", words.T("Leave and keep it"), g.leaveAndKeep),
		page.NewAnswer(shell, "leave.resign", words.T("Resign"), g.askResign),
		page.NewAnswer(shell, "leave.end", words.T("End it"), g.endIt))
}

// leaveAndKeep leaves the game so that it can be continued later. A host whose guest is away
// listens for others again.
func (g *Screen) leaveAndKeep() {
	if _, paused := g.scene.Paused(); paused && g.scene.Self() == match.Host {
		g.Shell.Go(page.ToNextPeer{})
		g.Shell.Say(words.T("The game against %s is kept. To go on with it, leave this screen and choose Continue.", g.scene.Peer()))
		return
	}
	g.Shell.Go(page.ToLeave{})
}

// endIt ends the series for good: the running game counts for neither player.
func (g *Screen) endIt() {
	g.scene.Link().Leave(match.ReasonQuit)
}
