package motion

import (
	"time"

	"mancala/rules"
)

// turnTime is how long the light of the turn takes from one row to the other.
const turnTime = 300 * time.Millisecond

// Lamp is the light on the row of the side whose turn it is: when the turn passes, it travels. The
// zero value shines nowhere yet.
type Lamp struct {
	lit    bool
	side   rules.Side
	passed time.Duration // since it left the other row
}

// Advance lets d pass while it is a side's turn, and reports whether the light moved.
func (l *Lamp) Advance(side rules.Side, d time.Duration) bool {
	switch {
	case !l.lit:
		*l = Lamp{lit: true, side: side, passed: turnTime}
		return false
	case side != l.side:
		l.side, l.passed = side, turnTime-l.passed // on its way, it turns back
		return true
	case l.passed >= turnTime:
		return false
	}
	l.passed = min(turnTime, l.passed+d)
	return true
}

// Rest has the light at its place at once, without a motion.
func (l *Lamp) Rest() { l.passed = turnTime }

// Shift returns how much of the way is left: 1 as the light leaves the other row, 0 when it rests.
func (l *Lamp) Shift() float64 {
	if !l.lit {
		return 0
	}
	return 1 - easeInOut(share(l.passed, turnTime))
}
