package motion

import (
	"time"

	"mancala/rules"
)

// turnTime is the time that the light takes between the rows.
const turnTime = 300 * time.Millisecond

// Lamp is the light on the row of the side to move. When the turn passes, it travels to the other
// row. The zero value does not shine yet.
type Lamp struct {
	lit    bool
	side   rules.Side
	passed time.Duration // since it left the other row
}

// Advance advances the light by d while it is a side's turn, and reports whether it moved.
func (l *Lamp) Advance(side rules.Side, d time.Duration) bool {
	switch {
	case !l.lit:
		*l = Lamp{lit: true, side: side, passed: turnTime}
		return false
	case side != l.side:
		l.side, l.passed = side, turnTime-l.passed // halfway, it turns back
		return true
	case l.passed >= turnTime:
		return false
	}
	l.passed = min(turnTime, l.passed+d)
	return true
}

// Rest moves the light to its place at once, without a motion.
func (l *Lamp) Rest() { l.passed = turnTime }

// Shift returns the remaining part of the way: 1 as the light leaves the other row, 0 at rest.
func (l *Lamp) Shift() float64 {
	if !l.lit {
		return 0
	}
	return 1 - easeInOut(share(l.passed, turnTime))
}
