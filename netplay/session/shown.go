package session

import (
	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
)

// show says that something has changed that watchers see, apart from a ply.
func (s *Server) show() {
	if s.current != nil && s.current != s.last && s.current.t.State().N > 0 {
		s.last, s.desynced = s.current, false
	}
	s.gallery.Changed()
}

// unshown says that a series has not begun, or has ended by an accusation.
func (s *Server) unshown(o *Owned, desynced bool) {
	if s.last != o {
		return
	}
	if s.desynced = desynced; !desynced {
		s.last = nil
	}
	s.show()
}

// publish shows an event of the series that is played.
func (s *Server) publish(o *Owned, c *table.Change) {
	switch {
	case o != s.current && o != s.last, !c.Public():
	case c.Event.Kind == table.KindPly && s.state(o) == wire.WatchState_WATCH_STATE_PLAYING:
		s.gallery.Ply(&c.Event)
	default:
		s.show()
	}
}

// snapshot returns everything that watchers see.
func (s *Server) snapshot() *wire.Snapshot {
	o, st := s.last, (*table.State)(nil)
	if o != nil {
		st = o.t.State()
	} else {
		var err error
		if st, err = table.NewState(table.Terms{Variant: s.cfg.Variant}); err != nil { // it offers only rules that can be played
			return &wire.Snapshot{}
		}
	}
	snap := st.Snapshot().Public()
	m := SnapshotOf(&snap, [2]string{s.cfg.Name}, 0)
	if m.State = wire.WatchState_WATCH_STATE_NO_GUEST; o == nil {
		return m
	}
	m.NameB, m.Tossed, m.State = o.kept.Peer, o.kept.Tossed, s.state(o)
	if m.State == wire.WatchState_WATCH_STATE_PAUSED {
		m.Absent = uint32(table.B)
	}
	return m
}

// state returns the state of a series as watchers see it.
func (s *Server) state(o *Owned) wire.WatchState {
	switch {
	case s.desynced && s.last == o:
		return wire.WatchState_WATCH_STATE_DESYNCED
	case o.Closing():
		return wire.WatchState_WATCH_STATE_ENDED
	case o == s.current && o.Connected():
		return wire.WatchState_WATCH_STATE_PLAYING
	}
	return wire.WatchState_WATCH_STATE_PAUSED
}

// counted tells the players the number of watchers.
func (s *Server) counted(int) {
	if o := s.current; o != nil {
		s.tellAudience()
		o.send()
	}
}

// tellAudience tells this program's person the number of watchers if it is another one, and the
// guest with what is sent next.
func (s *Server) tellAudience() {
	n := s.gallery.counted
	if s.current.t.Watched(n); n != s.audience {
		s.audience = n
		s.notice(s.current, Audience{n})
	}
}
