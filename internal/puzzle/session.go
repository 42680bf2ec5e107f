package puzzle

import (
	"time"
)

// Session is training without an end, as a state machine: it offers a puzzle, follows the attempt
// at it and rates the person. Make one with [NewSession]. It is not safe for concurrent use.
type Session struct {
	training Training
	game     string
	only     Themes
	attempt  *Attempt
	number   int
	settled  bool
	change   int
}

// NewSession returns a session that continues a person's progress with puzzles of a game, only of
// the given themes if there are any. It has no attempt until [Session.Next].
func NewSession(t Training, game string, only Themes) *Session {
	return &Session{training: t, game: game, only: only}
}

// Training returns the progress of the person, with all puzzles that were settled.
func (s *Session) Training() Training { return s.training }

// Points returns the person's rating in the session's game, in whole points.
func (s *Session) Points() int { return s.training.Points(s.game) }

// Attempt returns the attempt at the present puzzle.
func (s *Session) Attempt() *Attempt { return s.attempt }

// Number returns how many puzzles the session has offered.
func (s *Session) Number() int { return s.number }

// Change returns the points that the present puzzle has added to the rating, whole as they are
// shown.
func (s *Session) Change() int { return s.change }

// Next offers the next puzzle as [Training.Offer] does. Leaving a puzzle before its attempt counts
// changes nothing.
func (s *Session) Next(draw func(n int) int) *Attempt {
	s.attempt = s.training.Offer(s.game, s.only, draw).Attempt()
	s.settled, s.change = false, 0
	s.number++
	return s.attempt
}

// Settle rates the attempt at the present puzzle as soon as it counts, once, and reports whether it
// did so now. Call it after each answer; the progress is then to be kept.
func (s *Session) Settle(now time.Time) bool {
	if s.attempt == nil || s.settled || !s.attempt.Counts() {
		return false
	}
	before := s.Points()
	s.training = s.training.After(s.attempt, now)
	s.settled, s.change = true, s.Points()-before
	return true
}
