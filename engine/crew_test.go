package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
)

// TestProveAll compares the values of early positions, and of others that turn up meanwhile, with
// those of a solver that proves one after the other. There are more threads than positions at the
// end, and the tables grow meanwhile.
func TestProveAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	start := startOf(t, "kalah", 5, 3)
	list := map[rules.Position]bool{}
	for len(list) < 20 {
		p := start
		for range 4 {
			p = play(p, randomHouse(p, rng))
		}
		list[p] = !p.Over()
	}
	var first []rules.Position
	for p, open := range list {
		if open && len(first) < 3 {
			first = append(first, p)
			delete(list, p)
		}
	}
	for _, threads := range []int{1, 2, 5} {
		s, one := solver(t, start.Variant(), SolverConfig{Threads: threads}), solver(t, start.Variant(), SolverConfig{})
		proved := map[rules.Position]bracket{}
		err := s.proveAll(context.Background(), first, func(p rules.Position, b bracket) (more []rules.Position) {
			if _, again := proved[p]; again {
				t.Errorf("%d threads: %v proved twice", threads, p)
			}
			if proved[p] = b; len(proved) == 2 {
				for p, open := range list {
					if open {
						more = append(more, p)
					}
				}
			}
			return more
		})
		if err != nil || len(proved) < 10 {
			t.Errorf("%d threads: %d proved, %v", threads, len(proved), err)
		}
		for p, b := range proved {
			want, err := one.Solve(context.Background(), p)
			if err != nil || b.low != want.Value || b.high != want.Value || !reaches(want, b.best) {
				t.Errorf("%d threads, %v: %+v, not %+v (%v)", threads, p, b, want, err)
			}
		}
		if s.fast.tables.most <= firstTables(start.Variant().Total()) {
			t.Errorf("%d threads: the tables have not grown", threads)
		}
	}
}

// reaches reports whether a house is worth as much as the best one.
func reaches(s Solution, house rules.House) bool {
	for _, h := range s.Houses {
		if h.House == house {
			return h.Low == s.Value
		}
	}
	return false
}

// TestProveAllStops checks that a crew stops in time, and that its solver serves afterwards.
func TestProveAllStops(t *testing.T) {
	start := startOf(t, "kalah", 6, 4)
	s := solver(t, start.Variant(), SolverConfig{Threads: 3})
	none := func(rules.Position, bracket) []rules.Position { return nil }
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := s.proveAll(ctx, successors(start), none); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("stopped: %v", err)
	}
	if err := s.proveAll(ctx, nil, none); err != nil {
		t.Errorf("nothing to prove: %v", err)
	}
	late := start
	for rng := rand.New(rand.NewPCG(3, 4)); pack(late).seeds() > 24; {
		late = play(late, randomHouse(late, rng))
	}
	want := solve(t, solver(t, start.Variant(), SolverConfig{}), late)
	if got, err := s.Value(context.Background(), late); err != nil || got.Value != want.Value {
		t.Errorf("%v: %+v, %v, not %d", late, got, err, want.Value)
	}
}
