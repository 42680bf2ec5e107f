package engine

import (
	"context"
	"errors"

	"mancala/rules"
)

// Tables hold the exact value of every board with few seeds, for one rule set and one number of houses, a byte each: how
// many more of the seeds on the board the side to move gets than the other side. They are safe for several goroutines once
// they are built.
type Tables struct {
	kernel *kernel
	rank   *ranking
	most   int    // seeds of the largest boards they hold
	values []int8 // by rank.index
}

// errNoTables says that a rule set has no endgame tables.
var errNoTables = errors.New("there are no endgame tables for these rules")

// TableBytes returns the memory in bytes of the endgame tables for boards of up to so many seeds.
func TableBytes(houses, seeds int) uint64 { return boards(houses, seeds) }

// BuildTables returns the endgame tables of v for boards of up to so many seeds, worked out by that many threads (one where
// threads is less). It stops with the error of ctx soon after that ends.
func BuildTables(ctx context.Context, v rules.Variant, seeds, threads int) (*Tables, error) {
	if !packable(v) || seeds < 0 || seeds > maxPackedSeeds {
		return nil, errNoTables
	}
	t := newTables(newKernel(v), seeds)
	return t, t.build(ctx, -1, threads, nil)
}

// newTables makes room for tables without working them out.
func newTables(k *kernel, seeds int) *Tables {
	t := &Tables{kernel: k, rank: newRanking(k.houses, seeds), most: seeds, values: make([]int8, boards(k.houses, seeds))}
	adviseHugePages(t.values)
	return t
}

// value returns the value of a board with at most t.most seeds for the side to move.
func (t *Tables) value(own, opp uint64) int { return int(t.values[t.rank.index(own, opp)]) }
