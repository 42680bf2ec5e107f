package engine

import (
	"slices"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// points returns a's points out of a hundred against b.
func points(t testing.TB, variant, a, b string, pairs int) float64 {
	t.Helper()
	tally := need.Must(duel(t, variant, a, b, 2*pairs).Run(t.Context()))(t)
	return 100 * tally.Score()
}

// pairing is two players and the least points out of a hundred for the better one. It is several
// points below the measured score, which -v shows.
type pairing struct {
	variant, better, worse string
	atLeast                float64
}

func (c pairing) check(t *testing.T) {
	t.Helper()
	got := points(t, c.variant, c.better, c.worse, 300)
	t.Logf("%-22s %-7s %4.1f %% against %s", c.variant, c.better, got, c.worse)
	if got < c.atLeast {
		t.Errorf("%s: %s gets %.1f of 100 points against %s, not %v", c.variant, c.better, got, c.worse, c.atLeast)
	}
}

func TestStrength(t *testing.T) {
	for _, c := range []pairing{
		{"kalah(6,4)", "low", "random", 70},
		{"kalah(6,4)", "again", "random", 85},
		{"kalah(6,4)", "again", "low", 70},
		{"kalah(6,4)", "greedy", "random", 93},
		{"kalah(6,4)", "greedy", "low", 80},
		{"kalah(6,4)", "greedy", "again", 68},
		{"empty-capture(6,4)", "greedy", "again", 65},
		{"video(6,3)", "again", "random", 85},
		{"video(6,3)", "greedy", "again", 53},
		{"bowls(6,4)", "greedy", "again", 93},
		{"bowls(6,4)", "greedy", "random", 90},
		{"custom(6,4,extra=yes)", "greedy", "random", 80},
	} {
		c.check(t)
	}
}

// Players that search take their time.
func TestLongStrength(t *testing.T) {
	for _, c := range []pairing{
		{"kalah(10,10)", "greedy", "again", 95},
		{"kalah(6,4)", "seedling", "random", 88},
		{"kalah(6,4)", "casual", "seedling", 65},
		{"kalah(6,4)", "sharp", "casual", 68},
		{"kalah(6,4)", "strong", "sharp", 68},
		{"bowls(6,4)", "strong", "sharp", 60},
	} {
		c.check(t)
	}
}

// The same seed gives the same game between players, and another seed another one.
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
