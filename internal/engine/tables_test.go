package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// plain returns the value of a position by package rules only: the final lead of the mover's store.
func plain(p rules.Position, known map[rules.Position]int) int {
	mover := p.ToMove()
	if p.Over() {
		return p.Store(mover) - p.Store(mover.Opponent())
	}
	if v, ok := known[p]; ok {
		return v
	}
	best := -1000
	for h := range p.Plies() {
		next, _, _ := p.Sow(h)
		v := plain(next, known)
		if next.ToMove() != mover {
			v = -v
		}
		best = max(best, v)
	}
	known[p] = best
	return best
}

// fewSeeds plays at random from the start until at most so many seeds are in the houses.
func fewSeeds(v rules.Variant, seeds int, rng *rand.Rand) rules.Position {
	for {
		p, _ := rules.Start(v)
		for !p.Over() && p.Board().InHouses(rules.South)+p.Board().InHouses(rules.North) > seeds {
			p = play(p, randomHouse(p, rng))
		}
		if !p.Over() {
			return p
		}
	}
}

func play(p rules.Position, h rules.House) rules.Position {
	next, _, err := p.Sow(h)
	if err != nil {
		panic(err)
	}
	return next
}

func build(t testing.TB, v rules.Variant, seeds, threads int) *Tables {
	t.Helper()
	tables := newTables(newKernel(v), seeds)
	need.NoError(t, tables.growTo(context.Background(), seeds, threads))
	return tables
}

// growTo builds the layers up to the given number of seeds.
func (t *Tables) growTo(ctx context.Context, seeds, threads int) error {
	for t.most < seeds {
		if err := t.grow(ctx, threads); err != nil {
			return err
		}
	}
	return nil
}

func TestTablesAgreeWithPlainSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, v := range fastVariants(t) {
		if v.Houses == 1 { // such games may end before few seeds are left
			continue
		}
		seeds := min(v.Total()-1, need.Short(6, 8))
		tables := build(t, v, seeds, 2)
		known := map[rules.Position]int{}
		for range 50 {
			p := fewSeeds(v, seeds, rng)
			b := pack(p)
			if got, want := tables.value(b.own, b.opp), plain(p, known)-p.Lead(p.ToMove()); got != want {
				t.Fatalf("%v: %d, not %d", p, got, want)
			}
		}
	}
}

// TestTablesOfSeveralBlocks compares tables of sides that do not fit into a block with a search
// that has smaller ones.
func TestTablesOfSeveralBlocks(t *testing.T) {
	const few, many = 8, 15
	rng := rand.New(rand.NewPCG(9, 10))
	for _, name := range []string{"kalah", "empty-capture"} {
		v := startOf(t, name, 6, 4).Variant()
		smaller, larger := build(t, v, few, 1), build(t, v, many, 2)
		s := searcher{
			kernel: smaller.kernel, rank: newRanking(6, many), tables: smaller, known: newTranspositions(boards(6, many), 1<<20),
		}
		for range 300 {
			p := fewSeeds(v, many, rng)
			b := pack(p)
			if got, want := larger.value(b.own, b.opp), s.value(b.own, b.opp, 0); got != want {
				t.Fatalf("%v: %d, not %d", p, got, want)
			}
		}
	}
}

func TestTurn(t *testing.T) {
	const width, width2 = 30, 25
	for n := range 20 {
		for m := range 20 {
			from, to, want := make([]int8, width2*m+n), make([]int8, width*n+m), make([]int8, width*n+m)
			for i := range from {
				from[i] = int8(i*7 - 100)
			}
			for i := range n {
				for j := range m {
					want[i*width+j] = from[j*width2+i]
				}
			}
			if turn(to, width, from, width2, n, m); !slices.Equal(to, want) {
				t.Fatalf("%d by %d:\n%v, not\n%v", n, m, to, want)
			}
		}
	}
}

func TestTablesDoNotDependOnThreads(t *testing.T) {
	v := startOf(t, "kalah", 6, 4).Variant()
	one, two := build(t, v, 9, 1), build(t, v, 9, 2)
	if !slices.Equal(one.values, two.values) {
		t.Error("two threads give other tables than one")
	}
}

func TestBuildTablesStopsSoon(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	v := startOf(t, "kalah", 6, 4).Variant()
	done := make(chan error, 1)
	go func() {
		done <- newTables(newKernel(v), 18).growTo(ctx, 18, 2)
	}()
	time.AfterFunc(20*time.Millisecond, cancel)
	<-ctx.Done()
	began := worked()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("building stopped with %v", err)
	}
	if took := worked() - began; took > time.Second { // of processors, 50 ms on a quiet machine
		t.Errorf("building went on for %v", took)
	}
}

func BenchmarkTables16(b *testing.B) {
	v := startOf(b, "kalah", 6, 4).Variant()
	for b.Loop() {
		build(b, v, 16, 2)
	}
}

func BenchmarkTables20(b *testing.B) {
	v := startOf(b, "kalah", 6, 4).Variant()
	for b.Loop() {
		build(b, v, 20, 2)
	}
}
