package glicko

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// paper is the system of the paper's example, without a least deviation.
var paper = System{Start: Rating{1500, 350, 0.06}, Tau: 0.5, Period: time.Hour}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s = %v, want %v", name, got, want)
	}
}

// The example calculation of the paper.
func TestPaper(t *testing.T) {
	got := paper.Rate(Rating{1500, 200, 0.06}, []Result{
		{Rating{1400, 30, 0.06}, Win}, {Rating{1550, 100, 0.06}, Loss}, {Rating{1700, 300, 0.06}, Loss},
	}, 1)
	near(t, "value", got.Value, 1464.06, 0.01) // the paper rounds on the way
	near(t, "deviation", got.Deviation, 151.52, 0.005)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001) // the paper cuts it off
}

// The intermediate values of the paper's example: g and E of its three opponents.
func TestPaperWeights(t *testing.T) {
	for _, tt := range []struct{ value, deviation, g, e float64 }{
		{1400, 30, 0.9955, 0.639}, {1550, 100, 0.9531, 0.432}, {1700, 300, 0.7242, 0.303},
	} {
		near(t, "g", weight(tt.deviation/scale), tt.g, 0.00005)
		near(t, "E", expected((1500-tt.value)/scale, tt.deviation/scale), tt.e, 0.0005)
	}
}

// A player who does not compete only gets a larger deviation (the paper's step 6).
func TestPaperAbsent(t *testing.T) {
	got := paper.Rate(Rating{1500, 200, 0.06}, nil, 1)
	near(t, "deviation", got.Deviation, 200.2714, 0.0001) // 173.7178 * sqrt(1.1513² + 0.06²)
	if got.Value != 1500 || got.Volatility != 0.06 {
		t.Errorf("got %+v", got)
	}
}

func TestDefaultPeriod(t *testing.T) {
	const year = 365 * 24 * time.Hour
	got := Default.Away(Rating{1800, 60, 0.06}, year)
	near(t, "deviation after a year", got.Deviation, 110, 0.1)
	near(t, "sure for days", Default.SureFor(Rating{1800, 60, 0.06}).Hours()/24, 365, 1)
	if d := Default.SureFor(Rating{1800, 111, 0.06}); d != 0 {
		t.Errorf("an unsure rating is sure for %v", d)
	}
}

// The first game of two new players moves both far; after many games, little.
func TestGame(t *testing.T) {
	a, b := Default.Game(Default.Start, Default.Start, Win, 0, 0)
	near(t, "the winner", a.Value, 1662.2, 0.1)
	near(t, "the sum", a.Value+b.Value, 3000, 0.001)
	sure := Rating{1500, 50, 0.06}
	c, _ := Default.Game(sure, sure, Win, 0, 0)
	near(t, "the winner with a sure rating", c.Value, 1507.0, 0.1)
}

// ratings draws ratings, some out of bounds.
func ratings() *rapid.Generator[Rating] {
	return rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			Value:      rapid.Float64Range(-500, 5000).Draw(t, "value"),
			Deviation:  rapid.Float64Range(0, 500).Draw(t, "deviation"),
			Volatility: rapid.Float64Range(0, 0.3).Draw(t, "volatility"),
		}
	})
}

func durations() *rapid.Generator[time.Duration] {
	return rapid.Custom(func(t *rapid.T) time.Duration {
		return time.Duration(rapid.Int64Range(-int64(time.Hour), math.MaxInt64).Draw(t, "away"))
	})
}

var scores = rapid.SampledFrom([]Score{Loss, Draw, Win})

// The order of the two players does not matter.
func TestSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, score := ratings().Draw(t, "a"), ratings().Draw(t, "b"), scores.Draw(t, "score")
		awayA, awayB := durations().Draw(t, "away a"), durations().Draw(t, "away b")
		a1, b1 := Default.Game(a, b, score, awayA, awayB)
		b2, a2 := Default.Game(b, a, 1-score, awayB, awayA)
		if a1 != a2 || b1 != b2 {
			t.Fatalf("%+v %+v, and the other way round %+v %+v", a1, b1, a2, b2)
		}
	})
}

