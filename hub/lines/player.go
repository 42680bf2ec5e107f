package lines

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/hub/tables"
	"mancala/netplay/session"
	"mancala/netplay/stream"
	"mancala/table"
)

// player is a player's connection to a table of this node. It passes messages to the table, whose
// goroutine answers once they are stored.
type player struct {
	lines  *Lines
	table  *tables.Seating
	device [16]byte
	by     table.Seat // Nobody if it is not known; the goroutine of the table has it

	ended atomic.Bool // the connection has; a table that hears late of it does not seat it

	mu     sync.Mutex
	conn   *stream.Conn
	member *session.Member
	gone   bool // the table is not here any more
}

var (
	_ table.Line    = (*player)(nil)
	_ session.Court = (*player)(nil)
)

func newPlayer(l *Lines, s *tables.Seating, v visitor) *player {
	p := &player{lines: l, table: s, by: v.Seat, device: [16]byte(v.Device)}
	setup := s.Setup()
	p.member = session.NewMember(p, [2]string{setup.Players[0].Name, setup.Players[1].Name}, time.Now())
	return p
}

// begin serves a connection.
func (p *player) begin(nc net.Conn) {
	p.lines.keep(nc)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conn = stream.New(nc, stream.Config{
		Mu: &p.mu, Now: time.Now, Machine: p.member, Host: true, Crew: p.lines.crew,
		Changed: func(c *stream.Conn) {
			p.changed()
			if c.Gone() {
				p.lines.forget(nc)
			}
		},
	})
	p.conn.Start()
}

// changed takes the output of the session, with mu held.
func (p *player) changed() {
	if p.gone {
		p.member.Leave(wire.LeaveReason_LEAVE_REASON_MOVED, tables.ErrMoved)
	}
	for _, n := range p.conn.Flush().Notices {
		if e, ok := n.(session.Ended); ok && e.Lie != nil {
			p.lines.cfg.Log.Error("a player's program accuses the club of a lie", "table", p.table.Setup().ID, "reason", e.Err)
		}
	}
}

// do tells the table something, with mu held.
func (p *player) do(f func(*tables.Table, time.Time)) {
	p.gone = !p.table.Do(f) || p.gone
}

// Join seats the device.
func (p *player) Join(attempt uint64) {
	p.do(func(t *tables.Table, now time.Time) {
		if !p.ended.Load() {
			t.Join(p.by, p, p.device, attempt, now)
		}
	})
}

// Follow asks the table for the events behind number n.
func (p *player) Follow(n uint32, h table.Chain, attempt uint64) {
	p.do(func(t *tables.Table, now time.Time) {
		if !p.ended.Load() {
			p.by = t.SeatOf(p.device)
			t.Follow(p.by, p, p.device, attempt, n, h, now)
		}
	})
}

// Wish tells the table a wish.
func (p *player) Wish(w table.Wish) {
	p.do(func(t *tables.Table, now time.Time) { t.Wish(p.by, p, w, now) })
}

// Acked tells the table the last event that the device has.
func (p *player) Acked(n uint32) {
	p.do(func(t *tables.Table, now time.Time) { t.Acked(p.by, p, n, now) })
}

// Cut tells the table that the connection has ended.
func (p *player) Cut() {
	p.ended.Store(true)
	p.do(func(t *tables.Table, now time.Time) {
		if p.by != table.Nobody {
			t.Cut(p.by, p, now)
		}
	})
}

// tell has the device told something.
func (p *player) tell(f func(m *session.Member, now time.Time)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p.member, time.Now())
	p.changed()
}

// Following answers a Follow.
func (p *player) Following(f table.Following, ago time.Duration) {
	p.tell(func(m *session.Member, now time.Time) { m.Following(f, ago, now) })
}

// Event hands on an event.
func (p *player) Event(e *table.Event, tag table.Tag) {
	p.tell(func(m *session.Member, _ time.Time) { m.Event(e, tag) })
}

// Refused hands on a refusal.
func (p *player) Refused(r table.Refused) {
	p.tell(func(m *session.Member, _ time.Time) { m.Refused(r) })
}

// Snapshot begins a device that has come with a ticket.
func (p *player) Snapshot(s *table.Snapshot, ago time.Duration) {
	p.tell(func(m *session.Member, now time.Time) { m.Snapshot(s, ago, now) })
}

// Presence says whether the other player is there.
func (p *player) Presence(absent bool) {
	p.tell(func(m *session.Member, now time.Time) { m.Presence(absent, now) })
}

// Watched tells the number of watchers.
func (p *player) Watched(n int) {
	p.tell(func(m *session.Member, _ time.Time) { m.Watched(n) })
}

// Leave ends the connection.
func (p *player) Leave(why error) {
	p.tell(func(m *session.Member, _ time.Time) { m.Leave(reasonOf(why), why) })
}

// reasonOf returns the reason for the end of a connection that its player's program gets.
func reasonOf(why error) wire.LeaveReason {
	switch {
	case errors.Is(why, tables.ErrMoved):
		return wire.LeaveReason_LEAVE_REASON_MOVED
	case errors.Is(why, table.ErrReplaced):
		return wire.LeaveReason_LEAVE_REASON_REPLACED
	case errors.Is(why, table.ErrLater):
		return wire.LeaveReason_LEAVE_REASON_TIMEOUT
	case errors.Is(why, table.ErrNoSeries), errors.Is(why, table.ErrStale), errors.Is(why, table.ErrHistory):
		return wire.LeaveReason_LEAVE_REASON_UNSPECIFIED
	}
	return wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR
}
