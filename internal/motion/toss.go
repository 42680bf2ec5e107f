package motion

import (
	"math"
	"time"
)

// The parts of a toss: the coin spins through the air, lies on the board for a while, and fades.
const (
	spinTime   = 800 * time.Millisecond
	lieTime    = 700 * time.Millisecond
	vanishTime = 200 * time.Millisecond
	halfTurns  = 7.0

	// TossTime is the duration of the whole toss.
	TossTime = spinTime + lieTime + vanishTime
)

// Toss is one instant of a coin toss over the board.
type Toss struct {
	// Tilt is the visible height of the coin, as a share of its width: 1 is its winning face, -1
	// the other one, and 0 its edge.
	Tilt float64
	// Height is its height above the board, 0..1.
	Height float64
	// Shown is its opacity. Lies says that it lies on the board, so that the result can be
	// announced.
	Shown float64
	Lies  bool
}

// TossAt returns the toss at a time after its beginning. From TossTime on nothing is visible.
func TossAt(elapsed time.Duration) Toss {
	air := share(elapsed, spinTime)
	fade := share(elapsed-spinTime-lieTime, vanishTime)
	return Toss{
		Tilt:   math.Cos(math.Pi * halfTurns * (1 - easeOut(air))),
		Height: 4 * air * (1 - air),
		Shown:  min(share(elapsed, spinTime/8), 1-fade),
		Lies:   air == 1,
	}
}
