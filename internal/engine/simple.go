package engine

import (
	"iter"
	"math/rand/v2"
	"slices"

	"mancala/rules"
)

// randomPly returns a uniformly random legal ply, which may be the swap.
func randomPly(p rules.Position, rng *rand.Rand) rules.House {
	plies := slices.Collect(p.Plies())
	return plies[rng.IntN(len(plies))]
}

// fromStore yields the non-empty houses of the side to move, nearest to its store first. In a game
// that is not over there is at least one.
func fromStore(p rules.Position) iter.Seq[rules.House] {
	return func(yield func(rules.House) bool) {
		for h := rules.House(p.Variant().Houses); h >= 1; h-- {
			if p.Legal(h) == nil && !yield(h) {
				return
			}
		}
	}
}

// low returns the non-empty house nearest to the mover's store. CS230 numbers its bins from the
// store, so this is its bin of lowest index. It never swaps.
func low(p rules.Position) rules.House {
	for h := range fromStore(p) {
		return h
	}
	return 0
}

// again returns the house nearest to the mover's store that earns an extra turn, or the choice of
// low if there is none.
func again(p rules.Position) rules.House {
	for h := range fromStore(p) {
		if _, s, _ := p.Sow(h); s.ExtraTurn {
			return h
		}
	}
	return low(p)
}
