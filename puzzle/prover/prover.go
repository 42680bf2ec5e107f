package main

import (
	"context"

	"mancala/engine"
	"mancala/puzzle"
	"mancala/rules"
)

// oracle proves values with a solver of the engine. It knows the values that it has proved since
// the last forget.
type oracle struct {
	ctx    context.Context
	solver *engine.Solver // of the rules without the pie rule
	known  map[rules.Position][]puzzle.Value
}

func newOracle(ctx context.Context, v rules.Variant, memory uint64) (*oracle, error) {
	v.Pie = false
	solver, err := engine.NewSolver(v, engine.SolverConfig{Memory: memory, Threads: 1})
	return &oracle{ctx, solver, map[rules.Position][]puzzle.Value{}}, err
}

func (o *oracle) forget() { clear(o.known) }

// Values proves the values of the plies of p, which is not over. If the rules have the pie rule,
// p's first turn is over.
func (o *oracle) Values(p rules.Position) ([]puzzle.Value, error) {
	plain, _ := p.WithoutPie()
	values, ok := o.known[plain]
	if !ok {
		s, err := o.solver.Solve(o.ctx, plain)
		if err != nil {
			return nil, err
		}
		for _, h := range s.Houses {
			values = append(values, puzzle.Value{Ply: h.House, Seeds: h.Low})
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
