package engine

// sides enumerates the arrangements of seeds in the houses of one side, with the precomputed result
// of each ply, so that building the endgame tables needs no sowing. Arrangements are ordered by
// their number of seeds; start[n]+rank is the index of one with n seeds, rank its number in the
// ranking.
type sides struct {
	houses int
	start  []int
	words  []uint64
	// held[h] is the number of seeds in house h, counted from zero; less[h] the rank once they are
	// taken out.
	held [maxPackedHouses][]uint8
	less [maxPackedHouses][]uint32
	// plus[d] is the rank after one seed has been added to each of the first d houses.
	plus [maxPackedHouses + 1][]uint32
	// quiet[quietFrom[s]:quietFrom[s+1]] are the plies of arrangement s that put nothing into the
	// store; others holds the rest in the same way.
	quiet, others         []sidePly
	quietFrom, othersFrom []int32
}

// sidePly is the effect of a ply on the mover's side.
type sidePly struct {
	rank uint32 // of the side after it
	kind plyKind
	// house is the house played. The meaning of far depends on the kind: for a pass, how many seeds
	// the other side gets; for a capture, the opposite house; for a quiet ply that captures only if
	// that house has seeds, the opposite house too; for any other quiet ply nowhere.
	house, far uint8
}

type plyKind uint8

const (
	plyQuiet   plyKind = iota // ends in the mover's houses
	plyAgain                  // ends in the store, for another turn
	plyPass                   // continues past the store
	plyCapture                // ends alone in a house of the mover
	plyRound                  // laps the board
)

const nowhere = 0xff

// newSides returns an empty list with capacity for sides of up to that many seeds. The system
// commits the memory only when it is used.
func newSides(houses, seeds int) *sides {
	n := int(binomial(seeds+houses, houses))
	s := &sides{
		houses: houses, start: []int{0}, words: make([]uint64, 0, n),
		quiet: make([]sidePly, 0, n*houses), others: make([]sidePly, 0, n*houses),
		quietFrom: append(make([]int32, 0, n+1), 0), othersFrom: append(make([]int32, 0, n+1), 0),
	}
	for h := range houses {
		s.held[h], s.less[h] = make([]uint8, 0, n), make([]uint32, 0, n)
	}
	for d := range houses + 1 {
		s.plus[d] = make([]uint32, 0, n)
	}
	return s
}

// most returns the largest number of seeds enumerated so far; -1 if there are none.
func (s *sides) most() int { return len(s.start) - 2 }

// sideBytes is the approximate memory of one arrangement in the list.
const sideBytes = 150

// extend enumerates the sides of n seeds; n must be one more than most.
func (s *sides) extend(k *kernel, r *ranking, n int) {
	rank := func(word uint64) uint32 { n, _ := r.of(word); return uint32(n) }
	word := r.first(n)
	for range r.count[n] {
		s.words = append(s.words, word)
		s.plus[0] = append(s.plus[0], rank(word))
		more := word
		for h := range s.houses {
			s.held[h] = append(s.held[h], uint8(word>>(8*h)))
			s.less[h] = append(s.less[h], rank(word&^(0xff<<(8*h))))
			more += 1 << (8 * h)
			s.plus[h+1] = append(s.plus[h+1], rank(more))
		}
		for h := range s.houses {
			if word>>(8*h)&0xff > 0 {
				s.addPly(k, rank, word, h)
			}
		}
		s.quietFrom, s.othersFrom = append(s.quietFrom, int32(len(s.quiet))), append(s.othersFrom, int32(len(s.others)))
		word = r.next(word)
	}
	s.start = append(s.start, len(s.words))
}

// addPly records the effect of playing house h.
func (s *sides) addPly(k *kernel, rank func(uint64) uint32, word uint64, h int) {
	n := int(word >> (8 * h) & 0xff)
	l := &k.laps[h][n]
	after := (word + l.own) & houseMask
	p := sidePly{rank: rank(after), house: uint8(h), far: nowhere}
	switch end := h + n; {
	case end > 2*k.houses:
		p.kind = plyRound
	case end == k.houses && l.again != 0:
		p.kind = plyAgain
	case end >= k.houses:
		p.kind, p.far = plyPass, uint8(end-k.houses)
	case l.capture != 0 && word&(l.capture*0xff) == 0:
		p.kind, p.far = plyCapture, l.opposite/8
		if !k.takesNothing() {
			s.quiet = append(s.quiet, sidePly{rank: p.rank, house: p.house, far: p.far})
		}
		if k.takeBoth {
			p.rank = rank(after - l.capture)
		}
	}
	if p.kind == plyQuiet {
		s.quiet = append(s.quiet, p)
	} else {
		s.others = append(s.others, p)
	}
}
