package newgame

import (
	"mancala/match"
	"mancala/menus/page"
)

// line is a screen on which a peer is found.
type line interface {
	page.Screen
	// open begins a series at an address, and resume takes one up.
	open(addr string)
	resume(b match.Bookmark, addr string)
}

// GoHost shows the host screen as a route says.
func GoHost(shell page.Shell, r page.ToHost) { goTo(shell, newHostScreen(shell), r.Addr, r.Series) }

// GoJoin shows the join screen as a route says.
func GoJoin(shell page.Shell, r page.ToJoin) {
	j := newJoinScreen(shell)
	if !r.Watch {
		goTo(shell, j, r.Addr, r.Series)
		return
	}
	shell.Push(j)
	j.show(r.Addr)
	j.join(r.Addr, true)
}

// goTo shows a screen that finds a peer, and begins at an address if there is one.
func goTo(shell page.Shell, l line, addr string, series *match.Bookmark) {
	shell.Push(l)
	switch {
	case series != nil:
		l.resume(*series, addr)
	case addr != "":
		l.open(addr)
	}
}
