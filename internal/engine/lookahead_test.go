package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// position draws a position of a running game.
func position(t *rapid.T, v rules.Variant, most int) rules.Position {
	p := need.Must(rules.Start(v))(t)
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "plies"), 0))
	for range rapid.IntRange(0, most).Draw(t, "length") {
		if next := play(p, randomPly(p, rng)); !next.Over() {
			p = next
		}
	}
	return p
}

// packableVariant draws a variant on the fast path.
func packableVariant(t *rapid.T) rules.Variant {
	v := anyVariant().Draw(t, "variant")
	v.Houses = v.Houses%maxPackedHouses + 1
	v.SowOpponentStore, v.Majority, v.Pie, v.End = false, false, false, rules.EndEitherSide
	if v.Sweep != rules.SweepEmptied {
		v.Sweep = rules.SweepOwner
	}
	if v.Capture == rules.CaptureEither {
		v.Capture = rules.CaptureOwn
	}
	if v.Total() > maxPackedSeeds {
		v.Seeds = 4
	}
	if !packable(v) {
		t.Fatalf("%v", v)
	}
	return v
}

// storeless is a plainGame whose boards all have an empty store of South. As in a packed board,
// what the stores hold makes no difference: with their stores, boards that are one entry of the
// packed table would be several, and their values would come from other depths.
type storeless struct{ plainGame }

func (g storeless) board(p rules.Position) rules.Position {
	if p = g.plainGame.board(p); p.Over() {
		return p
	}
	pits := strings.Split(p.Notation(), ",") // "<houses", the stores, the houses
	pits[1], pits[2] = "0", strconv.Itoa(p.Store(rules.South)+p.Store(rules.North))
	same, err := rules.ParsePosition(strings.Join([]string{g.variant.String(), strings.Join(pits, ","), p.ToMove().String()}, " "))
	if err != nil {
		panic(err)
	}
	return same
}

func (g storeless) expand(b *rules.Position, to []ply[rules.Position]) []ply[rules.Position] {
	to = g.plainGame.expand(b, to)
	for i := range to {
		to[i].next = g.board(to[i].next)
	}
	return to
}

// newPlainThinker returns a lookahead over positions.
func newPlainThinker(v rules.Variant, memory uint64) thinker {
	return &lookahead[rules.Position, storeless]{game: storeless{newPlainGame(v)}, table: newLookaheadTable[rules.Position](memory, false)}
}

// tolerable returns the ratings that cost at most the tolerance. The others are only known to cost
// more.
func tolerable(list []rating, tolerance int) []rating {
	for i, r := range list {
		if r.value < list[0].value-tolerance {
			return list[:i]
		}
	}
	return list
}

// Lookaheads over packed boards and over positions have the same results and search the same
// boards.
func TestLookaheadsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := packableVariant(t)
		p := position(t, v, 60)
		// The same number of entries for both, enough that hardly any is lost.
		fast, slow := newThinker(v, 32<<14, 1), newPlainThinker(v, 64<<14)
		fast.begin(p, 0)
		slow.begin(p.Mirror(), 0)
		guess := 0
		for depth := range rapid.IntRange(1, 5).Draw(t, "depth") {
			a, _ := fast.deepen(depth+1, guess)
			b, _ := slow.deepen(depth+1, guess)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%v, depth %d: %+v and %+v", p, depth+1, a, b)
			}
			guess = a.value
			x, _ := fast.rate(depth+1, 3*unit)
			y, _ := slow.rate(depth+1, 3*unit)
			if !reflect.DeepEqual(tolerable(x, 3*unit), tolerable(y, 3*unit)) {
				t.Fatalf("%v, depth %d: %+v and %+v", p, depth+1, x, y)
			}
		}
	})
}

// smallVariant draws any switches on a board small enough for exhaustive search.
func smallVariant(t *rapid.T) rules.Variant {
	v := anyVariant().Draw(t, "variant")
	v.Houses, v.Seeds = v.Houses%3+1, v.Seeds%need.Short(uint8(2), 3)+1
	return v
}

// proof searches ever deeper until the value is proved.
func proof(t need.T, mind thinker, p rules.Position) finding {
	mind.begin(p, 0)
	f := finding{}
	for depth := 1; depth <= maxDepth; depth++ {
		if f, _ = mind.deepen(depth, f.value); f.proved {
			return f
		}
	}
	t.Fatalf("nothing is proved of %v", p)
	return f
}

// Proved values are true, and their line is best play, under any rules and with any size of table.
func TestLookaheadProves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, smallVariant(t), 12)
		mind := newThinker(p.Variant(), rapid.SampledFrom([]uint64{0, 1 << 10, 1 << 20}).Draw(t, "memory"), 1)
		checkProof(t, p, proof(t, mind, p))
	})
}

