package match

import (
	"errors"

	"mancala/rules"
)

// Party is one of the two players of a series, whichever side they have in a game. Host is the one
// who set the game up; at one keyboard, the one at the bottom of the screen.
type Party uint8

// The two parties.
const (
	Host Party = iota
	Guest
)

// Other returns the other party.
func (p Party) Other() Party {
	if p == Host {
		return Guest
	}
	return Host
}

// String returns "host" or "guest".
func (p Party) String() string {
	if p == Host {
		return "host"
	}
	return "guest"
}

// Tally counts the results of the games of a series so far. Games without a result do not count.
type Tally struct {
	// Wins are the games that each party has won.
	Wins [2]int
	// Draws are the games that were drawn.
	Draws int
}

// Add returns the tally with the result of one more game, in which the party south played South.
func (t Tally) Add(r Result, south Party) Tally {
	switch r.Outcome {
	case rules.SouthWins:
		t.Wins[south]++
	case rules.NorthWins:
		t.Wins[south.Other()]++
	case rules.Draw:
		t.Draws++
	}
	return t
}

// Series is a row of games between the same two parties by the same rules. The starter of a game
// plays South, and the other one starts the next game. Make one with [NewSeries].
type Series struct {
	variant rules.Variant
	starter Party
	number  int
	before  Tally // of the games before the current one
	match   *Match
}

// NewSeries returns a series in its first game, or the error of [New].
func NewSeries(v rules.Variant, starter Party) (*Series, error) {
	m, err := New(v)
	if err != nil {
		return nil, err
	}
	return &Series{variant: v, starter: starter, number: 1, match: m}, nil
}

// ResumeSeries returns a series in a game of any number, whose first plies are played already;
// before is the tally of the games before it. A ply that is not legal is a [*rules.PlyError].
func ResumeSeries(g rules.Game, starter Party, number int, before Tally) (*Series, error) {
	s, err := NewSeries(g.Variant, starter)
	if err != nil {
		return nil, err
	}
	s.number, s.before = number, before
	for i, h := range g.Plies {
		if _, err := s.match.Play(s.match.Position().ToMove(), h); err != nil {
			return nil, &rules.PlyError{Ply: i + 1, House: h, Err: cause(err)}
		}
	}
	return s, nil
}

// cause returns why the rules refused a ply.
func cause(err error) error {
	if refused := (*PlyError)(nil); errors.As(err, &refused) {
		if errors.Is(refused.Err, ErrEnded) {
			return rules.ErrGameOver
		}
		return refused.Err
	}
	return err
}

// Before returns the tally of the games before the current one.
func (s *Series) Before() Tally { return s.before }

// Tally returns the tally of all games so far, the current one included once it has ended.
func (s *Series) Tally() Tally { return s.before.Add(s.match.Result(), s.starter) }

// Variant returns the rules of the series.
func (s *Series) Variant() rules.Variant { return s.variant }

// Match returns the current game.
func (s *Series) Match() *Match { return s.match }

// Number returns the number of the current game, counted from 1.
func (s *Series) Number() int { return s.number }

// Starter returns who makes the first ply of the current game.
func (s *Series) Starter() Party { return s.starter }

// Side returns the side a party has in the current game.
func (s *Series) Side(p Party) rules.Side {
	if p == s.starter {
		return rules.South
	}
	return rules.North
}

// Party returns who has a side in the current game.
func (s *Series) Party(side rules.Side) Party {
	if side == rules.South {
		return s.starter
	}
	return s.starter.Other()
}

// Next begins the next game, which the other party starts. While the current game runs it returns
// [ErrRunning] and changes nothing.
func (s *Series) Next() error {
	if s.match.Running() {
		return ErrRunning
	}
	m, err := New(s.variant)
	if err != nil {
		return err
	}
	s.before = s.Tally()
	s.match, s.starter, s.number = m, s.starter.Other(), s.number+1
	return nil
}
