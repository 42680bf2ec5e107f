package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// lookedAhead returns the result of a search to a depth.
func lookedAhead(mind thinker, p rules.Position, depth int) (f finding) {
	mind.begin(p, 0)
	for d := 1; d <= depth; d++ {
		f, _ = mind.deepen(d, f.value)
	}
	return f
}

// Values proved by several threads are true, and their line is best play.
func TestTeamProves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, smallVariant(t), 12)
		mind := newThinker(p.Variant(), rapid.SampledFrom([]uint64{0, 1 << 10, 1 << 20}).Draw(t, "memory"), 3)
		checkProof(t, p, proof(t, mind, p))
	})
}

// A single member has the same result as a simple lookahead, and searches the same boards, even
// after the team has worked.
func TestTeamAlone(t *testing.T) {
	p := start(t, "kalah(6,4)")
	simple, several := newThinker(p.Variant(), 1<<20, 1), newThinker(p.Variant(), 1<<20, 2)
	lookedAhead(several, p, 10)
	want, got := lookedAhead(simple, p, 10), lookedAhead(several.alone(), p, 10)
	if want.value != got.value || simple.searched() != several.alone().searched() {
		t.Errorf("alone %+v in %d boards, not %+v in %d", got, several.alone().searched(), want, simple.searched())
	}
}

func TestTeamStops(t *testing.T) {
	p := start(t, "kalah(6,6)")
	mind := newThinker(p.Variant(), 1<<20, 2)
	for _, after := range []time.Duration{0, 30 * time.Millisecond} {
		ctx, cancel := context.WithCancel(context.Background())
		mind.begin(p, 0)
		release := mind.watch(ctx)
		time.AfterFunc(after, cancel)
		f, ok := finding{}, true
		for depth := 1; ok && depth <= 60; depth++ {
			f, ok = mind.deepen(depth, f.value)
		}
		if ok || len(f.line) != 0 {
			t.Errorf("a cancelled search claims to be done: %+v", f)
		}
		release()
	}
}

func TestTeamDoesNotAllocatePerNode(t *testing.T) {
	p := start(t, "kalah(6,4)")
	mind := newThinker(p.Variant(), 1<<20, 2)
	lookedAhead(mind, p, 14)
	mind.begin(p, 0)
	if allocs := testing.AllocsPerRun(3, func() { mind.deepen(13, 0) }); allocs > 20 || mind.searched() < 5000 {
		t.Errorf("%v allocations for %d boards", allocs, mind.searched())
	}
}

// BenchmarkTeam reports the speedup of two threads over one at equal depth, and the ratio of boards
// searched.
func BenchmarkTeam(b *testing.B) {
	for _, text := range []string{"kalah(6,4)", "kalah(6,6)", "bowls(6,4)"} {
		b.Run(text, func(b *testing.B) {
			const memory, depth = 64 << 20, 15
			rng := rand.New(rand.NewPCG(14, 4))
			v := start(b, text).Variant()
			minds := [2]thinker{newThinker(v, memory, 1), newThinker(v, memory, 2)}
			var took [2]time.Duration
			var boards [2]uint64
			for b.Loop() {
				p := need.Must(opening(v, rng))(b)
				for i, mind := range minds {
					began := time.Now()
					lookedAhead(mind, p, depth)
					took[i] += time.Since(began)
					boards[i] += mind.searched()
				}
			}
			b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "times-as-fast")
			b.ReportMetric(float64(boards[1])/float64(boards[0]), "times-the-boards")
		})
	}
}

// sparing plays the best ply found in a number of boards a thread.
type sparing struct {
	mind   thinker
	boards uint64
}

// Choose implements [Chooser].
func (s sparing) Choose(_ context.Context, p rules.Position) (rules.House, error) {
	s.mind.begin(p, s.boards)
	switch mind := s.mind.(type) {
	case *lookahead[packed, packedGame]: // has its limit
	case *team[packed, packedGame]:
		for _, l := range mind.members {
			l.limit = s.boards
		}
	default:
		return 0, fmt.Errorf("a %T has no limit of boards", mind)
	}
	f, _ := s.mind.deepen(1, 0)
	for ok, depth := true, 2; ok && !f.proved && depth <= maxDepth; depth++ {
		var deeper finding
		if deeper, ok = s.mind.deepen(depth, f.value); ok {
			f = deeper
		}
	}
	return f.line[0], nil
}

// BenchmarkTeamInGames reports the share of the points that two threads win against one. It counts
// boards instead of time: each of the two searches nine tenths of the single thread's boards, as if
// the other cost it a tenth of its speed.
func BenchmarkTeamInGames(b *testing.B) {
	const boards = 25_000 // some 5 ms
	for _, text := range []string{"kalah(6,4)", "kalah(6,6)"} {
		b.Run(text, func(b *testing.B) {
			v := start(b, text).Variant()
			by := func(threads int, boards uint64) func(*rand.Rand) (Chooser, error) {
				mind := newThinker(v, 8<<20, threads) // one game at a time
				return func(*rand.Rand) (Chooser, error) { return sparing{mind, boards}, nil }
			}
			for b.Loop() {
				tally := need.Must(Duel{Variant: v, A: by(2, boards*9/10), B: by(1, boards), Games: 400, Seed: 1}.Run(b.Context()))(b)
				low, high := tally.Interval()
				b.ReportMetric(tally.Score(), "score")
				b.ReportMetric(low, "at-least")
				b.ReportMetric(high, "at-most")
			}
		})
	}
}