// checkProof compares a proved result for a small board with plain search.
func checkProof(t need.T, p rules.Position, f finding) {
	me, known := p.ToMove(), map[rules.Position]int{}
	value := plain(p, known)
	if f.value != (value-p.Lead(me))*unit {
		t.Fatalf("%v is worth %d, not %d/%d more than %d", p, value, f.value, unit, p.Lead(me))
	}
	if len(f.line) == 0 {
		t.Fatalf("no line for %v", p)
	}
	for i, h := range f.line {
		next, _, err := p.Sow(h)
		if err != nil {
			t.Fatalf("the line %v: %v in %v", f.line, err, p)
		}
		p = next
		v := plain(p, known)
		if p.ToMove() != me {
			v = -v
		}
		if v != value {
			t.Fatalf("after %d plies of the line %v %d is left of %d", i+1, f.line, v, value)
		}
	}
}

// Ratings are exact if that is asked for, and never better than the truth.
func TestRating(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, smallVariant(t), 12)
		known, me := map[rules.Position]int{}, p.ToMove()
		mind, tolerance := newThinker(p.Variant(), 1<<16, 1), rapid.IntRange(0, 4).Draw(t, "tolerance")
		mind.begin(p, 0)
		var list []rating
		for depth := 1; depth <= 80; depth++ { // longer than any game on so small a board
			list, _ = mind.rate(depth, tolerance*unit)
		}
		for i, r := range list {
			next := play(p, r.house)
			value := plain(next, known)
			if next.ToMove() != me {
				value = -value
			}
			best, value := plain(p, known)-p.Lead(me), value-p.Lead(me)
			if i == 0 && r.value != best*unit {
				t.Fatalf("the best ply of %v is %+v, not worth %d", p, r, best)
			}
			if cost := best - value; cost <= tolerance && r.value != value*unit || cost > tolerance && best*unit-r.value <= tolerance*unit {
				t.Fatalf("house %v of %v is worth %d, best is %d: %+v", r.house, p, value, best, list)
			}
		}
	})
}

// TestLookaheadStops checks both ways to stop a search, and that depth 1 is always finished.
func TestLookaheadStops(t *testing.T) {
	p := start(t, "kalah(6,6)")
	mind := newThinker(p.Variant(), 1<<20, 1)
	mind.begin(p, 1)
	if f, ok := mind.deepen(1, 0); !ok || len(f.line) != 1 {
		t.Errorf("one ply ahead: %+v, %v", f, ok)
	}
	if f, ok := mind.deepen(2, 0); ok {
		t.Errorf("beyond the limit: %+v", f)
	}
	if list, ok := mind.rate(2, 0); ok {
		t.Errorf("beyond the limit: %+v", list)
	}
	mind.begin(p, 5000)
	if _, ok := mind.deepen(30, 0); ok || mind.searched() != 5000 {
		t.Errorf("%d boards searched, limit 5000", mind.searched())
	}
	ctx, cancel := context.WithCancel(context.Background())
	mind.begin(p, 0)
	release := mind.watch(ctx)
	done := make(chan bool)
	go func() {
		_, ok := mind.deepen(60, 0)
		done <- ok
	}()
	cancel()
	if ok := <-done; ok {
		t.Error("a cancelled search claims to be done")
	}
	release()
}

func TestLookaheadDoesNotAllocatePerNode(t *testing.T) {
	if need.RaceDetector {
		t.Skip("the race detector allocates, too")
	}
	for _, text := range []string{"kalah(6,4)", "bowls(6,4)"} {
		p := start(t, text)
		mind := newThinker(p.Variant(), 1<<20, 1)
		mind.begin(p, 0)
		mind.deepen(11, 0)
		nodes := uint64(0)
		allocs := testing.AllocsPerRun(3, func() {
			mind.begin(p, 0)
			mind.deepen(11, 0)
			nodes = mind.searched()
		})
		if allocs > 20 || nodes < 5000 { // for the line returned, and endings may be built meanwhile
			t.Errorf("%s: %v allocations for %d boards", text, allocs, nodes)
		}
	}
}

func BenchmarkLookahead(b *testing.B) {
	for _, text := range []string{"kalah(6,4)", "kalah(6,6)", "bowls(6,4)"} {
		b.Run(text, func(b *testing.B) {
			p := start(b, text)
			mind := newThinker(p.Variant(), 64<<20, 1)
			b.ReportAllocs()
			nodes := uint64(0)
			for b.Loop() {
				mind.begin(p, 0)
				f := finding{}
				for depth := 1; depth <= 13; depth++ {
					f, _ = mind.deepen(depth, f.value)
				}
				nodes += mind.searched()
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
