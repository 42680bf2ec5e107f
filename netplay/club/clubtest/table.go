package clubtest

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/session"
	"mancala/netplay/stream"
	"mancala/rules"
	"mancala/table"
)

// Table is a club's table in memory; Bo has the seat A. It stores nothing.
type Table struct {
	mu      sync.Mutex // for all of it, and its connections
	owner   *table.Owner
	names   [2]string
	guest   *seatConn // the newest of the player at seat B; nil while there is none
	gallery *session.Gallery
	queue   chan func()
}

// seatConn is the connection of a player.
type seatConn struct {
	table  *Table
	conn   *stream.Conn
	member *session.Member
	has    uint32
}

// NewTable returns a table; its second player begins. It works until ctx ends.
func NewTable(ctx context.Context, terms table.Terms, names [2]string) (*Table, error) {
	owner, err := table.NewOwner(table.OwnerConfig{Terms: terms, Secret: [table.SecretSize]byte{1}, Local: [2]bool{true, false}})
	if err != nil {
		return nil, err
	}
	t := &Table{owner: owner, names: names, queue: make(chan func(), 1000)}
	t.gallery = session.NewGallery(session.GalleryConfig{Places: 64, Counted: func(int) {}, All: func() *wire.Snapshot {
		snap := t.owner.State().Snapshot().Public()
		return session.SnapshotOf(&snap, t.names, 0)
	}})
	t.gallery.Changed()
	if _, err := owner.Rule(table.KindBegin, uint32(table.B), "", time.Now()); err != nil {
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
		do := func() { t.take(t.owner.Tick(time.Now())) }
		select {
		case <-ctx.Done():
			return
		case do = <-t.queue:
		case <-tick.C:
		}
		t.mu.Lock()
		do()
		t.gallery.Tick(time.Now())
		t.mu.Unlock()
	}
}

// take sends the decisions.
func (t *Table) take(outs []table.Out) {
	now := time.Now()
	for i := range outs {
		out := &outs[i]
		switch g := t.guest; {
		case out.Change != nil && out.Change.Event.N != 0:
			t.owner.Emitted(now)
			if g != nil {
				g.member.Event(&out.Change.Event, out.Tag)
			}
			t.gallery.Changed()
		case g == nil:
		case out.Following != nil:
			g.member.Following(*out.Following, 0, now)
			for _, e := range t.owner.Since(g.has) {
				g.member.Event(&e, t.owner.Tag(e.N))
			}
		case out.Refused != nil:
			g.member.Refused(*out.Refused)
		}
	}
	if g := t.guest; g != nil {
		g.conn.Flush()
	}
}

// Plies returns how many plies are played in the present game.
func (t *Table) Plies() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.owner.State().Plies()
}

// Met reports whether the other player has come.
func (t *Table) Met() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.owner.State().Met
}

// Play plays for Bo.
func (t *Table) Play(h rules.House) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	outs, err := t.owner.Local(table.A, table.KindPly, uint32(h), "", time.Now())
	t.take(outs)
	return err
}

// Receive takes in a connection of a player or a watcher.
func (t *Table) Receive(nc net.Conn, k listen.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.Kind == listen.Watcher {
		var conn *stream.Conn
		v := session.NewViewer(t.gallery, limit.Address{}, func() { conn.Flush() }, time.Now())
		conn = stream.New(nc, stream.Config{Mu: &t.mu, Now: time.Now, Machine: v, Host: true, Changed: func(c *stream.Conn) { c.Flush() }})
		conn.Start()
		return
	}
	s := &seatConn{table: t}
	s.member = session.NewMember(s, t.names, time.Now())
	s.conn = stream.New(nc, stream.Config{Mu: &t.mu, Now: time.Now, Machine: s.member, Host: true, Changed: func(c *stream.Conn) { c.Flush() }})
	s.conn.Start()
}

// do does something on the goroutine of the table.
func (s *seatConn) do(f func(now time.Time) ([]table.Out, error)) {
	s.table.queue <- func() {
		outs, err := f(time.Now())
		s.table.take(outs)
		if err != nil {
			s.member.Leave(wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR, err)
			s.conn.Flush()
		}
	}
}

// arrive gives the connection the seat.
func (s *seatConn) arrive() {
	if old := s.table.guest; old != nil && old != s {
		old.member.Leave(wire.LeaveReason_LEAVE_REASON_REPLACED, errors.New("replaced"))
		old.conn.Flush()
	}
	s.table.guest = s
}

// meet starts the first clock.
func (s *seatConn) meet(now time.Time) {
	if st := s.table.owner.State(); !st.Met && st.Series.Match().Running() {
		outs, _ := s.table.owner.Rule(table.KindClock, uint32(st.Seat(st.Series.Match().Position().ToMove())), "", now)
		s.table.take(outs)
	}
}

// Join seats the device.
func (s *seatConn) Join(uint64) {
	s.do(func(now time.Time) ([]table.Out, error) {
		s.arrive()
		err := s.table.owner.Join(table.B)
		snap := s.table.owner.State().Snapshot()
		s.member.Snapshot(&snap, 0, now)
		s.meet(now)
		return nil, err
	})
}

// Follow continues the device.
func (s *seatConn) Follow(n uint32, h table.Chain, _ uint64) {
	s.do(func(now time.Time) ([]table.Out, error) {
		s.arrive()
		s.has = n
		return s.table.owner.Attach(table.B, n, h, now)
	})
}

// Wish decides a wish.
func (s *seatConn) Wish(w table.Wish) {
	s.do(func(now time.Time) ([]table.Out, error) { return s.table.owner.Wish(table.B, w, now) })
}

// Acked takes an acknowledgement.
func (s *seatConn) Acked(n uint32) {
	s.do(func(now time.Time) ([]table.Out, error) { return s.table.owner.Acked(table.B, n, now) })
}

// Cut says that the connection has ended.
func (s *seatConn) Cut() {
	s.do(func(time.Time) ([]table.Out, error) {
		if s.table.guest == s {
			s.table.guest = nil
			s.table.owner.Detach(table.B)
		}
		return nil, nil
	})
}

var _ session.Court = (*seatConn)(nil)

// Terms returns the terms of a table.
func Terms(id string, v rules.Variant, control match.TimeControl) table.Terms {
	t := table.Terms{Variant: v.Canonical(), Time: control, Club: true}
	copy(t.Series[:], id)
	return t
}
