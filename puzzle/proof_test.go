package puzzle

import (
	"testing"

	"mancala/rules"
)

// proveEvery proves one in so many of the embedded puzzles.
func proveEvery(t *testing.T, n int) {
	t.Helper()
	solvers, proved := map[rules.Variant]*plainSolver{}, 0
	for i, p := range All() {
		if i%n != 0 {
			continue
		}
		v := p.Position.Variant()
		v.Pie = false
		if solvers[v] == nil {
			solvers[v] = newPlainSolver(v)
		}
		if err := solvers[v].prove(p); err != nil {
			t.Errorf("puzzle %d: %v", i, err)
		}
		proved++
	}
	if proved < len(All())/n {
		t.Errorf("only %d puzzles were proved", proved)
	}
}

func TestPuzzlesAreProvedAgain(t *testing.T) { proveEvery(t, 101) }

func TestLongPuzzlesAreProvedAgain(t *testing.T) { proveEvery(t, 1) }

// The plain solver finds the known values of openings, and a wrong claim of each kind.
func TestPlainSolver(t *testing.T) {
	v, err := rules.ParseRuleSet("kalah")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		houses, seeds int
		values        []int // of every opening, as docs/values.md has them
	}{
		{3, 2, []int{-8, 4, 0}}, {3, 4, []int{2, -4, -10}}, {4, 3, []int{-6, 6, 2, -2}}, {5, 2, []int{-8, -8, -10, 2, -2}},
	} {
		v, err := v.WithSize(tt.houses, tt.seeds)
		if err != nil {
			t.Fatal(err)
		}
		start, _ := rules.Start(v)
		s := newPlainSolver(v)
		for i, value := range tt.values {
			h := rules.House(i + 1)
			if s.worth(start, h, value) != 0 || s.worth(start, h, value-1) != 1 || s.worth(start, h, value+1) != -1 {
				t.Errorf("%v: house %v is not worth %d", v, h, value)
			}
		}
	}
}

func TestPlainSolverFindsWrongClaims(t *testing.T) {
	v, _ := rules.Preset("kalah")
	s, wrong := newPlainSolver(v), 0
	for _, p := range All()[:35] {
		if p.Position.Variant() != v {
			continue
		}
		q := p
		q.Values = append([]Value{}, p.Values...)
		q.Values[0].Seeds -= 2
		if kind, ok := kindOf(q.Values); ok && kind == q.Kind && q.Right[0] == kind.rightOf(q.Values) {
			wrong++
			if s.prove(q) == nil {
				t.Errorf("a wrong value was proved: %v", q)
			}
		}
		for i := range p.Line {
			q := p
			q.Right = append([]PlySet{}, p.Right...)
			at := p.Position
			for _, h := range p.Line[:i] {
				at, _, _ = at.Sow(h)
			}
			for h := range at.Plies() { // one more ply is right, or one less
				if i == 0 || i == len(p.Line)-1 || h == p.Line[i] || p.Right[i] == 0 {
					continue
				}
				q.Right[i] = p.Right[i] ^ bitOf(h)
				wrong++
				if s.prove(q) == nil {
					t.Errorf("ply %d: %v is %v and was proved not to be: %v", i+1, h, p.Right[i].Has(h), q)
				}
			}
		}
	}
	if wrong < 40 {
		t.Errorf("only %d wrong claims were made", wrong)
	}
}
