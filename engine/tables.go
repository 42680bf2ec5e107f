package engine

import (
	"context"
	"errors"

	"mancala/rules"
)

// Tables hold the exact value of every board with few seeds, for one rule set and one number of
// houses, a byte each: how many more of the seeds on the board the side to move gets than the other
// side. They grow by layers, the boards of one number of seeds. While they do not grow they are
// safe for several goroutines.
type Tables struct {
	kernel *kernel
	rank   *ranking // of as many seeds as there is room for
	sides  *sides
	most   int    // seeds of the largest boards they hold; -1 stands for none
	values []int8 // by rank.index
}

// errNoTables says that a rule set has no endgame tables.
var errNoTables = errors.New("there are no endgame tables for these rules")

// TableBytes returns the memory in bytes of the endgame tables for boards of up to so many seeds.
func TableBytes(houses, seeds int) uint64 { return boards(houses, seeds) }

// BuildTables returns the endgame tables of v for boards of up to so many seeds, worked out by that
// many threads (one if threads is less). It stops with the error of ctx soon after that ends.
func BuildTables(ctx context.Context, v rules.Variant, seeds, threads int) (*Tables, error) {
	if !packable(v) || seeds < 0 || seeds > maxPackedSeeds {
		return nil, errNoTables
	}
	t := newTables(newKernel(v), seeds)
	for t.most < seeds {
		if err := t.grow(ctx, threads); err != nil {
			return t, err
		}
	}
	return t, ctx.Err()
}

// newTables returns empty tables with room for boards of up to so many seeds. The system gives the
// memory once it is used.
func newTables(k *kernel, seeds int) *Tables {
	t := &Tables{
		kernel: k, rank: newRanking(k.houses, seeds), sides: newSides(k.houses, seeds), most: -1,
		values: make([]int8, boards(k.houses, seeds)),
	}
	adviseHugePages(t.values)
	return t
}

// room returns the seeds of the largest boards that there is room for.
func (t *Tables) room() int { return t.rank.seeds }

// layerSize returns the number of boards with n seeds.
func (t *Tables) layerSize(n int) uint64 { return t.rank.layer[n+1] - t.rank.layer[n] }

// value returns the value of a board with at most t.most seeds for the side to move.
func (t *Tables) value(own, opp uint64) int { return int(t.values[t.rank.index(own, opp)]) }
