package lines

import (
	"net"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/cmd/hub/tables"
	"mancala/internal/past"
	"mancala/internal/table"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/transport"
)

// maxWatchers is the number of people who may watch a table.
const maxWatchers = 1000

// audience is all watchers of a table at this node. The table hands over what they see; they are
// sent it by a timer, a few at a time, so players wait for none of them.
type audience struct {
	lines *Lines
	table *tables.Seating

	mu      sync.Mutex // also of the connections
	gallery *session.Gallery
	conns   int
	shown   tables.Shown
	timer   *time.Timer
	ended   bool
	why     wire.LeaveReason
}

// watch adds a watcher to a table of this node.
func (l *Lines) watch(s *tables.Seating, nc net.Conn, v visitor) {
	from := limit.AddressOf(v.Addr)
	if v.Far {
		from = from.Far()
	}
	for !l.audience(s).enter(nc, from) { // it ends just now
	}
}

// audience returns the audience of a table.
func (l *Lines) audience(s *tables.Seating) *audience {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.audiences[s]
	if a == nil {
		a = &audience{lines: l, table: s}
		a.gallery = session.NewGallery(session.GalleryConfig{Places: maxWatchers, All: a.all, Counted: a.counted})
		a.timer = time.AfterFunc(time.Hour, a.tick)
		l.audiences[s] = a
	}
	return a
}

// enter serves a connection, and reports whether the audience has not ended. The table of the first
// one hears of the audience.
func (a *audience) enter(nc net.Conn, from limit.Address) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return false
	}
	var conn *transport.Conn
	v := session.NewViewer(a.gallery, from, func() { conn.Flush() }, time.Now())
	conn = transport.NewConn(nc, transport.ConnConfig{
		Mu: &a.mu, Now: time.Now, Machine: v, Host: true, Crew: a.lines.crew, Changed: func(c *transport.Conn) {
			c.Flush()
			if c.Gone() {
				a.gone(nc)
			}
			a.attend()
		},
	})
	a.lines.keep(nc)
	if a.conns++; a.conns == 1 && !a.table.Do(func(t *tables.Table, _ time.Time) { t.Watch(a) }) {
		a.end(wire.LeaveReason_LEAVE_REASON_MOVED)
	}
	conn.Start()
	return true
}

// gone forgets a connection. With the last one, the audience ends.
func (a *audience) gone(nc net.Conn) {
	a.lines.forget(nc)
	if a.conns--; a.conns == 0 {
		a.end(wire.LeaveReason_LEAVE_REASON_QUIT)
		a.table.Do(func(t *tables.Table, _ time.Time) { t.Unwatch(a) })
	}
}

// end says that no one comes any more. Those who are here, and those on the way, are told why.
func (a *audience) end(why wire.LeaveReason) {
	a.ended, a.why = true, why
	a.timer.Stop()
	a.lines.mu.Lock()
	defer a.lines.mu.Unlock()
	if a.lines.audiences[a.table] == a {
		delete(a.lines.audiences, a.table)
	}
}

// attend shows what it is time for, and sets the timer.
func (a *audience) attend() {
	if a.ended {
		a.gallery.Close(a.why)
		return
	}
	now := time.Now()
	a.gallery.Tick(now)
	if next := a.gallery.NextTick(); !next.IsZero() {
		a.timer.Reset(next.Sub(now))
	}
}

func (a *audience) tick() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.attend()
}

// Show shows a change.
func (a *audience) Show(all *tables.Shown, plies []table.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shown = *all
	if len(plies) == 0 {
		a.gallery.Changed()
	}
	for i := range plies {
		a.gallery.Ply(&plies[i])
	}
	a.attend()
}

// Leave ends all connections: the table is over, as far as was shown, or at another node.
func (a *audience) Leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ended {
		return
	}
	why := wire.LeaveReason_LEAVE_REASON_MOVED
	if a.shown.Closed.N != 0 {
		why = wire.LeaveReason_LEAVE_REASON_QUIT
	}
	a.end(why)
	a.attend()
}

// all returns everything that watchers see.
func (a *audience) all() *wire.Snapshot {
	ago := time.Duration(0)
	if ran := a.shown.Ran; !ran.IsZero() {
		ago = past.Age(ran, a.table.Now())
	}
	setup := a.table.Setup()
	return session.SnapshotOf(&a.shown.Snapshot, [2]string{setup.Players[0].Name, setup.Players[1].Name}, ago)
}

// counted tells the table the number of watchers.
func (a *audience) counted(n int) { a.table.Do(func(t *tables.Table, _ time.Time) { t.Watched(n) }) }
