package gateway

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/tools/need"

	"mancala/cmd/hub/club"
	"mancala/cmd/hub/store"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"

	member "mancala/netplay/club"
)

// playing are games whose tables never end.
type playing struct{}

func (playing) Start(ctx context.Context, _ lobby.Setup, sit func(context.Context, []byte) (*store.Tab, error)) error {
	_, err := sit(ctx, []byte("first"))
	return err
}

func (playing) Leave(context.Context, string, string) (bool, error) { return false, nil }

// noArchive has no games.
type noArchive struct{}

func (noArchive) Games(context.Context, lobby.GamesOf) (lobby.Games, error) {
	return lobby.Games{More: true}, nil
}

func (noArchive) Game(context.Context, string) (lobby.Game, error) {
	return lobby.Game{}, lobby.Refuse(lobby.ReasonUnknown)
}

func (noArchive) Standings(context.Context, lobby.StandingsOf) (lobby.Standings, error) {
	return lobby.Standings{}, errors.New("the disk is on fire")
}

// The limits of the gateways in tests.
const byAddress, newMembers, byKey = 16, 10, 4

var shown = keys.Fingerprint{9, 9}

// testClub is one with gateways at several nodes.
type testClub struct {
	t      testing.TB
	gates  []*Gateway
	clubs  []*club.Club
	stores []*store.Store
	file   string      // the database
	said   need.Output // the log
}

// school is a network without limits.
var school = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}

func newTestClub(t testing.TB, nodes int) *testClub {
	t.Helper()
	h := &testClub{t: t}
	log := slog.New(slog.DiscardHandler)
	for i := range nodes {
		s := h.node(i)
		g := New(s, slog.New(slog.NewTextHandler(&h.said, nil)))
		heard := need.Must(s.Last(t.Context()))(t)
		c := need.Must(club.New(t.Context(), club.Config{Store: s, Games: playing{}, Rand: rand.Reader, Log: log, Notifier: g}))(t)
		g.Open(Config{
			Club: c, Archive: noArchive{}, Name: "The Club", Key: shown,
			ByAddress: byAddress, Newcomers: newMembers, Free: func(a limit.Address) bool { return a.In(school) }, Refused: func(string) {},
			Where: func(context.Context, string) (string, error) { return "n0:7000", nil }, Addresses: func() []string { return []string{"n1:7000", "n0:7000"} },
		})
		ctx, stop := context.WithCancel(context.Background())
		followed := make(chan bool)
		go func() {
			defer close(followed)
			_ = s.Follow(ctx, heard, func(list []store.Change, missed bool) {
				c.Hear(list, missed)
				g.Hear(list)
			})
		}()
		t.Cleanup(func() { g.Close(); stop(); <-followed; c.Close(); _ = s.Close() })
		h.gates, h.clubs, h.stores = append(h.gates, g), append(h.clubs, c), append(h.stores, s)
	}
	return h
}

// node opens the database of a node; all nodes have the same.
func (h *testClub) node(i int) *store.Store {
	cfg := store.Config{Node: fmt.Sprint("n", i), Rand: rand.Reader}
	if i > 0 {
		return need.Must(h.stores[0].Join(h.t.Context(), cfg))(h.t)
	}
	cfg.Dir = h.t.TempDir()
	h.file = filepath.Join(cfg.Dir, store.FileName)
	return need.Must(store.Open(h.t.Context(), cfg))(h.t)
}

// tab returns a table, and the club of the node that has it.
func (h *testClub) tab(id string) (*store.Tab, *club.Club) {
	h.t.Helper()
	for i, s := range h.stores {
		tab, _, _, err := s.Claim(h.t.Context(), id)
		if other := (*store.Elsewhere)(nil); errors.As(err, &other) {
			continue
		}
		need.NoError(h.t, err)
		return tab, h.clubs[i]
	}
	h.t.Fatalf("no node has table %s", id)
	return nil, nil
}

