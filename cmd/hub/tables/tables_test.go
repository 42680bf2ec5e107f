package tables

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/tools/need"
)

func testSetup(id string) lobby.Setup {
	kalah, _ := rules.Preset("kalah")
	return lobby.Setup{ID: id, Players: [2]lobby.Member{{ID: "p0", Name: "Ada"}, {ID: "p1", Name: "Bea"}}, Variant: kalah}
}

// TestNodes: a game continues after its node has died, after it has handed over, and after it stood
// still; its result is reported, and the table goes when both have left.
func TestNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		for _, name := range []string{"a", "b", "c"} {
			c.start(name)
		}
		s := testSetup("tableofthreenode")
		c.begin(c.nodes["a"], s)
		people := []*person{newPerson(c, s, table.A), newPerson(c, s, table.B)}
		time.Sleep(10 * time.Second)
		game(4, people...)
		if people[0].at != c.nodes["a"].tables.here(s.ID) {
			t.Error("the game is not where it was started")
		}

		c.stop("a")
		for _, p := range people {
			p.f.Cut()
			p.at = nil
		}
		died := time.Now()
		game(8, people...)
		if took := time.Since(died); took > 5*time.Second {
			t.Errorf("the game went on after %v", took)
		}
		t.Logf("after a death the game went on within %v", time.Since(died))

		owner := "b"
		if c.nodes["b"].tables.Count() == 0 {
			owner = "c"
		}
		left := time.Now()
		need.NoError(t, c.nodes[owner].tables.Drain(t.Context()))
		for _, p := range people {
			p.read()
			if !errors.Is(p.left, table.ErrMoved) {
				t.Errorf("the reason is %v", p.left)
			}
		}
		game(12, people...)
		if took := time.Since(left); took > 500*time.Millisecond {
			t.Errorf("the game went on %v after its node was stopped", took)
		}
		game(1000, people...)
		for _, p := range people {
			if _, _, err := p.f.Wish(table.KindPly, 0, ""); err == nil {
				t.Error("the game goes on")
			}
		}
		r, ok := c.results[s.ID+"-1"]
		if want := people[0].f.State().Series.Match().Game(); !ok || fmt.Sprint(r.Game.Plies) != fmt.Sprint(want.Plies) || r.Entry.Began.IsZero() {
			t.Errorf("the result is %+v, not %v", r, want)
		}
		w, _ := need.Must2(people[1].f.Wish(table.KindEnd, 1, ""))(t)
		people[1].send(*w)
		synctest.Wait()
		for _, p := range people {
			p.read()
			n, _ := p.f.Position()
			line := p.line
			p.at.Do(func(t *Table, now time.Time) { t.Acked(p.by, line, n, now) })
		}
		synctest.Wait()
		time.Sleep(5 * time.Second)
		for name, n := range c.nodes {
			if n.tables.Count() > 0 {
				t.Errorf("%s still has the table", name)
			}
			if _, _, _, err := n.store.Claim(t.Context(), s.ID); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("the table is still there: %v", err)
			}
		}
	})
}

// TestFalseAhead: a player who claims to have events that the club lacks cannot stop the game.
func TestFalseAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		n := c.start("a")
		s := testSetup("tableofaliarclub")
		c.begin(n, s)
		people := []*person{newPerson(c, s, table.A), newPerson(c, s, table.B)}
		game(4, people...)
		line := &channel{}
		people[0].at.Do(func(t *Table, now time.Time) {
			t.Follow(table.B, line, [16]byte{byte(table.B)}, 0, t.State().N+1, table.Chain{1}, now)
		})
		synctest.Wait()
		if sent := line.take(); len(sent) != 1 || !errors.Is(sent[0].(error), table.ErrHistory) {
			t.Errorf("the liar is sent %v", sent)
		}
		game(8, people...)
	})
}

