package table

import (
	"time"

	"mancala/rules"
)

// left returns the times that an event has if it is decided now: those of the last event, less the
// time since then on the clock that runs, plus the increment of a ply.
func (s *State) left(by Seat, w *Wish, now time.Time) [2]uint32 {
	if !s.Terms.Time.Timed() {
		return [2]uint32{}
	}
	if s.begins(by, w) {
		return s.full()
	}
	left := s.known()
	if s.Clocks.Running {
		side := s.Clocks.Side
		left[side] = milliseconds(s.Clocks.LeftAt(side, now))
		if w.Kind == KindPly {
			left[side] += milliseconds(s.Terms.Time.Increment)
		}
	}
	return left
}

// milliseconds rounds up, so that a clock with any time left is not at zero.
func milliseconds(d time.Duration) uint32 {
	return uint32((d + time.Millisecond - 1) / time.Millisecond)
}

// known returns the times that the last event had.
func (s *State) known() [2]uint32 {
	return [2]uint32{milliseconds(s.Clocks.Left[rules.South]), milliseconds(s.Clocks.Left[rules.North])}
}

// full returns the times at the beginning of a game.
func (s *State) full() [2]uint32 {
	base := milliseconds(s.Terms.Time.Base)
	return [2]uint32{base, base}
}

// begins reports that a wish, if it is legal, begins a game.
func (s *State) begins(by Seat, w *Wish) bool {
	return w.Kind == KindBegin || w.Kind == KindWant && by != Nobody && s.Wants[by.Other()-A]
}

// fair reports that the times of an event do not contradict those before it: only the clock that
// runs goes down, a ply adds at most the increment, and a game begins with full clocks. KindClock
// may set both, within what the game can have given.
func (s *State) fair(e *Event) bool {
	switch {
	case !s.Terms.Time.Timed():
		return e.Left == [2]uint32{}
	case s.begins(e.By, &e.Wish):
		return e.Left == s.full()
	}
	known, increment := s.known(), milliseconds(s.Terms.Time.Increment)
	for side, left := range e.Left {
		runs := s.Clocks.Running && int(s.Clocks.Side) == side
		most := known[side]
		switch {
		case e.Kind == KindClock:
			most = s.full()[side] + uint32(s.Plies())*increment
		case runs && e.Kind == KindPly:
			most += increment
		case !runs && left != most, runs && e.Kind == KindTimeOut && left != 0:
			return false
		}
		if left > most {
			return false
		}
	}
	return true
}

// setClocks lets the clocks follow an event that has been decided at a moment.
func (s *State) setClocks(e *Event, now time.Time) {
	c := &s.Clocks
	if !s.Terms.Time.Timed() {
		return
	}
	for side, left := range e.Left {
		c.Left[side] = time.Duration(left) * time.Millisecond
	}
	c.At = now
	switch {
	case !s.decided().running():
		c.Running = false
	case e.Kind == KindClock:
		c.Running = e.Arg != 0
		c.Side = s.decided().position().ToMove()
	case e.Kind == KindPly:
		c.Side = s.decided().position().ToMove()
	}
}