// connect returns a connection to a node.
func (h *testClub) connect(node int, key keys.Fingerprint, addr string) net.Conn {
	near, far := net.Pipe()
	go h.gates[node].Serve(context.Background(), far, key, limit.AddressOf(addr))
	return near
}

// visitor is a member with the program's own end of the lobby.
type visitor struct {
	lobby.Link
	t      testing.TB
	events []lobby.Event
	me     lobby.Profile
	tables map[string]lobby.Table
}

func (h *testClub) visit(node int, name string, id *keys.Identity) *visitor {
	h.t.Helper()
	v := &visitor{t: h.t, tables: map[string]lobby.Table{}}
	v.Link = member.Dial("club.example:7000", member.Config{
		Name: name, Version: "1", Identity: func(context.Context) (*keys.Identity, error) { return id, nil },
		Dial: func(context.Context, string, *keys.Identity) (net.Conn, keys.Known, error) {
			return h.connect(node, keys.Fingerprint{}, ""), keys.Known{Fingerprint: shown}, nil
		},
	})
	h.t.Cleanup(func() { _ = v.Close() })
	return v
}

// comes is visit for a member who then has the list of tables.
func (h *testClub) comes(node int, name string, id *keys.Identity) *visitor {
	h.t.Helper()
	v := h.visit(node, name, id)
	until[lobby.Listed](v)
	return v
}

// until waits for an event.
func until[E lobby.Event](v *visitor, tests ...func(E) bool) E {
	v.t.Helper()
	return need.Await(v.t, &v.events, v.look, tests...)
}

// look returns the events that have come.
func (v *visitor) look() []lobby.Event {
	events := v.Events()
	for _, e := range events {
		switch e := e.(type) {
		case lobby.Entered:
			v.me = e.Me
			clear(v.tables)
		case lobby.Told:
			v.tables[e.Table.ID] = e.Table
		case lobby.Gone:
			delete(v.tables, e.Table)
		}
	}
	return events
}

// ask sends a call and returns the answer.
func (v *visitor) ask(c lobby.Call) lobby.Answer {
	v.t.Helper()
	n := v.Ask(c)
	return until(v, func(a lobby.Answer) bool { return a.Number == n })
}

// must sends a call that is not refused.
func (v *visitor) must(c lobby.Call) lobby.Answer {
	v.t.Helper()
	a := v.ask(c)
	if a.Note != nil {
		v.t.Fatalf("%s: %T is refused: %v", v.me.Name, c, a.Note)
	}
	return a
}

// sees waits until the list of tables is as f wants it.
func (v *visitor) sees(what string, f func(map[string]lobby.Table) bool) {
	v.t.Helper()
	need.Until(v.t, v.me.Name+" sees "+what, func() bool {
		v.events = append(v.events, v.look()...)
		return f(v.tables)
	})
}

var terms = lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}, Rated: true}