// TestLooksFirst: a node answers a returning player only once it is certain that it still owns the
// table, even if there is nothing to store. After a deposed node's answer, a restarted program
// would consider its stored plies forged.
func TestLooksFirst(t *testing.T) {
	now := time.Unix(1e9, 0)
	core := need.Must(New(testSetup("tableofaloneclub"), [32]byte{}, now))(t)
	device, line := [16]byte{1}, &channel{}
	core.Join(table.A, line, device, 0, now)
	for need := true; need; {
		_, need, _ = core.Record(now)
		core.Stored(now)
	}
	n, h := core.State().N, core.State().H
	for what, come := range map[string]func(){
		"follows":                      func() { core.Follow(table.A, line, device, 0, n, h, now) },
		"comes with a ticket":          func() { core.Join(table.A, line, device, 0, now) },
		"claims to be ahead":           func() { core.Follow(table.A, line, device, 0, n+1, h, now) },
		"follows with another device":  func() { core.Follow(table.A, line, [16]byte{2}, 0, n, h, now) },
		"follows with no one's device": func() { core.Follow(core.SeatOf([16]byte{2}), line, [16]byte{2}, 0, n, h, now) },
	} {
		come()
		if r, need, err := core.Record(now); !need || err != nil || len(r.Events)+len(r.Snapshot) > 0 {
			t.Errorf("one who %s: %v, %v, %v", what, r, need, err)
		}
		if sent := core.Stored(now); len(sent) == 0 {
			t.Errorf("one who %s is not answered", what)
		}
	}
}

// TestAttempts: attempts of a program come to the table in another order than it has made them. The
// last one made keeps the seat, and an earlier one is told to dial again. Another device takes it.
func TestAttempts(t *testing.T) {
	now := time.Unix(1e9, 0)
	core := need.Must(New(testSetup("tableofaloneclub"), [32]byte{}, now))(t)
	device := [16]byte{1}
	seated := func(l *channel) bool {
		core.Record(now)
		send(core.Stored(now))
		for _, v := range l.take() {
			if why, ended := v.(error); ended {
				if !errors.Is(why, table.ErrLater) {
					t.Errorf("an attempt ends with %v", why)
				}
				return false
			}
		}
		return true
	}
	join := func(device [16]byte, attempt uint64) *channel {
		l := &channel{}
		core.Join(table.A, l, device, attempt, now)
		return l
	}
	follow := func(attempt uint64) *channel {
		l := &channel{}
		core.Follow(table.A, l, device, attempt, core.State().N, core.State().H, now)
		return l
	}
	for _, test := range []struct {
		what string
		come func() *channel
		want bool
	}{
		{"the first", func() *channel { return join(device, 5) }, true},
		{"an earlier one with the ticket", func() *channel { return join(device, 4) }, false},
		{"a later one", func() *channel { return follow(8) }, true},
		{"an earlier one", func() *channel { return follow(7) }, false},
		{"one between with the ticket", func() *channel { return join(device, 7) }, false},
		{"the same once more", func() *channel { return follow(8) }, true},
		{"one without a number", func() *channel { return follow(0) }, true},
		{"a later one again", func() *channel { return follow(9) }, true},
		{"an earlier one, after the clock of the program was set back", func() *channel { now = now.Add(30 * time.Second); return follow(1) }, true},
		{"another device", func() *channel { return join([16]byte{2}, 1) }, true},
	} {
		if got := seated(test.come()); got != test.want {
			t.Errorf("%s has the seat: %v", test.what, got)
		}
	}
}

