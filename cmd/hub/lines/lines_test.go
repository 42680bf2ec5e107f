package lines

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/cmd/hub/store"
	"mancala/cmd/hub/tables"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
	"mancala/tools/need"
)

func TestMain(m *testing.M) {
	_ = os.Setenv("MANCALA_LOOPBACK", "1")
	os.Exit(m.Run())
}

var kalah, _ = rules.Preset("kalah")

// club are the nodes of a club.
type club struct {
	t       *testing.T
	id      *keys.Identity
	tickets tables.Tickets
	nodes   []*node
	mu      sync.Mutex
	results []lobby.Game
	barred  keys.Fingerprint // is no one's device
}

type node struct {
	store  *store.Store
	tables *tables.Tables
	lines  *Lines
	front  *transport.Listener
}

func newKey(t *testing.T) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

// newClub starts a club of some nodes.
func newClub(t *testing.T, nodes int) *club {
	t.Helper()
	secret := [table.SecretSize]byte{7}
	tickets := need.Must(tables.NewTickets(secret))(t)
	c := &club{t: t, id: newKey(t), tickets: tickets}
	first := need.Must(store.Open(t.Context(), store.Config{Dir: t.TempDir(), Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = first.Close() })
	for i, addr := range need.Addresses(t, nodes) {
		n := &node{}
		n.store = need.Must(first.Join(t.Context(), store.Config{Node: fmt.Sprintf("n%d", i), Address: addr, Rand: rand.Reader}))(t)
		n.tables = tables.Open(tables.Config{Store: n.store, Secret: secret, Finish: c.finish})
		n.lines = Open(Config{Tables: n.tables, Tickets: tickets, Owns: c.owns})
		n.front = need.Must(transport.Listen(t.Context(), addr, transport.ListenConfig{
			Identity: func() (*keys.Identity, error) { return c.id, nil },
		}, n.lines.Receive))(t)
		t.Cleanup(func() {
			_ = n.front.Close()
			_ = n.lines.Close()
			n.tables.Close()
			_ = n.store.Close()
		})
		c.nodes = append(c.nodes, n)
	}
	return c
}

// finish stores an end as a club does, but for ratings.
func (c *club) finish(ctx context.Context, tab *store.Tab, record []byte, e store.End) error {
	err := tab.Finish(ctx, store.Finish{Record: record, Game: e.Game, Over: e.Over, Free: e.Here, Rate: func(*lobby.Game, [2]*store.Standing) {}})
	if err != nil || e.Game == nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.ContainsFunc(c.results, func(o lobby.Game) bool { return o.Entry.ID == e.Game.Entry.ID }) {
		c.results = append(c.results, *e.Game)
	}
	return nil
}

func (c *club) owns(_ context.Context, _ string, key keys.Fingerprint) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return key != c.barred, nil
}

// setup is a table without clocks.
func setup(id string) lobby.Setup {
	return lobby.Setup{ID: id, Players: [2]lobby.Member{{ID: "ada", Name: "Ada"}, {ID: "bob", Name: "Bob"}}, Variant: kalah}
}

// start starts a table at a node.
func (c *club) start(at int, s lobby.Setup) {
	c.t.Helper()
	need.NoError(c.t, c.nodes[at].tables.Start(c.t.Context(), s, func(ctx context.Context, first []byte) (*store.Tab, error) {
		return c.nodes[at].store.Create(ctx, s.ID, nil, first)
	}))
}

// seat returns the seat at a table for a device; the seat 3 is for watching.
func (c *club) seat(s lobby.Setup, by table.Seat, device *keys.Identity) *lobby.Seat {
	seat := &lobby.Seat{Table: lobby.Table{ID: s.ID, Settings: lobby.Settings{Variant: s.Variant, Time: s.Time, Rated: s.Rated}}, Watch: by == lobby.WatcherSeat}
	seat.Ticket[0] = byte(by)
	copy(seat.Ticket[1:], s.ID)
	var key keys.Fingerprint
	if device != nil {
		key = device.Fingerprint()
	}
	seat.Ticket = c.tickets.For(seat.Ticket, key)
	return seat
}

