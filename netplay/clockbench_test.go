package netplay

import (
	"slices"
	"testing"
	"time"

	"mancala/match"
)

// BenchmarkClockedPly measures the time of a ply from one player's link to the other's, over
// loopback, in a game without clocks and in one whose host tells of them after each ply; both in
// one run.
func BenchmarkClockedPly(b *testing.B) {
	stages := [2]*playedStage{newStage(b, 0), newStage(b, 0)}
	keeper := stages[1].links[match.Host].Timekeeper()
	var took [2][]time.Duration
	for b.Loop() {
		for i, s := range stages {
			time.Sleep(2 * time.Millisecond)
			took[i] = append(took[i], s.ply(b))
		}
		c := match.NewClocks(match.TimeControl{Base: time.Minute})
		c.Start(0, time.Now())
		mustPlay(b, keeper.Tell(c))
	}
	for i := range took {
		slices.Sort(took[i])
	}
	median := func(list []time.Duration) float64 { return float64(list[len(list)/2].Nanoseconds()) / 1e3 }
	b.ReportMetric(median(took[0]), "plain-us")
	b.ReportMetric(median(took[1]), "clocked-us")
	b.ReportMetric(median(took[1])/median(took[0]), "ratio")
}
