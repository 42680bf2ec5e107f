package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// spender is a player like Perfect that spends boards instead of time, so that a duel does not
// depend on other work of the machine.
type spender struct {
	minds  *Analysts
	effort func(rules.Position) effort
}

func newSpender(effort func(rules.Position) effort) spender {
	return spender{NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 256 << 20} }, 1), effort}
}

// Choose implements [Chooser].
func (s spender) Choose(ctx context.Context, p rules.Position) (h rules.House, err error) {
	if only, ok := onlyPly(p); ok {
		return only, nil
	}
	err = s.minds.borrow(ctx, p.Variant(), func(one *Analyst) error {
		found, err := one.spend(ctx, p, s.effort(p), nil)
		if err == nil {
			h = found.Line[0]
		}
		return err
	})
	return h, err
}

// patient returns the effort of a Perfect with its default patience, in boards: a quarter looks
// ahead, if a proof that can be hoped for so soon fails, and everything if there is no such hope. A
// proof gets three quarters of the time, and searches half as many boards in it.
func patient(boards uint64) func(rules.Position) effort {
	return func(p rules.Position) effort {
		ctx, cancel := context.WithTimeout(context.Background(), DefaultPatience)
		defer cancel()
		if worthProving(ctx, p) {
			return effort{limits: Limits{Nodes: boards / 4}, proof: boards / 2}
		}
		return effort{limits: Limits{Nodes: boards}, proof: 0}
	}
}

// unlimited returns the effort of Perfect before it had a patience: it proved any ply of (6,4), in
// up to six times as many boards as it searched to look ahead.
func unlimited(boards uint64) func(rules.Position) effort {
	return func(rules.Position) effort { return effort{limits: Limits{Nodes: boards}, proof: 6 * boards} }
}

// BenchmarkPatience plays as many pairs of games as it is told, such as by -benchtime 200x, between
// Perfect with its default patience and Perfect with none, and reports the share of the points that
// the former gets. Limits in boards stand for time: five seconds are some 16 million of them. Both
// players get a tenth of that, for a result in hours rather than days.
func BenchmarkPatience(b *testing.B) {
	const boards = 1_600_000
	for _, variant := range []string{"kalah(6,4)", "kalah(6,5)"} {
		b.Run(variant, func(b *testing.B) {
			hurried, unhurried := newSpender(patient(boards)), newSpender(unlimited(boards))
			d := Duel{
				Variant: start(b, variant).Variant(), Games: 2 * b.N, Seed: 1, Threads: 1,
				A: func(*rand.Rand) (Chooser, error) { return hurried, nil },
				B: func(*rand.Rand) (Chooser, error) { return unhurried, nil },
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
