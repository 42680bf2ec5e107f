package engine

import (
	"context"
	"errors"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

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
	return t, t.extend(ctx, -1, threads)
}

// newTables makes room for tables without working them out.
func newTables(k *kernel, seeds int) *Tables {
	t := &Tables{kernel: k, rank: newRanking(k.houses, seeds), most: seeds, values: make([]int8, boards(k.houses, seeds))}
	adviseHugePages(t.values)
	return t
}

// extend works out the layers above one that is there; -1 stands for none.
func (t *Tables) extend(ctx context.Context, have, threads int) error {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	for n := have + 1; n <= t.most && ctx.Err() == nil; n++ {
		t.buildLayer(n, threads, &stop)
	}
	return ctx.Err()
}

// buildLayer works out all boards with n seeds. Boards whose sides hold a and n-a seeds rest only on lower layers and, by a
// quiet ply, on those with the numbers exchanged, so each such pair is a piece of work of its own; the largest come first.
func (t *Tables) buildLayer(n, threads int, stop *atomic.Bool) {
	pairs := make([]int, n/2+1)
	for a := range pairs {
		pairs[a] = a
	}
	size := func(a int) uint64 { return t.rank.count[a] * t.rank.count[n-a] }
	sort.SliceStable(pairs, func(i, j int) bool { return size(pairs[i]) > size(pairs[j]) })
	if threads <= 1 || n < 6 {
		for _, a := range pairs {
			t.buildPair(a, n-a, stop)
		}
		return
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(threads, len(pairs), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(pairs); i = int(next.Add(1)) - 1 {
				t.buildPair(pairs[i], n-pairs[i], stop)
			}
		})
	}
	workers.Wait()
}

// buildPair works out the boards on which one side has a seeds and the other b. A quiet ply lowers the number of the
// mover's houses and leaves the other side's, so going up through both every value is there when it is asked for.
func (t *Tables) buildPair(a, b int, stop *atomic.Bool) {
	r := t.rank
	forward, backward := t.values[r.base[a][b]:], t.values[r.base[b][a]:]
	nx, ny := r.count[a], r.count[b]
	x := r.first(a)
	for i := range nx {
		if stop.Load() {
			return
		}
		if a == b {
			ny = i + 1 // the rest is the same boards again
		}
		y := r.first(b)
		for j := range ny {
			forward[i*r.count[b]+j] = int8(t.solve(x, y, a, b))
			backward[j*nx+i] = int8(t.solve(y, x, b, a))
			y = r.next(y)
		}
		x = r.next(x)
	}
}

// solve works out the value of a board with a and b seeds from those that lie before it.
func (t *Tables) solve(own, opp uint64, a, b int) int {
	if a == 0 || b == 0 {
		return a - b
	}
	best := -a - b
	for h := range t.kernel.houses {
		if own>>(8*h)&0xff == 0 {
			continue
		}
		own, opp, l := t.kernel.sow(own, opp, h)
		gain := int(own >> storeShift)
		own &= houseMask
		if l.again != 0 {
			best = max(best, gain+t.value(own, opp))
		} else {
			best = max(best, gain-t.value(opp, own))
		}
	}
	return best
}

// value returns the value of a board with at most t.most seeds for the side to move.
func (t *Tables) value(own, opp uint64) int { return int(t.values[t.rank.index(own, opp)]) }
