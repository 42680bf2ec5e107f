package engine

import (
	"context"
	"testing"

	"mancala/rules"
)

// endings builds the endings of a rule set.
func endings(t testing.TB, text string, seeds int) *Endings {
	t.Helper()
	v, err := rules.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := BuildEndings(context.Background(), v, seeds)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// each calls visit with every board of n seeds.
func (e *Endings) each(n int, visit func(b ring)) {
	for a := range n + 1 {
		x := e.rank.first(a)
		for range e.rank.count[a] {
			y := e.rank.first(n - a)
			for range e.rank.count[n-a] {
				visit(ring{own: x, opp: y})
				y = e.rank.next(y)
			}
			x = e.rank.next(x)
		}
	}
}

// TestOwareEndings compares the number of boards with an exact value with that of another program.
func TestOwareEndings(t *testing.T) {
	e := endings(t, "oware(6,4)", 8)
	for n, want := range map[int]int{4: 994, 6: 10_168, 8: 46_171} {
		exact := 0
		e.each(n, func(b ring) {
			low, high := e.bracket(n, &b)
			if low == high {
				exact++
			}
			if share := e.value(n, &b, 0); share < low || share > high || low < -n || high > n {
				t.Fatalf("%x: %d to %d, with equal shares %d", b, low, high, share)
			}
		})
		if exact != want {
			t.Errorf("%d seeds: %d boards are exact, not %d", n, exact, want)
		}
	}
}

// TestBestemsheEndings compares wins, losses and draws with those that another program counted.
func TestBestemsheEndings(t *testing.T) {
	e := endings(t, "bestemshe(5,5)", 10)
	for _, c := range []struct{ n, lead, wins, losses, draws int }{
		{2, 0, 25, 30, 0}, {6, 0, 2603, 2402, 0}, {10, 0, 50610, 41768, 0},
	} {
		var wins, losses, draws int
		e.each(c.n, func(b ring) {
			switch low, high := e.bracket(c.n, &b); {
			case low+c.lead > 0:
				wins++
			case high+c.lead < 0:
				losses++
			default:
				draws++
			}
		})
		if wins != c.wins || losses != c.losses || draws != c.draws {
			t.Errorf("%d seeds: %d wins, %d losses, %d draws, not %+v", c.n, wins, losses, draws, c)
		}
	}
}

func BenchmarkEndings(b *testing.B) {
	for b.Loop() {
		endings(b, "oware(6,4)", 10)
	}
}
