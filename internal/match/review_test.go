package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// reviewed returns the review of a game of these plies.
func reviewed(t *testing.T, v rules.Variant, plies ...rules.House) *match.Review {
	t.Helper()
	m := need.Must(match.New(v))(t)
	for _, h := range plies {
		need.Must(m.Play(m.Position().ToMove(), h))(t)
	}
	return match.NewReview(m)
}

func exactly(value int, line ...rules.House) match.Verdict {
	return match.Verdict{Value: value, Exact: true, Line: line}
}

func about(value int, line ...rules.House) match.Verdict {
	return match.Verdict{Value: value, Line: line, Depth: 8}
}

// south, south, north, south, north
var fivePlies = []rules.House{3, 6, 5, 1, 6}

func TestReviewOfAnUnjudgedGame(t *testing.T) {
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	if r.Plies() != 5 || !slices.Equal(r.Houses(2), []rules.House{3, 6}) {
		t.Errorf("%d plies, the first two %v", r.Plies(), r.Houses(2))
	}
	for n := 1; n <= r.Plies(); n++ {
		if a, ok := r.Assess(n); ok || a.Mark != match.Unmarked || a.House != fivePlies[n-1] {
			t.Errorf("ply %d is judged before a judge was asked: %+v", n, a)
		}
	}
	if a, _ := r.Assess(2); words.Assessment(a) != "House 6 is not judged yet." {
		t.Errorf("ply 2: %v", a)
	}
	if done, all := r.Progress(); done != 0 || all != 6 {
		t.Errorf("progress %d of %d, want 0 of 6: the game is not over", done, all)
	}
	if _, ok := r.Verdict(0); ok {
		t.Error("the start has a verdict")
	}
}

func TestPositionsAreAskedFromTheEndOfTheGame(t *testing.T) {
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	var asked []int
	for n, ok := r.Next(); ok; n, ok = r.Next() {
		asked = append(asked, n)
		switch {
		case len(asked) > 10:
			t.Fatalf("asked without end: %v", asked)
		case n == 3:
			r.Unjudged(n)
		default:
			r.Judged(n, about(n), false)
			r.Judged(n, about(n+1), true)
		}
	}
	if !slices.Equal(asked, []int{5, 4, 3, 2, 1, 0}) {
		t.Errorf("asked about %v", asked)
	}
	if done, all := r.Progress(); done != all || all != 6 {
		t.Errorf("progress %d of %d", done, all)
	}
	if v, ok := r.Verdict(5); !ok || v.Value != 6 {
		t.Errorf("the last position is worth %+v, want the last word on it", v)
	}
	r.Judged(5, about(40), true)
	r.Judged(6, about(1), true)
	r.Judged(-1, about(1), true)
	if v, _ := r.Verdict(5); v.Value != 6 {
		t.Errorf("after its final verdict a position is judged again: %+v", v)
	}
}

