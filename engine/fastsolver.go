package engine

import (
	"context"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"mancala/rules"
)

// fastSolver proves values by the packed board, endgame tables and a transposition table.
//
// Both grow while it searches: the tables by a layer each time when it has searched for about as
// long as the next layer takes to make, the transposition table when it is about full. So an easy
// position costs little memory, and a hard one gets it.
type fastSolver struct {
	variant rules.Variant
	config  SolverConfig
	tables  *Tables
	file    *tableFile
	rank    *ranking
	known   *transpositions
	nodes   uint64
	grown   uint64 // nodes when the tables last grew
	filled  uint64 // nodes when the transposition table was empty
	// report is told of progress.
	report func(Progress)
	keep   *keeper // nil if progress is not kept
}

func (f *fastSolver) searched() uint64 { return f.nodes }

// tableRoom returns up to how many seeds tables can go for boards of n seeds, if tables and
// transposition table together are to take at most so many bytes of memory.
func tableRoom(houses, n int, memory uint64) int {
	room := n - 1
	for room > 0 && boards(houses, room)+sideBytes*binomial(room+houses, houses) > memory/7*4 {
		room--
	}
	return max(room, 0)
}

// firstTables returns up to how many seeds tables are made before boards of n seeds are searched.
func firstTables(n int) int { return max(n*3/8-1, 0) }

// errSmallMemory says that boards could not be told apart.
var errSmallMemory = rules.Refuse("engine.small-memory", "that is too little memory for a board of this size")

func (f *fastSolver) prepare(ctx context.Context, p rules.Position) error {
	b := pack(p)
	n, houses := seeds(b.own)+seeds(b.opp), int(f.variant.Houses)
	if f.tables == nil {
		f.tables = newTables(newKernel(f.variant), tableRoom(houses, f.variant.Total(), f.config.Memory))
		f.file = new(tableFile)
		if f.config.TableFile != "" {
			f.file = openTableFile(f.config.TableFile, f.variant)
		}
	}
	if f.known == nil || f.rank.seeds < n {
		f.known = nil
		room := f.tables.room()
		bytes := f.config.Memory - boards(houses, room) - sideBytes*binomial(room+houses, houses)
		switch total := f.variant.Total(); {
		case f.keep != nil && f.keep.from != nil && f.keep.header.Seeds > n:
			n = f.keep.header.Seeds
		case canTellApart(boards(houses, total), bytes):
			n = total // so the table serves earlier positions, too
		}
		if !canTellApart(boards(houses, n), bytes) {
			return errSmallMemory
		}
		f.filled = f.nodes
		f.rank, f.known = newRanking(houses, n), newTranspositions(boards(houses, n), bytes)
		if err := f.goOn(ctx); err != nil {
			return err
		}
	}
	first := min(firstTables(seeds(b.own)+seeds(b.opp)), f.tables.room())
	for f.tables.most < first {
		if err := f.grow(ctx, first); err != nil {
			return err
		}
	}
	return nil
}

// grow makes the next layer of the tables, or reads it from the file. Progress says that it goes up
// to so many seeds.
func (f *fastSolver) grow(ctx context.Context, upTo int) error {
	f.report(Progress{Layer: f.tables.most + 1, Layers: upTo, Nodes: f.nodes})
	f.grown = f.nodes
	if f.file.load(ctx, f.tables) {
		return nil
	}
	err := f.tables.grow(ctx, f.config.Threads)
	if err == nil {
		_ = f.file.save(ctx, f.tables) // without the file the next run only starts slower
	}
	return err
}

// How many boards of a layer cost about as much as searching one board: those that are worked out,
// and those that are read.
const (
	boardsBuilt = 12
	boardsRead  = 100
)

// nextTables returns after how many boards searched in all the endgame tables are to grow.
func (f *fastSolver) nextTables() uint64 {
	next := f.tables.most + 1
	switch {
	case next > f.tables.room():
		return math.MaxUint64
	case f.file.holds(next):
		return f.grown + f.tables.layerSize(next)/boardsRead
	}
	return f.grown + f.tables.layerSize(next)/boardsBuilt
}

// nextTranspositions returns after how many boards searched in all the transposition table is to
// grow.
func (f *fastSolver) nextTranspositions() uint64 {
	entries, more := f.known.entries()
	if !more {
		return math.MaxUint64
	}
	return f.filled + entries
}

// patience returns how many more boards each thread is to search before it looks whether something
// grows.
func (f *fastSolver) patience() uint64 {
	const least = 1 << 12
	next := min(f.nextTables(), f.nextTranspositions())
	return max((max(next, f.nodes)-f.nodes)/uint64(f.config.Threads), least)
}

