package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/rules"
)

// strategy returns the strategy of that name.
func strategy(t testing.TB, name string) Strategy {
	t.Helper()
	return player(t, name, 1).Strategy()
}

// playOut plays a game to its end and returns South's lead.
func playOut(t testing.TB, p rules.Position, seats [2]Strategy, rng *rand.Rand) int {
	t.Helper()
	for plies := 0; !p.Over(); plies++ {
		h := seats[p.ToMove()].choose(p, rng)
		next, _, err := p.Sow(h)
		if err != nil || plies > 5000 {
			t.Fatalf("%s plays %v in %v: %v", seats[p.ToMove()].Name, h, p, err)
		}
		p = next
	}
	return lead(p, rules.South)
}

// opening returns a position of a running game after two to six random plies.
func opening(t testing.TB, variant string, rng *rand.Rand) rules.Position {
	t.Helper()
	for {
		p := start(t, variant)
		for range 2 + rng.IntN(5) {
			if plies := slices.Collect(p.Plies()); len(plies) > 0 {
				p, _, _ = p.Sow(plies[rng.IntN(len(plies))])
			}
		}
		if !p.Over() {
			return p
		}
	}
}

// points returns how many of a hundred points a gets against b: one for a win, a half for a draw. Every opening is played
// twice, with the sides exchanged.
func points(t testing.TB, variant, a, b string, pairs int) float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	first, second, sum := strategy(t, a), strategy(t, b), 0
	for range pairs {
		p := opening(t, variant, rng)
		for _, l := range []int{playOut(t, p, [2]Strategy{first, second}, rng), -playOut(t, p, [2]Strategy{second, first}, rng)} {
			if l > 0 {
				sum += 2
			} else if l == 0 {
				sum++
			}
		}
	}
	return 100 * float64(sum) / float64(4*pairs)
}

// Each bound leaves several points to what was measured, which -v shows.
func TestStrength(t *testing.T) {
	for _, c := range []struct {
		variant, better, worse string
		atLeast                float64
	}{
		{"kalah(6,4)", "low", "random", 70},
		{"kalah(6,4)", "again", "random", 85},
		{"kalah(6,4)", "again", "low", 70},
		{"kalah(6,4)", "greedy", "random", 93},
		{"kalah(6,4)", "greedy", "low", 80},
		{"kalah(6,4)", "greedy", "again", 68},
		{"kalah(10,10)", "greedy", "again", 95},
		{"empty-capture(6,4)", "greedy", "again", 65},
		{"video(6,3)", "again", "random", 85},
		{"video(6,3)", "greedy", "again", 53},
		{"bowls(6,4)", "greedy", "again", 93},
		{"bowls(6,4)", "greedy", "random", 90},
		{"custom(6,4,extra=yes)", "greedy", "random", 80},
	} {
		got := points(t, c.variant, c.better, c.worse, 300)
		t.Logf("%-22s %-7s %4.1f %% against %s", c.variant, c.better, got, c.worse)
		if got < c.atLeast {
			t.Errorf("%s: %s gets %.1f of 100 points against %s, not %v", c.variant, c.better, got, c.worse, c.atLeast)
		}
	}
}

// A game between players is the same again with the same seed, and another one with another.
func TestGamesRepeatBySeed(t *testing.T) {
	game := func(seed uint64) (houses []rules.House) {
		seats := [2]*Player{player(t, "random", seed), player(t, "greedy", seed)}
		for p := start(t, "kalah(6,4)"); !p.Over(); {
			h := choose(t, seats[p.ToMove()], p)
			houses = append(houses, h)
			p, _, _ = p.Sow(h)
		}
		return houses
	}
	if a, b := game(3), game(3); !slices.Equal(a, b) {
		t.Errorf("one seed gives two games:\n%v\n%v", a, b)
	}
	if slices.Equal(game(3), game(4)) {
		t.Error("two seeds give the same game")
	}
}
