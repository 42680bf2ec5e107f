package link

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/notation"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/rules"
	"mancala/tools/need"
)

// restart takes a host up again from a bookmark, behind the same line as before.
func restart(t *testing.T, h *end, mark match.Bookmark) *end {
	t.Helper()
	again := host(t, h.disk, mark.Addr, HostConfig{Resume: &mark})
	next[table.Listening](again)
	next[table.Paused](again)
	return again
}

// rejoin takes a guest up again from a bookmark.
func rejoin(t *testing.T, g *end, mark match.Bookmark) *end {
	t.Helper()
	again := join(t, g.disk, mark.Addr, GuestConfig{Resume: &mark})
	next[table.Paused](again)
	return again
}

// plies waits until a bookmark has the game so far.
func plies(n int) func(match.Bookmark) bool {
	return func(b match.Bookmark) bool { return len(b.Game.Plies) == n }
}

// bothClosed returns two programs that were closed in a game of two plies.
func bothClosed(t *testing.T) (h, g *end) {
	t.Helper()
	h, g, _ = pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	g.play(1)
	h.sees(2)
	g.until("has two plies", plies(2))
	h.until("has two plies", plies(2))
	_ = g.Link.Close()
	_ = h.Link.Close()
	return h, g
}

// TestRestarts ends both programs in the middle of a game, and takes it up again. Neither end plays
// before the other one is back.
func TestRestarts(t *testing.T) {
	h, g := bothClosed(t)
	h = restart(t, h, h.disk.read())
	if err := h.Play(2); err == nil {
		t.Error("the host plays without its guest")
	}
	g = rejoin(t, g, g.disk.read())
	next[table.Resumed](g)
	if back := next[table.Resumed](h); back.Note != nil {
		t.Errorf("the host lost nothing, and reads %v", back.Note)
	}
	h.play(2)
	g.sees(3)
}

// TestComputersRestart has a computer join. The host knows that, also after a restart of both.
func TestComputersRestart(t *testing.T) {
	h := host(t, new(disk), "127.0.0.1:0", HostConfig{})
	g := newEnd(t, "Gus", new(disk))
	c := g.common()
	c.Computer = true
	g.start(Join(next[table.Listening](h).Addr, GuestConfig{Common: c}))
	knows := func() {
		t.Helper()
		if !next[table.Connected](h).Computer || next[table.Connected](g).Computer {
			t.Errorf("only the guest is a computer: the host has %s, the guest %s", h, g)
		}
	}
	knows()
	for _, e := range []*end{h, g} {
		next[table.GameStarted](e)
	}
	h.play(1) // a series without a ply is not kept
	g.sees(1)
	g.play(1)
	h.sees(2)
	for _, e := range []*end{h, g} {
		e.until("has two plies", plies(2))
	}
	_ = g.Link.Close()
	_ = h.Link.Close()
	mine, theirs := h.disk.read(), g.disk.read()
	h = host(t, h.disk, mine.Addr, HostConfig{Resume: &mine})
	g = join(t, g.disk, theirs.Addr, GuestConfig{Resume: &theirs})
	knows()
	next[table.Resumed](g)
	next[table.Resumed](h)
}

// TestComputersOfClubs learns from the members of a club's table that the other one is a computer.
func TestComputersOfClubs(t *testing.T) {
	for seat := range byte(4) { // 0 and 3 are no seats
		for _, members := range [][]lobby.Member{nil, {{Computer: true}, {}}, {{}, {Computer: true}}, {{}, {}}} {
			g := &guestLink{}
			g.cfg.Seat = &lobby.Seat{Table: lobby.Table{Members: members}, Ticket: lobby.Ticket{seat}}
			want := len(members) > 0 && (seat == byte(table.A) && members[1].Computer || seat == byte(table.B) && members[0].Computer)
			if got := g.clubSeat().Computer; got != want {
				t.Errorf("opposite seat %d of %+v a computer plays: %v", seat, members, got)
			}
		}
	}
}

