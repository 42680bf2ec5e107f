package newgame

import (
	"mancala/internal/match"
	"mancala/menus/page"
)

// line is a screen that finds a peer.
type line interface {
	page.Screen
	// open begins a series at an address, and resume resumes one.
	open(addr string)
	resume(b match.Bookmark, addr string)
}

// GoHost opens the host screen for a route.
func GoHost(shell page.Shell, r page.ToHost) { goTo(shell, newHostScreen(shell), r.Addr, r.Series) }

// GoJoin opens the join screen for a route.
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

// goTo opens a screen that finds a peer, and starts at an address if there is one.
func goTo(shell page.Shell, l line, addr string, series *match.Bookmark) {
	shell.Push(l)
	switch {
	case series != nil:
		l.resume(*series, addr)
	case addr != "":
		l.open(addr)
	}
}
