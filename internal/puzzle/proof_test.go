package puzzle

import (
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// proveEvery proves one in so many of some puzzles.
func proveEvery(t *testing.T, n int, list []Puzzle) {
	t.Helper()
	known, proved := judges{}, 0
	for i, p := range list {
		if i%n != 0 {
			continue
		}
		if err := prove(known.of(p.Position.Variant()), p); err != nil {
			t.Errorf("puzzle %d: %v", i, err)
		}
		proved++
	}
	if proved < len(list)/n || proved == 0 {
		t.Errorf("only %d puzzles of %d were proved", proved, len(list))
	}
}

func TestPuzzlesAreProvedAgain(t *testing.T) {
	proveEvery(t, 303, Daily())
	for _, game := range Games()[1:] {
		proveEvery(t, 30, few(Of(game)))
	}
}

func TestLongPuzzlesAreProvedAgain(t *testing.T) {
	for _, game := range Games() {
		proveEvery(t, 1, Of(game))
	}
}

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
	for _, p := range Daily()[:need.Short(12, 35)] {
		if p.Position.Variant() != v {
			continue
		}
		q := p
		q.Values = append([]Value{}, p.Values...)
		q.Values[0].Seeds -= 2
		if kind, ok := kindOf(q.Values); ok && kind == q.Kind && q.Right[0] == kind.rightOf(q.Values) {
			wrong++
			if prove(s, q) == nil {
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
				if prove(s, q) == nil {
					t.Errorf("ply %d: %v is %v and was proved not to be: %v", i+1, h, p.Right[i].Has(h), q)
				}
			}
		}
	}
	if wrong < need.Short(10, 40) {
		t.Errorf("only %d wrong claims were made", wrong)
	}
}

// A wrong value or a wrong line is found in the other games, too.
func TestWrongClaimsInOtherGames(t *testing.T) {
	known := judges{}
	for _, game := range Games()[1:] {
		wrong := 0
		for _, p := range few(Of(game))[:10] {
			j := known.of(p.Position.Variant())
			for i, v := range p.Values {
				q := p
				q.Values = append([]Value{}, p.Values...)
				switch q.Values[i].Seeds -= 2; {
				case p.ResultOnly() && v.Seeds == 0:
					q.Values[i].Seeds = -1
				case p.ResultOnly() && v.Seeds < p.Best()-1: // a loss beside a win
					q.Values[i].Seeds = 0
				}
				if q.Check() != nil {
					continue
				}
				if wrong++; prove(j, q) == nil {
					t.Errorf("a wrong value of %v was proved: %v", v.Ply, q)
				}
			}
		}
		if wrong < 10 {
			t.Errorf("only %d wrong claims were made about %s", wrong, game)
		}
	}
}