func TestCostsAndMarks(t *testing.T) {
	kalah := rulestest.Variant(t, "kalah", 6, 4)
	tests := []struct {
		name          string
		before, after match.Verdict // of ply 3, a ply of North's after which South moves
		cost          int
		mark          match.Mark
		says          string
	}{
		{"best, a win", exactly(6, 5), exactly(-6, 1), 0, match.Best, "House 5 keeps the win by 6."},
		{"best, a draw", exactly(0, 5), exactly(0, 1), 0, match.Best, "House 5 keeps the draw."},
		{"best, a loss", exactly(-2, 5), exactly(2, 1), 0, match.Best, "House 5 is best, and loses by 2."},
		{"another best one", exactly(6, 2), exactly(-6, 1), 0, match.Best, "House 5 is as good as house 2: it wins by 6."},
		{
			"next to nothing", exactly(6, 2), exactly(-5, 1), 1, match.Good,
			"House 5 costs 1: house 2 wins by 6, house 5 wins by 5.",
		},
		{
			"a little", exactly(6, 2), exactly(-4, 1), 2, match.Inaccuracy,
			"House 5 costs 2: house 2 wins by 6, house 5 wins by 4.",
		},
		{
			"much", exactly(-2, 2), exactly(6, 1), 4, match.Mistake,
			"House 5 costs 4: house 2 loses by 2, house 5 loses by 6.",
		},
		{"very much", exactly(8, 2), exactly(0, 1), 8, match.Blunder, "House 5 costs 8: house 2 wins by 8, house 5 draws."},
		{
			"a win for a draw", exactly(1, 2), exactly(0, 1), 1, match.Mistake,
			"House 5 costs 1: house 2 wins by 1, house 5 draws.",
		},
		{
			"a draw for a loss", exactly(0, 2), exactly(1, 1), 1, match.Mistake,
			"House 5 costs 1: house 2 draws, house 5 loses by 1.",
		},
		{
			"a win for a loss", exactly(1, 2), exactly(2, 1), 3, match.Mistake,
			"House 5 costs 3: house 2 wins by 1, house 5 loses by 2.",
		},
		{"no best house known", exactly(6), exactly(-4, 1), 2, match.Inaccuracy, "House 5 costs 2: it wins by 4."},
		{
			"estimates", about(1, 2), about(2, 1), 3, match.Inaccuracy,
			"House 5 costs about 3: house 2 is worth about +1, house 5 is worth about -2.",
		},
		{
			"an estimated draw is no draw", about(1, 2), about(0, 1), 1, match.Good,
			"House 5 costs about 1: house 2 is worth about +1, house 5 is about even.",
		},
		{
			"estimated before, exact after", about(9, 2), exactly(-1, 1), 8, match.Blunder,
			"House 5 costs about 8: house 2 is worth about +9, house 5 wins by 1.",
		},
		{"best by estimates", about(3, 5), about(-7, 1), 0, match.Best, "House 5 seems best: it is worth about +7."},
		{"better than thought", about(3, 2), exactly(-7, 1), 0, match.Best, "House 5 seems best: it wins by 7."},
		{"worse than thought", about(3, 5), exactly(2, 1), 0, match.Best, "House 5 seems best: it loses by 2."},
		{
			"too good to be true", exactly(4, 2), about(-9, 1), 0, match.Best,
			"House 5 seems as good as house 2: it is worth about +4.",
		},
		{
			"as good, by estimates", about(4, 2), about(-4, 1), 0, match.Best,
			"House 5 seems as good as house 2: it is worth about +4.",
		},
		{"known from before alone", exactly(4, 5, 1), about(-9, 2), 0, match.Best, "House 5 keeps the win by 4."},
	}
	for _, test := range tests {
		r := reviewed(t, kalah, fivePlies...)
		r.Judged(3, test.after, true)
		r.Judged(2, test.before, true)
		a, ok := r.Assess(3)
		if !ok || a.Cost != test.cost || a.Mark != test.mark || words.Assessment(a) != test.says || a.Mover != rules.North {
			t.Errorf("%s: %+v: %q", test.name, a, words.Assessment(a))
		}
		if a.Before.Value-a.After.Value != a.Cost {
			t.Errorf("%s: before %d, after %d, cost %d", test.name, a.Before.Value, a.After.Value, a.Cost)
		}
		sum := r.Summary(rules.North)
		if sum.Plies != 1 || sum.Marks[test.mark] != 1 || sum.Cost != test.cost || sum.Exact != a.Exact {
			t.Errorf("%s: summed up as %+v", test.name, sum)
		}
		south, exact, ok := r.South(2)
		if !ok || south != -a.Before.Value || exact != a.Before.Exact {
			t.Errorf("%s: South sees %d before it, exact %v", test.name, south, exact)
		}
		if south, exact, _ := r.South(3); south != -a.After.Value || exact != a.After.Exact {
			t.Errorf("%s: South sees %d after it, exact %v", test.name, south, exact)
		}
	}
}

// TestOnlyTheWinnerCounts: if a majority ends the game, no margin is shown.
func TestOnlyTheWinnerCounts(t *testing.T) {
	won := exactly(4, 2)
	won.Winner = true
	for _, test := range []struct {
		after, cost int
		mark        match.Mark
		says        string
	}{
		{-1, 0, match.Best, "House 5 is as good as house 2: it wins."},
		{0, 4, match.Mistake, "House 5 costs the win: house 2 wins, house 5 draws."},
		{2, 6, match.Mistake, "House 5 costs the win: house 2 wins, house 5 loses."},
	} {
		after := exactly(test.after, 1)
		after.Winner = true
		r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
		r.Judged(3, after, true)
		r.Judged(2, won, true)
		if a, ok := r.Assess(3); !ok || a.Cost != test.cost || a.Mark != test.mark || words.Assessment(a) != test.says {
			t.Errorf("after %d: %+v: %q", test.after, a, words.Assessment(a))
		}
	}
}

