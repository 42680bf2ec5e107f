package play

import (
	"cmp"
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
		s.Clocks.Start(t.position().ToMove(), now)
	}
	if side, fallen := s.Clocks.Fallen(now); fallen && s.running() {
		t.end(match.TimedOut, s.player(side), now)
	}
	if at := t.closes(); !at.IsZero() && !now.Before(at) {
		s.Alone = t.alone(now)
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
	var at time.Time
	for p := range t.legs {
		if late := t.late(p); !late.IsZero() && (at.IsZero() || late.Before(at)) {
			at = late
		}
	}
	return at
}

// late returns the time until which a player is waited for; zero if they are there, or if the
// clocks count.
func (t *Table) late(p int) time.Time {
	s := &t.state
	wait := awayWait
	switch {
	case t.legs[p].online, s.running() && s.Clocks.Running:
		return time.Time{}
	case t.meeting():
		wait = cmp.Or(t.setup.Meet, meetWait)
	case !s.running():
		wait = restWait
	}
	return later(t.away[p], s.Since).Add(wait)
}

// meeting reports whether the first game waits for its players.
func (t *Table) meeting() bool {
	s := &t.state
	return s.running() && s.Began.IsZero() && s.Number == 1
}

// alone returns the player who has come to the first game while the other one is too late, counted
// from 1; 0 if there is none.
func (t *Table) alone(now time.Time) int {
	isLate := func(p int) bool { at := t.late(p); return !at.IsZero() && !now.Before(at) }
	for p := range t.legs {
		if t.meeting() && t.legs[p].seated && !isLate(p) && isLate(1-p) {
			return p + 1
		}
	}
	return 0
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
