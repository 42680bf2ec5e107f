package engine

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"mancala/rules"
)

// Limits bound an analysis. A zero field is no limit.
type Limits struct {
	// Depth is how many plies ahead to look at the most.
	Depth int
	// Nodes is how many boards to search at about the most.
	Nodes uint64
}

// Analysis is what an [Analyst] says of a position.
type Analysis struct {
	// Value is the final store of the side to move minus the other's with best play by both, in
	// seeds; an estimate unless Exact is set.
	Value int
	Exact bool
	// Line is how best play goes on, as far as it is known. It begins with the best house, the one
	// to play.
	Line []rules.House
	// Sure is how many plies of Line, from its first, are proved to be best. The plies after them
	// are an estimate.
	Sure int
	// Depth is how many plies ahead everything was looked at; zero if Value was known without that.
	Depth int
	// Nodes is how many boards were searched.
	Nodes uint64
}

// Analyst finds out what positions of one variant are worth: exactly if it can in time, and else by
// looking as far ahead as there is time for. It is for one goroutine at a time.
type Analyst struct {
	variant rules.Variant
	ahead   uint64 // memory in bytes in which to look ahead
	threads int
	minds   map[rules.Variant]thinker // with and without the pie rule
	solver  *Solver                   // without it
	proof   spending
}

// mostAhead is the most memory in bytes in which an analyst looks ahead; its solver takes the rest.
const mostAhead = 64 << 20

// NewAnalyst returns an analyst for v, or an error if v is not valid or the limits of config are
// not possible. Memory is taken when it is needed. Looking ahead within [Limits] is done by one
// thread, all else by as many as config says.
func NewAnalyst(v rules.Variant, config SolverConfig) (*Analyst, error) {
	v = v.Canonical()
	if config.Memory == 0 {
		config.Memory = DefaultMemory
	}
	a := &Analyst{variant: v, ahead: min(config.Memory/8, mostAhead), threads: config.Threads, minds: map[rules.Variant]thinker{}}
	if config.Memory >= MinMemory {
		config.Memory = max(config.Memory-a.ahead, MinMemory)
	}
	tell := config.Progress
	config.Progress = func(p Progress) {
		a.proof.spend(p.Nodes)
		if tell != nil {
			tell(p)
		}
	}
	settled := v
	settled.Pie = false
	var err error
	if a.solver, err = NewSolver(settled, config); err != nil {
		return nil, err
	}
	return a, nil
}

// Analyze looks ever deeper into p until its value is proved, a limit is reached or ctx ends.
// Report, if not nil, is told each better analysis on the way, on the caller's goroutine. When ctx
// ends Analyze returns within 50 milliseconds: the last analysis without an error if it has one,
// and else the error of ctx. In a finished game it returns [rules.ErrGameOver].
//
// With limits the same position and limits always give the same analysis. Without any it may also
// have a [Solver] prove the value, which remembers what it has proved before.
func (a *Analyst) Analyze(ctx context.Context, p rules.Position, limits Limits, report func(Analysis)) (Analysis, error) {
	e := effort{limits: limits}
	if limits == (Limits{}) {
		e.proof = math.MaxUint64
	}
	return a.spend(ctx, p, e, report)
}

// effort is what to spend on an analysis.
type effort struct {
	// limits are those of looking ahead.
	limits Limits
	// proof is how many boards to search for a proof, if one can be hoped for; zero tries none.
	proof uint64
}

// spend analyzes p with an effort; see Analyze.
func (a *Analyst) spend(ctx context.Context, p rules.Position, e effort, report func(Analysis)) (Analysis, error) {
	switch {
	case p.Variant() != a.variant:
		return Analysis{}, errOtherVariant
	case p.Over():
		return Analysis{}, rules.ErrGameOver
	case ctx.Err() != nil:
		return Analysis{}, ctx.Err()
	}
	if report == nil {
		report = func(Analysis) {}
	}
	if !p.CanSwap() {
		return a.analyze(ctx, p, e, report)
	}
	// After a swap the other side has to move on the same board: what is bad to play on is good to
	// swap.
	played, _ := p.WithoutPie()
	found, err := a.analyze(ctx, played, e, func(found Analysis) { report(orSwap(found)) })
	return orSwap(found), err
}

// orSwap turns the analysis of a position in which no swap is allowed into that of the one in which
// the mover may swap.
func orSwap(found Analysis) Analysis {
	if found.Value < 0 {
		found.Value, found.Line = -found.Value, slices.Concat([]rules.House{rules.Swap}, found.Line)
		if found.Exact {
			found.Sure++
		}
	}
	return found
}