func TestAPlyHasNoMarkBeforeTheLastWord(t *testing.T) {
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	r.Judged(3, about(-1, 1), true)
	r.Judged(2, about(9, 2), false)
	a, ok := r.Assess(3)
	if want := "House 5 costs about 8: house 2 is worth about +9, house 5 is worth about +1."; !ok || words.Assessment(a) != want {
		t.Errorf("after a word on the way: %v", a)
	}
	if sum := r.Summary(rules.North); a.Mark != match.Unmarked || sum.Plies != 0 {
		t.Errorf("after a word on the way the mark is %v, summed up %+v", a.Mark, sum)
	}
	r.Judged(2, about(3, 2), true)
	if a, _ := r.Assess(3); a.Mark != match.Inaccuracy || a.Cost != 2 {
		t.Errorf("after the last word: %v, %v", a.Mark, a)
	}
}

func TestAnExtraTurnKeepsTheSign(t *testing.T) {
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	r.Judged(0, exactly(8, 3), true)
	r.Judged(1, exactly(8, 6), true)
	r.Judged(2, exactly(-4, 2), true)
	for n, want := range map[int]int{1: 0, 2: 4} {
		if a, ok := r.Assess(n); !ok || a.Cost != want || a.Mover != rules.South {
			t.Errorf("ply %d: %+v, want a cost of %d", n, a, want)
		}
	}
	if sum := r.Summary(rules.South); sum.MeanCost() != 2 || sum.Plies != 2 {
		t.Errorf("South: %+v, mean %v", sum, sum.MeanCost())
	}
	if sum := r.Summary(rules.North); sum.MeanCost() != 0 || sum.Plies != 0 {
		t.Errorf("North: %+v, mean %v", sum, sum.MeanCost())
	}
}

func TestWhatIsKnownServesTheNeighbours(t *testing.T) {
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	r.Judged(0, exactly(8, 3, 6, 5, 2), true) // best play is known up to ply 4
	for n, want := range map[int]int{1: 8, 2: -8, 3: 8} {
		if v, ok := r.Verdict(n); !ok || !v.Exact || v.Value != want {
			t.Errorf("position %d: %+v, %v; want %d exactly", n, v, ok, want)
		}
	}
	if v, ok := r.Verdict(4); ok {
		t.Errorf("after ply 4, which is not the best one, %+v is known", v)
	}
	if done, _ := r.Progress(); done != 4 {
		t.Errorf("%d positions are done, want 4", done)
	}
}

// TestBoundsStayWithAVerdict passes verdicts with proved bounds on to the position before.
func TestBoundsStayWithAVerdict(t *testing.T) {
	bounded := func(value, low, high int, line ...rules.House) match.Verdict {
		return match.Verdict{Value: value, Low: low, High: high, Line: line}
	}
	r := reviewed(t, rulestest.Variant(t, "kalah", 6, 4), fivePlies...)
	r.Judged(3, about(-4, 1), true)
	r.Judged(2, bounded(2, -6, 4, 5), true) // South's, as is the other side's in 3
	if v, _ := r.Verdict(2); v.Value != 4 || v.Low != -6 || v.High != 4 {
		t.Errorf("after the next position's verdict it is %+v", v)
	}
	r = reviewed(t, rulestest.Variant(t, "kalah", 3, 1), 3, 2, 2, 1) // the last ply is forced
	r.Judged(4, bounded(1, -2, 3, 3), true)
	if v, ok := r.Verdict(3); !ok || v.Value != -1 || v.Low != -3 || v.High != 2 {
		t.Errorf("before a forced ply it is %+v", v)
	}
}

