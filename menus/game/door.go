package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// peer returns the party at the other end; for a watcher, the host.
func (g *Screen) peer() match.Party {
	if g.scene.Watching() {
		return match.Host
	}
	return g.scene.Self().Other()
}

// locked reports whether there is a connection whose protection can be shown.
func (g *Screen) locked() bool {
	return (g.scene.Watching() || !g.scene.Local()) && g.scene.Stage() <= match.StageOver
}

// newLock returns the padlock on the peer's plate that shows how the connection is protected.
func newLock(g *Screen) *kit.Button {
	b := kit.WithID("game.connection", kit.NewButton("", func() { g.Shell.Say(g.lock.Label + ". " + g.lock.Tip) }))
	b.Quiet = true
	b.Icon = func(c *render.Canvas, at render.Point, ink render.Role) {
		page.DrawLock(c, at.Add(render.Point{Y: -3}), ink, g.Ports, g.scene.Security())
	}
	return b
}

// syncDoor updates the words about the connection and the watchers. It is called in each frame of a
// motion, so it does nothing if they are unchanged.
func (g *Screen) syncDoor() {
	about := g.door()
	if about == g.told {
		return
	}
	ended := about == "" // the padlock goes
	g.told = about
	if ended {
		g.compose()
		return
	}
	level := g.scene.Security()
	g.lock.Label, g.lock.Tip = page.SecurityLine(g.Ports, level), page.SecurityTip(g.Ports, level)
	g.Shell.Relayout()
}

// lockSide is the width and height of the padlock.
const lockSide = 40

// placeLock places the padlock at the end of the peer's plate.
func (g *Screen) placeLock() {
	r := g.board.layout.Plate(g.scene.Side(g.peer()))
	high := min(lockSide, r.H)
	g.lock.SetBounds(render.Rect{X: g.rightOf(r) - lockSide - 0.2*r.H, Y: r.Center().Y - high/2, W: lockSide, H: high})
}

// watched returns the number of watchers in words.
func (g *Screen) watched() string {
	n := g.scene.Watchers()
	switch {
	case g.scene.Watching() && n > 1:
		return words.N("You and %d more are watching", "You and %d more are watching", n-1, n-1)
	case g.scene.Watching():
		return words.T("You are watching")
	}
	return words.N("%d is watching", "%d are watching", n, n)
}

// door describes the protection of the connection and the number of watchers for the log; ""
// without a peer.
func (g *Screen) door() string {
	if !g.locked() {
		return ""
	}
	text := page.SecurityLine(g.Ports, g.scene.Security())
	if g.scene.Watchers() > 0 || g.scene.Watching() {
		text += ". " + g.watched()
	}
	return text + "."
}

// canRemove reports whether the user is a host with a guest in the seat.
func (g *Screen) canRemove() bool {
	stage := g.scene.Stage()
	return g.scene.Link().Door() != nil && (stage == match.StageGame || stage == match.StageOver) && !g.scene.IsPaused()
}

// remove sends the guest away, and bars their address if bar is set.
func (g *Screen) remove(bar bool) {
	if door := g.scene.Link().Door(); door != nil {
		door.Remove(bar)
	}
}

// askRemove asks, and then sends the guest away.
func (g *Screen) askRemove() {
	shell := g.Shell
	back := kit.WithID("remove.back", kit.NewButton(words.T("Play on"), shell.Back))
	back.Primary = true
	text := words.T("%s is told that you do not want to play on now. The game is kept. If you bar them, their address is turned away for as long as you "+
		"host.", g.scene.Peer())
	shell.Push(page.NewCard(shell, "remove player", words.T("Remove %s?", g.scene.Peer()), text, shell.Back, back,
		page.NewAnswer(shell, "remove.remove", words.T("Remove"), func() { g.remove(false) }),
		page.NewAnswer(shell, "remove.bar", words.T("Remove and bar"), func() { g.remove(true) })))
}

// askMakeRoom asks, and then gives the seat of an idle guest to the one who is waiting.
func (g *Screen) askMakeRoom() {
	text := words.T("%[1]s is told, and the game is kept. %[2]s gets the seat.", g.scene.Peer(), words.Name(g.scene.SeatWanted()))
	g.Shell.Push(page.NewQuestion(g.Shell, words.T("Make room?"), text, words.T("Make room"), words.T("Keep waiting"), func() {
		g.making = true
		g.remove(false)
	}))
}

// makeRoom waits for the next guest after one was removed to make room.
func (g *Screen) makeRoom() {
	if !g.making || g.scene.Stage() != match.StageEnded {
		return
	}
	g.making = false
	g.Shell.Go(page.ToNextPeer{})
}
