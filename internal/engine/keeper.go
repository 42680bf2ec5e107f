package engine

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"mancala/rules"
)

// keeper saves a solver's progress on a position to a file.
type keeper struct {
	name     string
	position rules.Position
	// proved holds the bounds of the position and of the positions after its houses, relative to
	// the stores.
	proved map[packed]bracket
	from   *progressReader // entries not yet read; nil if there are none
	header progressHeader  // of the file read
	every  time.Duration   // time between writes
	next   time.Time
	began  time.Time
	// failed is the last error in writing; nil if the last write succeeded.
	failed error
}

// mostKept is the approximate number of transposition table entries to save: the most expensive
// ones. The others are quickly found again, and leaving them out makes writing faster.
const mostKept = 1 << 24

// keepEvery is the shortest time between writes.
const keepEvery = time.Minute

// errCannotKeep means that the plain solver has no progress to keep.
var errCannotKeep error = rules.Refuse("engine.cannot-keep", "progress can be kept only under rules such as kalah and empty-capture, "+
	"with up to 7 houses and 127 seeds, without the pie rule")

// Keep saves the solver's progress on p to a file from now on: once a minute, with each proved
// value, and at the end of the context of a Solve or Value of p, which then takes some seconds. The
// next Solve or Value of p continues the progress of an earlier run in the file; Nodes and Spent
// are then totals over all runs. Keep returns an error, and leaves the file unchanged, if it is
// damaged or holds another position, another version or anything else. Call Keep once, on a new
// solver.
func (s *Solver) Keep(name string, p rules.Position) error {
	f, fast := s.prover().(*fastSolver)
	switch {
	case p.Variant() != s.variant:
		return errOtherVariant
	case p.Over():
		return rules.ErrGameOver
	case !fast:
		return errCannotKeep
	}
	k := newKeeper(name, p)
	err := k.open()
	if errors.Is(err, fs.ErrNotExist) {
		err = k.write(0, 0, 0, nil) // tests whether the file can be written
	}
	if err == nil {
		s.earlier, f.nodes, f.keep = k.header.Nodes, k.header.Nodes, k
	}
	return err
}

// before returns the number of boards searched for positions other than p. Earlier runs count for
// the kept position, the first time it is asked about.
func (s *Solver) before(p rules.Position) uint64 {
	searched := s.prover().searched()
	if s.fast != nil && s.fast.keep != nil && s.fast.keep.position == p {
		searched -= s.earlier
		s.earlier = 0
	}
	return searched
}

// Spent returns the time since Keep, plus the time of the earlier runs that it continues.
func (s *Solver) Spent() time.Duration {
	if s.fast == nil || s.fast.keep == nil {
		return 0
	}
	return s.fast.keep.spent()
}

func newKeeper(name string, p rules.Position) *keeper {
	k := &keeper{name: name, position: p, proved: map[packed]bracket{}, every: keepEvery, began: time.Now()}
	for _, root := range k.roots() {
		n := root.seeds()
		k.proved[root.packed] = bracket{low: -n, high: n}
	}
	k.next = k.began.Add(k.every)
	return k
}

// keptRoot is the kept position, with house 0, or the position after one of its houses.
type keptRoot struct {
	packed
	house    rules.House
	position rules.Position
}

// lead returns the lead of the side to move.
func (r *keptRoot) lead() int { return r.position.Lead(r.position.ToMove()) }

// roots returns all positions whose bounds are kept.
func (k *keeper) roots() []keptRoot {
	list := []keptRoot{{pack(k.position), 0, k.position}}
	for h := range k.position.Plies() {
		if next, _, err := k.position.Sow(h); err == nil && !next.Over() {
			list = append(list, keptRoot{pack(next), h, next})
		}
	}
	return list
}

func (k *keeper) spent() time.Duration {
	return time.Since(k.began) + time.Duration(k.header.Seconds*float64(time.Second))
}

// open checks the whole file, and prepares to read its entries.
func (k *keeper) open() error {
	r, _, err := openProgress(k.name)
	if err != nil {
		return err
	}
	err = r.entries(nil)
	_ = r.file.Close()
	if err != nil {
		return progressError(k.name, err)
	}
	if r, k.header, err = openProgress(k.name); err != nil {
		return err
	}
	if k.header.Position != k.position {
		err = rules.Refuse("engine.other-position", "the file %s holds the progress on another position, %s; choose another file",
			rules.Quoted(k.name), k.header.Position.String())
	} else if !k.possible(r.left) {
		err = progressError(k.name, errDamaged)
	}
	if err != nil {
		_ = r.file.Close()
		return err
	}
	k.from = r
	return nil
}

