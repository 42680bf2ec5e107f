package netplay

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// outOfTime is the party whose clock has run down, if one has.
type outOfTime struct {
	is  bool
	who match.Party
}

func lateToWire(l outOfTime) wire.Party {
	if !l.is {
		return wire.Party_PARTY_UNSPECIFIED
	}
	return partyToWire(l.who)
}

func lateFromWire(w wire.Party) (outOfTime, error) {
	if w == wire.Party_PARTY_UNSPECIFIED {
		return outOfTime{}, nil
	}
	p, err := partyFromWire(w)
	return outOfTime{true, p}, err
}

// clocks are the clocks of a game as the host has told them.
type clocks struct {
	match.Clocks
	game, plies int // the number of the game, and the number of plies after which they stand so
}

// sideOf returns the side of a party in a game that the starter begins.
func sideOf(p, starter match.Party) rules.Side {
	if p == starter {
		return rules.South
	}
	return rules.North
}

// milliseconds returns a time as it is sent. Only a clock that has run down is at 0.
func milliseconds(d time.Duration) uint32 {
	return uint32(min((d+time.Millisecond-1)/time.Millisecond, 1<<32-1))
}

func ofMilliseconds(n uint32) time.Duration { return time.Duration(n) * time.Millisecond }

// toWire returns the message that says how the clocks stand at a moment.
func (c *clocks) toWire(starter match.Party, now time.Time) *wire.Clock {
	left := func(p match.Party) uint32 { return milliseconds(c.LeftAt(sideOf(p, starter), now)) }
	w := &wire.Clock{
		Game: uint32(c.game), Plies: uint32(c.plies), HostMs: left(match.Host), GuestMs: left(match.Guest),
		BaseMs: milliseconds(c.Control.Base), IncrementMs: milliseconds(c.Control.Increment),
	}
	if c.Running {
		runs := match.Host
		if sideOf(runs, starter) != c.Side {
			runs = match.Guest
		}
		w.Running = partyToWire(runs)
	}
	return w
}

// clocksFromWire returns the clocks that a message tells of, which came at that moment.
func clocksFromWire(w *wire.Clock, starter match.Party, now time.Time) (clocks, error) {
	runs, err := lateFromWire(w.GetRunning())
	if err != nil {
		return clocks{}, err
	}
	c := clocks{game: int(min(w.GetGame(), 1<<30)), plies: int(min(w.GetPlies(), maxPlies))}
	c.Control = match.TimeControl{Base: ofMilliseconds(w.GetBaseMs()), Increment: ofMilliseconds(w.GetIncrementMs())}
	c.Left[sideOf(match.Host, starter)] = ofMilliseconds(w.GetHostMs())
	c.Left[sideOf(match.Guest, starter)] = ofMilliseconds(w.GetGuestMs())
	c.Running, c.At = runs.is, now
	if c.Running {
		c.Side = sideOf(runs.who, starter)
	}
	return c, nil
}

// setClocks records how the host's clocks stand after the last ply.
func (s *Series) setClocks(c match.Clocks) {
	s.clocks = clocks{c, s.Number(), s.Match().Plies()}
}

// tellClocks records how the clocks stand, and tells this end's front end.
func (s *Series) tellClocks(c clocks) {
	s.clocks = c
	s.emit(match.Clocked{Clocks: c.Clocks})
}

// stopClocks stops the clocks of a game that has ended.
func (s *Series) stopClocks(now time.Time) {
	if s != nil && s.clocks.Running && !s.running() {
		c := s.clocks
		c.Stop(now)
		s.tellClocks(c)
	}
}

// timed reports whether the current game has clocks. In such a game no ply is taken back.
func (s *Series) timed() bool { return s.clocks.Control.Timed() }

// mayTimeOut returns the reason why the host cannot end the game on time now, or nil.
func (s *Series) mayTimeOut() error {
	switch {
	case !s.running(), s.resigning():
		return match.ErrEnded
	case s.asks[s.self].open && !s.paused: // the guest may have granted it already
		return match.ErrAsked
	}
	return nil
}

// timeOut ends the current game after its first n plies, because a party's clock has run down.
func (s *Series) timeOut(p match.Party, n int) error {
	if n < s.Match().Plies() {
		if err := s.rewind(n); err != nil {
			return err
		}
	}
	side := s.Side(p)
	if err := s.Match().TimeOut(side); err != nil {
		return err
	}
	s.resigned, s.late = [2]bool{}, outOfTime{true, p}
	if c := s.clocks; s.timed() {
		c.Left[side], c.Running = 0, false
		s.tellClocks(c)
	}
	s.end(p)
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		if s.wants[p] { // the game had ended by a ply that came too late
			s.emit(match.RematchWanted{By: p})
		}
	}
	return nil
}
