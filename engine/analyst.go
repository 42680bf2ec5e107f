package engine

import (
	"context"
	"slices"

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
	// Value is the final store of the side to move minus the other's with best play by both, in seeds; an estimate unless
	// Exact is set.
	Value int
	Exact bool
	// Line is how best play goes on, as far as it is known. It begins with the best house, the one to play.
	Line []rules.House
	// Depth is how many plies ahead everything was looked at; zero where Value was known without that.
	Depth int
	// Nodes is how many boards were searched.
	Nodes uint64
}

// Analyst finds out what positions of one variant are worth: exactly where it can in time, and else by looking as far ahead
// as there is time for. It is for one goroutine at a time.
type Analyst struct {
	variant rules.Variant
	config  SolverConfig
	nodes   uint64
}

// NewAnalyst returns an analyst for v, or an error where v is not valid or the limits of config are not possible. Memory is
// taken when it is needed.
func NewAnalyst(v rules.Variant, config SolverConfig) (*Analyst, error) {
	if _, err := NewSolver(v, config); err != nil {
		return nil, err
	}
	return &Analyst{variant: v, config: config}, nil
}

// Analyze looks ever deeper into p until its value is proved, a limit is reached or ctx ends. Report, where not nil, is told
// each better analysis on the way, on the caller's goroutine. When ctx ends Analyze returns within 50 milliseconds: the
// last analysis without an error where it has one, and else the error of ctx. In a finished game it returns
// [rules.ErrGameOver].
func (a *Analyst) Analyze(ctx context.Context, p rules.Position, limits Limits, report func(Analysis)) (Analysis, error) {
	switch {
	case p.Variant() != a.variant:
		return Analysis{}, errOtherVariant
	case p.Over():
		return Analysis{}, rules.ErrGameOver
	}
	a.nodes = 0
	var known Analysis
	for depth := 1; limits.Depth == 0 || depth <= limits.Depth; depth++ {
		value, line, ended := a.look(ctx, p, depth)
		if ctx.Err() != nil {
			break
		}
		known = Analysis{value, ended, line, depth, a.nodes}
		if report != nil {
			report(known)
		}
		if ended || limits.Nodes > 0 && a.nodes >= limits.Nodes {
			return known, nil
		}
	}
	if known.Depth == 0 {
		return known, ctx.Err()
	}
	return known, nil
}

// look searches p to a depth without any cut-off.
func (a *Analyst) look(ctx context.Context, p rules.Position, depth int) (value int, line []rules.House, ended bool) {
	a.nodes++
	if p.Over() || depth == 0 || a.nodes%1024 == 0 && ctx.Err() != nil {
		return lead(p, p.ToMove()), nil, p.Over()
	}
	value, ended = -1000, true
	for h := range p.Plies() {
		next, _, _ := p.Sow(h)
		v, rest, e := a.look(ctx, next, depth-1)
		if next.ToMove() != p.ToMove() {
			v = -v
		}
		ended = ended && e
		if v > value {
			value, line = v, slices.Concat([]rules.House{h}, rest)
		}
	}
	return value, line, ended
}

// Analysts keeps analysts of the variants that were last asked about, so that what one has learned serves the next
// question. It is safe for several goroutines.
type Analysts struct {
	config func(rules.Variant) SolverConfig
	free   chan *Analyst // as many as may work at once; nil stands for one that has to be made
}

// NewAnalysts returns a place for as many analysts as may work at the same time, at least one. Config says what each may use.
func NewAnalysts(config func(rules.Variant) SolverConfig, most int) *Analysts {
	a := &Analysts{config: config, free: make(chan *Analyst, max(most, 1))}
	for range cap(a.free) {
		a.free <- nil
	}
	return a
}

// Analyze has one of the analysts analyze p; see [Analyst.Analyze]. It waits for one that is free as long as ctx lasts.
func (a *Analysts) Analyze(ctx context.Context, p rules.Position, limits Limits, report func(Analysis)) (Analysis, error) {
	var analyst *Analyst
	select {
	case analyst = <-a.free:
	case <-ctx.Done():
		return Analysis{}, ctx.Err()
	}
	defer func() { a.free <- analyst }()
	if analyst == nil || analyst.variant != p.Variant() {
		fresh, err := NewAnalyst(p.Variant(), a.config(p.Variant()))
		if err != nil {
			return Analysis{}, err
		}
		analyst = fresh
	}
	return analyst.Analyze(ctx, p, limits, report)
}