// possible adopts the bounds in the file's header, and reports whether they are consistent with the
// position. The entries take that many bytes.
func (k *keeper) possible(entries int64) bool {
	h, roots := &k.header, k.roots()
	if entries > 0 && h.Seeds < roots[0].seeds() || h.Seeds > k.position.Variant().Total() || h.Tables > maxPackedSeeds ||
		h.Seconds < 0 || h.Seconds > 1e9 || h.Nodes > 1<<60 {
		return false
	}
	for _, b := range h.Bounds {
		i := slices.IndexFunc(roots, func(r keptRoot) bool { return r.house == b.House })
		if i < 0 {
			return false
		}
		r := &roots[i]
		n, low, high := r.seeds(), b.Low-r.lead(), b.High-r.lead()
		if low < -n || low > high || high > n || (low+n)%2 != 0 || (high+n)%2 != 0 || b.Best != 0 && r.position.Legal(b.Best) != nil {
			return false
		}
		k.proved[r.packed] = bracket{low, high, b.Best}
	}
	return true
}

// restore fills an empty transposition table from the file.
func (k *keeper) restore(known *transpositions) error {
	from, houses := k.from, int(k.position.Variant().Houses)
	k.from = nil
	defer from.file.Close()
	known.reserve(uint64(from.left) / entryBytes)
	err := from.entries(func(key, word uint64) {
		b := bounds(word)
		if key <= known.mask && b.low <= b.high && (b.house < houses || b.house == noHouse) {
			known.store(key, b, 1<<costOf(word)>>1)
		}
	})
	if err != nil { // the file has changed since it was checked
		return progressError(k.name, err)
	}
	return nil
}

// due reports whether it is time to write.
func (k *keeper) due() bool { return !time.Now().Before(k.next) }

// write writes all results. Tables is the number of seeds in the last layer of the endgame tables,
// and rankSeeds the largest number in the ranking. Known may be nil.
func (k *keeper) write(nodes uint64, tables, rankSeeds int, known *transpositions) error {
	began := time.Now()
	h := progressHeader{
		Position: k.position, Nodes: nodes, Seconds: k.spent().Seconds(), Tables: tables, Seeds: rankSeeds,
		Bounds: []progressBounds{},
	}
	for _, r := range k.roots() {
		if b := k.proved[r.packed]; b.low > -r.seeds() || b.high < r.seeds() {
			h.Bounds = append(h.Bounds, progressBounds{r.house, b.low + r.lead(), b.high + r.lead(), b.best})
		}
	}
	k.failed = writeProgress(k.name, h, func(yield func(key, word uint64)) {
		if known != nil {
			known.each(known.costThreshold(mostKept), yield)
		}
	})
	ended := time.Now()
	k.next = ended.Add(max(k.every, 10*ended.Sub(began)))
	return k.failed
}

// recall adopts the bounds of a root from an earlier run, and reports whether they leave nothing to
// prove.
func (f *fastSolver) recall(r *root) bool {
	if f.keep == nil {
		return false
	}
	b, isRoot := f.keep.proved[packed{r.own, r.opp}]
	if !isRoot {
		return false
	}
	r.low, r.high, r.house = b.low, b.high, int(b.best)-1
	if b.best == 0 {
		r.house = noHouse
	}
	r.guess = min(max(r.guess, r.low), r.high)
	return r.low == r.high && b.best != 0
}

// keepProgress records the bounds of a root, and writes the file if it is time or now is set.
func (f *fastSolver) keepProgress(r *root, now bool) {
	k := f.keep
	if k == nil {
		return
	}
	board := packed{r.own, r.opp}
	if _, isRoot := k.proved[board]; !isRoot {
		return
	}
	b := bracket{low: r.low, high: r.high}
	if r.house != noHouse {
		b.best = rules.House(r.house + 1)
	}
	k.proved[board] = b
	if now || k.due() {
		_ = k.write(f.nodes, f.tables.most, f.rank.seeds, f.known) // the next report passes the error on
		f.report(Progress{Nodes: f.nodes})
	}
}

// goOn prepares to continue an earlier run, if the file holds one.
func (f *fastSolver) goOn(ctx context.Context) error {
	k := f.keep
	if k == nil || k.from == nil {
		return nil
	}
	if err := k.restore(f.known); err != nil {
		return err
	}
	f.grown, f.filled = f.nodes, f.nodes
	for f.tables.most < min(k.header.Tables, f.tables.room()) {
		if err := f.grow(ctx, k.header.Tables); err != nil {
			return err
		}
	}
	return nil
}
