package match

import "mancala/rules"

// Referee is the part of a host's link that settles what its guest disagrees about. It is there if
// the host only stands for the other player, as in a club: its word is final then.
type Referee interface {
	// Rule sets the series of the link to a state, and drops the connection if there is one; the
	// guest takes the state over when it is back. Open requests are void then. The link has the
	// events of the change. Rule returns an error if there is no series, or if a ply is not legal.
	Rule(r Ruling) error
}

// Ruling is the state of a game that a [Referee] sets.
type Ruling struct {
	// Number is the number of the game in the series.
	Number int
	// Starter is who makes its first ply.
	Starter Party
	// Plies is the whole game.
	Plies []rules.House
	// Ending is how the game has ended: Running, Finished, Resigned or TimedOut.
	Ending Ending
	// Loser is who resigned or ran out of time.
	Loser Party
	// Before is the tally of the games before it.
	Before Tally
}