// TestOldBookmark reads the bookmark of a program before version 3: the link says so, and forgets
// it.
func TestOldBookmark(t *testing.T) {
	h, g := bothClosed(t)
	for _, e := range []*end{h, g} {
		mark := e.disk.read()
		mark.State = []byte{8, 1}
		again := newEnd(t, e.name, e.disk)
		if mark.Self == match.Host {
			again.start(Host(mark.Addr, HostConfig{Common: again.common(), Resume: &mark}))
		} else {
			again.start(Join(mark.Addr, GuestConfig{Common: again.common(), Resume: &mark}))
		}
		again.Poll()
		failed, ok := again.Heard[len(again.Heard)-1].(table.Failed)
		if !ok || failed.Note.Code != "netplay.old-bookmark" {
			t.Errorf("%s sees %s", e.name, again)
		}
		if kept := e.disk.read(); !kept.Over() {
			t.Errorf("%s still keeps %+v", e.name, kept)
		}
	}
}

// TestHostLostPlies takes the host up from an old copy: its guest remembers the rest.
func TestHostLostPlies(t *testing.T) {
	h, g, line := pair(t, HostConfig{})
	h.until("has begun", func(b match.Bookmark) bool { return len(b.State) > 0 })
	old := h.disk.read()
	h.play(1)
	g.sees(1)
	g.play(1)
	h.sees(2)
	g.until("knows that its ply counts", plies(2))
	line.SetDown(true)
	next[table.Paused](g)
	_ = h.Link.Close()
	h = restart(t, h, old)
	line.SetDown(false)
	back := next[table.Resumed](h)
	if back.Note == nil || back.Note.Code != "netplay.handed-back" || back.Note.Args[0] != 2 {
		t.Errorf("the host reads %v", back.Note)
	}
	h.sees(2)
	h.play(2)
	g.sees(3)
}

// TestGuestLostPlies takes the guest up from an old copy: the host remembers the rest.
func TestGuestLostPlies(t *testing.T) {
	h, g, _ := pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	g.until("has a ply", plies(1))
	old := g.disk.read()
	g.play(1)
	h.sees(2)
	_ = g.Link.Close()
	g = rejoin(t, g, old)
	if back := next[table.Resumed](g); back.Note == nil || back.Note.Code != "netplay.remembered" {
		t.Errorf("the guest reads %v", back.Note)
	}
	g.sees(2)
	next[table.Resumed](h)
	h.play(2)
	g.sees(3)
}

// TestGuestIsBackBeforeItsGoodbye resumes a guest while the line still has the first connection's
// goodbye: the host sees a finished pause, as if the goodbye had come first.
func TestGuestIsBackBeforeItsGoodbye(t *testing.T) {
	h, g, line := pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	g.play(1)
	h.sees(2)
	g.until("has two plies", plies(2))
	line.SetFrozen(true)
	_ = g.Link.Close()
	mark := g.disk.read()
	mark.Addr = h.disk.read().Addr
	g = rejoin(t, g, mark)
	next[table.Resumed](g)
	next[table.Paused](h)
	next[table.Resumed](h)
	h.play(2)
	g.sees(3)
	line.SetFrozen(false)
}

// TestHostForges restarts both programs, and has the host's write a resignation of its guest. It
// gives the guest no result.
func TestHostForges(t *testing.T) {
	h, g := bothClosed(t)
	h = restart(t, h, forgeOwned(t, h.disk.read()))
	g = rejoin(t, g, g.disk.read())
	over := next[table.GameOver](g)
	if over.Series.Match().Result().Ending != match.Desynced {
		t.Errorf("the guest's game ended %v", over.Series.Match().Result())
	}
	if left := next[table.PeerLeft](g); left.Note == nil || left.Note.Code != "netplay.lie-kept" || left.Note.Args[0].(*rules.Note).Code != "netplay.lie-forged" || left.Note.Args[1] != "proof" {
		t.Errorf("the guest reads %v", left.Note)
	}
	g.disk.proves(t, "after event 3 the other end lies: forged (Hilda)", "# Event 3:")
	if text := h.disk.proof; text != "" {
		t.Errorf("the host keeps %s", text)
	}
	if left := next[table.PeerLeft](h); left.Note == nil || left.Note.Code != "netplay.accused" {
		t.Errorf("the host reads %v", left.Note)
	}
}

