package lines

import (
	"net"
	"slices"
	"sync"
	"time"

	"mancala/netplay/workers"
	wire "mancala/proto/mancala/v1"

	"mancala/hub/tables"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/stream"
	"mancala/past"
)

const (
	// showAfter is the delay after a change until watchers are shown it, together with all later
	// changes. By then the answer to a ply is on its way.
	showAfter = 20 * time.Millisecond
	// inOneGo is the number of watchers that get a change at once; then comes a pause, so that a
	// large audience does not slow down players.
	inOneGo = 8
	breath  = time.Millisecond
	// countEvery is the shortest time between two messages that tell the number of watchers.
	countEvery = time.Second
	// maxWatchers is the number of people who may watch a table, of whom one address may have a
	// sixteenth.
	maxWatchers, maxFromAddress = 1000, 1000 / 16
)

// audience is all watchers of a table at this node. While there are any, a goroutine sends them the
// table's feed; the players wait for none of them.
type audience struct {
	lines *Lines
	table *tables.Seating
	poked chan struct{} // full if someone has come or left

	mu      sync.Mutex
	viewers []*viewer
	places  map[limit.Address]int
	ended   bool
}

// viewer is the connection of one who watches.
type viewer struct {
	audience *audience
	addr     limit.Address
	cursor   tables.Cursor // the audience's goroutine has it
	told     int           // the number of watchers that they know

	mu      sync.Mutex
	conn    *stream.Conn
	session *session.Viewer
}

// watch adds a watcher to a table of this node.
func (l *Lines) watch(s *tables.Seating, nc net.Conn, v visitor) {
	l.mu.Lock()
	a := l.audiences[s]
	if a == nil {
		a = &audience{lines: l, table: s, poked: make(chan struct{}, 1), places: map[limit.Address]int{}}
		l.audiences[s] = a
		go a.run()
	}
	l.mu.Unlock()
	addr := limit.AddressOf(v.Addr)
	if v.Far {
		addr = addr.Far()
	}
	a.enter(nc, addr)
}

// enter serves a connection, or refuses it if there is no place.
func (a *audience) enter(nc net.Conn, addr limit.Address) {
	v := &viewer{audience: a, addr: addr, session: session.NewViewer(time.Now())}
	a.lines.keep(nc)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.conn = stream.New(nc, stream.Config{
		Mu: &v.mu, Now: time.Now, Machine: v.session, Host: true, Crew: a.lines.crew, Changed: func(c *stream.Conn) {
			v.changed()
			if c.Gone() {
				a.lines.forget(nc)
			}
		},
	})
	switch full, moved := a.place(v); {
	case full:
		v.session.Reject(wire.RejectCode_REJECT_CODE_TOO_MANY)
	case moved:
		v.session.Leave(wire.LeaveReason_LEAVE_REASON_MOVED)
	}
	v.conn.Start()
}

// place gives a viewer a place.
func (a *audience) place(v *viewer) (full, moved bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.ended:
		return false, true
	case len(a.viewers) >= maxWatchers, a.places[v.addr] >= maxFromAddress && !v.addr.Near():
		return true, false
	}
	a.viewers = append(a.viewers, v)
	a.places[v.addr]++
	return false, false
}

// changed takes the output of the session, with the viewer's mu held.
func (v *viewer) changed() {
	v.conn.Flush()
	if v.conn.Finished() {
		v.audience.leave(v)
	}
	v.audience.poke()
}

// end ends the connection.
func (v *viewer) end(why wire.LeaveReason) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session.Leave(why)
	v.changed()
}

// leave takes a viewer out.
func (a *audience) leave(v *viewer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if i := slices.Index(a.viewers, v); i >= 0 {
		a.viewers = slices.Delete(a.viewers, i, i+1)
		if a.places[v.addr]--; a.places[v.addr] == 0 {
			delete(a.places, v.addr)
		}
	}
}

func (a *audience) poke() {
	select {
	case a.poked <- struct{}{}:
	default:
	}
}

// list returns the viewers. If there are none, it returns nil from then on.
func (a *audience) list() []*viewer {
	a.lines.mu.Lock()
	defer a.lines.mu.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.viewers) == 0 {
		a.ended = true
		delete(a.lines.audiences, a.table)
	}
	return slices.Clone(a.viewers)
}

