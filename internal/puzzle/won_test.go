package puzzle

import (
	"slices"
	"testing"

	"mancala/rules"
)

func TestWonPositions(t *testing.T) { proveWon(t, 39) }

func TestLongWonPositions(t *testing.T) { proveWon(t, 1) }

// proveWon proves by the plain solver, for one in so many positions, that it is won by its margin,
// and that at least two houses lose the win.
func proveWon(t *testing.T, every int) {
	t.Helper()
	list := AllWon()
	if !slices.IsSortedFunc(list, func(a, b Won) int { return b.Margin - a.Margin }) {
		t.Error("the largest margin is not the first")
	}
	seen, solvers := map[rules.Position]bool{}, judges{}
	for i, w := range list {
		if i%every != every-1 && every > 1 {
			continue
		}
		p, s := w.Position(), solvers.of(w.Game.Variant)
		best, lost := false, 0
		for h := range p.Plies() {
			switch c := s.worth(p, h, w.Margin); {
			case c > 0:
				t.Errorf("game %d: house %v wins by more than %d", i, h, w.Margin)
			case c == 0:
				best = true
			case s.worth(p, h, 1) < 0:
				lost++
			}
		}
		if !best || lost < 2 || seen[p] {
			t.Errorf("game %d: best %v, %d houses lose, seen %v: %v", i, best, lost, seen[p], w)
		}
		seen[p] = true
		if again, err := parseWon(w.String()); err != nil || again.String() != w.String() {
			t.Errorf("%v becomes %v, %v", w, again, err)
		}
		if w.Begins(w.Game) || !w.Begins(rules.Game{Variant: w.Game.Variant, Plies: append(slices.Clone(w.Game.Plies), 1)}) {
			t.Errorf("game %d begins no game", i)
		}
	}
	if len(list) < 20 {
		t.Errorf("there are %d positions", len(list))
	}
}