// proves checks the evidence on a disk: it reads as a game, and names the lie.
func (d *disk) proves(t *testing.T, want ...string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	g, _, err := notation.NewReader(strings.NewReader(d.proof), notation.Asked{}).Nth(1)
	if err != nil || !slices.Equal(g.Game.Plies, d.mark.Game.Plies) || g.Game.Variant != d.mark.Game.Variant {
		t.Errorf("the evidence is of %v, %v; the game is %v", g.Game, err, d.mark.Game)
	}
	for _, text := range want {
		if !strings.Contains(d.proof, text) {
			t.Errorf("the evidence lacks %q:\n%s", text, d.proof)
		}
	}
}

// forgeOwned adds a resignation of the guest to a host's kept state.
func forgeOwned(t *testing.T, mark match.Bookmark) match.Bookmark {
	t.Helper()
	now := time.Now()
	o, r := need.Must2(restoreOwned(mark, now))(t)
	owner := o.Owner()
	state := owner.State()
	need.Must(owner.Attach(table.B, state.N, state.H, now))(t)
	need.Must(owner.Acked(table.B, state.N, now))(t)
	w := table.Wish{Kind: table.KindResign, ID: state.LastID[1] + 1, Game: 1, Ply: 2, Seen: state.N, Hash: lastHash(t, mark)}
	need.Must(owner.Wish(table.B, w, now))(t)
	if state.Series.Match().Running() {
		t.Fatal("nothing was forged")
	}
	record := o.Record()
	mark.State, mark.Log = record.Append(r.append()), nil
	return mark
}

// lastHash returns the hash of the game after the last ply that a host has kept.
func lastHash(t *testing.T, mark match.Bookmark) [16]byte {
	t.Helper()
	_, record := need.Must2(parseRoute(mark.Addr, mark.State))(t)
	r := need.Must(session.ParseRecord(record, mark.Log...))(t)
	return r.Record.Events[len(r.Record.Events)-1].Hash
}

// TestGuestForges restarts the host's program from an old copy, and has the guest's hand back a
// resignation of the host. The host adopts nothing, and plays on with the true guest.
func TestGuestForges(t *testing.T) {
	h, g := bothClosed(t)
	honest := g.disk.read()
	h = restart(t, h, h.disk.read())
	liar := rejoin(t, newEnd(t, "Gus", new(disk)), forgeFollowed(t, honest))
	if !slices.ContainsFunc(liar.Heard, func(e table.News) bool { _, over := e.(table.GameOver); return over }) {
		t.Fatalf("nothing was forged: %s", liar)
	}
	if left := next[table.PeerLeft](liar); left.Note == nil || left.Note.Code != "netplay.accused" {
		t.Errorf("the liar reads %v", left.Note)
	}
	g = rejoin(t, g, honest)
	next[table.Resumed](g)
	next[table.Resumed](h)
	h.play(2)
	g.sees(3)
	h.Poll()
	for _, e := range h.Heard {
		if over, ok := e.(table.GameOver); ok {
			t.Errorf("the host's game ended: %+v", over)
		}
	}
}

