package match

import "mancala/rules"

// Estimator is a seat that may have to choose by an estimate.
type Estimator interface {
	Seat
	// Estimate returns the value that the seat expects of the house that Choose returned last: its
	// final store minus the other's, in seeds. It returns false if the value is proved or unknown.
	// It is called after Choose, by the same goroutine.
	Estimate() (value int, ok bool)
}

// estimate is the value that a seat at this end expected of the house that it chose.
type estimate struct {
	in    rules.Position
	house rules.House
	value int
}

// estimates are those of a game, by the numbers of their plies from 1. A ply that is taken back
// keeps its estimate for the time when it is played again.
type estimates map[int]estimate
