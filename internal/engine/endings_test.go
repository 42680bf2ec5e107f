package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// endings builds the endings of a rule set.
func endings(t testing.TB, text string, seeds int) *Endings {
	t.Helper()
	v := need.Must(rules.ParseVariant(text))(t)
	return need.Must(NewEndings(context.Background(), v, seeds))(t)
}

// openSmall gives the analysts of a rule set with the least memory endings of only so many seeds,
// so that none build larger ones beside the tests.
func openSmall(t *testing.T, v rules.Variant, seeds int) *Endings {
	t.Helper()
	v.Pie = false
	e, name := need.Must(NewEndings(context.Background(), v, seeds))(t), endingsFor(v, SolverConfig{Memory: MinMemory})
	openEndings.Lock()
	defer openEndings.Unlock()
	openEndings.list[name] = e
	t.Cleanup(func() {
		openEndings.Lock()
		defer openEndings.Unlock()
		delete(openEndings.list, name)
	})
	return e
}

// each calls visit with every board of n seeds.
func (e *Endings) each(n int, visit func(b ring)) {
	for a := range n + 1 {
		x := e.rank.first(a)
		for range e.rank.count[a] {
			y := e.rank.first(n - a)
			for range e.rank.count[n-a] {
				visit(ring{own: x, opp: y})
				y = e.rank.next(y)
			}
			x = e.rank.next(x)
		}
	}
}

// TestOwareEndings compares the number of boards with an exact value with another program's count.
func TestOwareEndings(t *testing.T) {
	e := endings(t, "oware(6,4)", 8)
	for n, want := range map[int]int{4: 994, 6: 10_168, 8: 46_171} {
		exact := 0
		e.each(n, func(b ring) {
			low, high := e.bracket(n, &b)
			if low == high {
				exact++
			}
			if share := e.value(n, &b, 0); share < low || share > high || low < -n || high > n {
				t.Fatalf("%x: %d to %d, with equal shares %d", b, low, high, share)
			}
		})
		if exact != want {
			t.Errorf("%d seeds: %d boards are exact, not %d", n, exact, want)
		}
	}
}

// TestEndingsAreNarrow has no bracket that the boards after its plies would narrow further.
func TestEndingsAreNarrow(t *testing.T) {
	for text, seeds := range map[string]int{
		"oware(6,4)": 7, "oware(1,3)": 9, "oware(2,9)": 12, "oware(7,2)": 6, "bestemshe(5,5)": 9, "bestemshe(1,9)": 9, "bestemshe(2,9)": 14,
		"custom(4,4,family=oware,slam=take)": 9, "custom(3,4,family=oware,feed=yes,slam=forbid,repeat=draw)": 11,
	} {
		e := endings(t, text, seeds)
		for n := range e.next() {
			l := newEndingLayer(e, n)
			e.each(n, func(b ring) {
				low, high := e.bracket(n, &b)
				l.now[e.rank.index(b.own, b.opp)-l.first] = [2]int8{int8(low), int8(high)}
			})
			e.each(n, func(b ring) {
				if bracket := &l.now[e.rank.index(b.own, b.opp)-l.first]; l.visit(bracket, b) {
					t.Fatalf("%s: %x is narrowed to %d", text, b, *bracket)
				}
			})
		}
	}
}

// outcomes counts the boards won, lost and drawn for the side to move, by the number of seeds and
// the lead of its store.
type outcomes struct{ n, lead, wins, losses, draws int }

// TestBestemsheEndings compares wins, losses and draws with those that another program counted.
func TestBestemsheEndings(t *testing.T) {
	compareOutcomes(t, 10, []outcomes{{2, 0, 25, 30, 0}, {6, 0, 2603, 2402, 0}, {10, 0, 50610, 41768, 0}})
}

// TestLongBestemsheEndings is TestBestemsheEndings for the first boards that are drawn.
func TestLongBestemsheEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	compareOutcomes(t, 16, []outcomes{
		{14, 0, 463740, 353450, 0},
		{16, -2, 1114589, 912367, 16019},
		{16, 2, 1232495, 794495, 15985},
		{16, -10, 541532, 1498947, 2496},
		{16, 14, 1967903, 75072, 0},
	})
}

func compareOutcomes(t *testing.T, seeds int, list []outcomes) {
	t.Helper()
	e := endings(t, "bestemshe(5,5)", seeds)
	for _, c := range list {
		var wins, losses, draws int
		e.each(c.n, func(b ring) {
			switch low, high := e.bracket(c.n, &b); {
			case low+c.lead > 0:
				wins++
			case high+c.lead < 0:
				losses++
			default:
				draws++
			}
		})
		if wins != c.wins || losses != c.losses || draws != c.draws {
			t.Errorf("%d seeds: %d wins, %d losses, %d draws, not %+v", c.n, wins, losses, draws, c)
		}
	}
}

