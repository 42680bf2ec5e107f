package lines

import (
	"net"
	"slices"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/hub/tables"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/stream"
)

const (
	// showAfter is the delay after a change until watchers are shown it, together with all later
	// changes. By then the answer to a ply is on its way.
	showAfter = 20 * time.Millisecond
	// inOneGo is the number of watchers who are shown a change at once; then there is a breath, so
	// that a large gallery does not get in the way of players.
	inOneGo = 8
	breath  = time.Millisecond
	// countEvery is the shortest time between two messages that tell the number of watchers.
	countEvery = time.Second
	// addressShare is the part of the places that one address may have, which is at least
	// leastShare.
	addressShare, leastShare = 16, 4
)

// gallery are those who watch a table at this node. A goroutine shows them what the table has
// published, while there are any; the players wait for none of them.
type gallery struct {
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
	gallery *gallery
	addr    limit.Address
	cursor  tables.Cursor // the gallery's goroutine has it
	told    int           // the number of watchers that they know

	mu      sync.Mutex
	conn    *stream.Conn
	session *session.Viewer
}

// watch lets someone watch a table of this node.
func (l *Lines) watch(s *tables.Seating, nc net.Conn, v visitor) {
	l.mu.Lock()
	g := l.galleries[s]
	if g == nil {
		g = &gallery{lines: l, table: s, poked: make(chan struct{}, 1), places: map[limit.Address]int{}}
		l.galleries[s] = g
		go g.run()
	}
	l.mu.Unlock()
	addr := limit.AddressOf(v.Addr)
	if v.Far {
		addr = addr.Far()
	}
	g.enter(nc, addr)
}

// enter serves a connection. If there is no place, its watcher is turned away.
func (g *gallery) enter(nc net.Conn, addr limit.Address) {
	v := &viewer{gallery: g, addr: addr, session: session.NewViewer(g.lines.cfg.Now())}
	g.lines.keep(nc, func() { v.end(wire.LeaveReason_LEAVE_REASON_MOVED) })
	v.mu.Lock()
	defer v.mu.Unlock()
	v.conn = stream.New(nc, stream.Config{
		Mu: &v.mu, Now: g.lines.cfg.Now, Machine: v.session, Host: true, Crew: g.lines.crew, Changed: func(c *stream.Conn) {
			v.changed()
			if c.Gone() {
				g.lines.forget(nc)
			}
		},
	})
	switch full, moved := g.place(v); {
	case full:
		v.session.Reject(wire.RejectCode_REJECT_CODE_TOO_MANY)
	case moved:
		v.session.Leave(wire.LeaveReason_LEAVE_REASON_MOVED)
	}
	v.conn.Start()
}

// place gives a viewer a place.
func (g *gallery) place(v *viewer) (full, moved bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	most := g.lines.cfg.Watchers
	switch {
	case g.ended:
		return false, true
	case len(g.viewers) >= most, g.places[v.addr] >= max(most/addressShare, leastShare) && !v.addr.Near():
		return true, false
	}
	g.viewers = append(g.viewers, v)
	g.places[v.addr]++
	return false, false
}

// changed takes the output of the session, with the viewer's mu held.
func (v *viewer) changed() {
	v.conn.Flush()
	if v.conn.Finished() {
		v.gallery.leave(v)
	}
	v.gallery.poke()
}

// end ends the connection.
func (v *viewer) end(why wire.LeaveReason) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session.Leave(why)
	v.changed()
}

// leave takes a viewer out.
func (g *gallery) leave(v *viewer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.viewers, v); i >= 0 {
		g.viewers = slices.Delete(g.viewers, i, i+1)
		if g.places[v.addr]--; g.places[v.addr] == 0 {
			delete(g.places, v.addr)
		}
	}
}

func (g *gallery) poke() {
	select {
	case g.poked <- struct{}{}:
	default:
	}
}

// list returns those who watch; nil, for good, if there is no one.
func (g *gallery) list() []*viewer {
	g.lines.mu.Lock()
	defer g.lines.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.viewers) == 0 {
		g.ended = true
		delete(g.lines.galleries, g.table)
	}
	return slices.Clone(g.viewers)
}

