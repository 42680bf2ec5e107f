package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// TestPerfectNeverLosesValue plays Perfect against a random player, from both sides. A separate
// solver checks that none of Perfect's plies loses value.
func TestPerfectNeverLosesValue(t *testing.T) {
	for _, name := range []string{"kalah", "empty-capture"}[:need.Short(1, 2)] {
		rng := rand.New(rand.NewPCG(11, 12))
		start := startOf(t, name, 6, 3)
		v := start.Variant()
		s := solver(t, v, SolverConfig{Memory: 128 << 20, Threads: 2})
		minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 128 << 20, Threads: 2} }, 1)
		for _, side := range [...]rules.Side{rules.South, rules.North} {
			player := need.Must(NewPlayer("perfect", rng, minds))(t)
			for p := start; !p.Over(); {
				if p.ToMove() != side {
					p = play(p, randomHouse(p, rng))
					continue
				}
				h := need.Must(player.Choose(context.Background(), p))(t)
				next := play(p, h)
				if before, after := worthTo(t, s, p, side), worthTo(t, s, next, side); after != before {
					t.Fatalf("%v: house %v brings %d instead of %d", p, h, after, before)
				}
				p = next
			}
		}
	}
}

// worthTo returns the exact value of a position to a side.
func worthTo(t testing.TB, s *Solver, p rules.Position, side rules.Side) int {
	t.Helper()
	v := p.Lead(p.ToMove())
	if !p.Over() {
		found := need.Must(s.Value(context.Background(), p))(t)
		v = found.Value
	}
	if p.ToMove() != side {
		v = -v
	}
	return v
}
