package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// captureCS340 is the board that explains captures in CS 340.
const captureCS340 = `
	   1  1  0  5  1  0
	18                    14
	   3  1  0  0  2  2`

// player returns a player with a seeded source of chance.
func player(t need.T, name string, seed uint64) *Player {
	t.Helper()
	return need.Must(NewPlayer(name, rand.New(rand.NewPCG(seed, seed)), nil))(t)
}

// choose returns the player's choice.
func choose(t need.T, p *Player, pos rules.Position) rules.House {
	t.Helper()
	h, err := p.Choose(context.Background(), pos)
	if err != nil {
		t.Fatalf("%s in %v: %v", p.strategy.name, pos, err)
	}
	return h
}

// TestStrategies fixes the names and the rungs, because words, settings and scores use them.
func TestStrategies(t *testing.T) {
	var list []string
	for _, s := range Strategies() {
		list = append(list, fmt.Sprint(s.Name, s.Rung))
		player(t, s.Name, 1)
	}
	want := []string{"random0", "low0", "again0", "greedy0", "seedling1", "casual2", "sharp3", "strong4", "master5", "perfect6"}
	if !slices.Equal(list, want) {
		t.Errorf("the strategies are %v, not %v", list, want)
	}
}

func TestNewPlayerRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const known = "random, low, again, greedy, seedling, casual, sharp, strong, master, perfect"
	for _, c := range []struct {
		name string
		rng  *rand.Rand
		want string
	}{
		{"ask", rng, `there is no computer player "ask"; choose one of ` + known},
		{"", rng, `there is no computer player ""; choose one of ` + known},
		{"Greedy", rng, `there is no computer player "Greedy"; choose one of ` + known},
		{"random", nil, "a computer player needs a source of chance"},
		{"ask", nil, "a computer player needs a source of chance"},
	} {
		if p, err := NewPlayer(c.name, c.rng, nil); p != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, %v", c.name, p, err)
		}
	}
	if _, err := NewPlayer(strings.Repeat("x", 1<<20), rng, nil); len(err.Error()) > 200 {
		t.Errorf("a long name makes an error of %d bytes", len(err.Error()))
	}
}

func TestChooseRefuses(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancelLate := context.WithTimeout(context.Background(), 0)
	defer cancelLate()
	for _, s := range Strategies() {
		p := player(t, s.Name, 1)
		for _, c := range []struct {
			name string
			ctx  context.Context
			pos  rules.Position
			want error
		}{
			{"cancelled", cancelled, start(t, "kalah(6,4)"), context.Canceled},
			{"cancelled after the end", cancelled, start(t, "kalah(1,1)", 1), context.Canceled},
			{"too late", late, start(t, "kalah(6,4)"), context.DeadlineExceeded},
			{"swept", context.Background(), start(t, "kalah(1,1)", 1), rules.ErrGameOver},
			{"seeds left on the board", context.Background(), start(t, "bowls(1,1)", 1), rules.ErrGameOver},
			{"majority", context.Background(), start(t, "video(1,2)", 1, 1), rules.ErrGameOver},
			{"no game at all", context.Background(), rules.Position{}, rules.ErrGameOver},
		} {
			if h, err := p.Choose(c.ctx, c.pos); h != 0 || !errors.Is(err, c.want) {
				t.Errorf("%s, %s: house %v, %v", s.Name, c.name, h, err)
			}
		}
	}
}

// choices are positions with the plies of the deterministic strategies.
var choices = []struct {
	name               string
	rules              string
	toMove             rules.Side
	board              string
	low, again, greedy rules.House
}{
	{
		name: "CS230: bin 3 of three seeds ends in the mancala", rules: "video(6,3)",
		board: `
	   3  3  3  3  3  3
	 0                     0
	   3  3  3  3  3  3`,
		low: 6, again: 4, greedy: 4,
	},
	{
		name: "CS230: bin 1 is empty", rules: "video(6,3)",
		board: `
	   3  3  3  3  3  3
	 0                     1
	   3  3  3  4  4  0`,
		low: 5, again: 5, greedy: 3, // its fourth seed falls into the empty bin and captures 4
	},
	{
		name: "CS 340: the extra turn first, the capture of six can wait", rules: "kalah(6,4)", board: captureCS340,
		low: 6, again: 5, greedy: 5,
	},
	{
		name: "two extra turns: the nearer one", rules: "kalah(6,4)",
		board: `
	   4  4  4  4  4  4
	 8                     4
	   6  5  0  0  0  1`,
		low: 6, again: 6, greedy: 6,
	},
	{
		name: "an extra turn far from the store", rules: "kalah(6,4)",
		board: `
	   4  4  4  4  4  4
	 8                     6
	   6  0  2  2  0  0`,
		low: 4, again: 1, greedy: 1,
	},
	{
		name: "no extra turns in these rules", rules: "bowls(6,4)",
		board: `
	   4  4  4  4  4  4
	 8                     6
	   6  0  2  2  0  0`,
		low: 4, again: 4, greedy: 4,
	},
	{
		name: "CS 340 without the extra turn: the capture", rules: "kalah(6,4)",
		board: `
	   1  1  0  5  1  0
	18                    15
	   3  1  0  0  0  3`,
		low: 6, again: 6, greedy: 1,
	},
	{
		name: "five seeds that could be captured are moved away", rules: "custom(3,3,capture=own)",
		board: `
	   0  0  1
	 5             5
	   1  5  1`,
		low: 3, again: 3, greedy: 2,
	},
	{
		name: "a won game is taken, whatever else there is", rules: "video(3,3)",
		board: `
	   0  3  0
	 5             8
	   1  0  1`,
		low: 3, again: 3, greedy: 1,
	},
}