// end is a program at a table.
type end struct {
	t      *testing.T
	device *keys.Identity
	link   table.Link
	events []table.News
	self   rules.Side
	plies  []rules.House
	at     rules.Position
	over   *table.GameOver
	left   *table.PeerLeft
	failed *table.Failed
	paused bool
}

// join has a device take a seat through a node, and know the others.
func (c *club) join(through int, seat *lobby.Seat, device *keys.Identity) *end {
	c.t.Helper()
	var also []string
	for i := range c.nodes {
		also = append(also, c.nodes[(through+i)%len(c.nodes)].front.Addr())
	}
	cfg := link.GuestConfig{
		Seat: seat, Also: also[1:], Announced: c.id.Fingerprint(), Device: func(context.Context) (*keys.Identity, error) { return device, nil },
	}
	e := &end{t: c.t, device: device}
	if invite := (keys.Invite{Addr: also[0], Fingerprint: c.id.Fingerprint()}).String(); seat.Watch {
		e.link = link.Watch(invite, cfg)
	} else {
		e.link = link.Join(invite, cfg)
	}
	c.t.Cleanup(func() { _ = e.link.Close() })
	return e
}

// players brings two players to a table through two nodes.
func (c *club) players(s lobby.Setup, throughA, throughB int) (a, b *end) {
	c.t.Helper()
	ada, bob := newKey(c.t), newKey(c.t)
	return c.join(throughA, c.seat(s, table.A, ada), ada), c.join(throughB, c.seat(s, table.B, bob), bob)
}

// has reports whether an event of a kind has come that satisfies f.
func has[T table.News](e *end, f func(T) bool) bool {
	return slices.ContainsFunc(e.events, func(ev table.News) bool { of, is := ev.(T); return is && f(of) })
}

// look collects the new events.
func (e *end) look() {
	for _, event := range e.link.Events() {
		e.events = append(e.events, event)
		switch ev := event.(type) {
		case table.GameStarted:
			e.self, e.over = ev.Self, nil
			e.shows(ev.Series)
		case table.Played:
			e.shows(ev.Series)
		case table.Rewound:
			e.shows(ev.Series)
		case table.GameOver:
			e.over = &ev
		case table.PeerLeft:
			e.left = &ev
		case table.Failed:
			e.failed = &ev
		case table.Paused:
			e.paused = true
		case table.Resumed:
			e.paused = false
		}
	}
}

// shows takes the game of an event.
func (e *end) shows(s *match.Series) { e.plies, e.at = s.Match().Game().Plies, s.Match().Position() }

func (e *end) began() bool {
	e.look()
	return has(e, func(table.GameStarted) bool { return true })
}

// playOn plays until a game has that many plies at both ends, or is over there.
func playOn(t *testing.T, a, b *end, plies int) {
	t.Helper()
	need.Until(t, fmt.Sprintf("there are %d plies", plies), func() bool {
		for _, e := range []*end{a, b} {
			if e.look(); e.over == nil && !e.paused && len(e.plies) < plies && !e.at.Over() && e.at.ToMove() == e.self {
				for h := range e.at.Plies() {
					_ = e.link.Wish(match.Guest, table.KindPly, int(h), "")
					break
				}
			}
		}
		return len(a.plies) >= plies && len(b.plies) >= plies || a.over != nil && b.over != nil
	})
	if !slices.Equal(a.plies, b.plies) {
		t.Fatalf("%v and %v", a.plies, b.plies)
	}
}

