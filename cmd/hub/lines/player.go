package lines

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/cmd/hub/tables"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/netplay/transport"
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
	conn   *transport.Conn
	member *session.Member
	gone   bool // the table is not here any more
}

var (
	_ table.Line         = (*player)(nil)
	_ session.TableOwner = (*player)(nil)
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
	p.conn = transport.NewConn(nc, transport.ConnConfig{
		Mu: &p.mu, Now: time.Now, Machine: p.member, Host: true, Crew: p.lines.crew,
		Changed: func(c *transport.Conn) {
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
		p.member.Leave(table.ErrMoved)
	}
	p.conn.Flush()
}

// do tells the table something, with mu held.
func (p *player) do(f func(*tables.Table, time.Time)) {
	p.gone = !p.table.Do(f) || p.gone
}

// Join seats the device.
func (p *player) Join(h *wire.Hello, _ time.Time) error {
	attempt := h.GetAttempt()
	p.do(func(t *tables.Table, now time.Time) {
		if !p.ended.Load() {
			t.Join(p.by, p, p.device, attempt, now)
		}
	})
	return nil
}

// Follow asks the table for the events behind those of the device.
func (p *player) Follow(f *wire.Follow, h table.Chain, _ time.Time) error {
	n, attempt := f.GetN(), f.GetAttempt()
	p.do(func(t *tables.Table, now time.Time) {
		if !p.ended.Load() {
			p.by = t.SeatOf(p.device)
			t.Follow(p.by, p, p.device, attempt, n, h, now)
		}
	})
	return nil
}

// Wish tells the table a wish. Whether it brings anything forward is not known yet; the table has
// its own limits.
func (p *player) Wish(w table.Wish, _ time.Time) (bool, error) {
	p.do(func(t *tables.Table, now time.Time) { t.Wish(p.by, p, w, now) })
	return false, nil
}

// Acked tells the table the last event that the device has.
func (p *player) Acked(n uint32, news bool, _ time.Time) (bool, error) {
	p.do(func(t *tables.Table, now time.Time) { t.Acked(p.by, p, n, now) })
	return news, nil
}

// Cut tells the table that the connection has ended.
func (p *player) Cut(why session.Ended) {
	if why.Lie != nil {
		p.lines.cfg.Log.Error("a player's program accuses the club of a lie", "table", p.table.Setup().ID, "reason", why.Err)
	}
	p.ended.Store(true)
	p.do(func(t *tables.Table, now time.Time) {
		if p.by != table.Nobody {
			t.Cut(p.by, p, now)
		}
	})
}

// Tell passes on what the table says.
func (p *player) Tell(m *table.Message, ago time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.member.Tell(m, ago, time.Now())
	p.changed()
}