// analyze analyzes a position in which no swap is on offer.
func (a *Analyst) analyze(ctx context.Context, p rules.Position, e effort, report func(Analysis)) (Analysis, error) {
	if same, settled := p.WithoutPie(); settled {
		p = same
		if value, best, ok := bookOf(p.Variant()).find(p); ok {
			known := Analysis{Value: value, Exact: true, Line: []rules.House{best}, Sure: 1}
			report(known)
			return known, nil
		}
	}
	hope := e.proof > 0 && worthProving(ctx, p)
	known := a.lookAhead(ctx, p, e.limits, Analysis{}, hope, report)
	if hope && !known.Exact && ctx.Err() == nil {
		if known = a.prove(ctx, p, e.proof, known); known.Exact {
			report(known)
		} else {
			known = a.lookAhead(ctx, p, e.limits, known, false, report)
		}
	}
	if len(known.Line) == 0 {
		return known, ctx.Err()
	}
	return known, nil
}

// beforeProof is how many boards to look at before a solver is asked: enough for a fair estimate if
// it does not get done.
const beforeProof = 300_000

// lookAhead looks ever deeper into p, and if brief is set only for a short while. It returns what
// is already known if it finds out no more.
func (a *Analyst) lookAhead(
	ctx context.Context, p rules.Position, limits Limits, known Analysis, brief bool, report func(Analysis),
) Analysis {
	t, before := a.mind(p.Variant()), known.Nodes
	if limits != (Limits{}) {
		t = t.alone()
	}
	t.begin(p, limits.Nodes)
	defer t.watch(ctx)()
	most := maxDepth
	if limits.Depth > 0 {
		most = min(limits.Depth, most)
	}
	guess := 0
	for depth := 1; depth <= most; depth++ {
		f, ok := t.deepen(depth, guess)
		if !ok {
			break
		}
		guess = f.value
		if depth > known.Depth || f.proved {
			known = Analysis{
				Value: p.Lead(p.ToMove()) + wholeSeeds(f.value), Exact: f.proved, Line: f.line, Depth: depth, Nodes: before + t.searched(),
			}
			if f.proved {
				known.Sure = len(f.line)
			}
			report(known)
		}
		if f.proved || brief && t.searched() >= beforeProof {
			break
		}
	}
	known.Nodes = before + t.searched()
	return known
}

// mind returns what looks ahead under the rules of v.
func (a *Analyst) mind(v rules.Variant) thinker {
	if a.minds[v] == nil {
		a.minds[v] = newThinker(v, a.ahead, a.threads)
	}
	return a.minds[v]
}

// wholeSeeds rounds a value in parts of a seed.
func wholeSeeds(value int) int { return int(math.Round(float64(value) / unit)) }

// Analysts keeps analysts of the variants that were last asked about, so that what one has learned
// serves the next question. It is safe for several goroutines.
type Analysts struct {
	config   func(rules.Variant) SolverConfig
	patience atomic.Int64  // of Perfect, in nanoseconds; zero is the default
	free     chan *Analyst // as many as may work at once; nil stands for one that has to be made
}

// NewAnalysts returns a place for as many analysts as may work at the same time, at least one.
// Config says what each may use.
func NewAnalysts(config func(rules.Variant) SolverConfig, most int) *Analysts {
	a := &Analysts{config: config, free: make(chan *Analyst, max(most, 1))}
	for range cap(a.free) {
		a.free <- nil
	}
	return a
}

// Analyze has one of the analysts analyze p; see [Analyst.Analyze]. It waits for one that is free
// as long as ctx lasts.
func (a *Analysts) Analyze(ctx context.Context, p rules.Position, limits Limits, report func(Analysis)) (found Analysis, err error) {
	err = a.borrow(ctx, p.Variant(), func(one *Analyst) (err error) {
		found, err = one.Analyze(ctx, p, limits, report)
		return err
	})
	return found, err
}

// borrow calls use with an analyst for v, once one is free.
func (a *Analysts) borrow(ctx context.Context, v rules.Variant, use func(*Analyst) error) error {
	var analyst *Analyst
	select {
	case analyst = <-a.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { a.free <- analyst }()
	if analyst == nil || analyst.variant != v {
		fresh, err := NewAnalyst(v, a.config(v))
		if err != nil {
			return err
		}
		analyst = fresh
	}
	return use(analyst)
}