// After any game, the ratings stay within the bounds. A win does not lower a rating, and a loss
// does not raise it. Each game tells something, so the deviation is at most the one without the
// game.
func TestBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, score := ratings().Draw(t, "a"), ratings().Draw(t, "b"), scores.Draw(t, "score")
		away := durations().Draw(t, "away")
		before := Default.Away(a, away)
		after, _ := Default.Game(a, b, score, away, 0)
		if after != Default.bounded(after) {
			t.Fatalf("out of bounds: %+v", after)
		}
		if (score == Win && after.Value < before.Value) || (score == Loss && after.Value > before.Value) {
			t.Fatalf("score %v moves %v to %v", score, before.Value, after.Value)
		}
		if after.Volatility <= before.Volatility && after.Deviation > before.Deviation+1e-9 {
			t.Fatalf("the deviation grows from %v to %v", before.Deviation, after.Deviation)
		}
	})
}

// A freak result raises the volatility beyond its bound; the deviation grows only by the bound.
func TestFreakResult(t *testing.T) {
	a, b := Rating{Value: 3999.9990234375, Deviation: 1, Volatility: 0.3}, Rating{Value: 1, Deviation: 1, Volatility: 0.3}
	const away = 24 * time.Hour
	before := Default.Away(a, away)
	after, _ := Default.Game(a, b, Loss, away, 0)
	if after.Volatility != MaxVolatility || after.Deviation > before.Deviation+1e-9 {
		t.Errorf("%+v becomes %+v", before, after)
	}
}

// The deviation grows with time, up to a new player's. Two parts of a time have the same effect as
// the whole.
func TestAway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ratings().Draw(t, "rating")
		first := time.Duration(rapid.Int64Range(0, int64(20000*time.Hour)).Draw(t, "first"))
		second := time.Duration(rapid.Int64Range(0, int64(20000*time.Hour)).Draw(t, "second"))
		once, twice := Default.Away(r, first+second), Default.Away(Default.Away(r, first), second)
		if math.Abs(once.Deviation-twice.Deviation) > 1e-6 {
			t.Fatalf("deviation %v at once, %v in two parts", once.Deviation, twice.Deviation)
		}
		if part := Default.Away(r, first); part.Deviation > once.Deviation+1e-9 {
			t.Fatalf("deviation %v, and later %v", part.Deviation, once.Deviation)
		}
		if s := Default.SureFor(r); s > 0 {
			near := Default.Away(r, s)
			if math.Abs(near.Deviation-SureDeviation) > 0.01 {
				t.Fatalf("deviation %v when the rating stops to be sure", near.Deviation)
			}
		}
	})
}

// A NaN becomes a new player's value.
func TestNotANumber(t *testing.T) {
	nan := math.NaN()
	a, b := Default.Game(Rating{nan, nan, nan}, Rating{math.Inf(1), math.Inf(-1), 0}, Win, 0, math.MaxInt64)
	for _, r := range []Rating{a, b} {
		if r != Default.bounded(r) {
			t.Errorf("%+v", r)
		}
	}
}

// Players with known strengths and random opponents are, after some games, rated in the order of
// their strengths, and by about the same differences.
func TestConverges(t *testing.T) {
	strengths := []float64{1200, 1350, 1500, 1650, 1800}
	players := make([]Rating, len(strengths))
	for i := range players {
		players[i] = Default.Start
	}
	at := uint64(1)
	random := func() uint64 { at = at*6364136223846793005 + 1442695040888963407; return at >> 33 }
	for range 4000 {
		i, j := int(random()%5), int(random()%5)
		if i == j {
			continue
		}
		score := Loss
		if float64(random()%10000)/10000 < expected((strengths[i]-strengths[j])/scale, 0) {
			score = Win
		}
		players[i], players[j] = Default.Game(players[i], players[j], score, time.Hour, time.Hour)
	}
	for i, p := range players {
		near(t, "rating", p.Value, strengths[i], 100)
	}
}

func BenchmarkGame(b *testing.B) {
	for b.Loop() {
		Default.Game(Rating{1613, 81, 0.06}, Rating{1487, 120, 0.059}, Win, 80*time.Hour, time.Hour)
	}
}
