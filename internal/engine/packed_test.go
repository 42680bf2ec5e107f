package engine

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// readCases reads a file of worked cases, from the test data of package rules, into a value.
func readCases(t testing.TB, file string, into any) {
	t.Helper()
	text := need.Must(os.ReadFile("../../rules/testdata/" + file))(t)
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// startOf returns the start of a preset at a size.
func startOf(t testing.TB, name string, houses, seeds int) rules.Position {
	t.Helper()
	v, err := rules.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = v.WithSize(houses, seeds); err != nil {
		t.Fatal(err)
	}
	return need.Must(rules.Start(v))(t)
}

func TestFastPerft(t *testing.T) {
	applied := 0
	for _, c := range rulestest.ReadPerft(t, "../../rules/testdata/perft") {
		for i, want := range c.Counts {
			got, ok := FastPerft(c.Position, i+1)
			if v := c.Position.Variant(); ok != (packable(v) || ringable(v)) {
				t.Fatalf("%v: applies: %v", c.Name, ok)
			}
			if !ok || want > need.Short(1_000_000, uint64(math.MaxUint64)) {
				break
			}
			applied++
			if got != want {
				t.Errorf("%v depth %d: %d sequences, not %d", c.Name, i+1, got, want)
			}
		}
	}
	if applied < 30 {
		t.Errorf("only %d counts were compared", applied)
	}
}

func BenchmarkFastPerft(b *testing.B) {
	for _, c := range []struct {
		name                 string
		houses, seeds, depth int
	}{{"kalah", 6, 4, 10}, {"mangala", 6, 4, 8}, {"oware", 6, 4, 9}, {"togyz", 9, 9, 7}} {
		b.Run(c.name, func(b *testing.B) {
			p := startOf(b, c.name, c.houses, c.seeds)
			var leaves uint64
			for b.Loop() {
				n, _ := FastPerft(p, c.depth)
				leaves += n
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// fastVariants are rule sets that cover each switch of the fast path.
func fastVariants(t testing.TB) []rules.Variant {
	t.Helper()
	var list []rules.Variant
	for _, v := range []rules.Variant{
		{ExtraTurn: true, Capture: rules.CaptureOwn},
		{ExtraTurn: true, Capture: rules.CaptureOwn, CaptureEmpty: true},
		{Capture: rules.CaptureOwn},
		{ExtraTurn: true, Capture: rules.CaptureOwn, CaptureEmpty: true, Take: rules.TakeOpposite},
		{ExtraTurn: true, Capture: rules.CaptureOwn, Take: rules.TakeOpposite},
		{ExtraTurn: true},
		{ExtraTurn: true, Capture: rules.CaptureOwn, Sweep: rules.SweepEmptied, LeaveOne: true, CaptureEven: true},
		{Capture: rules.CaptureOwn, CaptureEmpty: true, LeaveOne: true},
		{ExtraTurn: true, Sweep: rules.SweepEmptied, CaptureEven: true},
	} {
		for _, size := range [][2]int{{1, 1}, {1, 10}, {2, 7}, {3, 3}, {4, 6}, {5, 10}, {6, 4}, {6, 6}, {6, 10}, {7, 9}} {
			w, err := v.WithSize(size[0], size[1])
			if err != nil || !packable(w) {
				t.Fatalf("%v: %v", w, err)
			}
			list = append(list, w)
		}
	}
	return list
}

// agree plays house h in p with both move generators, and fails the test if they differ.
func agree(t testing.TB, k *kernel, p rules.Position, h rules.House) rules.Position {
	t.Helper()
	b, mover := pack(p), p.ToMove()
	next, s := need.Must2(p.Sow(h))(t)
	own, opp, l := k.sow(b.own, b.opp, int(h)-1)
	gain := int(own >> storeShift)
	own &= houseMask
	over := own == 0 || opp == 0
	if over != next.Over() || !over && (l.again != 0) != s.ExtraTurn {
		t.Fatalf("%v house %v: over %v, again %v; the rules say %+v", p, h, over, l.again, s)
	}
	if over {
		if rest := k.remainder(own, opp); rest > 0 {
			gain += rest
		}
		own, opp = 0, 0
	}
	want := pack(next)
	if next.ToMove() != mover {
		want.own, want.opp = want.opp, want.own
	}
	if own != want.own || opp != want.opp || gain != next.Store(mover)-p.Store(mover) {
		t.Fatalf("%v house %v: %x %x with %d in the store; the rules say %v", p, h, own, opp, gain, next)
	}
	return next
}

func TestFastPathAgreesWithTheRules(t *testing.T) {
	plies := need.Short(50_000, 1_000_000)
	rng := rand.New(rand.NewPCG(1, 2))
	variants := fastVariants(t)
	for n := 0; n < plies; {
		v := variants[rng.IntN(len(variants))]
		k := newKernel(v)
		for range 30 {
			p, _ := rules.Start(v)
			for !p.Over() {
				if b, m := pack(p), pack(p.Mirror()); b != m {
					t.Fatalf("%v is packed as %x, and its mirror image as %x", p, b, m)
				}
				p = agree(t, k, p, randomHouse(p, rng))
				n++
			}
		}
	}
}

// randomHouse returns a random legal house.
func randomHouse(p rules.Position, rng *rand.Rand) rules.House {
	for {
		if h := rules.House(1 + rng.IntN(int(p.Variant().Houses))); p.Legal(h) == nil {
			return h
		}
	}
}

// FuzzFastPath plays any list of houses with both move generators, under any rule set on the fast
// path.
func FuzzFastPath(f *testing.F) {
	f.Add(uint8(6), []byte{2, 5, 0, 1, 3, 4})
	f.Add(uint8(9), []byte{0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, rule uint8, moves []byte) {
		variants := fastVariants(t)
		v := variants[int(rule)%len(variants)]
		k := newKernel(v)
		p, _ := rules.Start(v)
		for _, m := range moves {
			if h := rules.House(m%v.Houses + 1); p.Legal(h) == nil {
				p = agree(t, k, p, h)
			}
		}
	})
}

func TestFilled(t *testing.T) {
	for n := range 256 {
		for h := range maxPackedHouses {
			want := uint64(0)
			if n > 0 {
				want = 1 << (8 * h)
			}
			if got := filled(uint64(n) << (8 * h)); got != want {
				t.Fatalf("%d seeds in house %d give %x", n, h+1, got)
			}
		}
	}
}