// run shows the table to those who watch, until there is no one, or the table is not here any more.
func (g *gallery) run() {
	p := projector{gallery: g}
	count, countAt := 0, time.Time{}
	g.breathe(showAfter)
	for {
		list := g.list()
		if n := len(list); n != count && !time.Now().Before(countAt) || n == 0 {
			count, countAt = n, time.Now().Add(countEvery)
			g.table.Do(func(t *tables.Table, _ time.Time) { t.Watched(n) })
		}
		if len(list) == 0 {
			return
		}
		more, ended := p.show(list, count)
		if ended {
			return
		}
		if !g.wait(more, countAt, len(list) != count) {
			_, _ = p.show(list, count) // how it ended
			g.close(p.over)
			return
		}
	}
}

// wait waits for something to show, and reports whether the table is still here.
func (g *gallery) wait(more <-chan struct{}, countAt time.Time, recount bool) bool {
	var counts <-chan time.Time
	if recount {
		counts = time.After(time.Until(countAt))
	}
	select {
	case <-more:
	case <-g.poked:
	case <-counts:
	case <-g.table.Ended():
		return false
	case <-g.lines.ctx.Done():
		return false
	}
	return g.breathe(showAfter)
}

// breathe waits, and reports whether the lines are open.
func (g *gallery) breathe(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-g.lines.ctx.Done():
		return false
	}
}

// close ends all connections: the table is over, or at another node.
func (g *gallery) close(over bool) {
	why := wire.LeaveReason_LEAVE_REASON_MOVED
	if over {
		why = wire.LeaveReason_LEAVE_REASON_QUIT
	}
	g.mu.Lock()
	g.ended = true
	list := slices.Clone(g.viewers)
	g.mu.Unlock()
	for _, v := range list {
		v.end(why)
	}
	g.lines.mu.Lock()
	delete(g.lines.galleries, g.table)
	g.lines.mu.Unlock()
}

// projector makes the frames for a gallery, each once for all who need it.
type projector struct {
	gallery *gallery
	over    bool // the table is over, as far as was shown
	at      tables.Cursor
	made    map[tables.Cursor]reel
}

// reel are the frames that bring a watcher from one cursor to another.
type reel struct {
	to     tables.Cursor
	frames []byte
}

// show brings everyone up to date, and tells the number of watchers. It returns a channel that is
// closed once there is something new, or that the lines are closed.
func (p *projector) show(list []*viewer, count int) (more <-chan struct{}, ended bool) {
	feed := p.gallery.table.Feed()
	for more == nil {
		_, _, more = feed.Next(&p.at)
	}
	p.made = map[tables.Cursor]reel{}
	audience, err := session.AppendAudience(nil, count)
	if err != nil {
		return nil, true
	}
	for i, v := range list {
		if i > 0 && i%inOneGo == 0 && !p.gallery.breathe(breath) {
			return nil, true
		}
		p.update(v, audience, count)
	}
	return more, false
}

// update brings a viewer up to date who has said Hello.
func (p *projector) update(v *viewer, audience []byte, count int) {
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
		v.session.Show(audience)
	}
	v.conn.Flush()
}

// reel returns the frames behind a cursor.
func (p *projector) reel(from tables.Cursor) reel {
	if r, ok := p.made[from]; ok {
		return r
	}
	r := reel{to: from}
	snap, plies, _ := p.gallery.table.Feed().Next(&r.to)
	if snap != nil {
		p.over = snap.Closed.N != 0
		ago := time.Duration(0)
		if !snap.Ran.IsZero() {
			ago = p.gallery.lines.cfg.Now().Sub(snap.Ran)
		}
		setup := p.gallery.table.Setup()
		names := [2]string{setup.Players[0].Name, setup.Players[1].Name}
		r.frames, _ = session.AppendSnapshot(r.frames, &snap.Snapshot, names, ago) // names are clean
	}
	for i := range plies {
		r.frames, _ = session.AppendPly(r.frames, &plies[i]) // a ply has no text
	}
	p.made[from] = r
	return r
}