func TestAForcedPlyIsMarkedSoAndAsksNobody(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 3, 1)
	for seed := range uint64(50) {
		plies := randomGame(t, v, rand.New(rand.NewPCG(seed, 3)))
		r := reviewed(t, v, plies...)
		asked := 0
		for n, ok := r.Next(); ok; n, ok = r.Next() {
			if choices(r.Position(n)) == 1 {
				t.Fatalf("asked about %v, where there is no choice", r.Position(n))
			}
			asked++
			r.Judged(n, exhaust(r.Position(n)), true)
		}
		for n := 1; n <= r.Plies(); n++ {
			before, _ := r.Ply(n)
			a, ok := r.Assess(n)
			if forced := choices(before) == 1; !ok || forced != (a.Mark == match.Forced) || forced && a.Cost != 0 {
				t.Errorf("%v: house %v has the mark %v and costs %d", before, a.House, a.Mark, a.Cost)
			}
		}
	}
	r := reviewed(t, rulestest.Variant(t, "kalah", 1, 3), 1)
	if a, ok := r.Assess(1); !ok || words.Assessment(a) != "House 1 is the only move: it wins by 6." {
		t.Errorf("the only ply of Kalah(1,3): %v", a)
	}
	if _, ok := r.Next(); ok {
		t.Error("there is something to ask about Kalah(1,3)")
	}
}

func choices(p rules.Position) int { return len(slices.Collect(p.Plies())) }

// exhaust is a judge that looks at everything.
func exhaust(p rules.Position) match.Verdict {
	best := match.Verdict{Value: -1000, Exact: true}
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // legal
		v := exhaust(next)
		if next.ToMove() != p.ToMove() {
			v.Value = -v.Value
		}
		if v.Value > best.Value {
			best.Value, best.Line = v.Value, append([]rules.House{h}, v.Line...)
		}
	}
	if p.Over() {
		best.Value = p.Store(p.ToMove()) - p.Store(p.ToMove().Opponent())
	}
	return best
}

func randomGame(t *testing.T, v rules.Variant, r *rand.Rand) []rules.House {
	t.Helper()
	p := need.Must(rules.Start(v))(t)
	var plies []rules.House
	for !p.Over() && len(plies) < 60 {
		legal := slices.Collect(p.Plies())
		h := legal[r.IntN(len(legal))]
		p, _, _ = p.Sow(h) // legal
		plies = append(plies, h)
	}
	return plies
}

// smallVariants are every preset and the pie rule on boards that can be looked at to the end.
func smallVariants(t *testing.T) []rules.Variant {
	var list []rules.Variant
	for _, preset := range rules.Presets() {
		if !preset.Acyclic() {
			continue // no end is in sight
		}
		list = append(list, rulestest.Variant(t, preset.Name, 3, 1), rulestest.Variant(t, preset.Name, 2, 2))
	}
	pie := rulestest.Variant(t, "kalah", 3, 1)
	pie.Pie = true
	return append(list, pie)
}

// With an exhaustive judge no ply gains anything, and the change of the value is the cost of all
// plies.
func TestCostsAddUpToWhatTheGameHasLost(t *testing.T) {
	swaps := 0
	for _, v := range smallVariants(t) {
		for seed := range uint64(12) {
			plies := randomGame(t, v, rand.New(rand.NewPCG(seed, 7)))
			if len(plies) == 60 { // rules that allow repetitions
				continue
			}
			checkSums(t, v, plies)
			if slices.Contains(plies, rules.Swap) {
				swaps++
			}
		}
	}
	if swaps == 0 {
		t.Error("no game with a swap was looked at")
	}
}

func checkSums(t *testing.T, v rules.Variant, plies []rules.House) {
	t.Helper()
	r := reviewed(t, v, plies...)
	for n := range plies {
		r.Judged(n, exhaust(r.Position(n)), true)
	}
	lost := [2]int{}
	for n := 1; n <= r.Plies(); n++ {
		before, _ := r.Ply(n)
		a, ok := r.Assess(n)
		if gained := a.After.Value - a.Before.Value; !ok || !a.Exact || gained > 0 || a.Cost != -gained {
			t.Errorf("%v, house %v: %+v", before, a.House, a)
		}
		lost[a.Mover] += a.Cost
	}
	first, _, _ := r.South(0)
	last, _, _ := r.South(r.Plies())
	if last-first != lost[rules.North]-lost[rules.South] {
		t.Errorf("%v %v: from %d to %d, but the sides have lost %v", v, plies, first, last, lost)
	}
	for _, side := range []rules.Side{rules.South, rules.North} {
		if sum := r.Summary(side); sum.Cost != lost[side] || !sum.Exact {
			t.Errorf("%v %v: %v is summed up as %+v, lost %d", v, plies, side, sum, lost[side])
		}
	}
}

