package match

import (
	"context"

	"mancala/rules"
)

// Verdict is the evaluation of a position by a judge.
type Verdict struct {
	// Value is the final store of the side to move minus the other one, in seeds, with best play by
	// both. It is proved if Exact is set, and an estimate otherwise.
	Value int
	Exact bool
	// Winner is set if a majority ends the game: only the sign of an exact value counts.
	Winner bool
	// Low and High bound the value by a proof if it is not exact; both are zero if none does.
	Low, High int
	// Layer is the number of seeds that tables of endings have reached that are being built, and
	// Layers that of the last one; both are zero if none are. Damaged says that the file that
	// kept endings was damaged.
	Layer, Layers int
	Damaged       bool
	// Line is the principal variation, as far as it is known; its first house is the best one. It
	// is empty in a finished game.
	Line []rules.House
	// Depth is the depth of the search, in plies; 0 if the value comes from a book or a table.
	Depth int
}

// Over returns the verdict on a finished game.
func Over(p rules.Position) Verdict {
	return Verdict{Value: p.Lead(p.ToMove()), Exact: true, Winner: p.Variant().Majority}
}

// Flipped returns the verdict as the other side sees it.
func (v Verdict) Flipped() Verdict {
	v.Value, v.Low, v.High = -v.Value, -v.High, -v.Low
	return v
}

// Best returns the best house, or 0 in a finished game.
func (v Verdict) Best() rules.House {
	if len(v.Line) == 0 {
		return 0
	}
	return v.Line[0]
}

// Judge evaluates positions. It is safe for concurrent use; calls may be served one after another.
type Judge interface {
	// Judge returns the value of the last position of past, which holds the positions of a game: an
	// earlier one may end it if it comes again. It takes as long as it was configured to take. If
	// report is not nil, it is called with each better verdict, on some goroutine, before Judge
	// returns. When ctx ends, Judge returns soon: the last verdict without an error, or the error
	// of ctx if there is none.
	Judge(ctx context.Context, past []rules.Position, report func(Verdict)) (Verdict, error)
}

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