// TestAnEvening has members of two nodes come in, find one another, and go.
func TestAnEvening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 2)
		adaKey := identity(t)
		ada := h.visit(0, "Ada", adaKey)
		in := until[lobby.Entered](ada)
		if in.Club != "The Club" || !in.New || in.Me.Name != "Ada" || in.Me.Rating != 1500 {
			t.Errorf("%+v", in)
		}
		until[lobby.Listed](ada)
		bob := h.comes(1, "Bob", identity(t))
		ada.must(lobby.Open{Settings: terms})
		if a := ada.ask(lobby.Quick{Settings: terms}); a.Note == nil {
			t.Error("two wishes at once")
		}
		bob.sees("Ada's table", func(m map[string]lobby.Table) bool { return len(m) == 1 })
		var id string
		for id = range bob.tables {
		}
		seat := bob.must(lobby.Sit{Table: id}).Seat
		told := until[lobby.Seated](ada).Seat
		if seat.Ticket == told.Ticket || seat.Table.ID != id || told.Table.ID != id || len(seat.Table.Members) != 2 || seat.Watch {
			t.Errorf("%+v\n%+v", seat, told)
		}
		ada.sees("two play", func(m map[string]lobby.Table) bool { return m[id].Playing() })
		ada.must(lobby.Mine{})
		if again := until[lobby.Seated](ada).Seat; again.Ticket != told.Ticket {
			t.Errorf("%+v", again)
		}
		cyd := h.comes(1, "Cyd", identity(t))
		if place := cyd.must(lobby.Watch{Table: id}).Seat; !place.Watch || place.Ticket == seat.Ticket || place.Ticket == told.Ticket {
			t.Errorf("%+v", place)
		}
		cyd.must(lobby.Quick{Settings: terms})
		dan := h.comes(0, "Dan", identity(t))
		dan.must(lobby.Quick{Settings: terms})
		if a, b := until[lobby.Seated](cyd).Seat, until[lobby.Seated](dan).Seat; a.Table.ID != b.Table.ID || a.Ticket == b.Ticket {
			t.Errorf("%+v\n%+v", a, b)
		}

		if p := bob.must(lobby.ProfileOf{Member: in.Me.ID}).Profile; p.Name != "Ada" || len(p.Devices) != 0 {
			t.Errorf("%+v", p)
		}
		bob.must(lobby.Report{Member: in.Me.ID, Game: id + "-1", Text: "Left."})
		bob.must(lobby.Block{Member: in.Me.ID})
		if p := bob.must(lobby.ProfileOf{Member: in.Me.ID}).Profile; !p.IsBlocked {
			t.Errorf("%+v", p)
		}
		bob.must(lobby.Rename{Name: "Robert"})
		if a := bob.ask(lobby.Rename{Name: "4DA"}); a.Note != nil {
			t.Errorf("%+v", a)
		}
		if a := bob.ask(lobby.Rename{Name: "adа"}); a.Note == nil {
			t.Error("a look-alike is taken")
		}
		if !bob.must(lobby.GamesOf{Limit: 5}).Games.More {
			t.Error("the archive was not asked")
		}
		for what, c := range map[string]lobby.Call{
			"an unknown game": lobby.GameOf{Game: id + "-7"}, "a failing archive": lobby.StandingsOf{Limit: 5},
			"an unknown member": lobby.ProfileOf{Member: "aaaaaaaaaaaaaaaa"}, "a strange id": lobby.Sit{Table: "../.."},
			"forgetting one who plays": lobby.Forget{Name: "4DA"},
		} {
			if a := bob.ask(c); a.Note == nil {
				t.Errorf("%s: %+v", what, a)
			}
		}

		code := ada.must(lobby.Device{}).Code
		second := h.comes(1, "Ada two", identity(t))
		second.must(lobby.UseCode{Code: code.Text})
		if e := until[lobby.Entered](second); e.Me.ID != in.Me.ID {
			e = until[lobby.Entered](second)
			if e.Me.ID != in.Me.ID || len(e.Me.Devices) != 2 {
				t.Errorf("%+v", e)
			}
		}
		devices := ada.must(lobby.ProfileOf{}).Profile.Devices
		if a := ada.ask(lobby.RemoveDevice{Key: devices[0].Key}); a.Note == nil {
			t.Error("a device removes itself")
		}
		ada.must(lobby.RemoveDevice{Key: devices[1].Key})
		if e := until[lobby.Failed](second); e.Note.Code != "club.device-removed" {
			t.Errorf("the device that was removed hears %v", e.Note)
		}
		ada.must(lobby.RemoveDevice{Key: devices[1].Key}) // no longer there, as is wanted
		need.NoError(t, h.clubs[0].Announce(t.Context(), "Good night."))
		for _, v := range []*visitor{ada, bob} {
			if e := until[lobby.Announced](v); e.Text != "Good night." {
				t.Errorf("%+v", e)
			}
		}
		need.NoError(t, h.clubs[1].Bar(t.Context(), dan.me.ID, false))
		until[lobby.Failed](dan)
		tab, _ := h.tab(id)
		need.NoError(t, tab.Delete(t.Context()))
		bob.must(lobby.Forget{Name: "4DA"})
		until[lobby.Failed](bob)
		if _, err := h.clubs[0].Member(t.Context(), bob.me.ID); err == nil {
			t.Error("one who is forgotten is still there")
		}
	})
}

