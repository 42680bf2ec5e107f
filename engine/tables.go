package engine

import (
	"context"
	"errors"

	"mancala/rules"
)

// Tables hold the exact value of every board with few seeds, for one rule set and number of houses,
// a byte each: how many more of the seeds on the board the side to move gets than the other side.
// They grow by layers, a layer being all boards with the same number of seeds. They are safe for
// concurrent use except while they grow.
type Tables struct {
	kernel *kernel
	rank   *ranking // for as many seeds as there is room for
	sides  *sides
	most   int    // seeds of the last layer; -1 if there is none
	values []int8 // by rank.index with the sides exchanged, which makes them quick to build
}

// errNoTables means that a rule set cannot have endgame tables.
var errNoTables = errors.New("there are no endgame tables for these rules")

// TableBytes returns the size, in bytes, of the endgame tables of boards with up to that many
// seeds.
func TableBytes(houses, seeds int) uint64 { return boards(houses, seeds) }

// BuildTables builds the endgame tables of v for boards with up to that many seeds, with that many
// threads (at least one). It returns the error of ctx soon after that ends.
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

// newTables returns empty tables with capacity for boards of up to that many seeds. The system
// commits the memory on first use.
func newTables(k *kernel, seeds int) *Tables {
	t := &Tables{
		kernel: k, rank: newRanking(k.houses, seeds), sides: newSides(k, seeds), most: -1,
		values: make([]int8, boards(k.houses, seeds)),
	}
	adviseHugePages(t.values)
	return t
}

// room returns the number of seeds of the last layer that there is room for.
func (t *Tables) room() int { return t.rank.seeds }

// layerSize returns the number of boards with n seeds.
func (t *Tables) layerSize(n int) uint64 { return t.rank.layer[n+1] - t.rank.layer[n] }

// value returns the value of a board of at most t.most seeds for the side to move.
func (t *Tables) value(own, opp uint64) int { return int(t.values[t.rank.index(opp, own)]) }