// TestEndForBoth: once the series is over, the members are free in the transaction of its end, also
// the one who has vanished before; the table stays only to be shown.
func TestEndForBoth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		n := c.start("a")
		s := testSetup("tableofaquickend")
		c.begin(n, s)
		people := []*person{newPerson(c, s, table.A), newPerson(c, s, table.B)}
		game(1000, people...)
		c.mu.Lock()
		if _, counted := c.results[s.ID+"-1"]; !counted || len(c.over) > 0 {
			t.Errorf("after the game: %v, %v", c.results, c.over)
		}
		c.mu.Unlock()
		gone := people[1]
		gone.at.Do(func(t *Table, now time.Time) { t.Cut(gone.by, gone.line, now) })
		w, _ := need.Must2(people[0].f.Wish(table.KindEnd, 1, ""))(t)
		people[0].send(*w)
		synctest.Wait()
		c.mu.Lock()
		e, over := c.over[s.ID]
		c.mu.Unlock()
		if !over || e.Game != nil || len(e.Here) != 1 || e.Here[0] != "p0" {
			t.Errorf("the end is %+v, %v", e, over)
		}
		if !n.tables.Here(s.ID) {
			t.Error("the one who vanished cannot see the end")
		}
	})
}

// TestLeaveBetweenGames: a member who is away from a table between two games leaves it when they
// sit down elsewhere, and learns so once it is stored.
func TestLeaveBetweenGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		n := c.start("a")
		s := testSetup("tableofaquickend")
		c.begin(n, s)
		people := []*person{newPerson(c, s, table.A), newPerson(c, s, table.B)}
		leave := func() (over, stored bool) {
			n.tables.Leave(s.ID, "p1", func(is bool) {
				c.mu.Lock()
				defer c.mu.Unlock()
				over = is
				_, stored = c.over[s.ID]
			})
			synctest.Wait()
			return over, stored
		}
		game(3, people...)
		if over, _ := leave(); over {
			t.Error("a game that runs is left")
		}
		game(1000, people...)
		if over, _ := leave(); over {
			t.Error("one who is there is said to leave")
		}
		gone := people[1]
		gone.at.Do(func(t *Table, now time.Time) { t.Cut(gone.by, gone.line, now) })
		if over, stored := leave(); !over || !stored {
			t.Errorf("the table is over: %v; it is stored: %v", over, stored)
		}
	})
}

// TestSlowNode: a node that stood still learns that another one has its tables, even if no one
// there does anything, and its players dial again.
func TestSlowNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		slow, other := c.start("a"), c.start("b")
		s := testSetup("tableofaslownode")
		c.begin(slow, s)
		people := []*person{newPerson(c, s, table.A), newPerson(c, s, table.B)}
		people[0].dial()
		synctest.Wait()
		people[0].read()
		need.Must(c.db.Exec("UPDATE node SET seen = 0 WHERE run = ?1", slow.store.Run()))(t) // it stood still
		if _, err := other.tables.Find(t.Context(), s.ID); err != nil {
			t.Fatalf("the other node: %v", err)
		}
		time.Sleep(2 * time.Second)
		if people[0].read(); !errors.Is(people[0].left, table.ErrMoved) || slow.tables.Count() > 0 {
			t.Errorf("the player hears %v, and the slow node has %d tables", people[0].left, slow.tables.Count())
		}
		game(4, people...)
	})
}

// audience is an Audience that only knows whether it was told to leave.
type audience struct{ left atomic.Bool }

func (*audience) Show(*Shown, []table.Event) {}
func (a *audience) Leave()                   { a.left.Store(true) }

// TestComeTooLate: those who come to a table while it stores what is its last, before it is handed
// over, are told to dial again.
func TestComeTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t)
		n, line, view := c.start("a"), &channel{}, &audience{}
		var at *Seating
		came := false
		n.tables.cfg.Stored = func(time.Duration) {
			if at != nil && at.leaving && !came {
				came = at.Do(func(t *Table, now time.Time) {
					t.Join(table.A, line, [16]byte{1}, 0, now)
					t.Watch(view)
				})
			}
		}
		s := testSetup("tableofaslownode")
		c.begin(n, s)
		synctest.Wait()
		at = need.Must(n.tables.Find(t.Context(), s.ID))(t)
		at.Do(func(t *Table, _ time.Time) { at.leaving, t.look = true, true })
		<-at.ended
		synctest.Wait()
		if sent := line.take(); !came || len(sent) != 1 || !errors.Is(sent[0].(error), table.ErrMoved) || !view.left.Load() {
			t.Errorf("they came: %v; the player is sent %v; the watchers leave: %v", came, sent, view.left.Load())
		}
	})
}

