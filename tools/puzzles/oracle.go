package main

import (
	"context"

	"mancala/internal/engine"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/prover"
	"mancala/rules"
)

// oracle is an oracle that can drop its proofs for earlier puzzles.
type oracle interface {
	puzzle.Oracle
	Forget()
}

// newOracle returns an oracle for a variant: a solver or, if boards come again there, endgame
// tables of boards with up to most seeds.
func newOracle(ctx context.Context, v rules.Variant, memory uint64, most int) (oracle, error) {
	if v.Acyclic() {
		return prover.New(ctx, v, memory, 0)
	}
	e, err := engine.NewEndings(ctx, v, most)
	return endings{e}, err
}

// endings is an oracle for the positions in endgame tables whose result does not depend on the rule
// for repeated boards.
type endings struct{ *engine.Endings }

// Forget does nothing: tables stay.
func (e endings) Forget() {}

// Values implements [puzzle.Oracle].
func (e endings) Values(p rules.Position) (values []puzzle.Value, err error) {
	for h := range p.Plies() {
		next, _, err := p.Sow(h)
		if err != nil {
			return nil, err
		}
		low, high := next.Lead(p.ToMove()), next.Lead(p.ToMove())
		if !next.Over() {
			least, most, ok := e.Bounds(next)
			if low, high = -most, -least; !ok {
				return nil, puzzle.ErrUnknown
			}
		}
		if p.Variant().Majority {
			low, high = min(max(low, -1), 1), min(max(high, -1), 1)
		}
		if low != high {
			return nil, puzzle.ErrUnknown
		}
		values = append(values, puzzle.Value{Ply: h, Seeds: low})
	}
	return values, nil
}
