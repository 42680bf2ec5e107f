package session

import (
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/table"
)

// feed is the view of a server's watchers: a snapshot, and the plies after it. Each watcher has a
// cursor; a watcher too far behind gets another snapshot.
type feed struct {
	watchers []*Conn
	version  uint64    // of the newest change; a watcher with a lower cursor is behind
	plies    [][]byte  // the frames of the last plies; the newest one is the change version
	whole    []byte    // the frame of the Snapshot of version, once it was needed
	last     *Owned    // the last series, which is shown until another one begins
	desynced bool      // it has ended so
	due      time.Time // when some watchers who are behind are shown more; zero if it is not known
}

// Watchers see a change after the players, a few at a time, so they do not delay the next ply.
const (
	showAfter = 3 * time.Millisecond
	showPause = time.Millisecond
	showSome  = 8
)

// behind reports whether a watcher lacks a change.
func (f *feed) behind(c *Conn) bool { return c.cursor < f.version }

// watch admits a watcher.
func (s *Server) watch(c *Conn) {
	s.feed.watchers = append(s.feed.watchers, c)
	s.feed.version = max(s.feed.version, 1)
}

// leftWatching forgets a watcher.
func (s *Server) leftWatching(c *Conn) {
	s.feed.watchers = slices.DeleteFunc(s.feed.watchers, func(w *Conn) bool { return w == c })
}

// show says that something has changed that watchers see, apart from a ply.
func (s *Server) show() {
	f := &s.feed
	if s.current != nil && s.current != f.last && s.current.o.State().N > 0 {
		f.last, f.desynced = s.current, false
	}
	f.version, f.plies, f.whole = f.version+1, nil, nil
}

// unshown says that a series has not begun, or has ended by an accusation.
func (s *Server) unshown(o *Owned, desynced bool) {
	if s.feed.last != o {
		return
	}
	if s.feed.desynced = desynced; !desynced {
		s.feed.last = nil
	}
	s.show()
}

// publish shows an event of the series that is played.
func (s *Server) publish(o *Owned, c *table.Change) {
	f := &s.feed
	switch {
	case o != s.current && o != f.last:
		return
	case c.Event.Kind != table.KindPly, s.state(o) != wire.WatchState_WATCH_STATE_PLAYING, len(f.watchers) == 0:
		if c.Public() {
			s.show()
		}
		return
	}
	frame, err := appendFrame(nil, &wire.Frame{Body: &wire.Frame_Event{Event: publicEvent(&c.Event)}})
	if err != nil { // a ply has no text
		return
	}
	f.version, f.whole = f.version+1, nil
	if f.plies = append(f.plies, frame); len(f.plies) > ringPlies {
		f.plies = slices.Delete(f.plies, 0, 1)
	}
}

// public returns the state that watchers see.
func (s *Server) public() table.Snapshot {
	if o := s.feed.last; o != nil {
		return o.o.State().Snapshot().Public()
	}
	st, err := table.NewState(table.Terms{Variant: s.cfg.Variant})
	if err != nil { // a server offers only rules that can be played
		return table.Snapshot{}
	}
	return st.Snapshot().Public()
}

// snapshot returns the frame that shows everything.
func (s *Server) snapshot() []byte {
	snap := s.public()
	m := &wire.Snapshot{Protocol: Version, NameA: s.cfg.Name, State: wire.WatchState_WATCH_STATE_NO_GUEST, Series: snap.Append(nil)}
	if o := s.feed.last; o != nil {
		m.NameB, m.Tossed, m.State = o.kept.Peer, o.kept.Tossed, s.state(o)
		if m.State == wire.WatchState_WATCH_STATE_PAUSED {
			m.Absent = uint32(table.B)
		}
	}
	frame, err := appendFrame(nil, &wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: m}})
	if err != nil { // names are clean
		return nil
	}
	return frame
}

// state returns the state of a series as watchers see it.
func (s *Server) state(o *Owned) wire.WatchState {
	switch {
	case s.feed.desynced && s.feed.last == o:
		return wire.WatchState_WATCH_STATE_DESYNCED
	case o.Closing():
		return wire.WatchState_WATCH_STATE_ENDED
	case o == s.current && o.Connected():
		return wire.WatchState_WATCH_STATE_PLAYING
	}
	return wire.WatchState_WATCH_STATE_PAUSED
}

// catchUp sends a watcher its missing changes.
func (s *Server) catchUp(c *Conn) {
	f := &s.feed
	switch lacks := f.version - c.cursor; {
	case lacks == 0:
		return
	case c.cursor > 0 && lacks <= uint64(len(f.plies)):
		for _, frame := range f.plies[uint64(len(f.plies))-lacks:] {
			c.out = append(c.out, frame...)
		}
	default:
		if f.whole == nil {
			f.whole = s.snapshot()
		}
		c.out = append(c.out, f.whole...)
	}
	c.cursor = f.version
}

// showOn sends some watchers their missing changes, if it is time.
func (s *Server) showOn(now time.Time) {
	f := &s.feed
	shown := 0
	for _, c := range f.watchers {
		switch {
		case !f.behind(c):
			continue
		case f.due.IsZero():
			f.due = now.Add(showAfter)
		}
		if now.Before(f.due) {
			return
		}
		if shown == showSome {
			f.due = now.Add(showPause)
			return
		}
		s.wake(c)
		shown++
	}
	f.due = time.Time{}
}

// NextTick returns the moment of the next call of Tick, zero if none is needed.
func (s *Server) NextTick() time.Time {
	due, told := s.feed.due, s.toldAt.Add(audienceEvery)
	if s.told == len(s.feed.watchers) || !due.IsZero() && due.Before(told) {
		return due
	}
	return told
}

// Tick tells the server the time, but not its connections: it sends watchers their missing changes,
// and their number.
func (s *Server) Tick(now time.Time) {
	s.showOn(now)
	n := len(s.feed.watchers)
	if n == s.told || now.Before(s.toldAt.Add(audienceEvery)) {
		return
	}
	s.told, s.toldAt = n, now
	everyone := s.feed.watchers
	if o := s.current; o != nil {
		s.notice(o, Audience{n})
		if o.Connected() {
			everyone = append(slices.Clone(everyone), o.conn)
		}
	}
	for _, c := range everyone {
		c.send(&wire.Frame{Body: &wire.Frame_Audience{Audience: &wire.Audience{Count: uint32(n)}}})
		s.wake(c)
	}
}
