package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

// Clocks are the clocks of one game. At most one of them runs; a side whose clock has run down has
// lost. Clocks know no time of their own: every change takes the moment at which it happens, and a
// moment before the last change counts as the last change. The zero value is a game without clocks.
// Their owner, package table, changes them.
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

// Falls returns the moment at which the running clock will have run down, and whether one runs.
func (c *Clocks) Falls() (time.Time, bool) {
	return c.At.Add(c.Left[c.Side]), c.Running
}

// Fallen returns the side whose clock has run down while it ran, and whether one has.
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