// TestEndingsKeepTheirWord plays from boards with an exact value: the analyst, who claims it, gets
// at least that against any replies, and loses it nowhere to boards that come again.
func TestEndingsKeepTheirWord(t *testing.T) {
	const seeds = 8
	for _, text := range []string{"oware(6,4)", "bestemshe(5,5)", "custom(4,4,family=oware,slam=take)"} {
		v, _ := rules.ParseVariant(text)
		minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: MinMemory} }, 1)
		minds.SetPatience(20 * time.Millisecond)
		e := openSmall(t, v, seeds)
		rng := rand.New(rand.NewPCG(7, 8))
		played, exact := 0, 0
		for range need.Short(5, 12) {
			p := fewSeeds(v, seeds, rng)
			low, high, ok := e.Bounds(p)
			if !ok {
				t.Fatalf("%v is not in the table", p)
			}
			found, err := minds.decide(context.Background(), []rules.Position{p})
			for wait := 40 * time.Millisecond; errors.Is(err, context.DeadlineExceeded); wait *= 2 {
				minds.SetPatience(wait) // a slow machine
				found, err = minds.decide(context.Background(), []rules.Position{p})
			}
			decided := low == high || v.Majority && (low > 0 || high < 0)
			if err != nil || found.Exact != decided || found.Winner != v.Majority || found.Value < low || found.Value > high {
				t.Fatalf("%v is analyzed as %+v (%v); the bracket is %d to %d", p, found, err, low, high)
			}
			if !found.Exact && (found.Low != low || found.High != high) {
				t.Fatalf("%v is worth %d to %d, but the bracket is %d to %d", p, found.Low, found.High, low, high)
			}
			if !found.Exact {
				continue
			}
			exact++
			perfect, _ := NewPlayer("perfect", rng, minds)
			me, past := p.ToMove(), []rules.Position{p}
			for !p.Over() {
				h := randomPly(p, rng)
				if p.ToMove() == me {
					if h, err = perfect.Choose(context.Background(), p); err != nil {
						t.Fatal(err)
					}
				}
				next, s := need.Must2(rules.Play(past, h))(t)
				perfect.Observe(s, next)
				p, past = next, append(past, next)
				played++
			}
			// If a majority ends the game, the rest of the seeds is not counted, but the winner is
			// the same.
			if got := p.Lead(me); got < low && (!v.Majority || got > 0 != (low > 0) || got < 0 != (low < 0)) {
				t.Errorf("%v is worth %d, but the game ended with %d in %v", past[0], low, got, p)
			}
		}
		t.Logf("%s: %d exact boards, %d plies", text, exact, played)
	}
}

func BenchmarkEndings(b *testing.B) {
	for b.Loop() {
		endings(b, "oware(6,4)", 10)
	}
}

// TestEndingFile keeps endings in files, damages these, and reads them again.
func TestEndingFile(t *testing.T) {
	const seeds = 7 // layers with fewer are too small to be kept
	v, _ := rules.ParseVariant("oware(6,4)")
	name := filepath.Join(t.TempDir(), "deep", "endings")
	want := endings(t, "oware(6,4)", seeds)
	check := func(what string) {
		t.Helper()
		got := newEndings(v, seeds)
		got.complete(context.Background(), name)
		if got.damaged.Load() != (what != "no file") {
			t.Errorf("%s: damaged is %v", what, got.damaged.Load())
		}
		if got.next() != seeds+1 || !slices.Equal(got.brackets, want.brackets) || !slices.Equal(got.shares, want.shares) {
			t.Errorf("%s: %d layers, or others than without a file", what, got.next())
		}
	}
	check("no file")
	for _, file := range []string{name, name + "-shares"} {
		good := need.Must(os.ReadFile(file))(t)
		for _, at := range []int{0, 60, len(good) - 1} {
			bad := slices.Clone(good)
			bad[at] ^= 4
			need.NoError(t, os.WriteFile(file, bad, 0o644))
			check(fmt.Sprintf("byte %d of %s is damaged", at, file))
		}
	}
	// Sound files are read: their layers are not built again.
	got, ctx := newEndings(v, seeds), context.Background()
	got.ready.Store(seeds)
	for i, c := range got.columns() {
		file := openLayers(name+[]string{"", "-shares"}[i], endingTitles(v)[i])
		if memory, _ := c.layer(seeds); !file.load(ctx, c, 1) || slices.Max(memory) == 0 {
			t.Errorf("column %d is not read", i)
		}
	}
}