// loud is a log that has all members told something whenever one comes.
type loud struct {
	slog.Handler
	tell func()
}

func (l loud) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "A member came." {
		l.tell()
	}
	return nil
}

// TestWelcomeComesFirst has news for a member who is just coming in: the welcome comes before them.
func TestWelcomeComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		g := h.gates[0]
		g.log = slog.New(loud{slog.NewTextHandler(io.Discard, nil), func() {
			g.Tell("", lobby.Announced{Text: "Hi!"})
		}})
		nc := h.connect(0, keys.Fingerprint{7}, "")
		defer nc.Close()
		if n := raw(t, nc, hello(nil)); body[wirelobby.Welcome](n).Club == "" {
			t.Errorf("%+v", n)
		}
	})
}

// TestRatingOfOneWhoIsAway has a rated game counted while a player is not in the lobby: they are
// told once, when they come.
func TestRatingOfOneWhoIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 2)
		id := identity(t)
		me := func(v *visitor) string { until[lobby.Listed](v); return v.me.ID }
		ada, bob := h.visit(0, "Ada", id), h.visit(1, "Bob", identity(t))
		g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{2, 1}}, Entry: lobby.GameEntry{
			ID: "tabletabletable2-1", Members: [2]lobby.Member{{ID: me(ada)}, {ID: me(bob)}}, Time: terms.Time, Rated: true,
			Result: match.ResultOf(match.Resigned, 1, [2]int{}), Began: time.Now(), Ended: time.Now(),
		}}
		_ = ada.Close()
		time.Sleep(time.Second)
		tab := need.Must(h.stores[1].Create(t.Context(), "tabletabletable2", nil, []byte("first")))(t)
		need.NoError(t, h.clubs[1].Finish(t.Context(), tab, []byte("end"), store.End{Game: &g}))
		until[lobby.Rated](bob)
		ada = h.visit(0, "Ada", id)
		if r := until[lobby.Rated](ada); r.Game != g.Entry.ID || r.Before != 1500 || r.Me.Rating != 1662 {
			t.Errorf("she is told %+v", r)
		}
		for _, v := range []*visitor{ada, bob} {
			need.Until(t, v.me.Name+" is not told again", func() bool {
				m, err := h.clubs[0].Member(t.Context(), v.me.ID)
				return err == nil && len(h.clubs[0].Untold(m)) == 0
			})
		}
	})
}

// TestOpenTableOfOneWhoLeaves closes a table some time after its member's connection is lost, and
// not before.
func TestOpenTableOfOneWhoLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 2)
		ada := h.comes(0, "Ada", identity(t))
		ada.must(lobby.Open{Settings: terms})
		_ = ada.Close()
		time.Sleep(grace - time.Second)
		if len(h.clubs[1].Tables()) != 1 {
			t.Error("the table is closed too early")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if len(h.clubs[1].Tables()) != 0 {
			t.Error("the table stays")
		}
	})
}

// TestWaitsAgain: of two who were matched, the one who is here waits again and hears that, and the
// wish of the absent one ends after a while.
func TestWaitsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, stays := range []bool{true, false} {
			h := newTestClub(t, 2)
			ada, bob := h.comes(0, "Ada", identity(t)), h.comes(1, "Bob", identity(t))
			ada.must(lobby.Quick{Settings: terms})
			bob.must(lobby.Quick{Settings: terms})
			seat := until[lobby.Seated](ada).Seat
			if !stays {
				_ = ada.Close()
				time.Sleep(2 * grace)
			}
			tab, at := h.tab(seat.Table.ID)
			need.NoError(t, at.Finish(t.Context(), tab, []byte("over"), store.End{Over: true, Alone: seat.Table.Other(bob.me.ID).ID}))
			if stays {
				if e := until[lobby.Waiting](ada); e.Table.ID != seat.Table.ID {
					t.Errorf("%+v", e)
				}
			}
			time.Sleep(2 * grace)
			synctest.Wait()
			if n := h.clubs[1].Waiting(); (n == 1) != stays {
				t.Errorf("one who stays %v: %d wait", stays, n)
			}
		}
	})
}

