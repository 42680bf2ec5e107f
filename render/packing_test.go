package render

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"

	"mancala/rules"
)

// seedTotal is the largest number of seeds on a board.
const seedTotal = 2 * rules.MaxHouses * rules.MaxSeeds

// counts are examples of every size class.
var counts = []int{1, 4, 18, 19, 40, 41, 48, 49, 96, 97, 150, seedTotal}

func TestPackingIsTheSameEverywhere(t *testing.T) {
	const want = 0xf20bb52d193cf7f8
	l := NewLayout(testAreas[2], kalah(rules.MaxHouses), rules.South)
	sum := fnv.New64a()
	var p piles
	for _, pit := range pitsOf(l) {
		for _, n := range counts {
			for _, s := range p.of(l, pit, n).slots[:n] {
				for _, v := range []float64{s.X, s.Y, s.Z, float64(s.Colour)} {
					_ = binary.Write(sum, binary.LittleEndian, int32(math.Round(v*4096)))
				}
			}
		}
	}
	if got := sum.Sum64(); got != want {
		t.Errorf("the slots have the sum %#x, want %#x: seeds lie elsewhere than before", got, uint64(want))
	}
}

func TestPackingDoesNotDependOnTheOrderOfAsking(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p, q piles
	pit := rules.Pit{Side: rules.North, House: 2}
	q.of(l, rules.StoreOf(rules.South), 30)
	q.of(l, pit, 100)
	for i, s := range p.of(l, pit, 7).slots {
		if other := q.of(l, pit, 7).slots[i]; s != other {
			t.Fatalf("slot %d is %v or %v", i, s, other)
		}
	}
}

// A seed keeps its place when others arrive, until so many seeds make all of them smaller.
func TestPackingSlotsAreStable(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p piles
	for _, pit := range []rules.Pit{{Side: rules.South, House: 1}, {Side: rules.North, House: 6}, {Side: rules.North}} {
		classes := houseClasses[:]
		if pit.IsStore() {
			classes = storeClasses[:]
		}
		least := 1
		for _, class := range classes {
			for n := least; n < class.limit; n++ {
				at, z, r, colour := p.place(l, pit, n-1, n)
				at2, z2, r2, colour2 := p.place(l, pit, n-1, n+1)
				if at != at2 || z != z2 || r != r2 || colour != colour2 {
					t.Fatalf("%v: seed %d moves when one comes", pit, n)
				}
			}
			least = class.limit + 1
		}
		for _, n := range []int{classes[0].limit, classes[1].limit} {
			_, _, before, colour := p.place(l, pit, 3, n)
			_, _, after, colour2 := p.place(l, pit, 3, n+1)
			if after >= before || colour != colour2 {
				t.Errorf("%v: at %d seeds the radius goes from %g to %g, the colour from %d to %d",
					pit, n, before, after, colour, colour2)
			}
		}
	}
}

func TestPackingKeepsSeedsInTheirPit(t *testing.T) {
	for _, area := range []Rect{testAreas[2], {0, 0, 360, 120}, {0, 0, 600, 1000}} {
		l := NewLayout(area, kalah(6), rules.South)
		var p piles
		for _, pit := range pitsOf(l) {
			for _, n := range counts {
				r := l.Pit(pit)
				for i := range n {
					at, _, radius, _ := p.place(l, pit, i, n)
					half := min(r.W, r.H) / 2
					x := max(0, math.Abs(at.X-r.Center().X)-(r.W/2-half))
					y := max(0, math.Abs(at.Y-r.Center().Y)-(r.H/2-half))
					if math.Hypot(x, y)+radius > half {
						t.Fatalf("seed %d of %d in %v sticks out of its pit", i, n, pit)
					}
				}
			}
		}
	}
}

// A few seeds lie side by side, all fully visible; many make a heap.
func TestPackingFillsTheFloorFirst(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p piles
	for _, pit := range pitsOf(l) {
		few := 5
		if pit.IsStore() {
			few = 14
		}
		pile := p.of(l, pit, few)
		for i, s := range pile.slots[:few] {
			for j, o := range pile.slots[:i] {
				if d := math.Hypot(s.X-o.X, s.Y-o.Y); d < 1.5*pile.radius {
					t.Errorf("%v: seeds %d and %d are %.2f radii apart", pit, i, j, d/pile.radius)
				}
			}
		}
		high := 0.0
		for _, s := range p.of(l, pit, seedTotal).slots {
			high = max(high, s.Z)
		}
		if high == 0 {
			t.Errorf("%v: %d seeds are no heap", pit, seedTotal)
		}
	}
}

// A seed that lies on another is drawn after it.
func TestPackingDrawsUpwards(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p piles
	pile := p.of(l, rules.Pit{Side: rules.South, House: 2}, 30)
	seen := make([]bool, len(pile.slots))
	level := -1.0
	for _, i := range pile.order {
		if seen[i] {
			t.Fatalf("slot %d is drawn twice", i)
		}
		seen[i] = true
		if now := math.Floor(pile.slots[i].Z / pile.radius); now < level {
			t.Fatalf("slot %d on level %g is drawn after level %g", i, now, level)
		} else {
			level = now
		}
	}
	for i, s := range seen {
		if !s {
			t.Errorf("slot %d is never drawn", i)
		}
	}
}

func TestPackingUsesAllColours(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p piles
	var used [SeedColours]int
	for _, pit := range pitsOf(l) {
		slots := p.of(l, pit, 4).slots[:4]
		for i, s := range slots {
			used[s.Colour]++
			for _, o := range slots[:i] {
				if o.Colour == s.Colour {
					t.Errorf("%v: two of the first four seeds have colour %d", pit, s.Colour)
				}
			}
		}
	}
	for c, n := range used {
		if n == 0 {
			t.Errorf("colour %d is not used in 14 pits of 4", c)
		}
	}
}

func TestPackingTakesAnySlot(t *testing.T) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	var p piles
	for _, i := range []int{-1, 0, 300} {
		for _, n := range []int{-4, 0, 1, 300} {
			if at, _, radius, _ := p.place(l, rules.Pit{House: 1}, i, n); radius <= 0 || !l.Board().Contains(at) {
				t.Errorf("slot %d of %d is at %v with radius %g", i, n, at, radius)
			}
		}
	}
}

func BenchmarkNewPile(b *testing.B) {
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	for b.Loop() {
		var p piles
		p.of(l, rules.StoreOf(rules.South), seedTotal)
	}
}
