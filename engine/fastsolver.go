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
}

func (f *fastSolver) searched() uint64 { return f.nodes }

// tableSeeds returns up to how many seeds tables pay off for boards of n seeds, in at most so many bytes.
func tableSeeds(houses, n int, memory uint64) int {
	most := 20
	switch {
	case n <= 24:
		most = 8
	case n <= 36:
		most = 14
	case n <= 42:
		most = 16
	}
	most = min(most, n-1)
	for most > 0 && boards(houses, most) > memory/3 {
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
		return 128 << 20
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
		tables, err := loadOrBuild(ctx, f.variant, most, f.config)
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
func (f *fastSolver) value(ctx context.Context, p rules.Position, guess int) (int, error) {
	b, store := pack(p), lead(p, p.ToMove())
	if p.Over() {
		return store, nil
	}
	n := seeds(b.own) + seeds(b.opp)
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var busy *busyBoards
	if f.config.Threads > 1 {
		busy = new(busyBoards)
	}
	var found atomic.Int64
	var nodes atomic.Uint64
	var done atomic.Bool
	var workers sync.WaitGroup
	for range f.config.Threads {
		workers.Go(func() {
			s := searcher{kernel: f.tables.kernel, rank: f.rank, tables: f.tables, memo: f.memo, busy: busy, stop: &stop}
			v := s.value(b.own, b.opp, n, guess-store)
			nodes.Add(s.nodes)
			if !s.stopped {
				found.Store(int64(v))
				done.Store(true)
				stop.Store(true)
			}
		})
	}
	workers.Wait()
	f.nodes += nodes.Load()
	if !done.Load() {
		return 0, ctx.Err()
	}
	return store + int(found.Load()), nil
}
