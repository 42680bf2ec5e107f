package netplay

import (
	"encoding/hex"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
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
	aside    map[string]*setAside
	ended    map[string]bool
	gallery  *gallery // nil lets none watch

	desk    *admission.Desk
	secret  keys.Secret // of the invites
	changed []*Session  // have something to send
}

// setAside is a series that the host's person has set aside.
type setAside struct {
	series *Series
	// back says that its guest may come back while the host waits for a guest: the guest had said
	// goodbye, or has been told that the series was set aside and comes again all the same.
	back bool
}

func newRoom(policy match.Admission) *room {
	r := &room{open: true, aside: map[string]*setAside{}, ended: map[string]bool{}}
	r.desk = admission.NewDesk(r, policy)
	return r
}

// Full reports whether the seat cannot be given.
func (r *room) Full() bool { return !r.open || r.session != nil || r.series != nil }

// Guest returns the guest who is connected in the seat, or nil.
func (r *room) Guest() *admission.Guest {
	if r.session == nil {
		return nil
	}
	return &r.session.guest
}

// seatSeries is a series as the desk sees it.
type seatSeries struct{ *Series }

// GuestPlayed reports whether the guest has made a ply.
func (s seatSeries) GuestPlayed() bool { return s.played(match.Guest) }

// Series returns the series that is played or paused; nil if there is none.
func (r *room) Series() admission.Series {
	if r.series == nil {
		return nil
	}
	return seatSeries{r.series}
}

// Standstill returns the current one.
func (r *room) Standstill() admission.Standstill {
	s := r.series
	if s == nil || !s.paused && (!s.running() || s.Party(s.Match().Position().ToMove()) != match.Guest) {
		return admission.Standstill{}
	}
	return admission.Standstill{Series: r.Series(), Number: s.Number(), Plies: s.Match().Plies(), Era: s.era, Paused: s.paused}
}

// Vacate ends the series, whose guest is gone and has never played.
func (r *room) Vacate() {
	r.series.finish(goodbye{note: note("gave-way", r.series.peer)})
	r.tidy()
}

// GiveWay takes the seat from its guest, who has never played.
func (r *room) GiveWay() {
	r.changed = append(r.changed, r.session)
	r.session.giveWay()
}

// seeker is a session whose guest wants the seat.
type seeker struct{ s *Session }

// Seat gives the seat to the guest.
func (k seeker) Seat(now time.Time) {
	r := k.s.room
	r.session, r.seatAddr = k.s, k.s.guest.Addr
	k.s.seat(now)
	r.changed = append(r.changed, k.s)
}

// Wait tells the guest why they do not have the seat yet.
func (k seeker) Wait(why wire.WaitReason, limit time.Duration, now time.Time) {
	k.s.enter(accepted, now, limit)
	k.s.send(&wire.Frame{Body: &wire.Frame_Waiting{Waiting: &wire.Waiting{Reason: why}}})
	k.s.room.changed = append(k.s.room.changed, k.s)
}

// Reject turns the guest away.
func (k seeker) Reject(no admission.Refusal) {
	k.s.reject(no)
	k.s.room.changed = append(k.s.room.changed, k.s)
}

// drain returns the events since the last call, and the sessions that have something to send.
func (r *room) drain() (events []match.Event, changed []*Session) {
	changed, r.changed = r.changed, nil
	return r.desk.Events(), changed
}

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
	if !a.back || r.Full() {
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
	r.desk.Forget(&s.guest)
	if r.session == s {
		r.session = nil
		if s.guest.Seated && !own && !r.desk.Ticketed && !s.series.played(match.Guest) {
			r.desk.Owe(s.guest.Addr)
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
		r.desk.Ledger.Bar(r.seatAddr)
	}
	if !s.played(match.Guest) {
		r.desk.Owe(r.seatAddr)
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