// TestPlayAtAnyNode: players and watchers come to nodes without the table. The whole game is
// reported once.
func TestPlayAtAnyNode(t *testing.T) {
	c, s := newClub(t, 3), setup("tabletabletable2")
	c.start(0, s)
	a, b := c.players(s, 1, 2)
	view := c.join(1, c.seat(s, 3, nil), nil)
	playOn(t, a, b, 6)
	need.Until(t, "the watcher sees the plies", func() bool { view.look(); return len(view.plies) >= 6 })
	need.Until(t, "the players hear of the watcher", func() bool {
		a.look()
		return has(a, func(w table.Watchers) bool { return w.N == 1 })
	})
	for i, n := range c.nodes { // they have been sent to the node of the table
		n.lines.mu.Lock()
		if got := len(n.lines.conns); (got > 0) != (i == 0) {
			t.Errorf("node %d serves %d connections", i, got)
		}
		n.lines.mu.Unlock()
	}
	playOn(t, a, b, 1000)
	need.Until(t, "the watcher sees the end", func() bool { view.look(); return view.over != nil })
	need.Until(t, "the game is reported", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.results) == 1 && slices.Equal(c.results[0].Game.Plies, a.plies)
	})
	if !slices.Equal(view.plies, a.plies) || a.over.Series.Match().Result() != view.over.Series.Match().Result() {
		t.Errorf("the watcher has %v and %v, the players %v and %v", view.plies, view.over, a.plies, a.over)
	}
	need.NoError(t, a.link.Wish(match.Guest, table.KindWant, 0, ""))
	need.NoError(t, b.link.Wish(match.Guest, table.KindWant, 0, ""))
	need.Until(t, "the next game begins", func() bool { a.look(); b.look(); return a.over == nil && b.over == nil })
	playOn(t, a, b, 3)
}

// TestDrain: a node hands its tables over, and the games continue at others at once.
func TestDrain(t *testing.T) {
	c, s := newClub(t, 2), setup("tabletabletable2")
	c.start(0, s)
	a, b := c.players(s, 0, 1)
	view := c.join(0, c.seat(s, 3, nil), nil)
	playOn(t, a, b, 5)
	_ = c.nodes[0].front.Close()
	need.NoError(t, c.nodes[0].tables.Drain(t.Context()))
	before := len(a.plies)
	playOn(t, a, b, before+4)
	if !c.nodes[1].tables.Here(s.ID) || c.nodes[0].tables.Count() != 0 {
		t.Error("the table is not at the other node")
	}
	need.Until(t, "the watcher sees it go on", func() bool { view.look(); return len(view.plies) >= before+4 })
}

// TestNodeDies: the players of a node that vanishes come to others by the addresses that they know,
// and one of those takes the table over.
func TestNodeDies(t *testing.T) {
	c, s := newClub(t, 3), setup("tabletabletable2")
	c.start(0, s)
	a, b := c.players(s, 0, 0)
	playOn(t, a, b, 5)
	dead := c.nodes[0]
	_ = dead.front.Close()
	_ = dead.lines.Close()
	dead.tables.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	for _, n := range c.nodes[1:] {
		work.Go(func() {
			for ctx.Err() == nil {
				_ = n.store.Beat(ctx)
				time.Sleep(200 * time.Millisecond)
			}
		})
	}
	playOn(t, a, b, 9)
	if has(a, func(l table.PeerLeft) bool { return true }) || has(b, func(l table.PeerLeft) bool { return true }) {
		t.Error("someone has left")
	}
}

// TestLateFollow: a table that hears late of an attempt whose connection has ended seats no one, so
// that the later attempt of that program keeps the seat.
func TestLateFollow(t *testing.T) {
	c, s := newClub(t, 1), setup("tabletabletable2")
	c.start(0, s)
	a, b := c.players(s, 0, 0)
	playOn(t, a, b, 4)
	n := c.nodes[0]
	at := need.Must(n.tables.Find(t.Context(), s.ID))(t)
	for _, come := range []func(*player){
		func(p *player) { _ = p.Follow(&wire.Follow{}, table.Chain{}, time.Now()) },
		func(p *player) { _ = p.Join(&wire.Hello{}, time.Now()) },
	} {
		held := make(chan struct{})
		at.Do(func(*tables.Table, time.Time) { <-held }) // it is storing something
		late := newPlayer(n.lines, at, visitor{Table: s.ID, Seat: table.A, Device: a.device.Fingerprint()})
		come(late)
		late.Cut(session.Ended{})
		close(held)
		heard := make(chan struct{})
		at.Do(func(*tables.Table, time.Time) { close(heard) })
		<-heard
	}
	playOn(t, a, b, 8)
	if has(a, func(table.Paused) bool { return true }) || a.left != nil {
		t.Error("the player was displaced")
	}
}

