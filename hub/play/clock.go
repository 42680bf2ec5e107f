package play

import (
	"time"

	"mancala/match"
)

// Tick tells the table the time.
func (t *Table) Tick(now time.Time) {
	s := &t.state
	if s.Closed {
		if now.Sub(s.Since) >= farewellWait {
			t.legs[0].over, t.legs[1].over = true, true
		}
		return
	}
	if !t.hold.IsZero() && !now.Before(t.hold) {
		t.hold, t.dirty = time.Time{}, true
		s.Clocks.Start(t.position.ToMove(), now)
	}
	if side, fallen := s.Clocks.Fallen(now); fallen && s.running() {
		t.end(match.TimedOut, s.player(side), now)
	}
	if at := t.closes(); !at.IsZero() && !now.Before(at) {
		t.Stop(now)
	}
}

// delayed gives the player whose clock runs the time back in which the bus did not answer: what
// they do is not heard then, and what the other one has done does not reach them.
func (t *Table) delayed(d time.Duration) {
	if c := &t.state.Clocks; c.Running && d >= delayWait {
		c.Resume(c.At.Add(d))
		t.legs[0].told, t.legs[1].told = clocks{}, clocks{}
	}
}

// closes returns the time at which the table is closed because a player does not come; zero if none
// is waited for.
func (t *Table) closes() time.Time {
	s := &t.state
	var at time.Time
	for p := range t.legs {
		wait := awayWait
		switch {
		case t.legs[p].online, s.running() && s.Clocks.Running:
			continue
		case s.running() && s.Began.IsZero() && s.Number == 1:
			wait = meetWait
		case !s.running():
			wait = restWait
		}
		if late := later(t.away[p], s.Since).Add(wait); at.IsZero() || late.Before(at) {
			at = late
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Wakes returns the time at which [Table.Tick] has something to do; zero if never.
func (t *Table) Wakes() time.Time {
	s := &t.state
	switch {
	case s.Closed && t.gone(0) && t.gone(1):
		return time.Time{}
	case s.Closed:
		return s.Since.Add(farewellWait)
	}
	at := t.closes()
	sooner := func(b time.Time) {
		if !b.IsZero() && (at.IsZero() || b.Before(at)) {
			at = b
		}
	}
	sooner(t.hold)
	if falls, running := s.Clocks.Falls(); running {
		sooner(falls)
	}
	for p := range t.legs {
		sooner(t.legs[p].retry)
		if t.legs[p].absenceWaits {
			sooner(t.legs[p].tellsAbsence)
		}
	}
	return at
}
