package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

func analyst(t need.T, v rules.Variant) *Analyst {
	t.Helper()
	return need.Must(NewAnalyst(v, SolverConfig{Memory: 64 << 20}))(t)
}

func analyze(t need.T, a *Analyst, p rules.Position, limits Limits) Analysis {
	t.Helper()
	found, err := a.Analyze(context.Background(), p, limits, nil)
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return found
}

// Under any rules an unlimited analysis finds the value of a small board; a limited one may
// estimate it. Both give a legal line, and the same line for the mirror image.
func TestAnalyzeUnderAnyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, smallVariant(t), 12)
		a, known, me := analyst(t, p.Variant()), map[rules.Position]int{}, p.ToMove()
		value := plain(p, known)
		full := analyze(t, a, p, Limits{})
		if !full.Exact || full.Value != value {
			t.Fatalf("%v: %+v, not %d", p, full, value)
		}
		next, _, err := p.Sow(full.Line[0])
		if err != nil {
			t.Fatalf("%v: %+v: %v", p, full, err)
		}
		if v := plain(next, known); v != value && next.ToMove() == me || v != -value && next.ToMove() != me {
			t.Fatalf("%v: house %v is not the best", p, full.Line[0])
		}
		limits := Limits{Depth: rapid.IntRange(0, 4).Draw(t, "depth"), Nodes: uint64(rapid.IntRange(1, 200).Draw(t, "nodes"))}
		some := analyze(t, a, p, limits)
		if limits.Depth > 0 && some.Depth > limits.Depth || some.Depth < 1 || some.Nodes > limits.Nodes+20 {
			t.Fatalf("%v, %+v: %+v", p, limits, some)
		}
		if some.Exact && some.Value != value || some.Value < -p.Variant().Total() || some.Value > p.Variant().Total() {
			t.Fatalf("%v: %+v, not %d", p, some, value)
		}
		for _, h := range some.Line {
			if p, _, err = p.Sow(h); err != nil {
				t.Fatalf("%v: %+v: %v", p, some, err)
			}
		}
	})
}

func TestAnalyzeIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, anyVariant().Draw(t, "variant"), 40)
		a, limits := analyst(t, p.Variant()), Limits{Depth: 4, Nodes: 2000}
		here, there := analyze(t, a, p, limits), analyze(t, a, p.Mirror(), limits)
		if !reflect.DeepEqual(here, there) {
			t.Fatalf("%v: %+v, and across the board %+v", p, here, there)
		}
	})
}

// An analyst's exact values agree with the known ones, however it finds them, and the line is best
// play.
func TestAnalyzeKnownValues(t *testing.T) {
	for _, c := range knownValues(t) {
		if total := 2 * c.Houses * c.Seeds; total > 36 || testing.Short() && total > 24 {
			continue
		}
		p := startOf(t, c.Rules, c.Houses, c.Seeds)
		a := analyst(t, p.Variant())
		found := analyze(t, a, p, Limits{})
		if !found.Exact || found.Value != c.Value || c.Openings[found.Line[0]-1] != c.Value {
			t.Errorf("%v: %+v", c, found)
		}
		for h, want := range c.Openings {
			next := play(p, rules.House(h+1))
			if next.ToMove() != p.ToMove() {
				want = -want
			}
			if next.Over() {
				continue
			}
			if found := analyze(t, a, next, Limits{}); !found.Exact || found.Value != want {
				t.Errorf("%v, house %d: %+v, not %d", c, h+1, found, want)
			}
		}
	}
}

// A proof comes with the principal variation to the end of the game, or nearly so.
func TestAnalyzeGivesTheLineOfAProof(t *testing.T) {
	p := start(t, "kalah(6,3)", 6, 1, 2, 5)
	me := p.ToMove()
	s := solver(t, p.Variant(), SolverConfig{Memory: 64 << 20})
	found := analyze(t, analyst(t, p.Variant()), p, Limits{})
	if !found.Exact || len(found.Line) < 8 {
		t.Fatalf("%+v", found)
	}
	for _, h := range found.Line {
		if p = play(p, h); p.Over() {
			break
		}
		if v := worthTo(t, s, p, me); v != found.Value {
			t.Fatalf("%v is worth %d, not %d: %+v", p, v, found.Value, found)
		}
	}
}