// TestAnotherDevice: a player's second device takes the seat and gets the current game. The first
// device hears of it and stays away.
func TestAnotherDevice(t *testing.T) {
	c, s := newClub(t, 2), setup("tabletabletable2")
	c.start(0, s)
	second := newKey(t)
	a, b := c.players(s, 0, 1)
	playOn(t, a, b, 5)
	again := c.join(1, c.seat(s, table.A, second), second)
	need.Until(t, "the first device is told", func() bool { a.look(); return a.left != nil })
	if a.left.Note.Code != "netplay.replaced" || !a.left.Kept {
		t.Errorf("the first device hears %+v", a.left)
	}
	need.Until(t, "the second has the game", func() bool { return again.began() && len(again.plies) >= 5 })
	playOn(t, again, b, 9)
}

// TestStrangers: a ticket is valid for one device, a removed device is refused, and so are visits
// to a removed table.
func TestStrangers(t *testing.T) {
	c, s := newClub(t, 1), setup("tabletabletable2")
	c.start(0, s)
	ada, bob, thief := newKey(t), newKey(t), newKey(t)
	stolen := c.join(0, c.seat(s, table.A, ada), thief)
	forged := c.seat(s, table.A, ada)
	forged.Ticket[20]++
	for name, e := range map[string]*end{
		"a stolen ticket": stolen, "a forged one": c.join(0, forged, ada), "no such table": c.join(0, c.seat(setup("tabletabletable3"), table.A, ada), ada),
		"a ticket to watch": c.join(0, func() *lobby.Seat { s := c.seat(s, 3, nil); s.Watch = false; return s }(), ada),
	} {
		need.Until(t, name+" is refused", func() bool { e.look(); return e.failed != nil })
		if code := e.failed.Note.Code; code != "netplay.club-no-seat" {
			t.Errorf("%s: %s", name, code)
		}
	}
	a, b := c.join(0, c.seat(s, table.A, ada), ada), c.join(0, c.seat(s, table.B, bob), bob)
	playOn(t, a, b, 3)
	c.mu.Lock()
	c.barred = ada.Fingerprint()
	c.mu.Unlock()
	c.nodes[0].lines.mu.Lock()
	for nc := range c.nodes[0].lines.conns {
		_ = nc.Close()
	}
	c.nodes[0].lines.mu.Unlock()
	need.Until(t, "a removed device is refused", func() bool { a.look(); return a.left != nil })
	if a.left.Note.Code != "netplay.club-gone" {
		t.Errorf("a removed device hears %v", a.left.Note)
	}
	need.Until(t, "the other one is told", func() bool {
		b.look()
		return has(b, func(p table.PeerAbsent) bool { return p.Absent })
	})
}

// TestClocksAfterARestart: a device that returns sees the current clocks.
func TestClocksAfterARestart(t *testing.T) {
	c, s := newClub(t, 1), setup("tabletabletable2")
	s.Time = match.TimeControl{Base: time.Minute}
	c.start(0, s)
	a, b := c.players(s, 0, 0)
	playOn(t, a, b, 2)
	clocks := func(e *end) (at match.Clocks) {
		for _, ev := range e.events {
			if is, ok := ev.(table.Clocked); ok {
				at = is.Clocks
			}
		}
		return at
	}
	need.Until(t, "a clock has run for a moment", func() bool {
		a.look()
		at := clocks(a)
		return at.Running && time.Since(at.At) > 20*time.Millisecond
	})
	began := time.Now()
	again := c.join(0, c.seat(s, table.A, a.device), a.device)
	need.Until(t, "the game is there again", func() bool { return again.began() && clocks(again).Running })
	if at := clocks(again).At; !at.Before(began) {
		t.Errorf("the clock runs since %v after the device came", at.Sub(began))
	}
}
