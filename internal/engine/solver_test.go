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

func solver(t testing.TB, v rules.Variant, config SolverConfig) *Solver {
	t.Helper()
	if config.Memory == 0 {
		config.Memory = 32 << 20
	}
	return need.Must(NewSolver(v, config))(t)
}

// isExact reports whether the value of a solution is proved.
func isExact(s Solution) bool {
	return !slices.ContainsFunc(s.Houses, func(h HouseValue) bool { return h.High > s.Value })
}

func solve(t testing.TB, s *Solver, p rules.Position) Solution {
	t.Helper()
	solution, err := s.Solve(context.Background(), p)
	if err != nil || !isExact(solution) {
		t.Fatalf("%v: %+v, %v", p, solution, err)
	}
	return solution
}

// knownValue is a published or independently confirmed value.
type knownValue struct {
	Rules         string
	Houses, Seeds int
	Value         int
	Openings      []int
}

func knownValues(t testing.TB) []knownValue {
	var cases struct{ Values []knownValue }
	readCases(t, "values.json", &cases)
	if len(cases.Values) < 26 {
		t.Fatalf("only %d values", len(cases.Values))
	}
	return cases.Values
}

// check compares a solution with a known value.
func (c knownValue) check(t testing.TB, s Solution) {
	t.Helper()
	if s.Value != c.Value || len(s.Houses) != len(c.Openings) {
		t.Fatalf("%v: %+v", c, s)
	}
	for i, h := range s.Houses {
		if h.House != rules.House(i+1) || h.Low != c.Openings[i] || !h.Exact() {
			t.Errorf("%v: house %v is worth %d to %d", c, h.House, h.Low, h.High)
		}
	}
	if c.Openings[s.Best-1] != c.Value {
		t.Errorf("%v: house %v is called the best", c, s.Best)
	}
}

// TestKnownValues solves boards of at most 20 seeds.
func TestKnownValues(t *testing.T) { checkKnownValues(t, 0, 20) }

// TestLongKnownValues omits values that take more than some seconds; see BenchmarkSolve64 for them.
func TestLongKnownValues(t *testing.T) { checkKnownValues(t, 21, 36) }

// checkKnownValues solves the boards with low to high seeds, with one thread and with two.
func checkKnownValues(t *testing.T, low, high int) {
	t.Helper()
	for _, c := range knownValues(t) {
		if total := 2 * c.Houses * c.Seeds; total < low || total > high {
			continue
		}
		for threads := need.Short(2, 1); threads <= 2; threads++ {
			p := startOf(t, c.Rules, c.Houses, c.Seeds)
			c.check(t, solve(t, solver(t, p.Variant(), SolverConfig{Threads: threads}), p))
		}
	}
}

// TestSolverAgreesWithPlainSearch compares the values of middle-game positions, on both paths and
// for mirror images.
func TestSolverAgreesWithPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var variants []rules.Variant
	for _, named := range rules.Presets() {
		v, _ := named.Variant.WithSize(4, 3)
		if !v.Acyclic() {
			continue // nothing can be proved
		}
		variants = append(variants, v)
		v.Pie = true
		v.Seeds = 2
		variants = append(variants, v)
	}
	for _, v := range fastVariants(t) {
		if v.Houses > 1 && v.Total() <= 36 {
			variants = append(variants, v)
		}
	}
	for _, v := range variants {
		s := solver(t, v, SolverConfig{Memory: MinMemory})
		reference := map[rules.Position]int{}
		for range need.Short(2, 5) {
			p := fewSeeds(v, 13, rng)
			want := plain(p, reference)
			got := solve(t, s, p)
			if across := solve(t, s, p.Mirror()); got.Value != want || across.Value != want || across.Best != got.Best {
				t.Fatalf("%v: %d (across the board %d), not %d", p, got.Value, across.Value, want)
			}
			alone, err := solver(t, v, SolverConfig{Memory: MinMemory}).Value(context.Background(), p)
			if err != nil || alone.Value != want || !isExact(alone) {
				t.Fatalf("%v: alone %+v, %v", p, alone, err)
			}
			for _, best := range [...]rules.House{got.Best, alone.Best} {
				next := play(p, best)
				v := plain(next, reference)
				if next.ToMove() != p.ToMove() {
					v = -v
				}
				if v != want {
					t.Fatalf("%v: house %v gives %d instead of %d", p, best, v, want)
				}
			}
		}
	}
}