// TestOutage: the time since a dead node's last sign of life counts for no one, and the clocks stop
// until the player to move is back, or for a while.
func TestOutage(t *testing.T) {
	s, now := testSetup("tableofanoutages"), time.Unix(1e9, 0)
	s.Time.Base = time.Minute
	core := need.Must(New(s, [32]byte{}, now))(t)
	var records []Record
	store := func(core *Table) {
		for {
			r, more := need.Must2(core.Record(now))(t)
			if core.Stored(now); !more {
				return
			}
			records = append(records, r)
		}
	}
	store(core)
	core.Join(table.A, &channel{}, [16]byte{1}, 0, now)
	core.Join(table.B, &channel{}, [16]byte{2}, 0, now)
	store(core)
	mover, died := core.toMove(), now.Add(3*time.Second)
	if !core.State().Clocks.Running {
		t.Fatal("the clocks do not run")
	}
	for _, back := range []bool{true, false} {
		now = died.Add(20 * time.Second)
		next := need.Must(Restore(records, [32]byte{}, died, now))(t)
		left := func() time.Duration { return next.State().Clocks.LeftAt(next.State().Clocks.Side, now) }
		next.Join(mover.Other(), &channel{}, [16]byte{byte(mover.Other())}, 0, now)
		now = now.Add(10 * time.Second)
		if next.Tick(now); next.State().Clocks.Running || left() != 57*time.Second {
			t.Errorf("%v are left; the clock runs: %v", left(), next.State().Clocks.Running)
		}
		if back {
			next.Join(mover, &channel{}, [16]byte{byte(mover)}, 0, now)
		} else {
			now = now.Add(graceWait)
			next.Tick(now)
		}
		if now = now.Add(time.Second); !next.State().Clocks.Running || left() != 56*time.Second {
			t.Errorf("a second after the clock was to run again %v are left", left())
		}
	}
}

// TestOutageOfAWrongClock: the clocks of a game run on after a node whose own was 200 days ahead,
// and a game that ends then has not begun after its end.
func TestOutageOfAWrongClock(t *testing.T) {
	s, now := testSetup("tableofawrongday"), time.Unix(1e9, 0)
	s.Time.Base = time.Minute
	ahead := now.AddDate(0, 0, 200)
	core := need.Must(New(s, [32]byte{}, ahead))(t)
	var records []Record
	store := func(core *Table, at time.Time) {
		for {
			r, more := need.Must2(core.Record(at))(t)
			if core.Stored(at); !more {
				return
			}
			records = append(records, r)
		}
	}
	store(core, ahead)
	for _, by := range []table.Seat{table.A, table.B} {
		core.Join(by, &channel{}, [16]byte{byte(by)}, 0, ahead)
	}
	store(core, ahead)
	next := need.Must(Restore(records, [32]byte{}, time.Time{}, now))(t)
	for _, by := range []table.Seat{table.A, table.B} {
		next.Join(by, &channel{}, [16]byte{byte(by)}, 0, now)
	}
	store(next, now)
	now = now.Add(61 * time.Second)
	next.Tick(now)
	store(next, now)
	games := next.Reports()
	if len(games) != 1 || games[0].Entry.Result.Ending != match.TimedOut {
		t.Fatalf("after a minute %+v has ended", games)
	}
	if e := games[0].Entry; e.Ended.Before(e.Began) || e.Ended.After(now) {
		t.Errorf("the game was from %v to %v", e.Began, e.Ended)
	}
}

