package main

import (
	"context"
	"math/rand/v2"
	"slices"

	"mancala/internal/engine"
	"mancala/internal/puzzle"
)

// ladder are the levels that try the puzzles, weakest first. Those that draw their plies try more
// than once.
var ladder = [puzzle.MostLevel]struct {
	name  string
	draws bool
}{{"seedling", true}, {"casual", true}, {"sharp", true}, {"strong", false}, {"master", false}}

// tries is the number of times that a level tries a puzzle.
const tries = 20

// rater finds out which levels solve a puzzle.
type rater struct {
	ctx     context.Context
	chance  *rand.PCG
	seed    uint64
	players [puzzle.MostLevel]*engine.Player
}

func newRater(ctx context.Context, seed uint64) (*rater, error) {
	r := &rater{ctx: ctx, chance: rand.NewPCG(seed, 0), seed: seed}
	for i, rung := range ladder {
		var err error
		if r.players[i], err = engine.NewPlayer(rung.name, rand.New(r.chance), nil); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// found returns in how many of its tries each level finds the first ply.
func (r *rater) found(p puzzle.Puzzle) (found [puzzle.MostLevel]int, err error) {
	r.chance.Seed(r.seed, 1)
	for i, rung := range ladder {
		n := 1
		if rung.draws {
			n = tries
		}
		for range n {
			h, err := r.players[i].Choose(r.ctx, p.Position)
			if err != nil {
				return found, err
			}
			if p.Right[0].Has(h) {
				found[i] += tries / n
			}
		}
	}
	return found, nil
}

// level returns the number of levels below the first one that finds the first ply in all of its
// tries, and whether the puzzle is fair: no level finds it more often than a stronger one.
func (r *rater) level(p puzzle.Puzzle) (level int, fair bool, err error) {
	found, err := r.found(p)
	if err != nil {
		return 0, false, err
	}
	if level = slices.Index(found[:], tries); level < 0 {
		level = puzzle.MostLevel
	}
	return level, slices.IsSorted(found[:]), nil
}
