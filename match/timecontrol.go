package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

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
