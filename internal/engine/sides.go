package engine

import (
	"sort"

	"mancala/rules"
)

// sides enumerates the arrangements of seeds in one side's houses, with the precomputed result of
// each ply. So building the endgame tables needs no sowing. Arrangements are ordered by their
// number of seeds; start[n]+rank is the index of one with n seeds, rank its number in the ranking.
type sides struct {
	houses int
	start  []int
	words  []uint64
	// plus[d] is the rank with one more seed in each of the first d houses.
	plus [maxPackedHouses + 1][]uint32
	// plies[from[s]:from[s+1]] are the plies of arrangement s, except those that earn a turn.
	plies []sidePly
	from  []int32
	// again are the plies that earn a turn, and quiet the plies that put nothing into the store.
	// idle[h] are plies that put nothing there if the other side's house h is empty, and otherwise
	// capture. Each has a group for each number of seeds.
	again, quiet steps
	idle         [maxPackedHouses]steps
	// taken[h] are the captures of the other side in house h; a group for each number of seeds and
	// each number of those that are taken. See taken.
	taken [maxPackedHouses]steps
	// reached[h] are the plies of the other side whose last seed falls into house h, from their
	// first seed in house 1 on, grouped like taken. It is empty unless the rules capture houses
	// made even.
	reached [maxPackedHouses]steps
}

// sidePly is the effect of a ply on the mover's side.
type sidePly struct {
	rank uint32 // of the side after it; for a capture, if there is something to capture
	idle uint32 // for a capture, the rank if there is nothing to capture
	kind plyKind
	// house is the house played. For a pass, far is the number of seeds that the other side gets;
	// for a capture, the opposite house.
	house, far uint8
}

type plyKind uint8

const (
	plyQuiet   plyKind = iota // ends in the mover's houses
	plyPass                   // goes past the store
	plyCapture                // ends in an empty house of the mover
	plyRound                  // laps the board
)

// step is a change of a side, from one rank to another.
type step struct{ from, to uint32 }

// steps lists changes of one kind in groups; each group is in ascending order of from.
type steps struct {
	list  []step
	start []int
}

func newSteps(most int) steps { return steps{list: make([]step, 0, most), start: []int{0}} }

// close ends a group.
func (s *steps) close() { s.start = append(s.start, len(s.list)) }

// of returns the changes of a group from ranks low to high-1.
func (s *steps) of(group, low, high int) []step {
	list := s.list[s.start[group]:s.start[group+1]]
	at := func(rank int) int {
		return sort.Search(len(list), func(i int) bool { return int(list[i].from) >= rank })
	}
	return list[at(low):at(high)]
}

// takenGroup returns the group of captures that take m of the n seeds of a side.
func takenGroup(n, m int) int { return n*(n+1)/2 + m }

// newSides returns an empty list with capacity for sides of up to that many seeds. The system
// commits the memory only when it is used.
func newSides(k *kernel, seeds int) *sides {
	houses := k.houses
	n := int(binomial(seeds+houses, houses))
	s := &sides{
		houses: houses, start: []int{0}, words: make([]uint64, 0, n),
		plies: make([]sidePly, 0, n*houses), from: append(make([]int32, 0, n+1), 0),
	}
	plies := 0 // of one seed to as many as there are houses
	for h := range houses {
		s.idle[houses-1-h], s.taken[h] = newSteps(plies), newSteps(n)
		if k.captureEven {
			s.reached[h] = newSteps(n)
		}
		if h < seeds { // with just h+1 seeds in one house
			plies += int(binomial(seeds-h-1+houses-1, houses-1))
		}
	}
	s.again, s.quiet = newSteps(plies), newSteps(plies*houses)
	for d := range houses + 1 {
		s.plus[d] = make([]uint32, 0, n)
	}
	return s
}

// most returns the largest number of seeds enumerated so far; -1 if there are none.
func (s *sides) most() int { return len(s.start) - 2 }

// sideBytes is the approximate memory of one arrangement in the list. evenBytes is the additional
// memory of plies that may make a house even.
const (
	sideBytes = 170
	evenBytes = 8 * maxPackedHouses
)

// sideMemory returns the approximate memory of the list for sides of up to that many seeds.
func sideMemory(v rules.Variant, seeds int) uint64 {
	each := uint64(sideBytes)
	if v.CaptureEven {
		each += evenBytes
	}
	return each * binomial(seeds+int(v.Houses), int(v.Houses))
}

