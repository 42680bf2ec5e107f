package play

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mrand "math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/local"
	"mancala/match"
	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/rules"
	"mancala/tools/need"
)

// club is a few halls on one bus, and their reports.
type club struct {
	t       testing.TB
	broker  *local.Broker
	mu      sync.Mutex
	key     *keys.Identity
	wrap    func(bus.Bus) bus.Bus // nil leaves a node's place on the bus as it is
	pace    Pace
	nodes   map[string]*node
	results map[string]Result
	reports int
	gone    map[string]string // the tables that are over, with who was alone there
	quiet   bool              // the club takes each result at once
	ahead   atomic.Int64      // how far the nodes' clocks are ahead of the real one
}

// now is the nodes' clock.
func (c *club) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// node is a hall behind a front, with its place on the bus.
type node struct {
	hall  *Hall
	front *listen.Listener
	bus   bus.Bus
	mu    sync.Mutex
	conns []net.Conn
}

func (n *node) receive(nc net.Conn, k listen.Request) {
	n.mu.Lock()
	n.conns = append(n.conns, nc)
	n.mu.Unlock()
	n.hall.Receive(nc, k)
}

func newClub(t testing.TB, names ...string) *club {
	t.Helper()
	key, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &club{t: t, key: key, broker: local.New(), nodes: map[string]*node{}, results: map[string]Result{}, gone: map[string]string{}}
	for _, name := range names {
		c.start(name)
	}
	t.Cleanup(func() {
		for name := range c.nodes {
			c.kill(name)
		}
	})
	return c
}

// start starts a node.
func (c *club) start(name string) {
	c.t.Helper()
	b, err := c.broker.Join(name)
	if err != nil {
		c.t.Fatal(err)
	}
	if c.wrap != nil {
		b = c.wrap(b)
	}
	n := &node{bus: b}
	n.front, err = listen.Open(context.Background(), "127.0.0.1:0", listen.Config{
		Identity: func() (*keys.Identity, error) { return c.key, nil },
	}, n.receive)
	if err != nil {
		c.t.Fatal(err)
	}
	n.hall, err = NewHall(Config{Bus: b, Key: n.front.Key(), Ended: c.ended, Gone: c.isGone, Pace: c.pace, Now: c.now, Log: slog.New(slog.NewTextHandler(testLog{c.t}, nil))})
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[name] = n
}

// testLog writes to the log of a test.
type testLog struct{ t testing.TB }

func (l testLog) Write(b []byte) (int, error) {
	if testing.Verbose() {
		fmt.Printf("%s", b)
	}
	return len(b), nil
}

func (c *club) ended(_ context.Context, r Result) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reports++; c.reports%3 == 1 && !c.quiet {
		return errors.New("the club does not answer")
	}
	// One that was stored in between has lost the reading of the monotonic clock.
	r.Began, r.Ended = r.Began.Round(0), r.Ended.Round(0)
	if was, again := c.results[r.ID]; again && fmt.Sprint(was) != fmt.Sprint(r) {
		c.t.Errorf("game %s ended as %v and as %v", r.ID, was, r)
	}
	c.results[r.ID] = r
	return nil
}

func (c *club) isGone(id, alone string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone[id] = alone
}

// result waits for the result of a game.
func (c *club) result(id string) Result {
	c.t.Helper()
	var r Result
	need.Until(c.t, "game "+id+" has a result", func() (ok bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		r, ok = c.results[id]
		return ok
	})
	return r
}

// kill ends a node as kill -9 does.
func (c *club) kill(name string) {
	c.mu.Lock()
	n := c.nodes[name]
	delete(c.nodes, name)
	c.mu.Unlock()
	if n == nil {
		return
	}
	_ = n.front.Close()
	_ = n.bus.Close()
	_ = n.hall.Close()
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, nc := range n.conns {
		_ = nc.Close()
	}
}

// way is a transport of a guest to the nodes of a club: to the one named, or to another one if that
// is gone.
type way struct {
	transport.TCP
	club *club
	name string
}

