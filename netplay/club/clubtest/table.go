package clubtest

import (
	"context"
	"net"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// Table is a club's table in memory; Bo has the seat A. It stores nothing.
type Table struct {
	mu      sync.Mutex // for all of it, and its connections
	server  *table.Server
	names   [2]string
	gallery *session.Gallery
	queue   chan func()
}

// seatConn is the connection of a player.
type seatConn struct {
	table  *Table
	conn   *transport.Conn
	member *session.Member
}

// NewTable returns a table; its second player begins. It works until ctx ends.
func NewTable(ctx context.Context, terms table.Terms, names [2]string) (*Table, error) {
	owner, err := table.NewOwner(table.OwnerConfig{Terms: terms, Secret: [table.SecretSize]byte{1}, Local: [2]bool{true, false}})
	if err != nil {
		return nil, err
	}
	t := &Table{names: names, queue: make(chan func(), 1000)}
	t.gallery = session.NewGallery(session.GalleryConfig{Places: 64, Counted: func(int) {}, All: func() *wire.Snapshot {
		snap := owner.State().Snapshot().Public()
		return session.SnapshotOf(&snap, t.names, 0)
	}})
	t.server = table.NewServer(owner, func(c *table.Change, _ time.Time) {
		if c.Public() {
			t.gallery.Changed()
		}
	})
	if err := t.server.Rule(table.KindBegin, uint32(table.B), "", time.Now()); err != nil {
		return nil, err
	}
	go t.run(ctx)
	return t, nil
}

// run serves the requests, and checks the clocks.
func (t *Table) run(ctx context.Context) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		do := func() { t.server.Tick(time.Now()) }
		select {
		case <-ctx.Done():
			return
		case do = <-t.queue:
		case <-tick.C:
		}
		t.mu.Lock()
		before := t.server.State().N
		do()
		t.send(before)
		t.gallery.Tick(time.Now())
		t.mu.Unlock()
	}
}

// send sends the decisions since an event.
func (t *Table) send(before uint32) {
	if t.server.State().N > before {
		t.server.Emitted(time.Now())
	}
	for out := t.server.Stored(); len(out) > 0; out = out[1:] {
		out[0].Send(0)
	}
}

// Plies returns how many plies are played in the present game.
func (t *Table) Plies() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.server.State().Plies()
}

// Met reports whether the other player has come.
func (t *Table) Met() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.server.State().Met
}

// Play plays for Bo.
func (t *Table) Play(h rules.House) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.server.State().N
	err := t.server.Local(table.A, table.KindPly, uint32(h), "", time.Now())
	t.send(before)
	return err
}

// Receive takes in a connection of a player or a watcher.
func (t *Table) Receive(nc net.Conn, k transport.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.Purpose == transport.ToWatch {
		var conn *transport.Conn
		v := session.NewViewer(t.gallery, limit.Address{}, func() { conn.Flush() }, time.Now())
		conn = transport.NewConn(nc, transport.ConnConfig{Mu: &t.mu, Now: time.Now, Machine: v, Host: true, Changed: func(c *transport.Conn) { c.Flush() }})
		conn.Start()
		return
	}
	s := &seatConn{table: t}
	s.member = session.NewMember(s, t.names, time.Now())
	s.conn = transport.NewConn(nc, transport.ConnConfig{Mu: &t.mu, Now: time.Now, Machine: s.member, Host: true, Changed: func(c *transport.Conn) { c.Flush() }})
	s.conn.Start()
}

var (
	_ session.TableOwner = (*seatConn)(nil)
	_ table.Line         = (*seatConn)(nil)
)

// do does something on the goroutine of the table.
func (s *seatConn) do(f func(t *table.Server, now time.Time) error) {
	s.table.queue <- func() {
		if err := f(s.table.server, time.Now()); err != nil {
			s.member.Leave(err)
			s.conn.Flush()
		}
	}
}

// Join seats the device, and starts the first clock.
func (s *seatConn) Join(h *wire.Hello, _ time.Time) error {
	attempt := h.GetAttempt()
	s.do(func(t *table.Server, now time.Time) error {
		if err := t.Join(table.B, s, attempt, now); err != nil {
			return err
		}
		if st := t.State(); !st.Met && st.Series.Match().Running() {
			return t.Rule(table.KindClock, uint32(st.Seat(st.Series.Match().Position().ToMove())), "", now)
		}
		return nil
	})
	return nil
}

// Follow continues the device.
func (s *seatConn) Follow(f *wire.Follow, h table.Chain, _ time.Time) error {
	n, attempt := f.GetN(), f.GetAttempt()
	s.do(func(t *table.Server, now time.Time) error { return t.Follow(table.B, s, attempt, n, h, now) })
	return nil
}

// Wish decides a wish.
func (s *seatConn) Wish(w table.Wish, _ time.Time) (bool, error) {
	s.do(func(t *table.Server, now time.Time) error { return t.Wish(table.B, w, now) })
	return false, nil
}

// Acked takes an acknowledgement.
func (s *seatConn) Acked(n uint32, news bool, _ time.Time) (bool, error) {
	s.do(func(t *table.Server, now time.Time) error { return t.Acked(table.B, n, now) })
	return news, nil
}

// Cut says that the connection has ended.
func (s *seatConn) Cut(session.Ended) {
	s.do(func(t *table.Server, _ time.Time) error { t.Cut(table.B, s); return nil })
}

// Tell passes on what the table says.
func (s *seatConn) Tell(m *table.Message, ago time.Duration) {
	s.member.Tell(m, ago, time.Now())
	s.conn.Flush()
}

// Terms returns the terms of a table.
func Terms(id string, v rules.Variant, control match.TimeControl) table.Terms {
	t := table.Terms{Variant: v.Canonical(), Time: control, Club: true}
	copy(t.Series[:], id)
	return t
}
