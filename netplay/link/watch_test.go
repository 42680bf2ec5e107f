package link

import (
	"testing"

	"mancala/match"
)

func watch(t *testing.T, addr string) *end {
	e := newEnd(t, "Wim", new(disk))
	return e.start(Watch(addr, GuestConfig{Common: e.common()}))
}

// TestWatch shows a watcher a game with a guest who leaves and returns, a takeback, and the end.
func TestWatch(t *testing.T) {
	h, g, line := pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	w := watch(t, h.disk.read().Addr)
	if who := next[match.Watched](w); who.Names != [2]string{"Hilda", "Gus"} {
		t.Errorf("the watcher sees %+v", who)
	}
	if began := next[match.GameStarted](w); len(began.Plies) != 1 {
		t.Errorf("the watcher sees %+v", began)
	}
	for _, e := range []*end{h, g} {
		if n := next[match.Watchers](e); n.N != 1 {
			t.Errorf("%s hears of %d watchers", e.name, n.N)
		}
	}
	g.play(1)
	w.sees(2)
	line.Cut()
	next[match.Paused](w)
	next[match.Resumed](w)
	next[match.Resumed](g)
	next[match.Resumed](h)
	g.must(g.Link.Wish(match.Wish{Kind: match.WishTakeback, Plies: 1}))
	next[match.TakebackAsked](h)
	h.must(h.Link.Wish(match.Wish{Kind: match.WishGrant}))
	if back := next[match.Rewound](w); back.Plies != 1 {
		t.Errorf("the watcher sees %+v", back)
	}
	next[match.Rewound](g)
	g.play(2)
	await1(w, func(p match.Played) bool { return p.N == 2 && p.Sowing.From == 2 })
	if err := w.Link.Play(1); err == nil {
		t.Error("the watcher plays")
	}
	h.Link.Leave(match.ReasonQuit)
	if over := next[match.GameOver](w); over.Result.Ending != match.Abandoned {
		t.Errorf("the watcher sees %+v", over)
	}
	_ = h.Link.Close()
	if left := next[match.PeerLeft](w); left.Note == nil || left.Note.Code != "netplay.closed" {
		t.Errorf("the watcher reads %v", left.Note)
	}
}

// TestNoWatchers turns new watchers away, and removes present ones.
func TestNoWatchers(t *testing.T) {
	h := host(t, new(disk), "127.0.0.1:0", HostConfig{})
	addr := next[match.Listening](h).Addr
	w := watch(t, addr)
	next[match.Watched](w)
	h.Link.Guests().Admit(match.Admission{NoWatchers: true})
	if left := next[match.PeerLeft](w); left.Local {
		t.Errorf("the watcher sees %+v", left)
	}
	w = newEnd(t, "Wim", new(disk))
	w.start(Watch(addr, GuestConfig{Common: w.common()}))
	if failed := next[match.Failed](w); failed.Note.Code != "netplay.watching-off" {
		t.Errorf("the watcher reads %v", failed.Note)
	}
}