// growMore enlarges the tables that are due to grow. It fails only if ctx ends.
func (f *fastSolver) growMore(ctx context.Context) error {
	if f.nodes >= f.nextTranspositions() {
		growing := ctx
		if f.keep != nil {
			growing = context.WithoutCancel(ctx) // what is known is still to be written
		}
		if err := f.known.grow(growing); err != nil {
			f.known = nil // prepare makes another
			return err
		}
	}
	if f.nodes >= f.nextTables() {
		return f.grow(ctx, f.tables.most+1)
	}
	return nil
}

// lanes is how many searchers a thread has take their steps in turn, so that it need not wait for
// memory.
const lanes = 2

// stopEvery is after how many rounds of its searchers a thread looks whether it is to stop; less
// than a millisecond's worth.
const stopEvery = 1 << 9

// reportEvery is after how many boards a thread reports; some tenths of a second's worth.
const reportEvery = 1 << 19

func (f *fastSolver) value(ctx context.Context, p rules.Position, guess int) (bracket, error) {
	b, store := pack(p), p.Lead(p.ToMove())
	if p.Over() {
		return bracket{low: store, high: store}, nil
	}
	n := seeds(b.own) + seeds(b.opp)
	r := root{own: b.own, opp: b.opp, n: n, low: -n, high: n, guess: guess - store, house: noHouse}
	if f.recall(&r) {
		return bracket{store + r.low, store + r.high, rules.House(r.house + 1)}, nil
	}
	for {
		searchers := f.search(ctx, &r)
		if r.low == r.high {
			r.house = int(f.best(&searchers[0], &r)) - 1
			f.keepProgress(&r, true)
			return bracket{store + r.low, store + r.high, rules.House(r.house + 1)}, nil
		}
		err := ctx.Err()
		if err == nil {
			err = f.growMore(ctx)
		}
		f.keepProgress(&r, err != nil)
		if err != nil {
			return bracket{low: store + r.low, high: store + r.high}, err
		}
	}
}

// search narrows the bounds of a root. It lets every searcher of every thread search the whole
// game: a result that one of them finds spares the others the work. It ends when one of them is
// done, when ctx ends, or when it is time for larger tables.
func (f *fastSolver) search(ctx context.Context, r *root) []searcher {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if f.keep != nil {
		defer time.AfterFunc(time.Until(f.keep.next), func() { stop.Store(true) }).Stop()
	}
	searchers := make([]searcher, f.config.Threads*lanes)
	busy, open := new(busyBoards), true
	for i := range searchers {
		s := &searchers[i]
		*s = searcher{kernel: f.tables.kernel, rank: f.rank, tables: f.tables, known: f.known, busy: busy}
		open = s.begin(*r) && open
	}
	if open {
		patience := f.patience()
		var workers sync.WaitGroup
		for i := 1; i < f.config.Threads; i++ {
			workers.Go(func() { takeTurns(searchers[i*lanes:][:lanes], patience, &stop, nil) })
		}
		takeTurns(searchers[:lanes], patience, &stop, func() {
			f.report(Progress{Nodes: f.nodes + searchers[0].nodes*uint64(len(searchers))})
		})
		workers.Wait()
	}
	for i := range searchers {
		s := &searchers[i]
		f.nodes += s.nodes
		if s.root.low > r.low {
			r.low, r.house = s.root.low, s.root.house
		}
		r.high, r.guess = min(r.high, s.root.high), s.root.guess
	}
	return searchers
}

// takeTurns has searchers take steps in turn until one is done, they have searched about so many
// boards, or stop is set, and then sets it. Report, if not nil, is called now and then.
func takeTurns(searchers []searcher, boards uint64, stop *atomic.Bool, report func()) {
	defer stop.Store(true)
	for round := uint64(1); round*uint64(len(searchers)) <= boards; round++ {
		for i := range searchers {
			if !searchers[i].step() {
				return
			}
		}
		if round%stopEvery == 0 && stop.Load() {
			return
		}
		if round%(reportEvery/lanes) == 0 && report != nil {
			report()
		}
	}
}

// best returns a house that reaches the value of a root that has just been proved.
func (f *fastSolver) best(s *searcher, r *root) rules.House {
	house := r.house
	switch {
	case house != noHouse:
	case r.low == -r.n: // so does every house
		house = bits.TrailingZeros64(filled(r.own)) / 8
	default: // the board is in the tables
		s.depth = -1
		s.enter(r.own, r.opp, s.key(r.own, r.opp), r.n, r.low)
		s.look(&s.path[0])
		house = s.path[0].house
	}
	return rules.House(house + 1)
}
