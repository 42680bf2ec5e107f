package engine

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// TestMangalaValues proves boards whose values another program found by exhaustive search.
func TestMangalaValues(t *testing.T) {
	proveAll(t, map[string]int{
		"mangala(2,2)": 2, "mangala(2,3)": 6, "mangala(3,2)": 0, "mangala(3,3)": 4, "mangala(3,4)": 6, "mangala(4,2)": 2, "mangala(4,3)": 4,
	})
}

// TestMangalaOpenings proves every opening of a board with the values that a search under plain
// rules finds.
func TestMangalaOpenings(t *testing.T) {
	p := start(t, "mangala(4,3)")
	solved := solve(t, solver(t, p.Variant(), SolverConfig{}), p)
	for i, want := range []int{0, -4, 4, 2} {
		if h := solved.Houses[i]; !h.Exact() || h.Low != want {
			t.Errorf("house %v is worth %d to %d, not %d", h.House, h.Low, h.High, want)
		}
	}
}

// TestLongMangalaValues proves boards under the other readings of the rules. The seeds left go to
// the player of the last ply, and the game lasts until one player cannot move.
func TestLongMangalaValues(t *testing.T) {
	const mover, goOn = "custom(4,3,extra=yes,capture=own,sweep=mover,leave=yes,even=yes)",
		"custom(4,3,extra=yes,capture=own,end=mover,sweep=emptied,leave=yes,even=yes)"
	proveAll(t, map[string]int{mover: 4, goOn: 2, "mangala(5,4)": 4, "mangala(6,3)": 2})
}

func proveAll(t *testing.T, values map[string]int) {
	t.Helper()
	for text, want := range values {
		p := start(t, text)
		if solved := solve(t, solver(t, p.Variant(), SolverConfig{}), p); solved.Value != want {
			t.Errorf("%s is worth %d, not %d", text, solved.Value, want)
		}
	}
}

// TestNoProofsOfCycles: no code searches for a proof that might never end, or claims one.
func TestNoProofsOfCycles(t *testing.T) {
	for _, text := range []string{"oware(6,4)", "togyz(9,9)+pie", "bestemshe(2,1)", "custom(3,2,family=oware)"} {
		p := start(t, text)
		v := p.Variant()
		if _, err := NewSolver(v, SolverConfig{}); err == nil || !strings.Contains(err.Error(), "can come again") {
			t.Errorf("%s has a solver (%v)", text, err)
		}
		if _, err := NewAnalyst(v, SolverConfig{Threads: 1 << 20}); err == nil {
			t.Errorf("%s has an analyst with any number of threads", text)
		}
		if endable(v) {
			openSmall(t, v, 5)
		}
		a := need.Must(NewAnalyst(v, SolverConfig{Memory: MinMemory}))(t)
		found, err := a.Analyze(context.Background(), p, Limits{Depth: 6}, nil)
		if err != nil || found.Exact || found.Sure != 0 || len(found.Line) == 0 {
			t.Errorf("%s is analyzed as %+v (%v)", text, found, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		found, err = a.Analyze(ctx, p, Limits{}, func(now Analysis) {
			if now.Depth > 6 {
				cancel()
			}
		})
		cancel()
		if known := v.Total() <= mostEnding; err != nil || found.Exact && !known { // in the endings
			t.Errorf("%s is analyzed without limits as %+v (%v)", text, found, err)
		}
	}
}

// TestAllPlayAllFamilies plays a whole game of each family with every strategy.
func TestAllPlayAllFamilies(t *testing.T) {
	for _, text := range need.Short(
		[]string{"mangala(3,2)", "oware(3,2)", "togyz(3,2)", "bestemshe(3,2)+pie", "custom(2,2,family=oware,feed=yes,slam=forbid,repeat=draw)"},
		[]string{"mangala(4,3)", "oware(4,3)", "togyz(4,3)", "bestemshe(4,3)+pie", "custom(3,3,family=oware,feed=yes,slam=forbid,repeat=draw)"},
	) {
		minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: MinMemory} }, 1)
		minds.SetPatience(time.Millisecond)
		for _, s := range Strategies() {
			p := start(t, text)
			player := need.Must(NewPlayer(s.Name, rand.New(rand.NewPCG(1, 2)), minds))(t)
			plies := 0
			for past := rules.Extend(nil, p); !p.Over(); past = rules.Extend(past, p) {
				h, err := player.Choose(context.Background(), p)
				if err == nil {
					p, _, err = rules.Play(past, h)
				}
				if plies++; err != nil || plies > 2000 {
					t.Fatalf("%s, %s: house %v after %d plies: %v", text, s.Name, h, plies, err)
				}
			}
		}
	}
}

// TestLookaheadTellsTuzdiksApart: boards that differ only in a tuzdik have different entries.
func TestLookaheadTellsTuzdiksApart(t *testing.T) {
	a := need.Must(rules.ParsePosition("togyz(3,2) <3,4,0,2,2,2,x,0,2> south"))(t)
	b := need.Must(rules.ParsePosition("togyz(3,2) <3,4,0,2,2,2,0,x,2> south"))(t)
	g := newPlainGame(a.Variant())
	if g.hash(&a) == g.hash(&b) {
		t.Error("both have the same hash")
	}
}
