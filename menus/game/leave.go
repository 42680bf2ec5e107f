package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// newLeaveCard returns a card that asks how to leave a running game with a peer. The choice that
// keeps the most has the focus.
func newLeaveCard(g *Screen) *page.Card {
	shell, peer := g.Shell, g.scene.Peer()
	item := func(label string, do func()) *kit.Button {
		return kit.NewButton(label, func() { shell.Back(); do() })
	}
	back := item("Play on", func() {})
	back.Primary = true
	text := peer + " is told. A game that is kept can go on later, even if both programs were closed. If you end it, nobody wins."
	return page.NewCard(shell, "leave game", "Leave the game?", text, shell.Back, back,
		item("Leave and keep it", g.leaveAndKeep), item("Resign", g.askResign), item("End it", g.endIt))
}

// leaveAndKeep leaves the game so that it can go on later. A host whose guest is away listens for
// others again.
func (g *Screen) leaveAndKeep() {
	if _, paused := g.scene.Paused(); paused && g.scene.Self() == match.Host {
		g.Shell.Go(page.ToNextPeer{})
		g.Shell.Say("The game against " + g.scene.Peer() + " is kept. Leave this screen, and Continue goes on with it.")
		return
	}
	g.Shell.Go(page.ToLeave{})
}

// endIt ends the series for good: the running game counts for neither.
func (g *Screen) endIt() {
	g.scene.Link().Leave(match.ReasonQuit)
}