// run shows the table to the viewers until all have gone or the table has left this node.
func (a *audience) run() {
	p := projector{audience: a}
	count, countAt := 0, time.Time{}
	workers.Pause(a.lines.ctx, showAfter)
	for {
		list := a.list()
		if n := len(list); n != count && !time.Now().Before(countAt) || n == 0 {
			count, countAt = n, time.Now().Add(countEvery)
			a.table.Do(func(t *tables.Table, _ time.Time) { t.Watched(n) })
		}
		if len(list) == 0 {
			return
		}
		more, ended := p.show(list, count)
		if ended {
			return
		}
		if !a.wait(more, countAt, len(list) != count) {
			_, _ = p.show(list, count) // how it ended
			a.close(p.over)
			return
		}
	}
}

// wait waits for something to show, and reports whether the table is still here.
func (a *audience) wait(more <-chan struct{}, countAt time.Time, recount bool) bool {
	var counts <-chan time.Time
	if recount {
		counts = time.After(time.Until(countAt))
	}
	select {
	case <-more:
	case <-a.poked:
	case <-counts:
	case <-a.table.Ended():
		return false
	case <-a.lines.ctx.Done():
		return false
	}
	return workers.Pause(a.lines.ctx, showAfter)
}

// close ends all connections: the table is over, or at another node.
func (a *audience) close(over bool) {
	why := wire.LeaveReason_LEAVE_REASON_MOVED
	if over {
		why = wire.LeaveReason_LEAVE_REASON_QUIT
	}
	a.mu.Lock()
	a.ended = true
	list := slices.Clone(a.viewers)
	a.mu.Unlock()
	for _, v := range list {
		v.end(why)
	}
	a.lines.mu.Lock()
	delete(a.lines.audiences, a.table)
	a.lines.mu.Unlock()
}

// projector makes the frames for an audience, each once for all who need it.
type projector struct {
	audience *audience
	over     bool // the table is over, as far as was shown
	at       tables.Cursor
	made     map[tables.Cursor]reel
}

// reel are the frames that bring a watcher from one cursor to another.
type reel struct {
	to     tables.Cursor
	frames []byte
}

// show brings everyone up to date, and tells the number of watchers. It returns a channel that is
// closed once there is something new, or that the lines are closed.
func (p *projector) show(list []*viewer, count int) (more <-chan struct{}, ended bool) {
	feed := p.audience.table.Feed()
	for more == nil {
		_, _, more = feed.Next(&p.at)
	}
	p.made = map[tables.Cursor]reel{}
	counted, err := session.AppendAudience(nil, count)
	if err != nil {
		return nil, true
	}
	for i, v := range list {
		if i > 0 && i%inOneGo == 0 && !workers.Pause(p.audience.lines.ctx, breath) {
			return nil, true
		}
		p.update(v, counted, count)
	}
	return more, false
}

// update brings a viewer up to date who has said Hello.
func (p *projector) update(v *viewer, counted []byte, count int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.session.Watches() {
		return
	}
	r := p.reel(v.cursor)
	if v.cursor = r.to; len(r.frames) > 0 {
		v.session.Show(r.frames)
	}
	if v.told != count {
		v.told = count
		v.session.Show(counted)
	}
	v.conn.Flush()
}

// reel returns the frames behind a cursor.
func (p *projector) reel(from tables.Cursor) reel {
	if r, ok := p.made[from]; ok {
		return r
	}
	r := reel{to: from}
	snap, plies, _ := p.audience.table.Feed().Next(&r.to)
	if snap != nil {
		p.over = snap.Closed.N != 0
		ago := time.Duration(0)
		if !snap.Ran.IsZero() {
			ago = past.Age(snap.Ran, p.audience.table.Now())
		}
		setup := p.audience.table.Setup()
		names := [2]string{setup.Players[0].Name, setup.Players[1].Name}
		r.frames, _ = session.AppendSnapshot(r.frames, &snap.Snapshot, names, ago) // names are clean
	}
	for i := range plies {
		r.frames, _ = session.AppendPly(r.frames, &plies[i]) // a ply has no text
	}
	p.made[from] = r
	return r
}