func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		ada := h.comes(0, "Ada", identity(t))
		early := h.connect(0, keys.Fingerprint{8}, "")
		defer early.Close()
		in := says(t, early, []byte(wirelobby.Preface))
		synctest.Wait()
		h.gates[0].Drain()
		call := need.Must(wirelobby.AppendCall(nil, named("Bob")))(t)
		go func() { _, _ = early.Write(call) }()
		if n, err := wirelobby.ReadNews(in); err != nil || reason(n) != lobby.ReasonFull {
			t.Errorf("one who has connected before: %+v, %v", n, err)
		}
		until[lobby.Lost](ada)
		nc := h.connect(0, keys.Fingerprint{7}, "")
		defer nc.Close()
		if n := raw(t, nc, hello(nil)); reason(n) != lobby.ReasonFull {
			t.Errorf("%+v", n)
		}
	})
}

// raw says the preface and some calls, and returns the first message of the club.
func raw(t testing.TB, nc net.Conn, calls ...wirelobby.Message) wirelobby.Message {
	t.Helper()
	out := []byte(wirelobby.Preface)
	for _, c := range calls {
		out = need.Must(wirelobby.AppendCall(out, c))(t)
	}
	return need.Must(wirelobby.ReadNews(says(t, nc, out)))(t)
}

// says writes some bytes, and returns a reader of the answer behind the preface of the club.
func says(t testing.TB, nc net.Conn, out []byte) *bufio.Reader {
	t.Helper()
	go func() { _, _ = nc.Write(out) }()
	in, first := bufio.NewReader(nc), make([]byte, len(wirelobby.Preface))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != wirelobby.Preface {
		t.Fatalf("%q, %v", first, err)
	}
	return in
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		refused := func(why lobby.Reason, what string, n wirelobby.Message, want bool) {
			t.Helper()
			if (reason(n) == why) != want || want && body[lobby.Refusal](n).Wait == 0 {
				t.Errorf("%s: %+v", what, n)
			}
		}
		for i := range byKey + 1 {
			nc := h.connect(0, keys.Fingerprint{1}, "")
			defer nc.Close()
			refused(lobby.ReasonConnections, fmt.Sprintf("connection %d of a key", i), raw(t, nc, hello(nil)), i == byKey)
		}
		for i := range byAddress + 1 {
			nc := h.connect(0, keys.Fingerprint{1}, "192.0.2.7:5")
			defer nc.Close()
			if n := raw(t, nc, hello(nil)); i == byAddress {
				refused(lobby.ReasonCrowd, "a connection of an address", n, true)
			}
		}
		for i := range newMembers + 1 {
			nc := h.connect(0, keys.Fingerprint{2, byte(i)}, fmt.Sprintf("[2001:db8::%d]:5", i))
			first := raw(t, nc, named("Member "+strings.Repeat("x", i)))
			refused(lobby.ReasonNewcomers, fmt.Sprintf("new member %d of an address", i), first, i == newMembers)
			_ = nc.Close()
			synctest.Wait()
		}
		const keyEntries = 60
		for i := range keyEntries + 1 {
			nc := h.connect(0, keys.Fingerprint{3}, "")
			refused(lobby.ReasonTooOften, fmt.Sprintf("time %d of a key", i), raw(t, nc, named("In and out")), i == keyEntries)
			_ = nc.Close()
			synctest.Wait()
		}
	})
}

