package engine

import (
	"math/bits"
	"unsafe"
)

// searcher proves bounds of boards by null-window search. All values are relative: how many more of
// the seeds in the houses the side to move gets. A value has the parity of the number of those
// seeds, so windows are two wide.
//
// It works in steps. Each step prefetches the memory of the next one. So a thread that alternates
// between several searchers never waits for memory.
type searcher struct {
	kernel *kernel
	rank   *ranking
	tables *Tables
	known  *transpositions
	busy   *busyBoards // nil if this is the only searcher
	nodes  uint64
	root   root
	// path holds the boards from the root to the current one, path[depth].
	path  []frame
	depth int
	near  [prefetches]uintptr
}

// root is a board of n seeds to solve, with its proved bounds and the next guess.
type root struct {
	own, opp         uint64
	n                int
	low, high, guess int
	house            int // proves low; noHouse if unknown
}

// adopt tightens the bounds by a searcher's proved bounds of the same board.
func (r *root) adopt(proved root) {
	if proved.low > r.low {
		r.low, r.house = proved.low, proved.house
	}
	r.high, r.guess = min(r.high, proved.high), proved.guess
}

// prefetches is the largest number of addresses that a step prefetches: one for the board and one
// for each child.
const prefetches = maxPackedHouses + 1

// frame is the state of the search at one board.
type frame struct {
	key         uint64
	before      uint64 // node count on entry
	n, beta     int
	best, house int   // best bound so far; house that reaches beta
	seen        known // from the transposition table
	children    [maxPackedHouses]child
	turns       [maxPackedHouses]uint8 // indices of the children to search, in order
	open, at    int                    // number of children to search; index of the current one in turns
	late        uint                   // bit set of the children deferred to the end
	last        bool                   // only deferred children are left
	shared      bool
}

// child returns the child at that place of the order.
func (f *frame) child(at int) *child { return &f.children[f.turns[at]] }

// child is the board after a ply, if it has to be searched.
type child struct {
	own, opp uint64 // from the view of the side to move next
	key      uint64
	order    int32
	gain     int8 // into the mover's store
	house    int8
	again    bool
}

// shareAbove is how many more seeds than the endgame tables hold a board must have for searchers to
// divide its children among them.
const shareAbove = 3

// key returns the hash of a board in the transposition table.
func (s *searcher) key(own, opp uint64) uint64 { return s.known.scatter(s.rank.index(own, opp)) }

// keeps reports whether the transposition table stores boards of n seeds. Boards with one seed more
// than the endgame tables are not stored, and have no key: a second search is cheaper than a probe.
func (s *searcher) keeps(n int) bool { return n > s.tables.most+1 }

// recall probes the transposition table for a board of n seeds.
func (s *searcher) recall(key uint64, n int) known {
	if !s.keeps(n) {
		return bounds(0)
	}
	return bounds(s.known.find(key))
}

// begin starts to search for the value of a root. It returns false if the value needs no search.
func (s *searcher) begin(r root) bool {
	s.root = r
	switch {
	case r.own == 0 || r.opp == 0:
		s.settleRoot(s.kernel.remainder(r.own, r.opp))
	case r.n <= s.tables.most:
		s.settleRoot(s.tables.value(r.own, r.opp))
	default:
		s.root.guess -= (r.guess + r.n) & 1
		s.enterRoot()
		return true
	}
	return false
}

func (s *searcher) settleRoot(value int) {
	s.root.low, s.root.high, s.root.house = value, value, noHouse
}

// enterRoot starts a null-window search of the root around the guess.
func (s *searcher) enterRoot() {
	r := &s.root
	beta := min(max(r.guess, r.low+2), r.high)
	s.depth = -1
	s.enter(r.own, r.opp, s.key(r.own, r.opp), r.n, beta)
}

// step looks at one board and enters the next one. It returns false once the value of the root is
// proved.
func (s *searcher) step() bool {
	f := &s.path[s.depth]
	if s.look(f) {
		if s.enterNext(f) {
			return true
		}
		s.store(f)
	}
	for s.depth > 0 {
		value := f.best
		s.depth--
		f = &s.path[s.depth]
		if !s.take(f, value) && s.enterNext(f) {
			return true
		}
		s.store(f)
	}
	r := &s.root
	if f.best < f.beta {
		r.high = min(f.best, r.high)
	} else {
		r.low, r.house = f.best, f.house
	}
	if r.guess = f.best; r.low < r.high {
		s.enterRoot()
	}
	return r.low < r.high
}

