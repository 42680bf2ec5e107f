package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

// Party is one of the two players of a series, whichever side they have in a game. Host set the
// game up; at one keyboard, Host is at the bottom of the screen.
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

// Add returns the tally with one more game; the party south played South in it.
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
// plays South, and the other party starts the next game. Make one with [NewSeries].
type Series struct {
	starter Party
	number  int
	before  Tally // of the games before the current one
	match   Match
}

// NewSeries returns a series in its first game, or the error of [New].
func NewSeries(v rules.Variant, starter Party) (*Series, error) {
	m, err := New(v)
	if err != nil {
		return nil, err
	}
	return &Series{starter: starter, number: 1, match: *m}, nil
}

// ResumeSeries returns a series in its game of any number, with that game's first plies. Before is
// the tally of the earlier games. An illegal ply is a [*rules.PlyError].
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

// Match returns the current game. The next game takes its place.
func (s *Series) Match() *Match { return &s.match }

// Copy returns the series as it is now. What happens to one of the two leaves the other as it is,
// though both share the memory of the plies: so a copy costs the same for a game of any length.
func (s *Series) Copy() *Series {
	c := *s
	c.match.cut(c.match.Plies())
	return &c
}

// Back returns the series as it was right after the first n plies of the current game.
func (s *Series) Back(n int) *Series {
	c := *s
	if c.match.cut(n); !c.match.Position().Over() {
		c.match.ending = Running
	}
	return &c
}

// Swapped returns the series with the two parties in each other's place.
func (s *Series) Swapped() *Series {
	c := s.Copy()
	c.starter, c.before.Wins = c.starter.Other(), [2]int{c.before.Wins[1], c.before.Wins[0]}
	return c
}

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

// Next begins the next game; the other party starts it. While the current game runs it returns
// [ErrRunning] and changes nothing.
func (s *Series) Next() error {
	if s.match.Running() {
		return ErrRunning
	}
	m, err := New(s.match.positions[0].Variant())
	if err != nil {
		return err
	}
	s.before = s.Tally()
	s.match, s.starter, s.number = *m, s.starter.Other(), s.number+1
	return nil
}

// Clocks are the clocks of one game. At most one of them runs; a side whose clock has run down has
// lost. Clocks do not read the time: every change takes its moment, and a moment before the last
// change counts as the last change. The zero value is a game without clocks. Their owner, package
// table, changes them.
type Clocks struct {
	// Control is the time control of the game.
	Control TimeControl
	// Left is the time that each side had left at the moment At.
	Left [2]time.Duration
	// Running says that the clock of Side runs.
	Running bool
	Side    rules.Side
	// At is the moment of the last change.
	At time.Time
}

// NewClocks returns the clocks of a game before its first ply. None runs yet.
func NewClocks(c TimeControl) Clocks {
	return Clocks{Control: c, Left: [2]time.Duration{c.Base, c.Base}}
}

// Resume sets the clocks on to a later moment without letting time pass, as after an outage.
func (c *Clocks) Resume(now time.Time) { c.At = now }

// LeftAt returns the time that a side has left at a moment, at least 0.
func (c *Clocks) LeftAt(side rules.Side, now time.Time) time.Duration {
	left := c.Left[side]
	if c.Running && c.Side == side {
		left -= c.later(now).Sub(c.At)
	}
	return max(left, 0)
}

// later returns a moment, or the moment of the last change if it is later.
func (c *Clocks) later(now time.Time) time.Time {
	if now.Before(c.At) {
		return c.At
	}
	return now
}

// Falls returns the moment when the running clock will run down, and whether a clock runs.
func (c *Clocks) Falls() (time.Time, bool) {
	return c.At.Add(c.Left[c.Side]), c.Running
}

// Fallen returns the side whose running clock has run down, and whether there is one.
func (c *Clocks) Fallen(now time.Time) (rules.Side, bool) {
	return c.Side, c.Running && c.LeftAt(c.Side, now) == 0
}

// TimeControl is how much time each player has for a game. The zero value means that the game has
// no clocks.
type TimeControl struct {
	// Base is the time for all plies of a game: whole seconds from [MinBase] to [MaxBase].
	Base time.Duration
	// Increment is the time that each ply adds: whole seconds up to [MaxIncrement].
	Increment time.Duration
}

// The bounds of a [TimeControl] with clocks.
const (
	MinBase      = time.Second
	MaxBase      = 3 * time.Hour
	MaxIncrement = 3 * time.Minute
)

// ErrBadTime says that a time control is out of bounds, or that its text has another form.
// Compare with errors.Is.
var ErrBadTime error = rules.Refuse("match.bad-time",
	"a clock is minutes+seconds, as 5+3, or 90s+2 for 90 seconds: 1 second to 3 hours, and up to 3 minutes a move")

// Timed reports whether the game has clocks.
func (c TimeControl) Timed() bool { return c != TimeControl{} }

// Check returns [ErrBadTime] if the control is out of bounds. The zero value is within them.
func (c TimeControl) Check() error {
	whole := c.Base%time.Second == 0 && c.Increment%time.Second == 0
	if c.Timed() && (!whole || c.Base < MinBase || c.Base > MaxBase || c.Increment < 0 || c.Increment > MaxIncrement) {
		return ErrBadTime
	}
	return nil
}

// String returns the text that [ParseTimeControl] reads: minutes and the seconds of the increment,
// "5+3", or "90s+2" if the minutes are not whole; "none" without clocks.
func (c TimeControl) String() string {
	switch {
	case !c.Timed():
		return "none"
	case c.Base%time.Minute == 0:
		return fmt.Sprintf("%d+%d", c.Base/time.Minute, c.Increment/time.Second)
	}
	return fmt.Sprintf("%ds+%d", c.Base/time.Second, c.Increment/time.Second)
}

// ParseTimeControl reads the text of a time control: "5+3" is five minutes and three seconds a ply,
// "90s+2" is 90 seconds and two, "5" is "5+0", and "none" has no clocks. Spaces do not count. The
// error is [ErrBadTime].
func ParseTimeControl(text string) (TimeControl, error) {
	text = strings.Join(strings.Fields(text), "")
	if text == "none" {
		return TimeControl{}, nil
	}
	base, increment, more := strings.Cut(text, "+")
	if !more {
		increment = "0"
	}
	unit := time.Minute
	if seconds, ok := strings.CutSuffix(base, "s"); ok {
		base, unit = seconds, time.Second
	}
	n, err := strconv.ParseUint(base, 10, 16)
	m, err2 := strconv.ParseUint(increment, 10, 16)
	if err != nil || err2 != nil {
		return TimeControl{}, ErrBadTime
	}
	c := TimeControl{time.Duration(n) * unit, time.Duration(m) * time.Second}
	if err := c.Check(); err != nil || !c.Timed() {
		return TimeControl{}, ErrBadTime
	}
	return c, nil
}
