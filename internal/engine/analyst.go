package engine

import (
	"context"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Limits bound an analysis. A zero field means no limit.
type Limits struct {
	// Depth is the largest search depth, in plies.
	Depth int
	// Nodes is the approximate number of boards to search.
	Nodes uint64
}

// Analysis is the result of an [Analyst] for a position.
type Analysis struct {
	match.Verdict
	// Sure is the number of plies of Line, from the first, that are proved best. The rest is an
	// estimate.
	Sure int
	// Nodes is the number of boards searched.
	Nodes uint64
}

// Analyst evaluates positions of one variant: exactly if time allows, otherwise by a search as deep
// as time allows. It is not safe for concurrent use.
type Analyst struct {
	variant rules.Variant
	ahead   uint64 // bytes of the transposition table to look ahead with
	threads int
	minds   map[rules.Variant]thinker // by variant, with and without the pie rule
	solver  *Solver                   // for the variant without the pie rule; nil if it has none
	endings func() *Endings           // of a game whose boards can repeat; otherwise nil
}

// mostAhead is the largest memory to look ahead with, in bytes; the solver gets the rest.
const mostAhead = 64 << 20

// NewAnalyst returns an analyst for v, or an error if v is not valid or config is out of range.
// Memory is allocated on first use. A search within [Limits] uses one thread, all others the
// threads of config.
func NewAnalyst(v rules.Variant, config SolverConfig) (*Analyst, error) {
	v = v.Canonical()
	if config.Memory == 0 {
		config.Memory = DefaultMemory
	}
	a := &Analyst{variant: v, ahead: min(config.Memory/8, mostAhead), threads: config.Threads, minds: map[rules.Variant]thinker{}}
	if config.Memory >= MinMemory {
		config.Memory = max(config.Memory-a.ahead, MinMemory)
	}
	settled := v
	settled.Pie = false
	if v.Validate() == nil && !v.Acyclic() {
		config, err := config.checked()
		a.endings = sync.OnceValue(func() *Endings { return endingsOf(v, config) })
		return a, err // no search proves anything
	}
	var err error
	if a.solver, err = NewSolver(settled, config); err != nil {
		return nil, err
	}
	return a, nil
}

// Analyze searches p ever deeper until it proves the value, reaches a limit or ctx ends. It calls
// report, if not nil, with each better analysis, on the caller's goroutine. If ctx ends, Analyze
// returns within 50 milliseconds, with the last analysis or, if there is none, the error of ctx. In
// a finished game it returns [rules.ErrGameOver].
//
// With limits the result is deterministic. Without limits a [Solver] may also prove the value; it
// remembers its proofs.
func (a *Analyst) Analyze(ctx context.Context, p rules.Position, limits Limits, report func(Analysis)) (Analysis, error) {
	return a.spend(ctx, p, effort{limits: limits}, report)
}

// effort is the budget of an analysis.
type effort struct {
	limits Limits
	// past are earlier positions of the game, up to the one to analyze, as far as they are known.
	past []rules.Position
}

// spend analyzes p within a budget; see Analyze.
func (a *Analyst) spend(ctx context.Context, p rules.Position, e effort, report func(Analysis)) (Analysis, error) {
	switch {
	case p.Variant() != a.variant:
		return Analysis{}, errOtherVariant
	case p.Over():
		return Analysis{}, rules.ErrGameOver
	case ctx.Err() != nil:
		return Analysis{}, ctx.Err()
	}
	told := func(found Analysis) {
		if report != nil {
			report(a.labelled(found, e.limits))
		}
	}
	if !p.CanSwap() {
		found, err := a.analyze(ctx, p, e, told)
		return a.labelled(found, e.limits), err
	}
	// After a swap the other side moves on the same board, so a bad position to play is a good one
	// to swap.
	played, _ := p.WithoutPie()
	found, err := a.analyze(ctx, played, e, func(found Analysis) { told(orSwap(found)) })
	return a.labelled(orSwap(found), e.limits), err
}

// labelled adds the fields of an analysis that need no search.
func (a *Analyst) labelled(found Analysis, limits Limits) Analysis {
	found.Winner = a.variant.Majority
	if e := a.tables(limits); e != nil {
		if n := e.next(); n <= e.rank.seeds {
			found.Layer, found.Layers = max(n-1, 0), e.rank.seeds
		}
		found.Damaged = e.damaged.Load()
	}
	return found
}

// orSwap converts the analysis of a position without the swap to that position with the swap
// allowed.
func orSwap(found Analysis) Analysis {
	if found.Value < 0 {
		found.Verdict = found.Flipped()
		found.Line = slices.Concat([]rules.House{rules.Swap}, found.Line)
		if found.Exact {
			found.Sure++
		}
	}
	return found
}

// analyze analyzes a position without the swap.
func (a *Analyst) analyze(ctx context.Context, p rules.Position, e effort, report func(Analysis)) (Analysis, error) {
	if same, settled := p.WithoutPie(); settled {
		p = same
		if value, best, ok := bookOf(p.Variant()).find(p); ok {
			known := Analysis{Verdict: exactly(value, best), Sure: 1}
			report(known)
			return known, nil
		}
	}
	hope := e.limits == (Limits{}) && worthProving(ctx, p)
	known := a.lookAhead(ctx, p, e, Analysis{}, hope, report)
	if hope && !known.Exact && ctx.Err() == nil {
		if known = a.prove(ctx, p, known); known.Exact {
			report(known)
		} else {
			known = a.lookAhead(ctx, p, e, known, false, report)
		}
	}
	if len(known.Line) == 0 {
		return known, ctx.Err()
	}
	if !known.Exact {
		if known = a.tables(e.limits).settle(p, e.past, known); known.Low < known.High || known.Exact {
			report(known)
		}
	}
	return known, nil
}

// beforeProof is the number of boards to search before a proof is tried: enough for a fair estimate
// in case it fails.
const beforeProof = 300_000

// lookAhead searches p ever deeper, if brief is set only for a short while. It returns known if it
// finds nothing better.
func (a *Analyst) lookAhead(
	ctx context.Context, p rules.Position, e effort, known Analysis, brief bool, report func(Analysis),
) Analysis {
	limits := e.limits
	t, before := a.mind(p.Variant()), known.Nodes
	if limits != (Limits{}) {
		t = t.alone()
	}
	t.begin(p, limits.Nodes)
	t.remember(e.past)
	t.consult(a.tables(limits))
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
				Verdict: match.Verdict{Value: p.Lead(p.ToMove()) + wholeSeeds(f.value), Exact: f.proved, Line: f.line, Depth: depth},
				Nodes:   before + t.searched(),
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

// tables returns the endings that an analysis may look up, or nil. Limited analyses are
// deterministic and endings may be growing, so they use none.
func (a *Analyst) tables(limits Limits) *Endings {
	if a.endings == nil || limits != (Limits{}) {
		return nil
	}
	return a.endings()
}

// mind returns the lookahead for the rules of v.
func (a *Analyst) mind(v rules.Variant) thinker {
	if a.minds[v] == nil {
		a.minds[v] = newThinker(v, a.ahead, a.threads)
	}
	return a.minds[v]
}

// wholeSeeds rounds a value in parts of a seed to seeds.
func wholeSeeds(value int) int { return int(math.Round(float64(value) / unit)) }

// Analysts is a pool of analysts. It keeps the analysts of the latest variants, so each question
// benefits from earlier ones. It is safe for concurrent use.
type Analysts struct {
	config   func(rules.Variant) SolverConfig
	patience atomic.Int64  // of Perfect, in nanoseconds; zero means the default
	free     chan *Analyst // idle analysts; nil is one not made yet
	rest     time.Duration // see KeepFor
	uses     atomic.Int64
}

// NewAnalysts returns a pool for as many analysts as may work at the same time, at least one.
// Config returns the limits of an analyst for a variant.
func NewAnalysts(config func(rules.Variant) SolverConfig, most int) *Analysts {
	a := &Analysts{config: config, free: make(chan *Analyst, max(most, 1))}
	for range cap(a.free) {
		a.free <- nil
	}
	return a
}

// KeepFor makes idle analysts forget their results and return their memory to the system after the
// given time. Zero, the default, keeps both. Call it before any other method.
func (a *Analysts) KeepFor(rest time.Duration) { a.rest = rest }

// lieDown notes that an analyst has become idle.
func (a *Analysts) lieDown() {
	n := a.uses.Add(1)
	if a.rest > 0 {
		time.AfterFunc(a.rest, func() {
			if a.uses.Load() == n && a.forget() {
				debug.FreeOSMemory()
			}
		})
	}
}

// forget drops the idle analysts, and reports whether there were any.
func (a *Analysts) forget() (any bool) {
	for range cap(a.free) {
		select {
		case one := <-a.free:
			any = any || one != nil
			a.free <- nil
		default:
		}
	}
	return any
}

// AnalyzeGame analyzes the last position of past with one of the analysts; see [Analyst.Analyze].
// Past holds the positions of a game, because an earlier one that repeats ends the game. It waits
// for an idle analyst until ctx ends.
func (a *Analysts) AnalyzeGame(
	ctx context.Context, past []rules.Position, limits Limits, report func(Analysis),
) (found Analysis, err error) {
	p := past[len(past)-1]
	var one *Analyst
	select {
	case one = <-a.free:
	case <-ctx.Done():
		return found, ctx.Err()
	}
	defer func() {
		a.free <- one
		a.lieDown()
	}()
	if one == nil || one.variant != p.Variant() {
		fresh, err := NewAnalyst(p.Variant(), a.config(p.Variant()))
		if err != nil {
			return found, err
		}
		one = fresh
	}
	return one.spend(ctx, p, effort{limits, since(past)}, report)
}