// enter pushes a board of n seeds onto the path, to prove or refute that its value is at least
// beta. N exceeds the endgame tables, and beta has n's parity. It generates all children and
// prefetches their entries.
func (s *searcher) enter(own, opp, key uint64, n, beta int) {
	s.depth++
	if s.depth == len(s.path) {
		s.path = append(s.path, frame{})
	}
	f := &s.path[s.depth]
	f.key, f.n, f.beta, f.before = key, n, beta, s.nodes
	s.nodes++
	k, r, most := s.kernel, s.rank, s.tables.most
	rankOpp, seedsOpp := r.of(opp)
	count := 0
	for left := filled(own); left != 0; count++ {
		shift := uint(bits.Len64(left)-1) & 63
		left ^= 1 << shift
		h := int(shift / 8)
		x, y, l := k.sow(own, opp, h)
		gain := x >> storeShift
		x &= houseMask
		rest, again := n-int(gain), l.again != 0
		c := &f.children[count] // filled in field by field: a copy would wait for its stores
		c.gain, c.house, c.again = int8(gain), int8(h), again
		if rest == most+1 { // has no key; see keeps
			if !again {
				x, y = y, x
			}
			c.own, c.opp, c.key = x, y, 0
			s.near[count] = uintptr(unsafe.Pointer(f))
			continue
		}
		rankX, seedsX := r.of(x)
		rankY, seedsY := rankOpp, seedsOpp
		if y != opp {
			rankY, seedsY = r.of(y)
		}
		if !again {
			x, y, rankX, seedsX, rankY, seedsY = y, x, rankY, seedsY, rankX, seedsX
		}
		c.own, c.opp = x, y
		if rest > most {
			c.key = s.known.scatter(r.join(rankX, seedsX, rankY, seedsY))
			s.near[count] = uintptr(unsafe.Pointer(s.known.bucket(c.key)))
		} else {
			c.key = r.join(rankY, seedsY, rankX, seedsX)
			s.near[count] = uintptr(unsafe.Pointer(&s.tables.values[c.key]))
		}
	}
	f.open = count
	home := uintptr(unsafe.Pointer(f))
	if s.keeps(n) {
		home = uintptr(unsafe.Pointer(s.known.bucket(key)))
	}
	for ; count < prefetches; count++ {
		s.near[count] = home
	}
	prefetch(&s.near)
}

// look probes the transposition table and the endgame tables for the entered board and its
// children. It keeps and orders the children to search. It returns false if the probes settle the
// board.
func (s *searcher) look(f *frame) bool {
	f.seen = s.recall(f.key, f.n)
	f.seen.low, f.seen.high = max(f.seen.low, -f.n), min(f.seen.high, f.n)
	switch {
	case f.seen.low >= f.beta:
		f.best, f.house = f.seen.low, f.seen.house
		return false
	case f.seen.high < f.beta:
		f.best = f.seen.high
		return false
	}
	f.best, f.house = -128, noHouse
	f.late, f.last, f.at = 0, false, 0
	f.shared = s.busy != nil && f.n > s.tables.most+shareAbove
	order := s.kernel.late
	if f.n >= manySeeds {
		order = s.kernel.early
	}
	open := 0
	for i := range f.open {
		c := &f.children[i]
		gain := int(c.gain)
		low, high := s.lookup(c, f.n-gain)
		if c.again {
			low, high = gain+low, gain+high
		} else {
			low, high = gain-high, gain-low
		}
		switch {
		case low >= f.beta:
			f.best, f.house = low, int(c.house)
			s.store(f)
			return false
		case high < f.beta:
			f.best = max(f.best, high)
			continue
		}
		if c.order = remembered; int(c.house) != f.seen.house {
			c.order = s.kernel.order(order, c)
		}
		j := open
		open++
		for ; j > 0 && f.child(j-1).order < c.order; j-- {
			f.turns[j] = f.turns[j-1]
		}
		f.turns[j] = uint8(i)
	}
	f.open = open
	return true
}

// lookup returns bounds of a child of n seeds without a search.
func (s *searcher) lookup(c *child, n int) (low, high int) {
	switch {
	case n <= s.tables.most:
		v := int(s.tables.values[c.key])
		return v, v
	case c.own == 0 || c.opp == 0:
		v := s.kernel.remainder(c.own, c.opp)
		return v, v
	case !s.keeps(n):
		return -n, n
	}
	entry := s.known.find(c.key)
	if entry == 0 {
		return -n, n
	}
	return max(int(entry&0xff)-128, -n), min(int(entry>>8&0xff)-128, n)
}

// enterNext enters the next child of f to search, if there is one. It defers children that another
// searcher is searching: in their turn, the transposition table probably has their value.
func (s *searcher) enterNext(f *frame) bool {
	for ; ; f.at++ {
		if f.at == f.open {
			if f.last || f.late == 0 {
				return false
			}
			f.last, f.at = true, 0
		}
		c := f.child(f.at)
		switch {
		case f.last && f.late>>f.at&1 == 0:
			continue
		case !f.last && f.shared && f.at > 0 && s.busy.holds(c.key):
			f.late |= 1 << f.at
			continue
		}
		if f.shared {
			s.busy.enter(c.key)
		}
		gain := int(c.gain)
		if c.again {
			s.enter(c.own, c.opp, c.key, f.n-gain, f.beta-gain)
		} else {
			s.enter(c.own, c.opp, c.key, f.n-gain, gain-f.beta+2)
		}
		return true
	}
}

// take backs up the value of the child that was entered, and reports whether it settles f.
func (s *searcher) take(f *frame, value int) bool {
	c := f.child(f.at)
	f.at++
	if f.shared {
		s.busy.leave(c.key)
	}
	if !c.again {
		value = -value
	}
	value += int(c.gain)
	if value >= f.beta {
		f.house = int(c.house)
	}
	f.best = max(f.best, value)
	return f.best >= f.beta
}

// store saves the result for a board in the transposition table.
func (s *searcher) store(f *frame) {
	if f.best >= f.beta {
		f.seen.low, f.seen.house = max(f.best, f.seen.low), f.house
	} else {
		f.seen.high = min(f.best, f.seen.high)
	}
	if !s.keeps(f.n) {
		return
	}
	s.known.store(f.key, f.seen, s.nodes-f.before)
}