func TestChoices(t *testing.T) {
	for _, c := range choices {
		t.Run(c.name, func(t *testing.T) {
			pos := draw(t, c.rules, c.toMove, c.board)
			for name, want := range map[string]rules.House{"low": c.low, "again": c.again, "greedy": c.greedy} {
				if h := choose(t, player(t, name, 1), pos); h != want {
					t.Errorf("%s plays house %v, not %v", name, h, want)
				}
				if h := choose(t, player(t, name, 1), pos.Mirror()); h != want {
					t.Errorf("across the board %s plays house %v, not %v", name, h, want)
				}
			}
		})
	}
}

// Random plays every non-empty house about equally often, and no other house.
func TestRandomIsEven(t *testing.T) {
	const times = 6000
	pos := draw(t, "kalah(6,4)", rules.South, captureCS340)
	p, count := player(t, "random", 7), map[rules.House]int{}
	for range times {
		count[choose(t, p, pos)]++
	}
	for h := range pos.Plies() {
		if n := count[h]; n < times/4*9/10 || n > times/4*11/10 {
			t.Errorf("house %v is played %d times of %d", h, n, times)
		}
		delete(count, h)
	}
	if len(count) > 0 {
		t.Errorf("these are played too: %v", count)
	}
}

// Under the pie rule a player swaps only if that gains something.
func TestSwap(t *testing.T) {
	pos := start(t, "video(6,3)+pie", 4, 1) // South has moved twice and captured: five seeds to none
	if !pos.CanSwap() {
		t.Fatal("nothing to swap")
	}
	for name, want := range map[string]rules.House{"low": 6, "again": 4, "greedy": rules.Swap} {
		if h := choose(t, player(t, name, 1), pos); h != want {
			t.Errorf("%s plays %v, not %v", name, h, want)
		}
	}
	seen := map[rules.House]bool{}
	for seed := range uint64(100) {
		seen[choose(t, player(t, "random", seed), pos)] = true
	}
	if !seen[rules.Swap] {
		t.Error("random never swaps")
	}
}

// The worth of a ply, counted by hand.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		name, rules, board string
		house              rules.House
		gain, worth        int
	}{
		{"a capture of six; then North can have an extra turn", "kalah(6,4)", captureCS340, 1, 6, 6 - 3},
		{"an extra turn", "kalah(6,4)", captureCS340, 5, 1 + 2, 3},
		{"one seed into the store; then North can have an extra turn", "kalah(6,4)", captureCS340, 6, 1, 1 - 3},
		{"a swept win", "kalah(2,2)", `
	   1  2
	 0          4
	   0  1`, 2, 1 - 3 + 1000, 998},
		{"a swept defeat", "kalah(2,2)", `
	   1  2
	 4          0
	   0  1`, 2, 1 - 3 - 1000, -1002},
		{"a seed for the opponent's store", "bowls(2,2)", `
	   1  1
	 0          1
	   1  4`, 2, 0, 0 - 1},
	} {
		pos := draw(t, c.rules, rules.South, c.board)
		g, _ := gain(pos, c.house)
		if w := worth(pos, c.house); g != c.gain || w != c.worth {
			t.Errorf("%s: gain %d, worth %d, not %d and %d", c.name, g, w, c.gain, c.worth)
		}
	}
}

func BenchmarkGreedy(b *testing.B) {
	p, pos := player(b, "greedy", 1), start(b, "kalah(10,10)")
	b.ReportAllocs()
	for b.Loop() {
		choose(b, p, pos)
	}
}
