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

// fastSolver proves values with packed boards, endgame tables and a transposition table.
//
// Both tables grow during the search: the endgame tables by a layer whenever the search has cost
// about as much as the next layer will, the transposition table when it is nearly full. So only
// hard positions take much memory.
type fastSolver struct {
	variant rules.Variant
	config  SolverConfig
	tables  *Tables
	file    *tableFile
	saving  sync.WaitGroup // the layer being written to file
	rank    *ranking
	known   *transpositions
	nodes   uint64
	grown   uint64 // node count when the endgame tables last grew
	filled  uint64 // node count when the transposition table was last empty
	// report reports progress.
	report func(Progress)
	keep   *keeper // nil if no file keeps progress
}

func (f *fastSolver) searched() uint64 { return f.nodes }

// tableRoom returns the largest number of seeds in endgame tables during searches of boards of n
// seeds. Both kinds of tables together take at most the given bytes. Endgame tables get most of
// them: a layer more spares more boards than a transposition table several times as large.
func tableRoom(v rules.Variant, n int, memory uint64) int {
	room := n - 1
	for room > 0 && boards(int(v.Houses), room)+sideMemory(v, room) > memory/7*6 {
		room--
	}
	return max(room, 0)
}

// firstTables returns the largest number of seeds in the endgame tables that are built before a
// search of boards of n seeds. Boards early in a game cost so many nodes that more layers pay.
func firstTables(n int) int { return max(n/4+5, n/2-4) }

// errSmallMemory means that a transposition table of this size could not tell boards apart.
var errSmallMemory = rules.Refuse("engine.small-memory", "that is too little memory for a board of this size")

func (f *fastSolver) prepare(ctx context.Context, p rules.Position) (err error) {
	defer func() {
		if err != nil {
			f.saving.Wait()
		}
	}()
	b := pack(p)
	n, houses := b.seeds(), int(f.variant.Houses)
	if f.tables == nil {
		f.tables = newTables(newKernel(f.variant), tableRoom(f.variant, f.variant.Total(), f.config.Memory))
		f.file = new(tableFile)
		if f.config.TableFile != "" {
			f.file = openTableFile(f.config.TableFile, f.variant)
		}
	}
	if f.known == nil || f.rank.seeds < n {
		f.known = nil
		room := f.tables.room()
		bytes := f.config.Memory - boards(houses, room) - sideMemory(f.variant, room)
		switch total := f.variant.Total(); {
		case f.keep != nil && f.keep.from != nil && f.keep.header.Seeds > n:
			n = f.keep.header.Seeds
		case canTellApart(boards(houses, total), bytes):
			n = total // for earlier positions, too
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
	first := min(firstTables(b.seeds()), f.tables.room())
	for f.tables.most < first {
		if err := f.grow(ctx, first); err != nil {
			return err
		}
	}
	return nil
}

// grow adds the next layer of the endgame tables, from the file or by building it. Progress names
// upTo as the last layer. A layer built is written to the file during the search.
func (f *fastSolver) grow(ctx context.Context, upTo int) error {
	f.report(Progress{Layer: f.tables.most + 1, Layers: upTo, Nodes: f.nodes})
	f.grown = f.nodes
	if f.file.load(ctx, f.tables, f.config.Threads) {
		f.tables.most++
		return nil
	}
	if err := f.tables.grow(ctx, f.config.Threads); err != nil {
		return err
	}
	f.saving.Wait()
	layer := f.tables.most
	f.saving.Go(func() {
		_ = f.file.save(ctx, f.tables, layer) // optional: without it the next run starts more slowly
	})
	return nil
}

// The number of boards of a layer, built or read, that cost as much as searching one board.
const (
	boardsBuilt = 40
	boardsRead  = 300
)

// nextTables returns the node count of the endgame tables' next growth.
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

// nextTranspositions returns the node count of the transposition table's next growth: twice as many
// boards searched as it has entries. Some of those boards are not stored, and others were stored
// before.
func (f *fastSolver) nextTranspositions() uint64 {
	entries, more := f.known.entries()
	if !more {
		return math.MaxUint64
	}
	return f.filled + 2*entries
}

// patience returns how many more boards each thread searches before it checks whether a table is
// due to grow.
func (f *fastSolver) patience() uint64 {
	const least = 1 << 12
	next := min(f.nextTables(), f.nextTranspositions())
	return max((max(next, f.nodes)-f.nodes)/uint64(f.config.Threads), least)
}

// growMore grows the tables that are due. It fails only if ctx ends.
func (f *fastSolver) growMore(ctx context.Context) error {
	if f.nodes >= f.nextTranspositions() {
		growing := ctx
		if f.keep != nil {
			growing = context.WithoutCancel(ctx) // the results have to be written first
		}
		if err := f.known.grow(growing, f.config.Threads); err != nil {
			f.known = nil // prepare makes a new one
			return err
		}
	}
	if f.nodes >= f.nextTables() {
		return f.grow(ctx, f.tables.most+1)
	}
	return nil
}

// lanes is the number of searchers that a thread interleaves to hide memory latency.
const lanes = 2

// stopEvery is the number of rounds between two checks for a stop; less than a millisecond.
const stopEvery = 1 << 9

// reportEvery is the number of boards between two reports of a thread; some tenths of a second.
const reportEvery = 1 << 19

func (f *fastSolver) value(ctx context.Context, p rules.Position, guess int) (bracket, error) {
	defer f.saving.Wait()
	b, store := pack(p), p.Lead(p.ToMove())
	if p.Over() {
		return bracket{low: store, high: store}, nil
	}
	n := b.seeds()
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

// search tightens the bounds of a root. Every searcher searches the whole tree, but the shared
// transposition table spares it the others' work. It returns when a searcher has finished, ctx
// ends, or a table is due to grow.
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
		r.adopt(s.root)
	}
	return searchers
}

// takeTurns interleaves the steps of searchers until one has finished, they have searched that many
// boards, or stop is set; then it sets stop. Report, if not nil, is called now and then.
func takeTurns(searchers []searcher, boards uint64, stop *atomic.Bool, report func()) {
	defer stop.Store(true)
	for round := uint64(1); round*uint64(len(searchers)) <= boards; round++ {
		for i := range searchers {
			if !searchers[i].step() {
				return
			}
		}
		if round%stopEvery == 0 {
			if breathe(); stop.Load() {
				return
			}
		}
		if round%(reportEvery/lanes) == 0 && report != nil {
			report()
		}
	}
}

// best returns a house that reaches the value of a root just proved.
func (f *fastSolver) best(s *searcher, r *root) rules.House {
	house := r.house
	switch {
	case house != noHouse:
	case r.low == -r.n: // every house reaches that
		house = bits.TrailingZeros64(filled(r.own)) / 8
	default: // the root is in the endgame tables
		s.depth = -1
		s.enter(r.own, r.opp, s.key(r.own, r.opp), r.n, r.low)
		s.look(&s.path[0])
		house = s.path[0].house
	}
	return rules.House(house + 1)
}
