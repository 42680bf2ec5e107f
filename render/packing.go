package render

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"mancala/rules"
)

// SeedColours is the number of colours of seeds.
const SeedColours = 8

// Slot is the place of one seed in its pit. Lengths are in half widths of the pit, from its middle.
type Slot struct {
	X, Y float64
	// Z is the height of the seed above the floor, on other seeds; zero for most.
	Z float64
	// Colour is the seed's colour, 0..SeedColours-1.
	Colour uint8
}

// sizeClass is a range of counts with one size of seeds. Radii are in half widths of the pit.
type sizeClass struct {
	limit  int // the largest count
	radius float64
}

// The last class of each list has room for all seeds of any board. With the first ones, all pits of
// the board have the same size of seeds. The radii in stores are for stores of the usual width.
const usualStore = 0.415

var (
	houseClasses = [...]sizeClass{{18, 0.255}, {40, 0.215}, {200, 0.165}}
	storeClasses = [...]sizeClass{{48, 0.255 * houseRadius / usualStore}, {96, 0.235}, {200, 0.19}}
)

// pile is a pit's slots for one size class.
type pile struct {
	slots  []Slot
	order  []int   // drawing order, top ones last
	radius float64 // of a seed, in half widths of the pit
}

// pileKey identifies a pile: the pit, its shape, and the size class.
type pileKey struct {
	pit    rules.Pit
	look   uint8   // index of the game's face
	length float64 // half the length of its straight part, in half widths; zero for a round house
	across bool    // the straight part is horizontal, as on an upright board
	class  int
}

// piles caches piles.
type piles struct{ made map[pileKey]*pile }

// of returns the pile of a pit with count seeds. Slots beyond count are for later seeds.
func (p *piles) of(l Layout, pit rules.Pit, count int) *pile {
	along, across := l.extent(pit)
	long, half := max(along, across), min(along, across)
	key := pileKey{pit: pit, look: l.look, across: l.upright == (along <= across), length: math.Round((long/half-1)*100) / 100}
	classes, scale := houseClasses[:], 1.0
	if pit.IsStore() {
		classes, scale = storeClasses[:], usualStore/faces[l.look].storeHalf
	}
	for key.class < len(classes)-1 && count > classes[key.class].limit {
		key.class++
	}
	if made, ok := p.made[key]; ok {
		return made
	}
	if p.made == nil {
		p.made = map[pileKey]*pile{}
	}
	made := newPile(key, sizeClass{classes[key.class].limit, classes[key.class].radius * scale})
	p.made[key] = made
	return made
}

// newPile drops seeds into a pit, each at the lowest of some random places. So they gather loosely
// in the middle, then around it, then on top of each other. A seed keeps its place when another
// arrives.
func newPile(key pileKey, class sizeClass) *pile {
	p := &pile{radius: class.radius, slots: make([]Slot, 0, class.limit)}
	number := uint64(key.pit.Side)<<8 | uint64(key.pit.House)
	places := rand.New(rand.NewPCG(number, 0x5eed+uint64(key.class)))
	colours := rand.New(rand.NewPCG(number, 0xc01))
	const tries = 160
	for i := range class.limit {
		best, lowest := Slot{}, math.Inf(1)
		for range tries {
			s := randomSlot(places, key.length, 0.94-class.radius)
			var height float64
			if s.Z, height = p.rest(s, key); height+0.18*places.Float64()*class.radius < lowest {
				best, lowest = s, height
			}
		}
		best.Colour = nextColour(colours, p.slots, i)
		p.slots = append(p.slots, best)
	}
	if key.across {
		for i, s := range p.slots {
			p.slots[i].X, p.slots[i].Y = -s.Y, s.X
		}
	}
	p.sort()
	return p
}

// randomSlot returns a random place on the floor: in a disc, or near the middle line of a store.
func randomSlot(r *rand.Rand, length, radius float64) Slot {
	for {
		x, y := (2*r.Float64()-1)*radius, (2*r.Float64()-1)*(radius+length)
		if math.Hypot(x, max(0, math.Abs(y)-length)) <= radius {
			return Slot{X: x, Y: y}
		}
	}
}

// rest returns the height of a seed that lies at s on the seeds below it, above the floor and above
// the bottom of the bowl.
func (p *pile) rest(s Slot, key pileKey) (above, height float64) {
	reach := 3.8 * p.radius * p.radius // slightly overlapping: glass hides it
	for _, o := range p.slots {
		dx, dy := s.X-o.X, s.Y-o.Y
		if gap := reach - dx*dx - dy*dy; gap > 0 {
			above = max(above, o.Z+math.Sqrt(gap))
		}
	}
	height = above
	if above > 0 {
		height += p.radius // prefers places beside the others
	}
	floor := key.length // half the length of the lowest line
	if !key.pit.IsStore() {
		floor *= 0.3
	}
	fromLine := math.Hypot(s.X, max(0, math.Abs(s.Y)-floor))
	height += 0.8 * fromLine * fromLine
	if key.length > 0 {
		height += 0.1 * s.Y * s.Y / max(key.length, 0.3)
	}
	return above, height
}

// nextColour chooses the colour of slot i. It differs from the two before it, so that small heaps
// are colourful.
func nextColour(r *rand.Rand, before []Slot, i int) uint8 {
	for {
		c := uint8(r.IntN(SeedColours))
		if i >= 1 && before[i-1].Colour == c || i >= 2 && before[i-2].Colour == c || i >= 3 && before[i-3].Colour == c {
			continue
		}
		return c
	}
}

// sort determines the drawing order: from the floor upwards, and on one level from the lower right
// to the light at the upper left, so that shadows fall on neighbours.
func (p *pile) sort() {
	p.order = make([]int, len(p.slots))
	for i := range p.order {
		p.order[i] = i
	}
	level := func(s Slot) float64 { return math.Floor(s.Z / p.radius) }
	slices.SortStableFunc(p.order, func(a, b int) int {
		s, t := p.slots[a], p.slots[b]
		return cmp.Or(cmp.Compare(level(s), level(t)), cmp.Compare(t.X+t.Y, s.X+s.Y))
	})
}

// place returns the middle of slot i in units, its height in seed radii, the seeds' radius in
// units, and its colour, in a pit with count seeds.
func (p *piles) place(l Layout, pit rules.Pit, i, count int) (at Point, z, radius float64, colour uint8) {
	made := p.of(l, pit, count)
	s := made.slots[max(0, min(i, len(made.slots)-1))]
	r := l.Pit(pit)
	half := min(r.W, r.H) / 2
	return r.Center().Add(Point{s.X * half, s.Y * half}), s.Z / made.radius, made.radius * half, s.Colour
}
