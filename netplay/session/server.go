package session

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
	"mancala/rules"
)

// ErrNoSeries says that no series is played.
var ErrNoSeries = errors.New("no series is played")

// ServerConfig describes the program of a person who plays with guests.
type ServerConfig struct {
	// Name is the person's name, and AppVersion the version of this program for the other end's
	// log. Both are cleaned.
	Name, AppVersion string
	// Computer says that a computer plays in place of the person.
	Computer bool
	// Variant is the rules, and First says who makes the first ply of the first game.
	Variant rules.Variant
	First   match.First
	// Admission decides about guests and watchers, and Watchers is how many may watch at the same
	// time; 0 means 64. One address may have a sixteenth of the places, and at least 4.
	Admission Admission
	Watchers  int
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
}

// Admission decides about guests and watchers. Its methods are called while a Conn is used, and may
// use it.
type Admission interface {
	// Hello returns the refusal of a guest or a watcher; the zero Refusal admits them.
	Hello(c *Conn, now time.Time) admission.Refusal
	// Accepted is called once a guest wants the seat. Now or later it calls Seat, Wait or Reject of
	// the Conn.
	Accepted(c *Conn, now time.Time)
	// Follow returns why a guest with a valid signature does not get their seat back now.
	Follow(c *Conn, s *Owned, now time.Time) admission.Refusal
}

// Server is the end of all connections to one program. It owns the series that its person plays,
// and ended series whose other end does not know it. Make one with [NewServer]. It and its Conns,
// which share it, are not safe for concurrent use.
type Server struct {
	cfg      ServerConfig
	owned    map[[16]byte]*Owned
	current  *Owned // the running or paused one; nil if there is none
	gallery  *Gallery
	last     *Owned // the last series, which watchers see until another one begins
	desynced bool   // it has ended so
	audience int    // the number of watchers, as this program's person knows it
	work     Work
}

// Work is what a Server wants its caller to do: first to store, then to write.
type Work struct {
	// Stored are the series with changed records.
	Stored []Stored
	// Conns are the connections that have frames to write, or have ended; see [Conn.Drain].
	Conns   []*Conn
	Notices []ServerNotice
}

// Stored is a record that has changed.
type Stored struct {
	Series *Owned
	// Sync says that the record must be on the disk before anything is written.
	Sync bool
	// Delete says that it is not needed any more.
	Delete bool
}

// ServerNotice is a Notice about a series, or about a connection without one; the other field is
// nil.
type ServerNotice struct {
	Series *Owned
	Conn   *Conn
	Notice Notice
}

// NewServer returns a server without a series.
func NewServer(cfg ServerConfig) *Server {
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	cfg.Name, cfg.AppVersion, cfg.Variant = match.NameOr(cfg.Name, match.Host), match.CleanText(cfg.AppVersion), cfg.Variant.Canonical()
	s := &Server{cfg: cfg, owned: map[[16]byte]*Owned{}}
	s.gallery = NewGallery(GalleryConfig{Places: cmp.Or(cfg.Watchers, watchPlaces), All: s.snapshot, Counted: s.counted})
	s.gallery.Changed()
	return s
}

// Gallery returns the server's watchers.
func (s *Server) Gallery() *Gallery { return s.gallery }

// Drain returns the work since the last call. The next work goes into the lists of spare, the work
// of an earlier call that is done; it may be empty.
func (s *Server) Drain(spare Work) Work {
	w := s.work
	clear(spare.Stored)
	clear(spare.Conns)
	clear(spare.Notices)
	s.work = Work{spare.Stored[:0], spare.Conns[:0], spare.Notices[:0]}
	return w
}

func add[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

func (s *Server) wake(c *Conn) { s.work.Conns = add(s.work.Conns, c) }

func (s *Server) notice(o *Owned, n Notice) {
	s.work.Notices = append(s.work.Notices, ServerNotice{Series: o, Notice: n})
}

// store asks to store a series, or to delete it if it is over at both ends.
func (s *Server) store(o *Owned, sync bool) {
	i := slices.IndexFunc(s.work.Stored, func(w Stored) bool { return w.Series == o })
	if i < 0 {
		i = len(s.work.Stored)
		s.work.Stored = append(s.work.Stored, Stored{Series: o})
	}
	w := &s.work.Stored[i]
	w.Sync, w.Delete = w.Sync || sync, w.Delete || s.owned[o.kept.Terms.Series] != o
}

// Current returns the series that is played or paused, nil if there is none.
func (s *Server) Current() *Owned { return s.current }

// Keep takes up a stored series. Play says that it is the one to play; otherwise its guest may only
// learn how it ended.
func (s *Server) Keep(o *Owned, play bool) {
	s.owned[o.kept.Terms.Series] = o
	if o.server = s; play {
		s.play(o)
		s.show()
	}
}

// begin begins a series with a guest who has the seat.
func (s *Server) begin(k Record, c *Conn, now time.Time) (*Owned, error) {
	if _, err := io.ReadFull(s.cfg.Rand, k.Secret[:]); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	owner, err := table.NewOwner(k.owner())
	if err != nil {
		return nil, err
	}
	o := newOwned(k, owner)
	if err := o.t.Join(table.B, guest{c}, 0, now); err != nil {
		return nil, err
	}
	s.owned[k.Terms.Series] = o
	s.play(o)
	return o, nil
}

// play makes a series the current one.
func (s *Server) play(o *Owned) {
	o.server, s.current = s, o
	s.tellAudience()
}

// forget deletes a series.
func (s *Server) forget(o *Owned) {
	delete(s.owned, o.kept.Terms.Series)
	s.free(o)
	s.store(o, false)
}

// free gives the seat free that a series had.
func (s *Server) free(o *Owned) {
	if s.current == o {
		s.current = nil
		s.show()
	}
}

// Wish decides a wish of this program's person in the series that is played. The error is a
// [table.Code] or [ErrNoSeries].
func (s *Server) Wish(k table.Kind, arg uint32, text string, now time.Time) error {
	if s.current == nil {
		return ErrNoSeries
	}
	return s.current.wish(k, arg, text, now)
}

// Leave ends the running series for this program's person. A reason that keeps the game keeps a
// running one. Any other reason ends the series; the guest learns of it, at the latest when they
// come back.
func (s *Server) Leave(reason wire.LeaveReason, now time.Time) {
	o := s.current
	if o == nil {
		return
	}
	if !keeps(reason) && reason != wire.LeaveReason_LEAVE_REASON_REMOVED || !runs(o.t.State()) {
		_ = o.wish(table.KindEnd, uint32(reason), "", now) // one that was wished before is as good
		if !o.hasBegun() {
			o.void(Ended{Leave: reason})
		}
		return
	}
	if c := o.conn(); c != nil {
		c.leave(reason, "")
		c.close()
		o.detach(Ended{Fate: Kept, Leave: reason})
	}
	s.free(o)
}

// Void ends the running series of a guest without a ply, as if it had not begun. The guest, if
// connected, gets the reason.
func (s *Server) Void(reason wire.LeaveReason) {
	if o := s.current; o != nil {
		o.void(Ended{Leave: reason})
	}
}

// Resume makes a kept series the running one again. It does nothing if one is running, or if this
// one is over.
func (s *Server) Resume(o *Owned) {
	if s.current == nil && s.owned[o.kept.Terms.Series] == o && !o.Closing() {
		s.Keep(o, true)
	}
}
