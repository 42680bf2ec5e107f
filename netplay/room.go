package netplay

import (
	"encoding/hex"
	"math/rand/v2"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
)

// room is a host's side: the series, the session that plays it, and the others who want the seat.
// All sessions of the host share it. It is a pure state machine, as they are.
type room struct {
	open     bool
	referee  bool          // its series are a referee's
	session  *Session      // of the guest in the seat, who tosses, plays or resumes
	seatAddr limit.Address // of the last one
	series   *Series       // begun and not over: played or paused
	stall    stall
	aside    map[string]*setAside
	ended    map[string]bool
	gallery  *gallery // nil lets none watch

	admission match.Admission
	secret    keys.Secret // of the invites
	ticketed  bool        // the secret is the ticket of the only guest, and those who watch need none
	ledger    *limit.Ledger
	debts     []limit.Address // of guests who have just wasted the seat
	readers   []*Session      // have the rules before them, oldest first
	queue     []*Session      // have accepted and wait for the seat, the best first
	draw      func() uint64   // draws a lot for a guest in the queue
	knocks    int             // so far
	spoke     time.Time       // when the host's person last heard of a guest at the door
	shown     []string        // the names in the last Deciding
	events    []match.Event
	changed   []*Session // have something to send
}

// setAside is a series that the host's person has set aside.
type setAside struct {
	series *Series
	// back says that its guest may come back while the host waits for a guest: the guest had said
	// goodbye, or has been told that the series was set aside and comes again all the same.
	back bool
}

func newRoom(a match.Admission) *room {
	return &room{
		open: true, aside: map[string]*setAside{}, ended: map[string]bool{}, admission: a, ledger: limit.NewLedger(),
		draw: rand.Uint64,
	}
}

// full reports whether the seat cannot be given.
func (r *room) full() bool { return !r.open || r.session != nil || r.series != nil }

// find returns the series that a guest wants to resume; or the one that was set aside; or reports
// that it has ended.
func (r *room) find(id []byte) (found *Series, aside *setAside, ended bool) {
	name := hex.EncodeToString(id)
	if r.series != nil && r.series.name() == name {
		return r.series, nil, false
	}
	return nil, r.aside[name], r.ended[name]
}

// takeBack makes a series that was set aside the one that is played, and reports whether its guest
// may come back now.
func (r *room) takeBack(a *setAside) bool {
	if !a.back || r.full() {
		a.back = true
		return false
	}
	delete(r.aside, a.series.name())
	r.series = a.series
	a.series.kept, a.series.paused = false, false
	a.series.reopen("")
	return true
}

// left handles the end of a session, and forgets its series if that is over or was left. Own says
// that the host's person has ended it.
func (r *room) left(s *Session, own bool) {
	r.forget(s)
	if r.session == s {
		r.session = nil
		if s.seated && !own && !r.ticketed && !s.series.played(match.Guest) {
			r.debts = append(r.debts, s.addr)
		}
	}
	r.tidy()
}

// dismiss removes the guest from the seat, connected or not, and keeps a running game.
func (r *room) dismiss(bar bool) {
	s := r.series
	if r.session == nil && s == nil {
		return
	}
	if bar {
		r.ledger.Bar(r.seatAddr)
	}
	if !s.played(match.Guest) {
		r.debts = append(r.debts, r.seatAddr)
	}
	switch {
	case r.session != nil:
		r.changed = append(r.changed, r.session)
		r.session.remove()
	case s.running():
		s.leave(goodbye{reason: match.ReasonLater, note: youRemoved(s.peer, true)})
	default:
		s.finish(goodbye{reason: match.ReasonLater, local: true, note: youRemoved(s.peer, false)})
	}
	r.tidy()
}

// tidy forgets a series that is over or was left. No guest is let in then until the host's person
// agrees.
func (r *room) tidy() {
	switch s := r.series; {
	case s == nil:
	case s.over:
		r.ended[s.name()] = true
		r.series, r.open = nil, false
	case s.kept:
		r.putAside(s)
		r.series, r.open = nil, false
	}
}

// maxAside is the number of series set aside that can be resumed without a restart of the host.
const maxAside = 64

// putAside remembers a series that was set aside; another one is forgotten if there are too many.
func (r *room) putAside(s *Series) {
	for name := range r.aside {
		if len(r.aside) < maxAside {
			break
		}
		delete(r.aside, name)
	}
	r.aside[s.name()] = &setAside{series: s, back: s.away}
}
