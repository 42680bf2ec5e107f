package engine

// sides lists every way in which up to a number of seeds lie in the houses of one side, and the
// result of each ply there, so that building tables needs no sowing. They are listed by the number
// of their seeds. A side is named by start[n]+rank, n its seeds and rank its number in the ranking.
type sides struct {
	houses int
	start  []int
	words  []uint64
	// held[h] is what lies in house h, counted from zero; less[h] the rank once that is taken out.
	held [maxPackedHouses][]uint8
	less [maxPackedHouses][]uint32
	// plus[d] is the rank once each of the first d houses has got one seed more.
	plus [maxPackedHouses + 1][]uint32
	// quiet[quietFrom[s]:quietFrom[s+1]] are the plies of side s that put nothing into the store,
	// others likewise the rest.
	quiet, others         []sidePly
	quietFrom, othersFrom []int32
}

// sidePly is what a ply does to the mover's side.
type sidePly struct {
	rank uint32 // of the side after it
	kind plyKind
	// house is the house played. For a pass, far is the number of seeds that the other side gets;
	// for a capture, and for a quiet ply that is one where there is something to capture, the house
	// across. Of a plain quiet ply it is nowhere.
	house, far uint8
}

type plyKind uint8

const (
	plyQuiet   plyKind = iota // ends in the mover's houses
	plyAgain                  // ends in the store, for another turn
	plyPass                   // goes on past the store
	plyCapture                // ends alone in a house of the mover
	plyRound                  // goes all the way round
)

const nowhere = 0xff

// newSides returns an empty list with room for sides of up to so many seeds. The system gives the
// memory once it is used.
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

// most returns the number of seeds of the last sides listed; -1 stands for none.
func (s *sides) most() int { return len(s.start) - 2 }

// sideBytes is about how much memory a side takes in the list.
const sideBytes = 150

// extend lists the sides of n seeds, which is one more than most.
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

// addPly notes what playing house h does to a side.
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
