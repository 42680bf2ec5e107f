package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// BenchmarkPatience plays Perfect with a tenth of its patience against Perfect with ten times as
// much, and reports the former's share of the points. -benchtime 200x plays 200 pairs of games.
func BenchmarkPatience(b *testing.B) {
	perfect := func(patience time.Duration) func(*rand.Rand) (Chooser, error) {
		minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 256 << 20} }, 1)
		minds.SetPatience(patience)
		return func(rng *rand.Rand) (Chooser, error) { return NewPlayer("perfect", rng, minds) }
	}
	for _, variant := range []string{"kalah(6,4)", "kalah(6,5)"} {
		b.Run(variant, func(b *testing.B) {
			d := Duel{
				Variant: start(b, variant).Variant(), Games: 2 * b.N, Seed: 1, Threads: 1,
				A: perfect(DefaultPatience / 10), B: perfect(10 * DefaultPatience),
			}
			d.Progress = func(t Tally) { b.Logf("%+v", t) }
			tally := need.Must(d.Run(b.Context()))(b)
			low, high := tally.Interval()
			b.ReportMetric(100*tally.Score(), "%points")
			b.ReportMetric(100*low, "%low")
			b.ReportMetric(100*high, "%high")
		})
	}
}