// Searches read much of the record, and the list of tables may be long, so their limits are lower
// than for other calls.
func TestCostlyCalls(t *testing.T) {
	for what, call := range map[string]wirelobby.Message{
		"searches": {ID: 2, Body: lobby.GamesOf{Name: "a", Limit: 1}},
		"lists":    {ID: 2, Body: wirelobby.Follow{}},
	} {
		synctest.Test(t, func(t *testing.T) {
			nc := newTestClub(t, 1).connect(0, keys.Fingerprint{1}, "")
			defer time.Sleep(time.Second) // until the writer is gone
			defer nc.Close()
			go func() {
				out, err := wirelobby.AppendCall([]byte(wirelobby.Preface), hello(nil))
				for err == nil {
					_, err = nc.Write(out)
					time.Sleep(300 * time.Millisecond)
					out, _ = wirelobby.AppendCall(nil, call)
				}
			}()
			in := bufio.NewReader(nc)
			_, _ = in.Discard(len(wirelobby.Preface))
			for done := 0; ; {
				n, err := wirelobby.ReadNews(in)
				if err != nil || done > 60 {
					t.Fatalf("after %d %s: %v", done, what, err)
				}
				if reason(n) == lobby.ReasonTooOften {
					return
				} else if n.ID == 2 {
					done++
				}
			}
		})
	}
}

// TestStrangers: a lobby connection of a stranger ends in time.
func TestStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		for what, say := range map[string]string{
			"silence": "", "another preface": "MNC1", "half a preface": "MC", "a preface alone": "MCL1", "a long frame": "MCL1\xff\xff\x7f",
			"half a frame": "MCL1\x10\x08", "no message": "MCL1\x01\xff", "an empty frame": "MCL1\x00",
		} {
			nc := h.connect(0, keys.Fingerprint{1}, "")
			began := time.Now()
			go func() { _, _ = nc.Write([]byte(say)) }()
			_, _ = io.Copy(io.Discard, nc)
			if took := time.Since(began); took > wirelobby.HelloWait+2*time.Second {
				t.Errorf("%s: %v", what, took)
			}
			_ = nc.Close()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n := h.gates[0].Visits(); n != 0 {
			t.Errorf("%d connections are left", n)
		}
	})
}

// TestVersion1: a program whose messages were protobuf learns by its own refusal that the versions
// differ.
func TestVersion1(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nc := newTestClub(t, 1).connect(0, keys.Fingerprint{1}, "")
		defer nc.Close()
		const hello = "\x0d\x08\x01\x12\x09\x08\x01\x10\x01\x22\x03Ada"
		in := says(t, nc, []byte(wirelobby.Preface+hello))
		if got, err := io.ReadAll(in); err != nil || string(got) != wirelobby.Outdated {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// TestSlowMember has a member who does not read: the connection is closed, and others are told in
// time.
func TestSlowMember(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		nc := h.connect(0, keys.Fingerprint{1}, "")
		defer nc.Close()
		raw(t, nc, hello(nil), wirelobby.Message{ID: 2, Body: wirelobby.Follow{}})
		ada := h.comes(0, "Ada2", identity(t))
		for range 50 {
			ada.must(lobby.Open{Settings: terms})
			ada.sees("the table", func(m map[string]lobby.Table) bool { return len(m) == 1 })
			ada.must(lobby.Cancel{})
			ada.sees("no table", func(m map[string]lobby.Table) bool { return len(m) == 0 })
			time.Sleep(time.Second)
		}
		if n := h.gates[0].Visits(); n != 1 {
			t.Errorf("%d connections", n)
		}
	})
}

