package netplay

import (
	"slices"
	"time"

	"mancala/match"
)

// How long the seat may be idle while another guest wants it: until the host's person is told, and,
// for a guest who has not played and does not, until the seat is given to the other one.
const (
	idleAfter  = 2 * time.Minute
	firstAfter = 20 * time.Second
)

// stall is a standstill and its beginning.
type stall struct {
	standstill
	since time.Time
	told  bool // the host's person has been told that the seat is wanted
	// wanted is the time since when a guest waits who is as good as the one in the seat; zero if
	// none does.
	wanted time.Time
}

// standstill is the state in which the guest should do something: play, or come back.
type standstill struct {
	series             *Series // nil while the guest need not do anything
	number, plies, era int
	paused             bool
}

// due returns when the room has to act, if others want the seat, or false if it need not.
func (s *stall) due() (time.Time, bool) {
	switch {
	case s.series == nil, s.told:
		return time.Time{}, false
	case s.mayYield():
		return s.since, true
	case s.unused() && !s.wanted.IsZero():
		return later(s.since, s.wanted).Add(firstAfter), true
	}
	return s.since.Add(idleAfter), true
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// unused reports whether the guest in the seat has never played.
func (s *stall) unused() bool { return !s.series.played(match.Guest) }

// mayYield reports whether nothing is lost if the series ends.
func (s *stall) mayYield() bool { return s.paused && s.unused() }

// standstill returns the current one.
func (r *room) standstill() standstill {
	s := r.series
	if s == nil || !s.paused && (!s.running() || s.Party(s.Match().Position().ToMove()) != match.Guest) {
		return standstill{}
	}
	return standstill{s, s.Number(), s.Match().Plies(), s.era, s.paused}
}

// yields reports whether the guest in the seat is gone, without a ply, and so makes room for
// another.
func (r *room) yields() bool {
	return r.stall.series != nil && r.stall.series == r.series && r.stall.mayYield()
}

// watchSeat measures how long the guest in the seat has done nothing, and acts if others wait for
// the seat.
func (r *room) watchSeat(now time.Time) {
	if is := r.standstill(); is != r.stall.standstill {
		r.stall = stall{standstill: is, since: now}
	}
	switch wanted := r.wanted(now); {
	case !wanted:
		r.stall.wanted = time.Time{}
	case r.stall.wanted.IsZero():
		r.stall.wanted = now
	}
	due, acts := r.stall.due()
	switch s := r.stall.series; {
	case len(r.queue) == 0, !acts, now.Before(due):
	case r.stall.mayYield():
		r.ledger.Vacate(now)
		s.finish(goodbye{note: note("gave-way", s.peer)})
		r.tidy()
		r.keepQueue()
	case r.stall.unused() && !r.stall.wanted.IsZero() && r.session != nil:
		r.changed = append(r.changed, r.session)
		r.session.giveWay()
		r.keepQueue()
	default:
		r.stall.told = true
		r.events = append(r.events, match.SeatWanted{By: r.queue[0].peer})
	}
}

// keepQueue has those in the queue wait until the host's person waits for a guest again.
func (r *room) keepQueue() {
	for _, s := range r.queue {
		s.patient = true
	}
}

// wanted reports whether a guest waits whom the one in the seat does not come before.
func (r *room) wanted(now time.Time) bool {
	return r.session != nil && slices.ContainsFunc(r.queue, func(s *Session) bool {
		return r.rank(s, r.session, now) <= 0
	})
}
