package link

import (
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
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
	if who := next[table.Watched](w); who.Names != [2]string{"Hilda", "Gus"} {
		t.Errorf("the watcher sees %+v", who)
	}
	if began := next[table.GameStarted](w); began.Series.Match().Plies() != 1 {
		t.Errorf("the watcher sees %+v", began)
	}
	for _, e := range []*end{h, g} {
		if n := next[table.Watchers](e); n.N != 1 {
			t.Errorf("%s hears of %d watchers", e.name, n.N)
		}
	}
	g.play(1)
	w.sees(2)
	line.Cut()
	next[table.Paused](w)
	next[table.Resumed](w)
	next[table.Resumed](g)
	next[table.Resumed](h)
	g.must(g.Wish(table.KindAsk, 1, ""))
	next[table.TakebackAsked](h)
	h.must(h.Wish(table.KindGrant, 0, ""))
	if back := next[table.Rewound](w); back.Series.Match().Plies() != 1 {
		t.Errorf("the watcher sees %+v", back)
	}
	next[table.Rewound](g)
	g.play(2)
	await1(w, func(p table.Played) bool { return p.Series.Match().Plies() == 2 && p.Series.Match().Last().From == 2 })
	if err := w.Play(1); err == nil {
		t.Error("the watcher plays")
	}
	h.Link.Leave(table.ReasonQuit)
	if over := next[table.GameOver](w); over.Series.Match().Result().Ending != match.Abandoned {
		t.Errorf("the watcher sees %+v", over)
	}
	_ = h.Link.Close()
	if left := next[table.PeerLeft](w); left.Note == nil || left.Note.Code != "netplay.closed" {
		t.Errorf("the watcher reads %v", left.Note)
	}
}

// TestNoWatchers turns new watchers away, and removes present ones.
func TestNoWatchers(t *testing.T) {
	h := host(t, new(disk), "127.0.0.1:0", HostConfig{})
	addr := next[table.Listening](h).Addr
	w := watch(t, addr)
	next[table.Watched](w)
	h.Link.Guests().Admit(match.Admission{NoWatchers: true})
	if left := next[table.PeerLeft](w); left.Local {
		t.Errorf("the watcher sees %+v", left)
	}
	w = newEnd(t, "Wim", new(disk))
	w.start(Watch(addr, GuestConfig{Common: w.common()}))
	if failed := next[table.Failed](w); failed.Note.Code != "netplay.watching-off" {
		t.Errorf("the watcher reads %v", failed.Note)
	}
}
