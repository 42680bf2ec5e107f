package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"mancala/rules"
)

// keeper has a file keep what a solver finds out about a position.
type keeper struct {
	name     string
	position rules.Position
	// proved are the bounds of the position and of what its houses lead to, relative to the stores.
	proved map[packed]bracket
	from   *progressReader // what is still to be read; nil if that is nothing
	header progressHeader  // of what was read
	every  time.Duration   // from one writing to the next
	next   time.Time
	began  time.Time
	// failed is why the file could not be written the last time; nil if it could.
	failed error
}

// mostKept is about how many entries of the transposition table are kept at most: those that cost
// most. The others are soon found again, and without them the file is written sooner.
const mostKept = 1 << 24

// keepEvery is the shortest time from one writing to the next.
const keepEvery = time.Minute

// errCannotKeep says that a solver of other rules has nothing that could be kept.
var errCannotKeep = errors.New("progress can be kept only under rules such as kalah and empty-capture, with up to 7 houses and " +
	"127 seeds, without the pie rule")

// Keep has a file keep from now on what the solver finds out about p: once a minute, when a value
// is proved, and when the context of a Solve or Value of p ends, which then takes some seconds. If
// the file holds the progress of an earlier run, the next Solve or Value of p goes on from there,
// and the Nodes that it returns are those of all runs; so is the time that Spent returns. A file
// that holds anything else, that is damaged, of another position or version, is an error that says
// so, and stays as it is. Keep is for a new solver, once.
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
		err = k.write(0, 0, 0, nil) // finds out whether it can be written
	}
	if err == nil {
		s.earlier, f.nodes, f.keep = k.header.Nodes, k.header.Nodes, k
	}
	return err
}

// before returns how many boards were searched for other positions than p. Those of earlier runs
// belong to the position that is kept, the first time it is asked about.
func (s *Solver) before(p rules.Position) uint64 {
	searched := s.prover().searched()
	if s.fast != nil && s.fast.keep != nil && s.fast.keep.position == p {
		searched -= s.earlier
		s.earlier = 0
	}
	return searched
}

// Spent returns the time since Keep, and that of the earlier runs that it goes on from.
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

// keptRoot is the position itself, of house 0, or what one of its houses leads to.
type keptRoot struct {
	packed
	house    rules.House
	position rules.Position
}

func (r *keptRoot) seeds() int { return seeds(r.own) + seeds(r.opp) }

// lead returns how much more lies in the store of the side to move than in the other one.
func (r *keptRoot) lead() int { return r.position.Lead(r.position.ToMove()) }

// roots returns all positions of which bounds are kept.
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

// open reads all of the file once, and gets ready to read its entries.
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
		err = fmt.Errorf("%s holds the progress on another position, %v; choose another file", k.name, k.header.Position)
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

// possible takes in the bounds that the file names, and reports whether all that it says of the
// position can be; so many bytes of entries follow.
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

// restore fills an empty transposition table with what the file holds.
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
	if err != nil { // it has changed since it was checked
		return progressError(k.name, err)
	}
	return nil
}

// due reports whether it is time to write.
func (k *keeper) due() bool { return !time.Now().Before(k.next) }

// write writes what is known. Tables are the seeds of the largest boards in the endgame tables,
// those of the ranking are rankSeeds; known may be nil.
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
			known.each(known.dearest(mostKept), yield)
		}
	})
	ended := time.Now()
	k.next = ended.Add(max(k.every, 10*ended.Sub(began)))
	return k.failed
}

// recall takes in the bounds of a root that an earlier run has proved, and reports whether nothing
// is left to prove.
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

// keepProgress takes in what is proved of a root and writes it all, if it is time or now is set.
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
		_ = k.write(f.nodes, f.tables.most, f.rank.seeds, f.known) // the next report tells
		f.report(Progress{Nodes: f.nodes})
	}
}

// goOn gets ready to go on from what the file of an earlier run holds, if there is one.
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
