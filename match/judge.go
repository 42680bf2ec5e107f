package match

import (
	"context"

	"mancala/rules"
)

// Verdict is what a judge says of a position.
type Verdict struct {
	// Value is the final store of the side to move minus the other's, in seeds, that best play by
	// both leads to: known if Exact is set, and estimated if it is not.
	Value int
	Exact bool
	// Line is how best play goes on, as far as it is known; its first house is the best one. It is
	// empty in a finished game.
	Line []rules.House
	// Depth is how many plies ahead was looked; 0 if the value comes from a book or a table.
	Depth int
}

// Best returns the best house, or 0 in a finished game.
func (v Verdict) Best() rules.House {
	if len(v.Line) == 0 {
		return 0
	}
	return v.Line[0]
}

// Judge says what positions are worth. Its methods may be called by several goroutines; it may
// serve one after the other.
type Judge interface {
	// Judge returns what p is worth. It takes as long as the judge was made to take; report, if not
	// nil, is told each better verdict on the way, on some goroutine, before Judge returns. When
	// ctx ends, Judge returns soon: with the last verdict and no error if it has one, and else with
	// ctx's error.
	Judge(ctx context.Context, p rules.Position, report func(Verdict)) (Verdict, error)
}