// If a solver proves that one house wins at least six seeds more than any other, a search of some
// plies finds it. That holds even for boards too large to solve.
func TestAnalyzeFindsTactics(t *testing.T) {
	v := start(t, "kalah(6,4)").Variant()
	a, s, rng := analyst(t, v), solver(t, v, SolverConfig{Memory: 64 << 20}), rand.New(rand.NewPCG(8, 8))
	for found := 0; found < 25 && !(testing.Short() && found == 5); {
		p := fewSeeds(v, 30, rng)
		solution := solve(t, s, p)
		second := -v.Total()
		for _, h := range solution.Houses {
			if h.House != solution.Best {
				second = max(second, h.High)
			}
		}
		if solution.Value-second < 6 || len(solution.Houses) < 3 {
			continue
		}
		found++
		if got := analyze(t, a, p, Limits{Depth: 10}); got.Line[0] != solution.Best {
			t.Errorf("%v: %+v, not house %v: %+v", p, got, solution.Best, solution.Houses)
		}
	}
}

// The last seed ends the game: the seeds opposite go to their owner.
func TestAnalyzeSeesTheSweep(t *testing.T) {
	p := draw(t, "kalah(3,3)", rules.South, `
	   0  0  1
	 4                6
	   6  0  1`)
	if got := analyze(t, analyst(t, p.Variant()), p, Limits{Depth: 1}); got.Line[0] != 3 {
		t.Errorf("%+v", got)
	}
}

// A position that is bad to play is good to swap.
func TestAnalyzeSwap(t *testing.T) {
	for _, plies := range [][]rules.House{{4, 1}, {1}, {5}} {
		p := start(t, "kalah(6,3)+pie", plies...)
		if !p.CanSwap() {
			t.Fatalf("nothing to swap after %v", plies)
		}
		settled, _ := p.WithoutPie()
		worth := analyze(t, analyst(t, settled.Variant()), settled, Limits{})
		found := analyze(t, analyst(t, p.Variant()), p, Limits{})
		if !found.Exact || found.Value != max(worth.Value, -worth.Value) || (found.Line[0] == rules.Swap) != (worth.Value < 0) {
			t.Errorf("after %v: %+v, without a swap %+v", plies, found, worth)
		}
	}
}

func TestAnalyzeReports(t *testing.T) {
	p, last := start(t, "kalah(6,6)"), Analysis{}
	found, err := analyst(t, p.Variant()).Analyze(context.Background(), p, Limits{Depth: 9}, func(a Analysis) {
		if a.Depth != last.Depth+1 || a.Nodes <= last.Nodes || len(a.Line) == 0 {
			t.Errorf("%+v after %+v", a, last)
		}
		last = a
	})
	if err != nil || !reflect.DeepEqual(found, last) || found.Depth != 9 {
		t.Errorf("%+v, %v, last report %+v", found, err, last)
	}
}

// TestAnalysisSignature pins the result of searches within limits, down to the number of boards: it
// changes only with the search.
func TestAnalysisSignature(t *testing.T) {
	type signature struct {
		value, depth int
		exact        bool
		nodes        uint64
		best         rules.House
	}
	for _, c := range []struct {
		rules  string
		plies  []rules.House
		limits Limits
		want   signature
	}{
		{"kalah(6,4)", []rules.House{1, 2, 3}, Limits{Depth: 12}, signature{2, 12, false, 66689, 4}},
		{"kalah(6,6)", nil, Limits{Nodes: 100_000}, signature{4, 10, false, 100_000, 1}},
		{"empty-capture(6,4)", []rules.House{2, 1}, Limits{Depth: 11, Nodes: 1_000_000}, signature{8, 11, false, 43598, 5}},
		{"bowls(6,4)", nil, Limits{Depth: 9}, signature{0, 9, false, 24220, 5}},
		{"video(6,3)", nil, Limits{Nodes: 50_000}, signature{1, 13, false, 50_000, 6}},
		{"kalah(10,10)+pie", nil, Limits{Depth: 5}, signature{3, 5, false, 9244, 6}},
		{"kalah(4,3)", nil, Limits{Depth: 200}, signature{6, 31, true, 66185, 2}},
	} {
		p := start(t, c.rules, c.plies...)
		a := analyst(t, p.Variant())
		for range 2 {
			found := analyze(t, a, p, c.limits)
			if got := (signature{found.Value, found.Depth, found.Exact, found.Nodes, found.Line[0]}); got != c.want {
				t.Errorf("%s after %v, %+v: %+v, not %+v", c.rules, c.plies, c.limits, got, c.want)
			}
			analyze(t, a, play(p, found.Line[0]), Limits{Depth: 3}) // other questions in between make no difference
		}
	}
}

