// Package prover proves the values of puzzles with a solver of the engine.
package prover

import (
	"cmp"
	"context"
	"errors"
	"time"

	"mancala/internal/engine"
	"mancala/internal/puzzle"
	"mancala/rules"
)

// Oracle is a [puzzle.Oracle] for positions of one variant. It keeps the values proved since the
// last Forget. Make one with [New]. It is not safe for concurrent use.
type Oracle struct {
	ctx      context.Context
	patience time.Duration
	solver   *engine.Solver // of the rules without the pie rule
	known    map[rules.Position][]puzzle.Value
}

// New returns an oracle with at most memory bytes that takes at most patience for a position; 0 is
// no limit. Its calls return the error of ctx once ctx ends. New returns an error for a variant
// without provable values.
func New(ctx context.Context, v rules.Variant, memory uint64, patience time.Duration) (*Oracle, error) {
	v.Pie = false
	solver, err := engine.NewSolver(v, engine.SolverConfig{Memory: memory, Threads: 1})
	return &Oracle{ctx, patience, solver, map[rules.Position][]puzzle.Value{}}, err
}

// Forget forgets the values that were proved, but not how.
func (o *Oracle) Forget() { clear(o.known) }

// Values proves the values of the plies of p, which is not over. If the rules have the pie rule,
// p's first turn is over or it is p's turn to swap. It returns [puzzle.ErrUnknown] if that takes
// too long.
func (o *Oracle) Values(p rules.Position) ([]puzzle.Value, error) {
	plain, _ := p.WithoutPie()
	values, ok := o.known[plain]
	if !ok {
		var err error
		if values, err = o.prove(plain); err != nil {
			return nil, err
		}
		o.known[plain] = values
	}
	if !p.CanSwap() {
		return values, nil
	}
	swap := -1 << 30
	for _, v := range values {
		swap = max(swap, v.Seeds)
	}
	return append(values[:len(values):len(values)], puzzle.Value{Ply: rules.Swap, Seeds: -swap}), nil
}

// prove proves the values of a position without the pie rule.
func (o *Oracle) prove(p rules.Position) (values []puzzle.Value, err error) {
	ctx := o.ctx
	if o.patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.patience)
		defer cancel()
	}
	s, err := o.solver.Solve(ctx, p)
	if errors.Is(err, context.DeadlineExceeded) && o.ctx.Err() == nil {
		return nil, puzzle.ErrUnknown
	}
	if err != nil {
		return nil, err
	}
	for _, h := range s.Houses {
		v := puzzle.Value{Ply: h.House, Seeds: h.Low}
		if p.Variant().Majority {
			v.Seeds = cmp.Compare(h.Low, 0)
		}
		values = append(values, v)
	}
	return values, nil
}