// extend enumerates the sides of n seeds; n must be one more than most.
func (s *sides) extend(k *kernel, r *ranking, n int) {
	rank := func(word uint64) uint32 { n, _ := r.of(word); return uint32(n) }
	word := r.first(n)
	for range r.count[n] {
		s.words = append(s.words, word)
		s.plus[0] = append(s.plus[0], rank(word))
		more := word
		for h := range s.houses {
			more += 1 << (8 * h)
			s.plus[h+1] = append(s.plus[h+1], rank(more))
		}
		for h := range s.houses {
			if word>>(8*h)&0xff > 0 {
				s.addPly(k, rank, word, h)
			}
		}
		s.from = append(s.from, int32(len(s.plies)))
		word = r.next(word)
	}
	s.start = append(s.start, len(s.words))
	s.again.close()
	s.quiet.close()
	for h := range s.houses {
		s.idle[h].close()
		s.group(&s.taken[h], rank, n, h, 0)
		if k.captureEven {
			s.group(&s.reached[h], rank, n, h, everyByte&(1<<(8*h+8)-1))
		}
	}
}

// group adds to t how the sides of n seeds change if they get the seeds of more, and then lose
// house h; with more, only if that is even.
func (s *sides) group(t *steps, rank func(uint64) uint32, n, h int, more uint64) {
	words := s.words[s.start[n]:]
	var at [maxPackedSeeds + 1]int // where the next side with that many seeds in the house goes
	for _, word := range words {
		at[word>>(8*h)&maxPackedSeeds]++
	}
	end := len(t.list)
	for m := range n + 1 {
		at[m], end = end, end+at[m]
		t.start = append(t.start, end)
	}
	t.list = t.list[:end]
	for i, word := range words {
		m := word >> (8 * h) & maxPackedSeeds
		to := word + more
		if more == 0 || m%2 == 1 {
			to &^= 0xff << (8 * h)
		}
		t.list[at[m]] = step{uint32(i), rank(to)}
		at[m]++
	}
}

// addPly records the effect of playing house h.
func (s *sides) addPly(k *kernel, rank func(uint64) uint32, word uint64, h int) {
	n := int(word >> (8 * h) & 0xff)
	l := &k.laps[h][n]
	after := (word + l.own) & houseMask
	to := step{from: rank(word), to: rank(after)}
	p := sidePly{rank: to.to, idle: to.to, house: uint8(h)}
	switch end := k.reach(h, n); {
	case end > 2*k.houses:
		p.kind = plyRound
	case end == k.houses && l.again != 0:
		s.again.list = append(s.again.list, to)
		return
	case end >= k.houses:
		p.kind, p.far = plyPass, uint8(end-k.houses)
	case l.capture != 0 && word&(l.capture*0xff) == 0:
		p.kind, p.far = plyCapture, l.opposite/8
		if !k.takesNothing() {
			s.idle[p.far].list = append(s.idle[p.far].list, to)
		}
		if k.takeBoth {
			p.rank = rank(after - l.capture)
		}
	default:
		s.quiet.list = append(s.quiet.list, to)
	}
	s.plies = append(s.plies, p)
}

// part is the arrangements of n seeds with ranks low to high-1, and their steps in [sides].
type part struct {
	n, low, high int
	again, quiet []step
	idle         [maxPackedHouses][]step
	taken        [maxPackedHouses][maxPackedSeeds + 1][]step // by the number of seeds taken
	reached      [maxPackedHouses][maxPackedSeeds + 1][]step // by the number of seeds there before
}

func (p *part) size() int { return p.high - p.low }

// cut sets p to a range.
func (s *sides) cut(p *part, n, low, high int) {
	p.n, p.low, p.high = n, low, high
	p.again, p.quiet = s.again.of(n, low, high), s.quiet.of(n, low, high)
	for h := range s.houses {
		p.idle[h] = s.idle[h].of(n, low, high)
		for m := range n + 1 {
			group := takenGroup(n, m)
			p.taken[h][m] = s.taken[h].of(group, low, high)
			if len(s.reached[h].list) > 0 {
				p.reached[h][m] = s.reached[h].of(group, low, high)
			}
		}
	}
}