// Dial connects to a node.
func (w way) Dial(ctx context.Context, _ string) (net.Conn, error) {
	w.club.mu.Lock()
	n := w.club.nodes[w.name]
	for _, other := range w.club.nodes {
		if n == nil {
			n = other
		}
	}
	w.club.mu.Unlock()
	if n == nil {
		return nil, errors.New("no node is there")
	}
	return w.TCP.Dial(ctx, n.front.Addr())
}

// guest is a player's program.
type guest struct {
	match.Link
	t        testing.TB
	events   []match.Event
	game     []rules.House
	number   int
	self     rules.Side
	result   match.Result
	online   bool
	left     bool
	farewell string // the code of the note with which the host left
	rewound  int    // how often plies were taken back
	failed   bool
	fails    bool // that is expected
	quick    *mrand.Rand
	absent   bool
	watchers int
	clocks   match.Clocks
	said     []string
}

func setup(t testing.TB, id string) Setup {
	t.Helper()
	v, err := rules.ParseVariant("kalah(6,4)")
	if err != nil {
		t.Fatal(err)
	}
	s := Setup{ID: id, Variant: v}
	for i, name := range [...]string{"Anna", "Bert"} {
		s.Players[i] = Seat{Player: fmt.Sprint("p", i), Name: name, Ticket: newTicket(t)}
	}
	s.Watch = newTicket(t)
	return s
}

func newTicket(t testing.TB) keys.Secret {
	t.Helper()
	s, err := keys.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// join lets a player take their seat at a node.
func (c *club) join(node string, s Setup, player int) *guest {
	c.t.Helper()
	g := &guest{t: c.t, quick: newQuick(player)}
	invite := keys.Invite{Addr: node + ":7000", Fingerprint: c.key.Fingerprint(), Secret: s.Players[player].Ticket}
	g.Link = netplay.Join(invite.String(), netplay.GuestConfig{Name: s.Players[player].Name, Ticket: s.Players[player].Ticket, Transport: way{club: c, name: node}})
	c.t.Cleanup(func() { _ = g.Close() })
	return g
}

func newQuick(n int) *mrand.Rand { return mrand.New(mrand.NewPCG(uint64(n), 1)) }

// look drains the events of the link.
func (g *guest) look() {
	for _, e := range g.Events() {
		g.events = append(g.events, e)
		switch e := e.(type) {
		case match.GameStarted:
			g.game, g.number, g.self, g.result, g.online = append([]rules.House(nil), e.Plies...), e.Number, e.Self, match.Result{}, true
		case match.Played:
			g.game = append(g.game, e.Sowing.From)
		case match.Rewound:
			g.game, g.result = g.game[:e.Plies], match.Result{}
			g.rewound++
		case match.GameOver:
			g.result = e.Result
		case match.Paused:
			g.online = false
		case match.Resumed:
			g.online = true
		case match.PeerAbsent:
			g.absent = e.Absent
		case match.Watchers:
			g.watchers = e.N
		case match.Clocked:
			g.clocks = e.Clocks
		case match.Said:
			g.said = append(g.said, e.Text)
		case match.PeerLeft:
			g.left, g.farewell = true, e.Note.Code
		case match.Failed:
			if g.failed = true; !g.fails {
				g.t.Errorf("a player's link failed: %v", e.Note)
			}
		}
	}
}

// until drains events until something is so.
func (g *guest) until(what string, so func() bool) {
	g.t.Helper()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if g.look(); so() {
			return
		}
	}
	g.t.Fatalf("not so: %s; the events: %v", what, g.events[max(0, len(g.events)-8):])
}

// move plays a ply if it is this player's turn, and reports whether it was.
func (g *guest) move(v rules.Variant) bool {
	p, err := rules.Replay(v, g.game...)
	if err != nil {
		g.t.Fatal(err)
	}
	if !g.online || p.Over() || p.ToMove() != g.self || g.result.Ending != match.Running {
		return false
	}
	for {
		if h := rules.House(1 + g.quick.IntN(int(v.Houses))); p.Legal(h) == nil {
			return g.Play(h) == nil
		}
	}
}

