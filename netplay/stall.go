package netplay

import (
	"time"

	"mancala/match"
)

// How long the seat may be idle while another guest wants it: until the host's person is told, and,
// if the guest's connection dropped before their first ply, until their series ends.
const (
	idleAfter  = 2 * time.Minute
	yieldAfter = 3 * time.Second
)

// stall is a standstill and its beginning.
type stall struct {
	standstill
	since time.Time
	told  bool // the host's person has been told that the seat is wanted
}

// standstill is the state in which the guest should do something: play, or come back.
type standstill struct {
	series             *Series // nil while the guest need not do anything
	number, plies, era int
	paused             bool
}

// patience returns how long a standstill may last before the room acts; zero means for ever.
func (s *stall) patience() time.Duration {
	switch {
	case s.series == nil, s.told:
		return 0
	case s.mayYield():
		return yieldAfter
	}
	return idleAfter
}

// mayYield reports whether nothing is lost if the series ends.
func (s *stall) mayYield() bool { return s.paused && !s.series.played(match.Guest) }

// standstill returns the current one.
func (r *room) standstill() standstill {
	s := r.series
	if s == nil || !s.paused && (!s.running() || s.Party(s.Match().Position().ToMove()) != match.Guest) {
		return standstill{}
	}
	return standstill{s, s.Number(), s.Match().Plies(), s.era, s.paused}
}

// yields reports whether the guest in the seat has been gone long enough, without a ply, to make
// room for another.
func (r *room) yields(now time.Time) bool {
	return r.stall.series != nil && r.stall.series == r.series && r.stall.mayYield() &&
		now.Sub(r.stall.since) >= yieldAfter
}

// watchSeat measures how long the guest in the seat has done nothing, and acts if others wait for
// the seat.
func (r *room) watchSeat(now time.Time) {
	if is := r.standstill(); is != r.stall.standstill {
		r.stall = stall{standstill: is, since: now}
	}
	switch wait := r.stall.patience(); {
	case len(r.queue) == 0, wait == 0, now.Sub(r.stall.since) < wait:
	case r.stall.mayYield():
		r.ledger.Vacate(now)
		r.series.finish(goodbye{note: note("gave-way", r.series.peer)})
		r.tidy()
		for _, s := range r.queue { // until the host's person waits for a guest again
			s.patient = true
		}
	default:
		r.stall.told = true
		r.events = append(r.events, match.SeatWanted{By: r.queue[0].peer})
	}
}