func TestTickets(t *testing.T) {
	k := need.Must(NewTickets([32]byte{1}))(t)
	other, _ := NewTickets([32]byte{2})
	series, device := [16]byte{3}, [16]byte{4}
	forDevice := func(k Tickets, by table.Seat, device byte) lobby.Ticket {
		return k.For(lobby.Ticket{byte(by), series[0]}, keys.Fingerprint{device})
	}
	ticket, watch := forDevice(k, table.B, 4), forDevice(k, lobby.WatcherSeat, 5)
	if by, of, err := k.Check(ticket, device); by != table.B || of != series || err != nil {
		t.Errorf("%v, %v, %v", by, of, err)
	}
	if by, of, err := k.Check(watch, [16]byte{9}); by != table.Nobody || of != series || err != nil {
		t.Errorf("watching: %v, %v, %v", by, of, err)
	}
	bad := map[string]lobby.Ticket{"none": {}, "another club's": forDevice(other, table.B, 4), "for another device": forDevice(k, table.B, 5)}
	for i := range ticket {
		b := ticket
		b[i] ^= 1
		bad[fmt.Sprint("with another byte ", i)] = b
	}
	watch[0] = byte(table.A)
	bad["for watching, as a seat"] = watch
	for what, b := range bad {
		if _, _, err := k.Check(b, device); !errors.Is(err, ErrTicket) {
			t.Errorf("a ticket %s: %v", what, err)
		}
	}
}

// TestEvents: events become bytes and events again.
func TestEvents(t *testing.T) {
	var b []byte
	want := []table.Event{
		{N: 7, By: table.A, Wish: table.Wish{Kind: table.KindPly, ID: 3, Game: 1, Ply: 2, Arg: 255, Seen: 6, Hash: [16]byte{1}, MAC: [16]byte{2}}, Left: [2]uint32{1 << 31, 5}},
		{N: 8, Wish: table.Wish{Kind: table.KindDevice, Arg: 1, Text: "a device's print"}},
		{N: 9, By: table.B, Wish: table.Wish{Kind: table.KindSay, Text: "hello", MAC: [16]byte{9}}},
	}
	for i := range want {
		b = appendEvent(b, &want[i])
	}
	got, err := parseEvents(b, 9)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v, not %v", got, err, want)
	}
	for n := range b {
		if _, err := parseEvents(b[:n], 9); err != nil && !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	}
	if _, err := parseEvents(b, 2); !errors.Is(err, ErrDamaged) {
		t.Errorf("three events up to number 2: %v", err)
	}
}

func FuzzEvents(f *testing.F) {
	f.Add(appendEvent(nil, &table.Event{By: table.A, Wish: table.Wish{Kind: table.KindSay, Text: "hello", MAC: [16]byte{1}}}), uint32(5))
	f.Fuzz(func(t *testing.T, b []byte, last uint32) {
		events, err := parseEvents(b, last)
		if err != nil {
			return
		}
		var again []byte
		for i := range events {
			again = appendEvent(again, &events[i])
		}
		if same, err := parseEvents(again, last); err != nil || fmt.Sprint(same) != fmt.Sprint(events) {
			t.Errorf("%v became %v, %v", events, same, err)
		}
	})
}

// TestStoredSetup reads the table setups that earlier hubs have stored.
func TestStoredSetup(t *testing.T) {
	core := need.Must(New(testSetup("tableofearlierhub"[:16]), [32]byte{}, time.Unix(1e9, 0)))(t)
	s := core.State().Snapshot()
	const text = `{"Setup":{"ID":"tableofearlierhu","Players":[{"ID":"p0","Name":"Ada"},{"ID":"p1","Name":"Bea"}],` +
		`"Variant":"kalah(6,4)","Time":{"Base":1000},"First":1},"Reported":2,"Since":"2026-11-22T12:00:00Z"}`
	_, x, err := parseSnapshot(append(s.Append(nil), text...))
	if err != nil || x.Setup.Players[0].ID != "p0" || x.Setup.Players[1].Name != "Bea" || x.Setup.Variant != core.Setup().Variant || x.Setup.First != 1 || x.Reported != 2 {
		t.Errorf("%+v, %v", x, err)
	}
}
