package engine

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"sync"

	"mancala/rules"
)

// SolverConfig configures a [Solver]. The zero value means one thread and DefaultMemory.
type SolverConfig struct {
	// Memory is the largest memory of endgame tables and transposition table together, in bytes;
	// zero means DefaultMemory.
	Memory uint64
	// Threads is the number of threads, at least one. With one thread the number of nodes is
	// deterministic.
	Threads int
	// TableFile is the file that keeps endgame tables between runs; empty keeps none. A file that
	// is damaged, or of other rules, is replaced. A file that cannot be written is no error: the
	// next run only starts more slowly.
	TableFile string
	// Progress, if not nil, is called a few times a second, by the goroutine that solves.
	Progress func(Progress)
}

// Limits of [SolverConfig].
const (
	DefaultMemory = 1 << 30
	MinMemory     = 16 << 20
	MaxThreads    = 64
)

// Progress is the progress of a solver.
type Progress struct {
	// Layer is the number of seeds of the endgame tables being built, 0 once that is done; Layers
	// is the number of seeds of the last ones.
	Layer, Layers int
	// House is the house whose value is being proved; 0 for the whole position.
	House rules.House
	// Nodes is the number of boards searched so far.
	Nodes uint64
	// Unkept is the last error in writing the file of [Solver.Keep]; nil if it was written.
	Unkept error
}

// HouseValue holds the proved bounds of a legal house: with best play after it, the mover's final
// store minus the other's is at least Low and at most High.
type HouseValue struct {
	House     rules.House
	Low, High int
}

// Exact reports whether the bounds are equal.
func (h HouseValue) Exact() bool { return h.Low == h.High }

// Solution is the result of a solver for a position.
type Solution struct {
	// Value is the proved bound of the final store of the side to move minus the other's, with best
	// play by both: the greatest Low of Houses.
	Value int
	// Best is the first house, by number, that reaches Value.
	Best rules.House
	// Houses are all legal houses, by number.
	Houses []HouseValue
	// Nodes is the number of boards searched.
	Nodes uint64
}

// Solver proves exact values of positions of one variant. It keeps its tables and results from one
// position to the next. It is not safe for concurrent use.
type Solver struct {
	variant rules.Variant
	config  SolverConfig
	fast    *fastSolver
	plain   *plainSolver
	ahead   sync.Pool // of thinkers, which provide the first guesses
	at      Progress  // the last report
	earlier uint64    // boards searched by the earlier runs that this one continues
}

// errCyclic means that a search for a proof might never end.
var errCyclic = rules.Refuse("engine.cyclic", "positions of this game can come again, so their values cannot be proved")

// NewSolver returns a solver for v, or an error if v is invalid, its positions can repeat, or
// config is out of range. Memory is allocated when the first position is solved.
func NewSolver(v rules.Variant, config SolverConfig) (*Solver, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	if !v.Acyclic() {
		return nil, errCyclic
	}
	v = v.Canonical()
	config, err := config.checked()
	if err != nil {
		return nil, err
	}
	return &Solver{variant: v, config: config}, nil
}

// checked returns the config with its defaults, or an error if it is out of range.
func (config SolverConfig) checked() (SolverConfig, error) {
	if config.Memory == 0 {
		config.Memory = DefaultMemory
	}
	config.Threads = max(config.Threads, 1)
	switch {
	case config.Memory < MinMemory:
		return config, rules.Refuse("engine.least-memory", "a solver needs at least %d MiB of memory", MinMemory>>20)
	case bits.UintSize == 32 && config.Memory > 1<<31-1 || config.Memory > 1<<46:
		return config, rules.Refuse("engine.no-addresses", "this machine cannot address so much memory")
	case config.Threads > MaxThreads:
		return config, rules.Refuse("engine.bad-threads", "%d threads are not possible; choose 1 to %d", config.Threads, MaxThreads)
	}
	return config, nil
}

// errOtherVariant means that a position does not belong to a solver.
var errOtherVariant = errors.New("that position is of another variant than the solver")

// Solve returns the exact value of p and of every legal house. If ctx ends first, it returns within
// 50 milliseconds, with the bounds proved so far and the error of ctx. In a finished game it
// returns [rules.ErrGameOver].
func (s *Solver) Solve(ctx context.Context, p rules.Position) (Solution, error) {
	out, err := s.Value(ctx, p)
	if err != nil {
		return out, err
	}
	pr, before := s.prover(), s.prover().searched()-out.Nodes
	guesses := s.guesses(ctx, p, out.Houses)
	for i := len(out.Houses) - 1; i >= 0 && err == nil; i-- {
		h := &out.Houses[i]
		s.tell(Progress{House: h.House, Nodes: out.Nodes})
		err = s.solveHouse(ctx, p, h, guesses[i])
		out.Nodes = pr.searched() - before
	}
	out.choose()
	return out, err
}

