package admission

import (
	"slices"
	"time"

	"mancala/match"
)

// How long the seat may be idle while another guest wants it: until the host's person is told, and,
// for a guest who has not played and does not, until the seat is given to the other one.
const (
	IdleAfter  = 2 * time.Minute
	FirstAfter = 20 * time.Second
)

// stall is a standstill and its beginning.
type stall struct {
	Standstill
	since time.Time
	told  bool // the host's person has been told that the seat is wanted
	// wanted is the time since when a guest waits who is as good as the one in the seat; zero if
	// none does.
	wanted time.Time
}

// Standstill is the state in which the guest should do something: play, or come back. The zero
// value means that they need not.
type Standstill struct {
	Series        Series
	Number, Plies int
	Paused        bool
}

// due returns when the desk has to act, if others want the seat, or false if it need not.
func (s *stall) due() (time.Time, bool) {
	switch {
	case s.Series == nil, s.told:
		return time.Time{}, false
	case s.mayYield():
		return s.since, true
	case s.unused() && !s.wanted.IsZero():
		return later(s.since, s.wanted).Add(FirstAfter), true
	}
	return s.since.Add(IdleAfter), true
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// unused reports whether the guest in the seat has never played.
func (s *stall) unused() bool { return !s.Series.GuestPlayed() }

// mayYield reports whether nothing is lost if the series ends.
func (s *stall) mayYield() bool { return s.Paused && s.unused() }

// yields reports whether the guest in the seat is gone, without a ply, and so makes room for
// another.
func (d *Desk) yields() bool {
	return d.stall.Series != nil && d.stall.Series == d.seat.Series() && d.stall.mayYield()
}

// watchSeat measures how long the guest in the seat has done nothing, and acts if others wait for
// the seat.
func (d *Desk) watchSeat(now time.Time) {
	if is := d.seat.Standstill(); is != d.stall.Standstill {
		d.stall = stall{Standstill: is, since: now}
	}
	switch wanted := d.wanted(now); {
	case !wanted:
		d.stall.wanted = time.Time{}
	case d.stall.wanted.IsZero():
		d.stall.wanted = now
	}
	due, acts := d.stall.due()
	switch {
	case len(d.queue) == 0, !acts, now.Before(due):
	case d.stall.mayYield():
		d.Ledger.Vacate(now)
		d.seat.Vacate()
		d.keepQueue()
	case d.stall.unused() && !d.stall.wanted.IsZero() && d.seat.Guest() != nil:
		d.seat.GiveWay()
		d.keepQueue()
	default:
		d.stall.told = true
		d.events = append(d.events, match.SeatWanted{By: d.queue[0].Name})
	}
}

// keepQueue has those in the queue wait until the host's person waits for a guest again.
func (d *Desk) keepQueue() {
	for _, s := range d.queue {
		s.Patient = true
	}
}

// wanted reports whether a guest waits whom the one in the seat does not come before.
func (d *Desk) wanted(now time.Time) bool {
	in := d.seat.Guest()
	return in != nil && slices.ContainsFunc(d.queue, func(g *Guest) bool {
		return d.rank(g, in, now) <= 0
	})
}
