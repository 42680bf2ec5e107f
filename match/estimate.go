package match

import "mancala/rules"

// Estimator is a seat that may have to choose by an estimate.
type Estimator interface {
	Seat
	// Estimate returns the verdict of the seat on the position in which Choose was called last.
	// It returns false if the value is proved or unknown. It is called after Choose, by the same
	// goroutine.
	Estimate() (Verdict, bool)
}

// estimate is the verdict of a seat at this end on the position in which it chose a house.
type estimate struct {
	in      rules.Position
	house   rules.House
	verdict Verdict
}

// estimates are those of a game, by the numbers of their plies from 1. A ply that is taken back
// keeps its estimate for the time when it is played again.
type estimates map[int]estimate