// Whatever a judge guesses, no cost is negative and no ply that it would play costs anything.
func TestEstimatesNeverShowAGain(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 4, 3)
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		r := reviewed(t, v, randomGame(t, v, rnd)...)
		told := map[int]match.Verdict{}
		for n, ok := r.Next(); ok; n, ok = r.Next() {
			legal := slices.Collect(r.Position(n).Plies())
			told[n] = about(rnd.IntN(21)-10, legal[rnd.IntN(len(legal))])
			r.Judged(n, told[n], true)
			for k := 1; k <= r.Plies(); k++ {
				a, ok := r.Assess(k)
				if ok && (a.Cost < 0 || a.Cost != a.Before.Value-a.After.Value) {
					t.Fatalf("seed %d, ply %d: %+v", seed, k, a)
				}
				if v, asked := told[k-1]; asked && v.Best() == a.House && a.Cost != 0 {
					t.Fatalf("seed %d, ply %d: the judge would play %v, too, and it costs %d", seed, k, a.House, a.Cost)
				}
			}
		}
	}
}

func TestReviewOfAGameThatWasGivenUp(t *testing.T) {
	m := need.Must(match.New(rulestest.Variant(t, "kalah", 6, 4)))(t)
	need.Must(m.Play(rules.South, 1))(t)
	need.NoError(t, m.Resign(rules.South))
	r := match.NewReview(m)
	if r.Result().Ending != match.Resigned || r.Loser() != rules.South {
		t.Errorf("the result is %v, given up by %v", r.Result(), r.Loser())
	}
	if n, ok := r.Next(); !ok || n != 1 {
		t.Errorf("asked is position %d, %v; want the last one, for the game was not over", n, ok)
	}
	need.NoError(t, m.Rewind(m.Plies()-1))
	if r.Plies() != 1 || r.Position(1).ToMove() != rules.North {
		t.Error("the review follows the match")
	}
}

func TestSwapIsReviewedAsAPly(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	r := reviewed(t, v, 1, rules.Swap, 2)
	r.Judged(2, exactly(-3, 1), true)
	r.Judged(1, exactly(5, 6), true)
	a, ok := r.Assess(2)
	if !ok || a.Cost != 2 || words.Assessment(a) != "Swapping sides costs 2: house 6 wins by 5, swapping sides wins by 3." {
		t.Errorf("the swap is %+v: %v", a, a)
	}
	r = reviewed(t, v, 1, 2)
	r.Judged(2, exactly(3, 1), true)
	r.Judged(1, exactly(5, rules.Swap), true)
	if a, _ := r.Assess(2); a.Cost != 8 || words.Assessment(a) != "House 2 costs 8: swapping sides wins by 5, house 2 loses by 3." {
		t.Errorf("no swap is %+v: %v", a, a)
	}
}

func TestMarksInWords(t *testing.T) {
	want := "not judged,only move,best,good,inaccuracy ?!,mistake ?,blunder ??,"
	got := ""
	for m := match.Unmarked; m <= match.Blunder; m++ {
		got += words.Mark(m)
		if m.Sign() != "" {
			got += " " + m.Sign()
		}
		got += ","
	}
	if got != want {
		t.Errorf("marks are %q", got)
	}
}

func ExampleReview() {
	v, _ := rules.ParseVariant("kalah(6,4)")
	m, _ := match.New(v)
	_, _ = m.Play(rules.South, 1)
	r := match.NewReview(m)
	r.Judged(1, match.Verdict{Value: 2, Exact: true, Line: []rules.House{5}}, true)
	r.Judged(0, match.Verdict{Value: 8, Exact: true, Line: []rules.House{3}}, true)
	a, _ := r.Assess(1)
	fmt.Println(words.Mark(a.Mark), "-", words.Assessment(a))
	// Output: blunder - House 1 costs 10: house 3 wins by 8, house 1 loses by 2.
}