// TestManyFollow has many members follow a list that changes.
func TestManyFollow(t *testing.T) {
	h := newTestClub(t, 2)
	ids := map[string]bool{}
	for i := range 30 {
		m, _ := need.Must2(h.clubs[0].Enter(t.Context(), keys.Fingerprint{5, byte(i)}, fmt.Sprintf("Opener %c%c", 'a'+i/6, 'a'+i%6), false))(t)
		id := need.Must(h.clubs[i%2].Open(t.Context(), m, lobby.Settings{Variant: kalah}))(t)
		ids[id] = true
	}
	var wg sync.WaitGroup
	for i := range 20 {
		v := h.visit(i%2, fmt.Sprintf("Follower %c%c", 'a'+i/5, 'a'+i%5), identity(t))
		wg.Go(func() {
			until[lobby.Listed](v)
			v.sees("all tables", func(m map[string]lobby.Table) bool { return len(m) == len(ids) })
		})
	}
	wg.Wait()
}

// TestNewcomers: a network at the limit of new members is told when to try again, and the log names
// it once. It may bring more after a while, or once an operator allows it.
func TestNewcomers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, came := newTestClub(t, 1), 0
		comes := func(addr string) (wait time.Duration) {
			t.Helper()
			came++
			nc := h.connect(0, keys.Fingerprint{2, byte(came), byte(came >> 8)}, addr)
			defer nc.Close()
			n := raw(t, nc, named("Member "+string(rune('a'+came/26))+string(rune('a'+came%26))))
			_, in := n.Body.(wirelobby.Welcome)
			if !in && reason(n) != lobby.ReasonNewcomers {
				t.Fatalf("%+v", n)
			}
			return body[lobby.Refusal](n).Wait
		}
		const pupil, other = "198.51.100.7:5", "198.51.100.8:5"
		for range newMembers {
			comes(pupil)
		}
		const each = time.Hour / newMembers
		for range 5 {
			if wait := comes(pupil); wait == 0 || wait > each {
				t.Errorf("one too many waits for %v", wait)
			}
		}
		synctest.Wait()
		log := h.said.String()
		if n := strings.Count(log, "level=WARN"); n != 1 || strings.Count(log, "addr=198.51.100.7 ") != newMembers+1 {
			t.Errorf("%d warnings:\n%s", n, log)
		}
		if list := h.gates[0].Newcomers(); len(list) != 1 || list[0].Address.String() != "198.51.100.7" || list[0].Spent != newMembers || list[0].Wait == 0 {
			t.Errorf("%+v", list)
		}
		if comes(other) != 0 {
			t.Error("another network waits, too")
		}
		for range 3 * newMembers {
			if comes("203.0.113.9:5") != 0 {
				t.Fatal("a network without limits has one")
			}
		}
		time.Sleep(each)
		if comes(pupil) != 0 || comes(pupil) == 0 {
			t.Error("after a while not one more may come")
		}
		if h.gates[0].ForgiveNewcomers("198.51.100.7/16") {
			t.Error("an address is forgiven by a network that is not counted")
		}
		// In other spellings than those that are listed.
		for text, from := range map[string]string{"2001:DB8::/64": "[2001:db8::1]:5", "198.51.100.9/32": "198.51.100.9:5"} {
			h.gates[0].strangers.Spend(limit.Newcomers, limit.AddressOf(from), time.Now())
			if !h.gates[0].ForgiveNewcomers(text) {
				t.Errorf("%s is not forgiven", text)
			}
		}
		if !h.gates[0].ForgiveNewcomers("198.51.100.7") || h.gates[0].ForgiveNewcomers("198.51.100.7") {
			t.Error("the network cannot be forgiven, or twice")
		}
		unknown := limit.Address{}.Far() // through a meeting point
		h.gates[0].strangers.Spend(limit.Newcomers, unknown, time.Now())
		if h.gates[0].ForgiveNewcomers("198.51.100.7o") || !h.gates[0].ForgiveNewcomers(unknown.String()) {
			t.Error("what is no address is forgiven, or addresses that are not known are not")
		}
		for i := range newMembers {
			if comes(pupil) != 0 {
				t.Fatalf("number %d waits after the network was forgiven", i)
			}
		}
	})
}