// TestSearchAboveTheTables compares tiny endgame tables, which leave nearly everything to the
// search, with larger ones.
func TestSearchAboveTheTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, v := range fastVariants(t) {
		if v.Houses == 1 {
			continue
		}
		tables := build(t, v, 2, 1)
		n := min(v.Total()-1, need.Short(7, 9))
		larger := build(t, v, n, 2)
		s := searcher{
			kernel: tables.kernel, rank: newRanking(int(v.Houses), n), tables: tables,
			known: newTranspositions(boards(int(v.Houses), n), 1<<20),
		}
		for range 20 {
			p := fewSeeds(v, n, rng)
			b := pack(p)
			want := larger.value(b.own, b.opp)
			if got := s.value(b.own, b.opp, rng.IntN(9)-4); got != want {
				t.Fatalf("%v: %d, not %d", p, got, want)
			}
		}
	}
}

// TestNodeSignature catches unintended changes of the search. After an intended one, write the new
// number here.
func TestNodeSignature(t *testing.T) {
	p := startOf(t, "kalah", 5, 2)
	for range 2 {
		if n := solve(t, solver(t, p.Variant(), SolverConfig{}), p).Nodes; n != nodeSignature {
			t.Errorf("%d nodes, not %d", n, nodeSignature)
		}
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	p := startOf(t, "kalah", 6, 2)
	b, tables := pack(p), build(t, p.Variant(), 6, 1)
	s := searcher{
		kernel: tables.kernel, rank: newRanking(6, 24), tables: tables, known: newTranspositions(boards(6, 24), 16<<20),
	}
	if allocs := testing.AllocsPerRun(3, func() {
		clear(s.known.words)
		s.value(b.own, b.opp, 0)
	}); allocs != 0 || s.nodes < 10_000 {
		t.Errorf("%v allocations in %d nodes", allocs, s.nodes)
	}
}

// value returns the value of a board: only this searcher searches it, from a guess.
func (s *searcher) value(own, opp uint64, guess int) int {
	n := seeds(own) + seeds(opp)
	for open := s.begin(root{own, opp, n, -n, n, guess, noHouse}); open; open = s.step() {
	}
	return s.root.low
}

func TestSolveStopsSoon(t *testing.T) {
	for _, name := range []string{"kalah", "bowls"} {
		for _, after := range []time.Duration{0, 20 * time.Millisecond, 300 * time.Millisecond} {
			p := startOf(t, name, 6, 6)
			s := solver(t, p.Variant(), SolverConfig{Memory: 64 << 20, Threads: 2})
			ctx, cancel := context.WithCancel(context.Background())
			var ended time.Duration
			time.AfterFunc(after, func() { ended = worked(); cancel() })
			solution, err := s.Solve(ctx, p)
			if took := worked() - ended; took > 3*time.Second { // 50 ms on a quiet machine; without an end it takes minutes
				t.Errorf("%s went on for %v", name, took)
			}
			if !errors.Is(err, context.Canceled) || len(solution.Houses) != 6 || isExact(solution) {
				t.Errorf("%s: %+v, %v", name, solution, err)
			}
		}
	}
}

func TestSolverRefuses(t *testing.T) {
	p := startOf(t, "kalah", 6, 4)
	for _, c := range []SolverConfig{{Memory: 1}, {Memory: 1 << 60}, {Threads: MaxThreads + 1}} {
		if _, err := NewSolver(p.Variant(), c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	if _, err := NewSolver(rules.Variant{}, SolverConfig{}); err == nil {
		t.Error("a variant without houses is accepted")
	}
	s := solver(t, p.Variant(), SolverConfig{})
	if _, err := s.Solve(context.Background(), startOf(t, "kalah", 6, 3)); err == nil {
		t.Error("a position of another variant is solved")
	}
	if _, err := s.Solve(context.Background(), over(t, p)); !errors.Is(err, rules.ErrGameOver) {
		t.Errorf("a finished game gives %v", err)
	}
}

// over plays a game to its end.
func over(t testing.TB, p rules.Position) rules.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	for !p.Over() {
		p = play(p, randomHouse(p, rng))
	}
	return p
}

func TestTableFile(t *testing.T) {
	v := startOf(t, "kalah", 6, 4).Variant()
	const kept, last = 13, 14 // seeds of the first layer kept and of the last one built
	tables, ctx := build(t, v, last, 2), context.Background()
	name := filepath.Join(t.TempDir(), "deep", "tables")
	save := func() {
		for n := range last + 1 {
			tables.most = n
			need.NoError(t, openTableFile(name, v).save(ctx, tables, tables.most))
		}
	}
	// read loads the tables of v from a file and returns the last intact layer.
	read := func(v rules.Variant) int {
		got, file := newTables(newKernel(v), last), openTableFile(name, v)
		for got.most = kept - 1; got.most < last && file.load(ctx, got, 2); {
			got.most++
			if string(got.layerBytes(got.most)) != string(tables.layerBytes(got.most)) {
				t.Fatalf("layer %d is read wrongly", got.most)
			}
		}
		return got.most
	}
	save()
	if n := read(v); n != last {
		t.Fatalf("layers to %d are read, not to %d", n, last)
	}
	if other, _ := rules.Preset("empty-capture"); read(other) != kept-1 {
		t.Error("tables of other rules are read")
	}
	good := need.Must(os.ReadFile(name))(t)
	damaged := map[string][]byte{"empty": {}, "short": good[:len(good)-1], "text": []byte("no tables")}
	layer := openTableFile(name, v).place(tables.rank.layer[kept])
	for _, at := range []int64{0, 23, 40 + 4*kept, layer, layer + 1<<20, int64(len(good)) - 1} {
		bad := slices.Clone(good)
		bad[at] ^= 4
		damaged[fmt.Sprint("byte ", at)] = bad
	}
	for what, bytes := range damaged {
		need.NoError(t, os.WriteFile(name, bytes, 0o644))
		if n := read(v); n == last {
			t.Errorf("a damaged file (%s) passes for sound", what)
		}
		save()
		if n := read(v); n != last {
			t.Errorf("a damaged file (%s) is mended up to layer %d", what, n)
		}
	}
}

// TestSolverKeepsTables solves the same position without a file, with a new file and with an
// existing one.
func TestSolverKeepsTables(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute under the race detector")
	}
	p := fewSeeds(startOf(t, "kalah", 6, 4).Variant(), 36, rand.New(rand.NewPCG(1, 9)))
	name := filepath.Join(t.TempDir(), "tables")
	want := solve(t, solver(t, p.Variant(), SolverConfig{}), p)
	for _, what := range []string{"that is made", "that is found"} {
		got := solve(t, solver(t, p.Variant(), SolverConfig{TableFile: name}), p)
		if got.Value != want.Value || !slices.Equal(got.Houses, want.Houses) {
			t.Errorf("a file %s gives %+v, not %+v", what, got, want)
		}
		if file := openTableFile(name, p.Variant()); !file.holds(13) {
			t.Error("no file was made")
		}
	}
}

func BenchmarkSolve63(b *testing.B) { benchmarkSolve(b, 3) }

// BenchmarkSolve64 takes long: run it with -benchtime 1x.
func BenchmarkSolve64(b *testing.B) { benchmarkSolve(b, 4) }

// BenchmarkValue64 proves only the value of the whole game. It takes long, too.
func BenchmarkValue64(b *testing.B) {
	p := startOf(b, "kalah", 6, 4)
	for b.Loop() {
		s, err := solver(b, p.Variant(), SolverConfig{Memory: DefaultMemory, Threads: 2}).Value(context.Background(), p)
		if err != nil || s.Value != 8 || s.Best != 3 {
			b.Fatal(s, err)
		}
		b.ReportMetric(float64(s.Nodes), "nodes")
	}
}

// BenchmarkCancel reports the longest time that a solver takes to stop after its context has ended,
// at several moments: while it builds tables, and while it searches.
func BenchmarkCancel(b *testing.B) {
	p := startOf(b, "kalah", 6, 6)
	worst := time.Duration(0)
	for b.Loop() {
		for _, after := range []time.Duration{10, 50, 200, 800, 2000, 4000} {
			ctx, cancel := context.WithTimeout(context.Background(), after*time.Millisecond)
			deadline, _ := ctx.Deadline()
			_, _ = solver(b, p.Variant(), SolverConfig{Memory: 256 << 20, Threads: 2}).Value(ctx, p)
			worst = max(worst, time.Since(deadline))
			cancel()
		}
	}
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
}

func benchmarkSolve(b *testing.B, seeds int) {
	for _, c := range knownValues(b) {
		if c.Houses == 6 && c.Seeds == seeds {
			b.Run(c.Rules, func(b *testing.B) {
				for b.Loop() {
					p := startOf(b, c.Rules, c.Houses, c.Seeds)
					s := solve(b, solver(b, p.Variant(), SolverConfig{Memory: DefaultMemory, Threads: 2}), p)
					c.check(b, s)
					b.ReportMetric(float64(s.Nodes), "nodes")
				}
			})
		}
	}
}

// nodeSignature is the number of boards that one thread searches to solve Kalah(5,2).
const nodeSignature = 5281