// playOut lets two players play until their game has ended or is as long as that.
func playOut(s Setup, plies int, guests ...*guest) {
	t := guests[0].t
	t.Helper()
	for end := time.Now().Add(need.Patience); ; {
		done := true
		for _, g := range guests {
			if g.look(); g.result.Ending != match.Running || len(g.game) >= plies {
				continue
			}
			done = false
			g.move(s.Variant)
		}
		if done {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the game does not go on: %v %v; %v %v", guests[0].game, guests[0].online, guests[1].game, guests[1].online)
		}
		time.Sleep(200 * time.Microsecond)
	}
}

func (c *club) hallOf(node string) *Hall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nodes[node].hall
}

func (c *club) table(node string, s Setup) {
	c.t.Helper()
	if err := c.hallOf(node).Start(c.t.Context(), s); err != nil {
		c.t.Fatal(err)
	}
}

// Two players play a whole game, and another one after it.
func TestWholeGame(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "table1")
	c.table("a", s)
	anna, bert := c.join("a", s, 0), c.join("a", s, 1)
	anna.until("a game", func() bool { return anna.number == 1 })
	bert.until("a game", func() bool { return bert.number == 1 })
	if anna.self != rules.South || bert.self != rules.North {
		t.Errorf("Anna plays %v, Bert %v", anna.self, bert.self)
	}
	playOut(s, 1000, anna, bert)
	r := c.result("table1-1")
	if r.Ending != match.Finished || len(r.Game.Plies) != len(anna.game) || fmt.Sprint(bert.game) != fmt.Sprint(anna.game) || r.South != 0 {
		t.Errorf("%+v; Anna has %v, Bert %v", r, anna.game, bert.game)
	}
	if err := anna.Say("well played"); err != nil {
		t.Fatal(err)
	}
	bert.until("a word", func() bool { return len(bert.said) == 1 })
	if err := anna.Rematch(); err != nil {
		t.Fatal(err)
	}
	bert.until("her wish", func() bool {
		return slices.ContainsFunc(bert.events, func(e match.Event) bool { _, ok := e.(match.RematchWanted); return ok })
	})
	if err := bert.Rematch(); err != nil {
		t.Fatal(err)
	}
	anna.until("a second game", func() bool { return anna.number == 2 })
	bert.until("a second game", func() bool { return bert.number == 2 })
	if bert.self != rules.South {
		t.Error("Bert does not begin the second game")
	}
	playOut(s, 4, anna, bert)
	if err := anna.Resign(anna.me()); err != nil {
		t.Fatal(err)
	}
	bert.until("the end", func() bool { return bert.result.Ending == match.Resigned })
	if r := c.result("table1-2"); r.Ending != match.Resigned || r.Winner != 1 || r.South != 1 {
		t.Errorf("%+v", r)
	}
	anna.Leave(match.ReasonQuit)
	bert.until("the goodbye", func() bool { return bert.left })
	need.Until(t, "the table is gone", func() bool { return len(c.hallOf("a").Tables()) == 0 })
}

func (g *guest) me() match.Party { return match.Guest }

// The two players are at other nodes than their table, and their nodes and that of the table die in
// the middle of the game: it goes on, with the same plies.
func TestNodesDie(t *testing.T) {
	c := newClub(t, "a", "b", "c")
	s := setup(t, "table2")
	c.table("a", s)
	anna, bert := c.join("b", s, 0), c.join("c", s, 1)
	anna.until("a game", func() bool { return anna.number == 1 })
	bert.until("a game", func() bool { return bert.number == 1 })
	for i, node := range []string{"a", "b"} {
		plies := 6 * (i + 1)
		playOut(s, plies, anna, bert)
		before := fmt.Sprint(anna.game[:plies])
		died := time.Now()
		c.kill(node)
		playOut(s, plies+2, anna, bert)
		t.Logf("node %s died; the game went on after %v", node, time.Since(died))
		if got := fmt.Sprint(anna.game[:plies]); got != before {
			t.Fatalf("after node %s has died the game is %v, before it was %v", node, got, before)
		}
	}
	playOut(s, 1000, anna, bert)
	if r := c.result("table2-1"); fmt.Sprint(r.Game.Plies) != fmt.Sprint(anna.game) || fmt.Sprint(anna.game) != fmt.Sprint(bert.game) {
		t.Errorf("the club has %v, Anna %v, Bert %v", r.Game, anna.game, bert.game)
	}
}
