package game

import (
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// peer returns the party at the other end; for a watcher, the host.
func (pl *plates) peer() match.Party {
	if pl.game.scene.Watching() {
		return match.Host
	}
	return pl.game.scene.Self().Other()
}

// locked reports whether there is a connection with a known protection.
func (pl *plates) locked() bool {
	return (pl.game.scene.Watching() || !pl.game.scene.Local()) && pl.game.scene.Stage() <= table.StageOver
}

// newLock returns the padlock on the peer's plate, which shows the protection of the connection.
func newLock(g *Screen) *kit.Button {
	b := kit.WithID("game.connection", kit.NewButton("", func() { g.Shell.Say(g.plates.lock.Label + ". " + g.plates.lock.Tip) }))
	b.Quiet = true
	b.Icon = func(c *render.Canvas, at render.Point, ink render.Role) {
		page.DrawLock(c, at.Add(render.Point{Y: -3}), ink, g.Ports, g.scene.Security())
	}
	return b
}

// syncConnection updates the words about the connection and the watchers. It runs in each frame of
// a motion, so it does nothing if they are unchanged.
func (pl *plates) syncConnection() {
	about := pl.connection()
	if about == pl.told {
		return
	}
	ended := about == "" // the padlock goes
	pl.told = about
	if ended {
		pl.game.compose()
		return
	}
	level := pl.game.scene.Security()
	pl.lock.Label, pl.lock.Tip = page.SecurityLine(pl.game.Ports, level), page.SecurityTip(pl.game.Ports, level)
	pl.game.Shell.Relayout()
}

// watched returns the number of watchers in words.
func (pl *plates) watched() string {
	n := pl.game.scene.Watchers()
	switch {
	case pl.game.scene.Watching() && n > 1:
		return words.N("You and %d more are watching", "You and %d more are watching", n-1, n-1)
	case pl.game.scene.Watching():
		return words.T("You are watching")
	}
	return words.N("%d is watching", "%d are watching", n, n)
}

// connection describes the protection of the connection and the number of watchers for the log. It
// returns "" without a peer.
func (pl *plates) connection() string {
	if !pl.locked() {
		return ""
	}
	text := page.SecurityLine(pl.game.Ports, pl.game.scene.Security())
	if pl.game.scene.Watchers() > 0 || pl.game.scene.Watching() {
		text += ". " + pl.watched()
	}
	return text + "."
}

// canRemove reports whether the user is a host with a guest in the seat.
func (l *leaving) canRemove() bool {
	stage := l.game.scene.Stage()
	return l.game.scene.Link().Guests() != nil && (stage == table.StageGame || stage == table.StageOver) && !l.game.scene.IsPaused()
}

// remove sends the guest away, and bars their address if bar is set.
func (l *leaving) remove(bar bool) {
	if guests := l.game.scene.Link().Guests(); guests != nil {
		guests.Remove(bar)
	}
}

// askRemove asks, and then sends the guest away.
func (l *leaving) askRemove() {
	shell := l.game.Shell
	back := kit.WithID("remove.back", kit.NewButton(words.T("Play on"), shell.Back))
	back.Primary = true
	text := words.T("%s is told that you do not want to play on now. The game is kept. If you bar them, their address is turned away for as long as you "+
		"host.", l.game.scene.Peer())
	shell.Push(page.NewCard(shell, "remove player", words.T("Remove %s?", l.game.scene.Peer()), text, shell.Back, back,
		page.NewAnswer(shell, "remove.remove", words.T("Remove"), func() { l.remove(false) }),
		page.NewAnswer(shell, "remove.bar", words.T("Remove and bar"), func() { l.remove(true) })))
}

// askMakeRoom asks, and then gives the seat of an idle guest to the waiting one.
func (l *leaving) askMakeRoom() {
	text := words.T("%[1]s is told, and the game is kept. %[2]s gets the seat.", l.game.scene.Peer(), words.Name(l.game.scene.Door().SeatWanted()))
	l.game.Shell.Push(page.NewQuestion(l.game.Shell, words.T("Make room?"), text, words.T("Make room"), words.T("Keep waiting"), func() {
		l.making = true
		l.remove(false)
	}))
}

// makeRoom waits for the next guest after the removal of an idle one.
func (l *leaving) makeRoom() {
	if !l.making || l.game.scene.Stage() != table.StageEnded {
		return
	}
	l.making = false
	l.game.Shell.Go(page.ToNextPeer{})
}