// Value is like [Solver.Solve], but proves only the value of p and one best house, which is faster.
// No other house is worth more.
func (s *Solver) Value(ctx context.Context, p rules.Position) (Solution, error) {
	switch {
	case p.Variant() != s.variant:
		return Solution{}, errOtherVariant
	case p.Over():
		return Solution{}, rules.ErrGameOver
	}
	var out Solution
	total := p.Variant().Total()
	for h := range p.Plies() {
		out.Houses = append(out.Houses, HouseValue{h, -total, total})
	}
	pr, before := s.prover(), s.before(p)
	s.tell(Progress{})
	known := bracket{low: -total, high: total}
	var guess int
	var guessing sync.WaitGroup
	think := func() { guess = s.guess(ctx, p) }
	if s.config.Threads > 1 {
		guessing.Go(think)
	} else {
		think()
	}
	err := pr.prepare(ctx, p)
	guessing.Wait()
	if err == nil {
		known, err = pr.value(ctx, p, guess)
	}
	out.Value, out.Best = known.low, known.best
	for i := range out.Houses {
		h := &out.Houses[i]
		if h.High = known.high; h.House == known.best {
			h.Low = known.low
		}
	}
	out.Nodes = pr.searched() - before
	return out, err
}

// The search for a first guess, and the smallest number of seeds for which it pays. A good guess
// saves a tenth of the boards.
const (
	guessBoards = 50_000
	guessMemory = 4 << 20
	guessSeeds  = 34
)

// guess returns an estimate of p's value, unless ctx has ended. It is safe for concurrent use.
func (s *Solver) guess(ctx context.Context, p rules.Position) int {
	board, lead := p.Board(), p.Lead(p.ToMove())
	few := board.InHouses(rules.South)+board.InHouses(rules.North) < guessSeeds
	if s.fast == nil || few || p.Over() || ctx.Err() != nil {
		return lead
	}
	ahead, ok := s.ahead.Get().(thinker)
	if !ok {
		ahead = newThinker(s.variant, guessMemory, 1)
	}
	defer s.ahead.Put(ahead)
	ahead.begin(p, guessBoards)
	value := 0
	for depth := 1; depth <= maxDepth; depth++ {
		f, ok := ahead.deepen(depth, value)
		if !ok {
			break
		}
		if value = f.value; f.proved {
			break
		}
	}
	return lead + wholeSeeds(value)
}

// guesses returns an estimate of the value after each house of p that is not proved yet.
func (s *Solver) guesses(ctx context.Context, p rules.Position, houses []HouseValue) []int {
	list := make([]int, len(houses))
	share(s.config.Threads, len(houses), func(mine iter.Seq[int]) {
		for i := range mine {
			if next, _, err := p.Sow(houses[i].House); err == nil && !houses[i].Exact() {
				list[i] = s.guess(ctx, next)
			}
		}
	})
	return list
}

// bracket holds proved bounds of a position: the final store of its side to move minus the other's.
// It also holds a house that reaches the lower bound, if known.
type bracket struct {
	low, high int
	best      rules.House
}

// prover proves values of positions.
type prover interface {
	// prepare prepares for p and the positions after it.
	prepare(ctx context.Context, p rules.Position) error
	// value proves the value of p, starting from a guess. Unless ctx ends, the bounds are equal,
	// and there is a best house if p is not over.
	value(ctx context.Context, p rules.Position, guess int) (bracket, error)
	// searched returns the number of boards searched so far.
	searched() uint64
}

func (s *Solver) prover() prover {
	if packable(s.variant) && !s.variant.Pie {
		if s.fast == nil {
			s.fast = &fastSolver{variant: s.variant, config: s.config, report: s.passOn}
		}
		return s.fast
	}
	if s.plain == nil {
		s.plain = &plainSolver{known: make([]plainEntry, s.config.Memory/plainEntryBytes), report: s.passOn}
	}
	return s.plain
}

// passOn passes the report of a prover on.
func (s *Solver) passOn(p Progress) {
	p.House = s.at.House
	if s.fast != nil && s.fast.keep != nil {
		p.Unkept = s.fast.keep.failed
	}
	s.tell(p)
}

// solveHouse proves the value of a house of p to the mover, from given bounds and a guess of the
// value of the position after it.
func (s *Solver) solveHouse(ctx context.Context, p rules.Position, h *HouseValue, guess int) error {
	next, _, err := p.Sow(h.House)
	if err != nil || h.Exact() {
		return err
	}
	known, err := s.prover().value(ctx, next, guess)
	if next.ToMove() != p.ToMove() {
		known.low, known.high = -known.high, -known.low
	}
	h.Low, h.High = max(h.Low, known.low), min(h.High, known.high)
	return err
}

// choose sets Value and Best from the bounds of the houses.
func (s *Solution) choose() {
	for i, h := range s.Houses {
		if i == 0 || h.Low > s.Value {
			s.Value, s.Best = h.Low, h.House
		}
	}
}

func (s *Solver) tell(p Progress) {
	s.at = p
	if s.config.Progress != nil {
		s.config.Progress(p)
	}
}
