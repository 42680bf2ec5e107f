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
	// Low and High are proved bounds of an inexact value; both are zero without a proof.
	Low, High int
	// Layer is the seed count of the newest tables of endings under construction, and Layers the
	// count of the last; both are zero if none are built. Damaged says that the file of kept
	// endings was damaged.
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

// Judge evaluates positions. It is safe for concurrent use, but may serve calls one by one.
type Judge interface {
	// Judge returns the value of the last position of past. Past holds the positions of a game,
	// because an earlier one may end the game if it repeats. The configuration sets the time that
	// Judge takes. If report is not nil, some goroutine calls it with each better verdict before
	// Judge returns. When ctx ends, Judge soon returns its last verdict, or the error of ctx if it
	// has none.
	Judge(ctx context.Context, past []rules.Position, report func(Verdict)) (Verdict, error)
}

// Estimator is a seat that may choose by an estimate.
type Estimator interface {
	Seat
	// Estimate returns the seat's verdict on the position of the last Choose, or false if the value
	// is proved or unknown. The same goroutine calls it after Choose.
	Estimate() (Verdict, bool)
}

// Mark rates a ply.
type Mark uint8

// The marks: unknown first, then from the best ply to the worst.
const (
	Unmarked   Mark = iota // too little is known, or better verdicts may come
	Forced                 // there was no other
	Best                   // costs nothing
	Good                   // costs next to nothing
	Inaccuracy             // costs a little
	Mistake                // costs much, or a win or a draw
	Blunder                // costs very much
)

// The least costs, in seeds, of plies that are worse than good.
const (
	inaccuracyFrom = 2
	mistakeFrom    = 4
	blunderFrom    = 8
)

// Sign returns the mark as chess players write it: "?!", "?" or "??"; "" for a good ply or better.
func (m Mark) Sign() string {
	signs := [...]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}
	return signs[min(m, Blunder)]
}

// Assessment is a review's verdict on one ply. Values are the mover's final store minus the other
// one.
type Assessment struct {
	Mover rules.Side
	House rules.House
	// Before is the value of the position before the ply, with best play, and After its value after
	// the ply.
	Before, After Verdict
	// Cost is the number of seeds that the ply gave away, never negative. It is exact if Exact is
	// set, and an estimate otherwise. If a majority ends the game, an exact cost is zero if the
	// ply gave away no win and no draw.
	Cost  int
	Exact bool
	Mark  Mark

	// Known reports that both values are known.
	Known bool
}

// Assess returns the assessment of the n-th ply, counted from 1, or false as long as its cost is
// unknown. The mark is set once both positions have their final verdict. It panics unless n is in
// 1..Plies.
func (r *Review) Assess(n int) (Assessment, bool) {
	before, after, s := &r.known[n-1], &r.known[n], r.sowings[n-1]
	a := Assessment{Mover: s.Mover, House: s.From, Before: before.Verdict, After: after.Verdict}
	if r.sign(n, s.Mover) < 0 {
		a.After = a.After.Flipped()
	}
	if !before.ok || !after.ok {
		return a, false
	}
	a.Known, a.Exact = true, before.Exact && after.Exact
	if a.Cost = max(0, a.Before.Value-a.After.Value); a.Exact && a.Before.Winner && outcome(a.Before.Value) == outcome(a.After.Value) {
		a.Cost = 0
	}
	switch {
	case r.forced[n-1]:
		a.Mark = Forced
	case r.settled(n-1) && r.settled(n):
		a.Mark = a.mark()
	}
	return a, true
}

// mark returns the mark for the cost. Giving away a win or a draw is at least a mistake.
func (a *Assessment) mark() Mark {
	switch {
	case a.Cost >= blunderFrom:
		return Blunder
	case a.Cost >= mistakeFrom, a.Exact && outcome(a.After.Value) < outcome(a.Before.Value):
		return Mistake
	case a.Cost >= inaccuracyFrom:
		return Inaccuracy
	case a.Cost > 0:
		return Good
	}
	return Best
}

// outcome is 1 for a win, 0 for a draw and -1 for a loss.
func outcome(value int) int { return max(-1, min(value, 1)) }

// Summary rates the play of one side. It covers the plies that have a mark.
type Summary struct {
	// Plies is how many plies of the side have a mark, and Marks how many have each.
	Plies int
	Marks [Blunder + 1]int
	// Cost is the sum of their costs, in seeds; Exact reports that all of it is proved.
	Cost  int
	Exact bool
}

// MeanCost returns the mean cost of a ply, in seeds; 0 if no ply has a mark.
func (s *Summary) MeanCost() float64 {
	if s.Plies == 0 {
		return 0
	}
	return float64(s.Cost) / float64(s.Plies)
}

// Costliest returns the ply that cost a side the most, the first of equal ones, and false if no ply
// is marked as a mistake.
func (r *Review) Costliest(side rules.Side) (n int, ok bool) {
	most := 0
	for i := 1; i <= r.Plies(); i++ {
		if a, _ := r.Assess(i); a.Mover == side && a.Mark >= Mistake && a.Cost > most {
			n, most = i, a.Cost
		}
	}
	return n, n > 0
}

// Summary rates the play of a side.
func (r *Review) Summary(side rules.Side) Summary {
	sum := Summary{Exact: true}
	for n := 1; n <= r.Plies(); n++ {
		a, _ := r.Assess(n)
		if a.Mark == Unmarked || a.Mover != side {
			continue
		}
		sum.Plies++
		sum.Marks[a.Mark]++
		sum.Cost += a.Cost
		sum.Exact = sum.Exact && a.Exact
	}
	return sum
}
