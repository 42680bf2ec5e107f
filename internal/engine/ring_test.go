package engine

import (
	"math/rand/v2"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// ringVariants are rule sets that cover each switch of the fast path of rings.
func ringVariants(t testing.TB) []rules.Variant {
	t.Helper()
	var list []rules.Variant
	for _, v := range []rules.Variant{
		{Family: rules.OwareFamily, MustFeed: true, Majority: true},
		{Family: rules.OwareFamily, Slam: rules.SlamTake},
		{Family: rules.OwareFamily, MustFeed: true, Slam: rules.SlamForbid, Repeat: rules.RepeatDraw},
		{Family: rules.TogyzFamily, Tuzdik: true, Majority: true, Repeat: rules.RepeatDraw},
		{Family: rules.TogyzFamily, Tuzdik: true},
		{Family: rules.TogyzFamily, Repeat: rules.RepeatDraw},
	} {
		for _, size := range [][2]int{{1, 1}, {1, 10}, {2, 7}, {3, 3}, {5, 5}, {6, 4}, {8, 10}, {9, 9}, {10, 10}} {
			w := need.Must(v.WithSize(size[0], size[1]))(t)
			if ringable(w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// ringsAgree plays house h in p with both move generators, and fails the test if they differ.
func ringsAgree(t testing.TB, k *ringKernel, p rules.Position, h rules.House) rules.Position {
	t.Helper()
	b, mover := packRing(p), p.ToMove()
	next, _ := need.Must2(p.Sow(h))(t)
	got, mine, theirs, legal := k.sow(b, int(h)-1, b.ownHouse(int(h)-1))
	got = got.flip()
	stuck := k.stuck(&got)
	if stuck {
		left, swept := got.seeds()
		mine, theirs, got = mine+swept, theirs+left, ring{rest: got.rest &^ (ownRest | oppRest)}
	}
	gains := [2]int{next.Store(mover) - p.Store(mover), next.Store(mover.Opponent()) - p.Store(mover.Opponent())}
	majority := next.Over() && next.Board().InHouses(rules.South)+next.Board().InHouses(rules.North) > 0
	if majority && stuck {
		return next
	}
	if !legal || got != packRing(next) || gains != [2]int{mine, theirs} || !majority && stuck != next.Over() {
		t.Fatalf("%v house %v: %+v, gains %d and %d, over %v; the rules say %v", p, h, got, mine, theirs, stuck, next)
	}
	return next
}

func TestRingsAgreeWithTheRules(t *testing.T) {
	plies := need.Short(30_000, 300_000)
	rng := rand.New(rand.NewPCG(1, 2))
	variants := ringVariants(t)
	for n := 0; n < plies; {
		v := variants[rng.IntN(len(variants))]
		k, g := newRingKernel(v), newRingGame(v)
		for range 5 {
			p, _ := rules.Start(v)
			for until := n + 300; !p.Over() && n < until; n++ {
				if b, m := packRing(p), packRing(p.Mirror()); b != m || b.flip().flip() != b {
					t.Fatalf("%v is packed as %x, and its mirror image as %x", p, b, m)
				}
				samePlies(t, g, p)
				p = ringsAgree(t, k, p, randomHouse(p, rng))
			}
		}
	}
}

// samePlies fails the test if a search would play other houses than the legal ones.
func samePlies(t *testing.T, g ringGame, p rules.Position) {
	t.Helper()
	b, legal := packRing(p), 0
	for range p.Plies() {
		legal++
	}
	plies := g.expand(&b, nil)
	for _, c := range plies {
		if err := p.Legal(c.house); err != nil {
			t.Fatalf("%v: a search plays house %v: %v", p, c.house, err)
		}
	}
	if len(plies) != legal {
		t.Fatalf("%v: a search plays %d houses, not %d", p, len(plies), legal)
	}
}

// bare returns the value of the search tree of a depth by package rules only. It uses the
// evaluation of g, in parts of a seed and relative to the stores.
func bare(g ringGame, past []rules.Position, depth int) int {
	p := past[len(past)-1]
	b, best := packRing(p), -endless
	if depth == 0 {
		most := g.most(&b) * unit
		return min(max(g.estimate(&b), -most), most)
	}
	me := p.ToMove()
	for h := range p.Plies() {
		next, _, err := rules.Play(past, h)
		if err != nil {
			panic(err)
		}
		v := (next.Lead(me) - p.Lead(me)) * unit
		if !next.Over() {
			v -= bare(g, append(past, next), depth-1)
		}
		best = max(best, v)
	}
	return best
}

// TestRingSearch compares searches with plain ones, which play with the game's whole past, so that
// positions repeat before and within them.
func TestRingSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	repeats := 0
	for _, text := range []string{
		"custom(2,2,family=oware,feed=yes)", "custom(3,2,family=oware,feed=yes,repeat=draw)", "custom(3,2,family=togyz,tuzdik=yes,repeat=draw)",
		"custom(3,1,family=togyz)", "custom(6,1,family=oware)",
	} {
		v := need.Must(rules.ParseVariant(text))(t)
		g := newRingGame(v)
		l := &lookahead[ring, ringGame]{game: g, table: newLookaheadTable[ring](1<<20, false)}
		for range 40 {
			p, _ := rules.Start(v)
			past := []rules.Position{p}
			for range rng.IntN(40) {
				next, _, _ := rules.Play(past, randomHouse(p, rng))
				if next.Over() {
					break
				}
				p = next
				past = append(past, p)
			}
			l.begin(p, 0)
			l.remember(past)
			before := l.repeats
			const depth = 7 // without a result of a lower depth, which the table may keep
			f, _ := l.deepen(depth, 0)
			repeats += int(l.repeats - before)
			if want := bare(g, past, depth); f.value != want {
				t.Errorf("%v after %d positions: %d, not %d", p, len(past), f.value, want)
			}
		}
	}
	if repeats < 100 {
		t.Errorf("only %d boards came again", repeats)
	}
}

// TestWhatOwareFears: empty houses, and those of one and two seeds, are weak at any stage, and
// seeds for a lap are better kept far from the other side. A fit to games of a player who ignores
// this says the opposite.
func TestWhatOwareFears(t *testing.T) {
	e := newRingEvaluation(start(t, "oware(6,4)").Variant())
	value := func(own, opp [6]uint8) int {
		b := ring{}
		for h := range own {
			b.own |= uint64(own[h]) << (8 * h)
			b.opp |= uint64(opp[h]) << (8 * h)
		}
		return e.estimate(&b)
	}
	plain := [6]uint8{4, 4, 4, 4, 4, 4}
	for name, weak := range map[string][6]uint8{
		"an empty house": {0, 5, 5, 4, 5, 5}, "one seed": {1, 4, 5, 4, 5, 5}, "two seeds": {2, 4, 4, 4, 5, 5},
	} {
		if a, b := value(weak, plain), value(plain, weak); a >= 0 || b <= 0 {
			t.Errorf("%s: %d for its owner, and %d for the other side", name, a, b)
		}
	}
	if v := value([6]uint8{6}, [6]uint8{3, 3}); v >= 0 {
		t.Errorf("towards the end an empty house is worth %d", v)
	}
	sum, rng := 0, rand.New(rand.NewPCG(5, 5))
	for range 500 {
		var own, opp [6]uint8
		for range 12 {
			own[1+rng.IntN(4)]++
			opp[rng.IntN(6)]++
		}
		far, near := own, own
		far[0], near[5] = 14, 14
		sum += value(far, opp) - value(near, opp)
	}
	if sum <= 0 {
		t.Errorf("seeds for a lap are worth %d/500 more on the left", sum)
	}
}
