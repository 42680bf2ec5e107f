package match

import "mancala/rules"

// Party is one of the two who play a series, whichever side they have in a game. Host is the one who set the game up;
// at one keyboard, the one at the bottom of the screen.
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

// Series is a row of games between the same two parties by the same rules. The starter of a game plays South, and the
// other one starts the next game. Make one with [NewSeries].
type Series struct {
	variant rules.Variant
	starter Party
	number  int
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

// Next begins the next game, which the other party starts. While the current game runs it returns [ErrRunning] and
// changes nothing.
func (s *Series) Next() error {
	if s.match.Result().Ending == Running {
		return ErrRunning
	}
	m, err := New(s.variant)
	if err != nil {
		return err
	}
	s.match, s.starter, s.number = m, s.starter.Other(), s.number+1
	return nil
}
