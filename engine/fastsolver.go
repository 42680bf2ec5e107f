package engine

import (
	"context"
	"errors"
	"math/bits"
	"sync"
	"sync/atomic"

	"mancala/rules"
)

// fastSolver proves values by the packed board, endgame tables and a memo.
type fastSolver struct {
	variant rules.Variant
	config  SolverConfig
	tables  *Tables
	rank    *ranking
	memo    *memo
	nodes   uint64
	// report is told of progress.
	report func(Progress)
}

func (f *fastSolver) searched() uint64 { return f.nodes }

// tableSeeds returns up to how many seeds tables pay off for boards of n seeds, in at most so many bytes of memory for tables
// and memo together.
func tableSeeds(houses, n int, memory uint64) int {
	most := n * 11 / 24
	switch {
	case n <= 24:
		most = 8
	case n <= 36:
		most = 14
	case n <= 42:
		most = 17
	}
	most = min(most, n-1)
	for most > 0 && boards(houses, most) > memory/9*5 {
		most--
	}
	return max(most, 0)
}

// memoBytes returns how large a memo pays off for boards of n seeds.
func memoBytes(n int) uint64 {
	switch {
	case n <= 24:
		return 16 << 20
	case n <= 36:
		return 64 << 20
	}
	return 1 << 62
}

// errSmallMemory says that boards could not be told apart.
var errSmallMemory = errors.New("that is too little memory for a board of this size")

func (f *fastSolver) prepare(ctx context.Context, p rules.Position) error {
	b := pack(p)
	n, houses := seeds(b.own)+seeds(b.opp), int(f.variant.Houses)
	most := tableSeeds(houses, n, f.config.Memory)
	if f.tables == nil || f.tables.most < most {
		f.tables, f.memo = nil, nil
		tables, err := loadOrBuild(ctx, f.variant, most, f.config, func(layer int) {
			f.report(Progress{Layer: layer, Layers: most})
		})
		if err != nil {
			return err
		}
		f.tables = tables
	}
	if f.memo != nil && f.rank.seeds >= n {
		return nil
	}
	bytes := min(f.config.Memory-uint64(len(f.tables.values)), memoBytes(n))
	bytes = 1 << (bits.Len64(bytes) - 1)
	f.memo = nil
	if !memoFits(boards(houses, n), bytes) {
		return errSmallMemory
	}
	f.rank, f.memo = newRanking(houses, n), newMemo(boards(houses, n), bytes)
	return nil
}

// value lets every thread search the whole game: what one finds out spares the others the work. The first that is done has
// the answer.
func (f *fastSolver) value(ctx context.Context, p rules.Position, guess int) (bracket, error) {
	b, store := pack(p), p.Lead(p.ToMove())
	if p.Over() {
		return bracket{low: store, high: store}, nil
	}
	n := seeds(b.own) + seeds(b.opp)
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	searchers := make([]searcher, f.config.Threads)
	var busy *busyBoards
	if len(searchers) > 1 {
		busy = new(busyBoards)
	}
	low, high := -n, n
	var mu sync.Mutex
	work := func(s *searcher) {
		l, h := s.value(b.own, b.opp, n, guess-store)
		mu.Lock()
		defer mu.Unlock()
		if low, high = max(low, l), min(high, h); low == high {
			stop.Store(true)
		}
	}
	var workers sync.WaitGroup
	for i := range searchers {
		s := &searchers[i]
		*s = searcher{kernel: f.tables.kernel, rank: f.rank, tables: f.tables, memo: f.memo, busy: busy, stop: &stop}
		if i > 0 {
			workers.Go(func() { work(s) })
		}
	}
	before := f.nodes
	searchers[0].report = func(nodes uint64) { f.report(Progress{Nodes: before + nodes*uint64(len(searchers))}) }
	work(&searchers[0])
	workers.Wait()
	for i := range searchers {
		f.nodes += searchers[i].nodes
	}
	if low < high {
		return bracket{low: store + low, high: store + high}, ctx.Err()
	}
	return bracket{store + low, store + high, f.best(&searchers[0], b, n, low)}, nil
}

// best returns a house that reaches the value of a board that has just been proved.
func (f *fastSolver) best(s *searcher, b packed, n, value int) rules.House {
	if n > f.tables.most {
		if h := bounds(f.memo.find(s.key(b.own, b.opp))).house; h != noHouse {
			return rules.House(h + 1)
		}
	}
	// The board is in the tables, or no house was ever found to be better than nothing.
	_, h, open := s.expand(b.own, b.opp, n, value, noHouse, 0)
	if h == noHouse {
		h = int(open[0].house)
	}
	return rules.House(h + 1)
}
