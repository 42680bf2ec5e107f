package netplay

import (
	"slices"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/gate"
	"mancala/rules"
)

const (
	// maxWatchers is how many may watch a host's games.
	maxWatchers = 64
	// showAfter is how long after a change those who watch are shown it, with all that has changed
	// meanwhile. The answer to a ply is on its way by then.
	showAfter = 20 * time.Millisecond
	// countEvery is how often at most all are told how many watch.
	countEvery = time.Second
)

// gallery is the part of a host for those who watch. The players' side tells it how their game
// stands, and goes on; a goroutine of the gallery sends what is new. The connection of each who
// watches has a lock of its own, and the players' side waits for none of them. A watcher who leaves
// too much unread, or reads nothing for too long, is dropped, as a player is.
type gallery struct {
	now     func() time.Time
	counted func(n int) // is told how many watch, with no lock held

	mu       sync.Mutex // held for a moment only, and never while another lock is taken
	off      bool       // the host lets none watch
	closed   bool       // the host has closed
	running  bool       // the goroutine that sends what is new
	watchers []*conn
	places   map[gate.Address]int // how many of an address watch, or are about to
	stage    stage
	changed  chan struct{} // full if the stage has changed
	done     chan struct{} // closed with the gallery
	telling  bool          // tell will be called soon
	told     time.Time     // when tell was called last
}

// stage is all that is to be seen of a game. The slices grow while the version stays, and are never
// changed otherwise.
type stage struct {
	shown   shown
	version int // counts the changes that are no plies, from 1
	plies   []rules.House
	hashes  [][hashSize]byte // after each ply
	count   int              // how many watch, as all were told last
}

// progress is how much of a stage one who watches has been shown.
type progress struct{ version, plies, count int }

func newGallery(now func() time.Time, counted func(n int)) *gallery {
	return &gallery{now: now, counted: counted, changed: make(chan struct{}, 1), done: make(chan struct{}), places: map[gate.Address]int{}}
}

// look notes how the host's game stands; s is nil without one.
func (g *gallery) look(seen shown, s *Series) {
	g.mu.Lock()
	defer g.mu.Unlock()
	st, n := &g.stage, 0
	if s != nil {
		n = s.Match().Plies()
	}
	known := len(st.plies)
	same := st.version > 0 && seen == st.shown && (n == known || n > known && seen.state == wire.WatchState_WATCH_STATE_PLAYING)
	if same && known > 0 {
		same = string(s.hashes[known][:hashSize]) == string(st.hashes[known-1][:])
	}
	switch {
	case same && n == known:
		return
	case !same:
		st.shown, st.plies, st.hashes, known = seen, nil, nil, 0
		st.version++
	}
	for i := known + 1; i <= n; i++ {
		_, sowing := s.Match().Ply(i)
		st.plies = append(st.plies, sowing.From)
		st.hashes = append(st.hashes, [hashSize]byte(s.hashes[i][:hashSize]))
	}
	g.wake()
}

// wake has what is new sent, with mu held.
func (g *gallery) wake() {
	if !g.running {
		return
	}
	select {
	case g.changed <- struct{}{}:
	default:
	}
}

// run sends what is new until the gallery is closed.
func (g *gallery) run() {
	for {
		select {
		case <-g.changed:
		case <-g.done:
			return
		}
		select {
		case <-time.After(showAfter):
		case <-g.done:
			return
		}
		g.mu.Lock()
		now, list := g.stage, slices.Clone(g.watchers)
		g.mu.Unlock()
		each(list, func(s *Session) { s.show(&now, now.count) })
	}
}

// each lets f use the sessions of connections.
func each(list []*conn, f func(s *Session)) {
	for _, c := range list {
		c.update(func(time.Time) { f(c.session) })
	}
}

// enter takes a place for one more, from an address, or returns why there is none.
func (g *gallery) enter(from gate.Address) wire.RejectCode {
	if g == nil {
		return wire.RejectCode_REJECT_CODE_NO_WATCHERS
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.off:
		return wire.RejectCode_REJECT_CODE_NO_WATCHERS
	case g.taken() >= maxWatchers, g.places[from] >= maxCallers && !from.Near():
		return wire.RejectCode_REJECT_CODE_TOO_MANY
	}
	g.places[from]++
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

// taken returns how many watch, or are about to, with mu held.
func (g *gallery) taken() (n int) {
	for _, of := range g.places {
		n += of
	}
	return n
}

// leave gives a place back, with mu held.
func (g *gallery) leave(from gate.Address) {
	if g.places[from]--; g.places[from] <= 0 {
		delete(g.places, from)
	}
}

// take takes over the connection of a watcher who has a place, after their Hello.
func (g *gallery) take(old *conn) {
	s := old.session
	c := newConn(new(sync.Mutex), old.nc, s, g.now, g.notify)
	c.from(old)
	c.mu.Lock()
	defer c.mu.Unlock()
	g.mu.Lock()
	if g.closed || s.Ended() {
		g.leave(s.addr)
		g.mu.Unlock()
		_ = c.nc.Close()
		return
	}
	if !g.running {
		g.running = true
		go g.run()
	}
	g.watchers = append(g.watchers, c)
	g.recount()
	now, off, count := g.stage, g.off, len(g.watchers)
	g.mu.Unlock()
	if off {
		s.reject(refusal{code: wire.RejectCode_REJECT_CODE_NO_WATCHERS})
	} else {
		s.show(&now, count)
	}
	c.start()
}

// notify forgets a connection that has ended.
func (g *gallery) notify(c *conn, _ Output) {
	if !c.finished && !c.gone {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.watchers, c); i >= 0 {
		g.watchers = slices.Delete(g.watchers, i, i+1)
		g.leave(c.session.addr)
		g.recount()
	}
}

// recount has tell called soon, with mu held.
func (g *gallery) recount() {
	if !g.telling && !g.closed {
		g.telling = true
		time.AfterFunc(max(0, countEvery-g.now().Sub(g.told)), g.tell)
	}
}

// tell tells all how many watch.
func (g *gallery) tell() {
	g.mu.Lock()
	n := len(g.watchers)
	news := n != g.stage.count && !g.closed
	g.telling, g.told, g.stage.count = false, g.now(), n
	if news {
		g.wake()
	}
	g.mu.Unlock()
	if news {
		g.counted(n)
	}
}

// forbid sends all away and lets none in, or lets them in again.
func (g *gallery) forbid(off bool) {
	g.mu.Lock()
	g.off = off
	list := slices.Clone(g.watchers)
	g.mu.Unlock()
	if off {
		each(list, func(s *Session) { s.reject(refusal{code: wire.RejectCode_REJECT_CODE_NO_WATCHERS}) })
	}
}

// close shows all how things stand, says goodbye, and returns the connections on which that is on
// its way.
func (g *gallery) close() []*conn {
	g.mu.Lock()
	now, list := g.stage, slices.Clone(g.watchers)
	if !g.closed {
		g.closed = true
		close(g.done)
	}
	g.mu.Unlock()
	each(list, func(s *Session) {
		s.show(&now, now.count)
		s.Leave(match.ReasonClosed)
	})
	return list
}