func TestAnalyzeRefuses(t *testing.T) {
	a := analyst(t, start(t, "kalah(6,4)").Variant())
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		p    rules.Position
		want error
	}{
		{context.Background(), start(t, "kalah(6,3)"), errOtherVariant},
		{context.Background(), start(t, "kalah(6,4)+pie"), errOtherVariant},
		{context.Background(), rules.Position{}, errOtherVariant},
		{cancelled, start(t, "kalah(6,4)"), context.Canceled},
	} {
		if found, err := a.Analyze(c.ctx, c.p, Limits{}, nil); !errors.Is(err, c.want) || len(found.Line) > 0 {
			t.Errorf("%v: %+v, %v, not %v", c.p, found, err, c.want)
		}
	}
	over := start(t, "kalah(1,1)", 1)
	if _, err := analyst(t, over.Variant()).Analyze(context.Background(), over, Limits{}, nil); !errors.Is(err, rules.ErrGameOver) {
		t.Errorf("a finished game: %v", err)
	}
	for _, config := range []SolverConfig{{Memory: 1}, {Memory: MinMemory - 1}, {Threads: MaxThreads + 1}} {
		if a, err := NewAnalyst(over.Variant(), config); a != nil || err == nil {
			t.Errorf("%+v: %v, %v", config, a, err)
		}
	}
	if a, err := NewAnalyst(rules.Variant{}, SolverConfig{}); a != nil || err == nil {
		t.Errorf("no rules: %v, %v", a, err)
	}
}

// When its time is up an analyst returns its last result, whether it is looking ahead, building
// tables or proving.
func TestAnalyzeStops(t *testing.T) {
	for _, text := range []string{"kalah(6,6)", "empty-capture(6,5)", "bowls(10,10)", "kalah(4,9)"} {
		p := start(t, text)
		a := analyst(t, p.Variant())
		for wait := time.Millisecond; wait < 500*time.Millisecond; wait *= 5 {
			ctx, cancel := context.WithCancel(context.Background())
			var asked time.Duration
			go func() {
				time.Sleep(wait)
				asked = worked()
				cancel()
			}()
			found, err := a.Analyze(ctx, p, Limits{}, nil)
			<-ctx.Done()
			if took := worked() - asked; took > 500*time.Millisecond {
				t.Errorf("%s: goes on for %v", text, took)
			}
			if err != nil && !errors.Is(err, context.Canceled) || err == nil && len(found.Line) == 0 {
				t.Errorf("%s after %v: %+v, %v", text, wait, found, err)
			}
		}
	}
}

func TestAnalysts(t *testing.T) {
	made := 0
	minds := NewAnalysts(func(rules.Variant) SolverConfig { made++; return SolverConfig{Memory: MinMemory} }, 0)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, text := range []string{"kalah(3,3)", "kalah(3,3)", "bowls(3,2)", "kalah(3,3)"} {
		p := play(start(t, text), randomHouse(start(t, text), rng))
		if found, err := minds.AnalyzeGame(context.Background(), []rules.Position{p}, Limits{}, nil); err != nil || !found.Exact {
			t.Errorf("%s: %+v, %v", text, found, err)
		}
	}
	if made != 3 {
		t.Errorf("%d analysts for three changes of rules", made)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	busy := <-minds.free
	if _, err := minds.AnalyzeGame(cancelled, []rules.Position{start(t, "kalah(3,3)")}, Limits{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("while nobody is free: %v", err)
	}
	minds.free <- busy
	bad := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 1} }, 1)
	for range 2 {
		if _, err := bad.AnalyzeGame(context.Background(), []rules.Position{start(t, "kalah(3,3)")}, Limits{}, nil); err == nil {
			t.Error("a byte is enough")
		}
	}
}

// Analysts forget a game that nobody has asked about for a while.
func TestIdleAnalystsForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		minds := NewAnalysts(func(rules.Variant) SolverConfig { made++; return SolverConfig{Memory: MinMemory} }, 1)
		minds.KeepFor(time.Minute)
		for i, q := range []struct {
			after time.Duration
			made  int
		}{{0, 1}, {40 * time.Second, 1}, {59 * time.Second, 1}, {61 * time.Second, 2}, {time.Second, 2}} {
			time.Sleep(q.after)
			need.Must(minds.AnalyzeGame(t.Context(), []rules.Position{start(t, "kalah(3,3)")}, Limits{Depth: 2}, nil))(t)
			if made != q.made {
				t.Errorf("after question %d, %d analysts were made, want %d", i+1, made, q.made)
			}
		}
	})
}
