package netplay

import (
	"slices"
	"sync"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/limit"
	"mancala/rules"
)

const (
	// maxWatchers is the number of people who may watch a host's games, unless the host says
	// another one.
	maxWatchers = 64
	// addressShare is the part of the places that one address may have.
	addressShare = maxWatchers / admission.MaxCallers
	// showAfter is the delay after a change until watchers are shown it, together with all later
	// changes. By then the answer to a ply is on its way.
	showAfter = 20 * time.Millisecond
	// inOneGo is the number of watchers who are shown a change at once; then there is a breath, so
	// that a large gallery, and its answers, do not get in the way of players.
	inOneGo = 8
	breath  = time.Millisecond
	// countEvery is the shortest time between two messages that tell the number of watchers.
	countEvery = time.Second
)

// gallery is a host's part for watchers. The players' side tells it the state of their game and
// goes on; a goroutine of the gallery sends the changes. Each watcher's connection has a lock of
// its own, so the players' side waits for none of them. A watcher who leaves too much unread, or
// reads nothing for too long, is dropped, as a player is.
type gallery struct {
	now     func() time.Time
	counted func(n int) // is called with the number of watchers, with no lock held
	limit   int         // the number of people who may watch

	mu       sync.Mutex // held only for a moment, and never while another lock is taken
	off      bool       // the host does not allow watching
	closed   bool       // the host has closed
	running  bool       // the goroutine that sends the changes is running
	watchers []*conn
	places   map[limit.Address]int // by address: those who watch or are about to
	stage    stage
	changed  chan struct{} // full if the stage has changed
	done     chan struct{} // closed with the gallery
	telling  bool          // tell is going to be called
	told     time.Time     // time of the last call of tell
}

// stage is everything that watchers see of a game. While the version stays the same, the slices
// only grow.
type stage struct {
	shown   shown
	version int // counts the changes that are not plies, from 1
	plies   []rules.House
	hashes  [][hashSize]byte // after each ply
	count   int              // the number of watchers as last told to all
	clocks  clocks
}

// progress is the part of a stage that a watcher has been shown.
type progress struct {
	version, plies, count int
	clocks                clocks
}

func newGallery(now func() time.Time, most int, counted func(n int)) *gallery {
	return &gallery{now: now, counted: counted, limit: most, changed: make(chan struct{}, 1), done: make(chan struct{}), places: map[limit.Address]int{}}
}

// look records the state of the host's game; s is nil if there is none.
func (g *gallery) look(seen shown, s *Series) {
	g.mu.Lock()
	defer g.mu.Unlock()
	st, n, c := &g.stage, 0, clocks{}
	if s != nil {
		n, c = s.Match().Plies(), s.clocks
	}
	known := len(st.plies)
	same := st.version > 0 && seen == st.shown && (n == known || n > known && seen.state == wire.WatchState_WATCH_STATE_PLAYING)
	if same && known > 0 {
		same = string(s.hashes[known][:hashSize]) == string(st.hashes[known-1][:])
	}
	switch {
	case same && n == known && c == st.clocks:
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
	st.clocks = c
	g.wake()
}

// wake starts the sending of changes, with mu held.
func (g *gallery) wake() {
	if !g.running {
		return
	}
	select {
	case g.changed <- struct{}{}:
	default:
	}
}

// run sends changes until the gallery is closed.
func (g *gallery) run() {
	for {
		select {
		case <-g.changed:
		case <-g.done:
			return
		}
		if !g.breathe(showAfter) {
			return
		}
		g.mu.Lock()
		now, list := g.stage, slices.Clone(g.watchers)
		g.mu.Unlock()
		for i, c := range list {
			if i > 0 && i%inOneGo == 0 && !g.breathe(breath) {
				return
			}
			c.updateHere(func(at time.Time) { c.session.show(&now, now.count, at) })
		}
	}
}

// breathe waits, and reports whether the gallery is open.
func (g *gallery) breathe(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-g.done:
		return false
	}
}

// each calls f with the session of each connection.
func each(list []*conn, f func(s *Session, now time.Time)) {
	for _, c := range list {
		c.update(func(now time.Time) { f(c.session, now) })
	}
}

// enter takes a place for another watcher, from an address, or returns the reason why there is
// none.
func (g *gallery) enter(from limit.Address) wire.RejectCode {
	if g == nil {
		return wire.RejectCode_REJECT_CODE_NO_WATCHERS
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.off:
		return wire.RejectCode_REJECT_CODE_NO_WATCHERS
	case g.taken() >= g.limit, g.places[from] >= max(g.limit/addressShare, admission.MaxCallers) && !from.Near():
		return wire.RejectCode_REJECT_CODE_TOO_MANY
	}
	g.places[from]++
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

// taken returns the number of people who watch or are about to, with mu held.
func (g *gallery) taken() (n int) {
	for _, of := range g.places {
		n += of
	}
	return n
}

// leave gives a place back, with mu held.
func (g *gallery) leave(from limit.Address) {
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
		g.leave(s.guest.Addr)
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
		s.reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS})
	} else {
		s.show(&now, count, g.now())
	}
	c.start()
}

// notify removes a connection that has ended.
func (g *gallery) notify(c *conn, _ Output) {
	if !c.finished && !c.gone {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.watchers, c); i >= 0 {
		g.watchers = slices.Delete(g.watchers, i, i+1)
		g.leave(c.session.guest.Addr)
		g.recount()
	}
}

// recount schedules a call of tell, with mu held.
func (g *gallery) recount() {
	if !g.telling && !g.closed {
		g.telling = true
		time.AfterFunc(max(0, countEvery-g.now().Sub(g.told)), g.tell)
	}
}

// tell tells everyone the number of watchers.
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

// forbid sends all watchers away and lets none in, or lets them in again.
func (g *gallery) forbid(off bool) {
	g.mu.Lock()
	g.off = off
	list := slices.Clone(g.watchers)
	g.mu.Unlock()
	if off {
		each(list, func(s *Session, _ time.Time) {
			s.reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS})
		})
	}
}

// close shows the last state to all watchers, says goodbye, and returns the connections on which
// that is on its way.
func (g *gallery) close() []*conn {
	g.mu.Lock()
	now, list := g.stage, slices.Clone(g.watchers)
	if !g.closed {
		g.closed = true
		close(g.done)
	}
	g.mu.Unlock()
	each(list, func(s *Session, at time.Time) {
		s.show(&now, now.count, at)
		s.Leave(match.ReasonClosed)
	})
	return list
}

// abandon closes all connections without a goodbye.
func (g *gallery) abandon() {
	g.mu.Lock()
	list := slices.Clone(g.watchers)
	if !g.closed {
		g.closed = true
		close(g.done)
	}
	g.mu.Unlock()
	for _, c := range list {
		_ = c.nc.Close()
	}
}