// forgeFollowed adds a resignation of the host to a guest's kept state.
func forgeFollowed(t *testing.T, mark match.Bookmark) match.Bookmark {
	t.Helper()
	r, record := need.Must2(parseRoute(mark.Addr, mark.State))(t)
	kept := need.Must(session.ParseRecord(record, mark.Log...))(t)
	last := kept.Record.Events[len(kept.Record.Events)-1]
	kept.Record.Events = append(kept.Record.Events, table.Event{N: last.N + 1, By: table.A, Wish: table.Wish{
		Kind: table.KindResign, ID: last.ID + 1, Game: 1, Ply: 2, Seen: last.N, Hash: last.Hash,
	}})
	mark.State, mark.Log = kept.Append(r.append()), nil
	return mark
}

// TestHostsLastWords ends a series at the host while the guest is away, and takes the host's
// program up again for another game: the guest who comes back learns of it.
func TestHostsLastWords(t *testing.T) {
	h, g, line := pair(t, HostConfig{})
	h.play(1)
	g.sees(1)
	g.play(1)
	h.sees(2)
	line.SetDown(true)
	next[table.Paused](h)
	h.Link.Leave(table.ReasonQuit)
	next[table.PeerLeft](h)
	h.until("closing", func(b match.Bookmark) bool { return b.Closing && !b.Over() })
	mark := h.disk.read()
	_ = h.Link.Close()
	again := host(t, h.disk, mark.Addr, HostConfig{Closing: func() []match.Bookmark { return []match.Bookmark{mark} }})
	next[table.Listening](again)
	line.SetDown(false)
	if over := next[table.GameOver](g); over.Series.Match().Result().Ending != match.Abandoned {
		t.Errorf("the guest sees %+v", over)
	}
	if left := next[table.PeerLeft](g); left.Kept {
		t.Errorf("the guest sees %+v", left)
	}
	g.until("forgotten", match.Bookmark.Over)
	h.until("forgotten", match.Bookmark.Over)
	other := join(t, new(disk), mark.Addr, GuestConfig{})
	next[table.GameStarted](other)
}

// TestLastWords swallows the guest's winning ply; the guest names the win and leaves. The program
// delivers both at its next start, and both ends have the same game.
func TestLastWords(t *testing.T) {
	h, g, line := pair(t, HostConfig{Variant: kalah(2, 1), First: match.FirstGuest})
	g.play(2)
	h.sees(1)
	line.SetFrozen(true)
	g.play(1)
	g.sees(2)
	need.NoError(t, g.Wish(table.KindName, 0, "Gus the Great"))
	g.Link.Leave(table.ReasonQuit)
	if over := next[table.GameOver](g); over.Series.Match().Result().Ending != match.Abandoned {
		t.Errorf("a win that no one has confirmed is shown: %+v", over.Series.Match().Result())
	}
	next[table.PeerLeft](g)
	g.until("closing", func(b match.Bookmark) bool { return b.Closing && !b.Over() })
	mark := g.disk.read()
	_ = g.Link.Close()
	line.Cut()
	line.SetFrozen(false)
	next[table.Paused](h)

	e := newEnd(t, "Gus", g.disk)
	told := make(chan struct{})
	go func() {
		Deliver(t.Context(), mark, GuestConfig{Common: e.common()})
		close(told)
	}()
	next[table.Resumed](h)
	if over := next[table.GameOver](h); over.Series.Match().Result().Ending != match.Finished {
		t.Errorf("the host's game ended %+v", over.Series.Match().Result())
	}
	if named := next[table.WinnerNamed](h); named.Name != "Gus the Great" {
		t.Errorf("the host hears %+v", named)
	}
	next[table.PeerLeft](h)
	g.until("delivered", match.Bookmark.Over)
	h.until("delivered", match.Bookmark.Over)
	<-told
	g.disk.mu.Lock()
	defer g.disk.mu.Unlock()
	if len(g.disk.amended) != 1 {
		t.Fatalf("the guest's archive was amended so: %v", g.disk.amended)
	}
	for _, r := range g.disk.amended {
		if r.Ending != match.Finished {
			t.Errorf("the guest's game ended %+v", r)
		}
	}
}
