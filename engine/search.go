package engine

import (
	"math/bits"
	"sync/atomic"
)

// searcher proves bounds of boards by null-window search. All values are relative: how many more of the seeds in the houses
// the side to move gets. They are even exactly when the number of those seeds is, so windows are two wide.
type searcher struct {
	kernel *kernel
	rank   *ranking
	tables *Tables
	memo   *memo
	busy   *busyBoards // nil where this is the only thread
	nodes  uint64
	// report, where not nil, is told the number of nodes every now and then.
	report func(nodes uint64)
	// rooms has room for the children of each board on the way from the root.
	rooms [][maxPackedHouses]child
	// touched makes the compiler keep reads whose only purpose is to bring memory near.
	touched uint64
	stop    *atomic.Bool
	// stopped is set once stop was seen; what prove returns from then on has no meaning.
	stopped bool
}

// child is the board after a ply that has to be searched.
type child struct {
	own, opp uint64 // as the side to move then sees it
	key      uint64
	order    int32
	gain     int8 // into the mover's store
	house    int8
	again    bool
}

// checkEvery is after how many nodes a searcher looks whether it is to stop; less than a millisecond's worth.
const checkEvery = 1 << 10

// reportEvery is after how many nodes a searcher reports; some tenths of a second's worth.
const reportEvery = 1 << 19

// shareAbove is how many seeds more than the tables hold a board must have for threads to share the work on its children.
const shareAbove = 5

// key returns the name of a board in the memo.
func (s *searcher) key(own, opp uint64) uint64 { return s.memo.scatter(s.rank.index(own, opp)) }

// prove finds out whether the value of a board of n seeds, more than the tables hold, is at least beta, which has n's parity.
// It returns a bound of the value: a lower one where it is at least beta, an upper one where it is not. Depth is the number of
// plies from the root.
func (s *searcher) prove(own, opp, key uint64, n, beta, depth int) int {
	s.nodes++
	if s.nodes%checkEvery == 0 {
		s.pause()
	}
	if s.stopped {
		return 0
	}
	seen := bounds(s.memo.find(key))
	seen.low, seen.high = max(seen.low, -n), min(seen.high, n)
	switch {
	case seen.low >= beta:
		return seen.low
	case seen.high < beta:
		return seen.high
	}
	before := s.nodes
	best, house, open := s.expand(own, opp, n, beta, seen.house, depth)
	if best < beta {
		best, house = s.searchChildren(open, n, beta, best, depth+1)
		if s.stopped {
			return 0
		}
	}
	if best >= beta {
		seen.low, seen.house = max(best, seen.low), house
	} else {
		seen.high = min(best, seen.high)
	}
	s.memo.store(key, seen, s.nodes-before)
	return best
}

// pause looks whether to stop, and reports.
func (s *searcher) pause() {
	if s.stop.Load() {
		s.stopped = true
	}
	if s.report != nil && s.nodes%reportEvery == 0 {
		s.report(s.nodes)
	}
}

// searchChildren searches children in order until one reaches beta, and returns the best bound and that one's house. A child
// that another thread is at work on is left for last, when the memo likely knows its value.
func (s *searcher) searchChildren(open []child, n, beta, best, depth int) (bound, house int) {
	shared := s.busy != nil && n > s.tables.most+shareAbove
	late := uint(0) // a bit for each child that is left for last
	for pass := range 2 {
		for i := range open {
			c := &open[i]
			if pass == 1 && late>>i&1 == 0 {
				continue
			}
			if pass == 0 && shared && i > 0 && s.busy.holds(c.key) {
				late |= 1 << i
				continue
			}
			if shared {
				s.busy.enter(c.key)
			}
			v := s.descend(c, n, beta, depth)
			if shared {
				s.busy.leave(c.key)
			}
			if s.stopped {
				return 0, noHouse
			}
			if best = max(best, v); best >= beta {
				return best, int(c.house)
			}
		}
		if late == 0 {
			break
		}
	}
	return best, noHouse
}

// descend searches one child for a parent of n seeds.
func (s *searcher) descend(c *child, n, beta, depth int) int {
	left, gain := n-int(c.gain), int(c.gain)
	if c.again {
		return gain + s.prove(c.own, c.opp, c.key, left, beta-gain, depth)
	}
	return gain - s.prove(c.own, c.opp, c.key, left, gain-beta+2, depth)
}

// expand plays every house and looks up what is known of the boards that arise, in the tables or in the memo. It returns the
// best value known for sure; where that reaches beta, the house, and else the children that have to be searched, in order.
// All boards are worked out and their memory is asked for first, so that the waits for it overlap.
func (s *searcher) expand(own, opp uint64, n, beta, first, depth int) (best, house int, open []child) {
	if depth == len(s.rooms) {
		s.rooms = append(s.rooms, [maxPackedHouses]child{})
	}
	k, r, most := s.kernel, s.rank, s.tables.most
	all := s.rooms[depth][:0]
	for h := k.houses - 1; h >= 0; h-- {
		if own>>(8*h)&0xff == 0 {
			continue
		}
		x, y, l := k.sow(own, opp, h)
		gain := x >> storeShift
		x &= houseMask
		if l.again == 0 {
			x, y = y, x
		}
		key := r.index(x, y)
		if n-int(gain) > most {
			key = s.memo.scatter(key)
		}
		all = append(all, child{own: x, opp: y, key: key, gain: int8(gain), house: int8(h), again: l.again != 0})
	}
	s.touch(all, n)
	return s.sift(n, beta, all, first)
}

// touch asks for the memory of all children in so few instructions that the processor has all requests under way at once.
func (s *searcher) touch(all []child, n int) {
	words, values, most, buckets := s.memo.words, s.tables.values, s.tables.most, s.memo.buckets
	sum := uint64(0)
	for i := range all {
		if c := &all[i]; n-int(c.gain) > most {
			sum += atomic.LoadUint64(&words[c.key&buckets*bucketSize])
		} else {
			sum += uint64(values[c.key])
		}
	}
	s.touched += sum
}

// sift looks up what is known of children, keeps those that have to be searched, and puts them in order.
func (s *searcher) sift(n, beta int, all []child, first int) (best, house int, open []child) {
	best, open = -128, all[:0]
	for i := range all {
		c := all[i]
		gain := int(c.gain)
		low, high := s.lookup(&c, n-gain)
		if c.again {
			low, high = gain+low, gain+high
		} else {
			low, high = gain-high, gain-low
		}
		switch {
		case low >= beta:
			return low, int(c.house), open
		case high < beta:
			best = max(best, high)
			continue
		}
		c.order = s.kernel.order(&c)
		if int(c.house) == first {
			c.order = remembered
		}
		j := len(open)
		open = open[:j+1]
		for ; j > 0 && open[j-1].order < c.order; j-- {
			open[j] = open[j-1]
		}
		open[j] = c
	}
	return best, noHouse, open
}

// lookup returns bounds of the value of a child of n seeds without searching it.
func (s *searcher) lookup(c *child, n int) (low, high int) {
	switch {
	case n <= s.tables.most:
		v := int(s.tables.values[c.key])
		return v, v
	case c.own == 0 || c.opp == 0:
		v := seeds(c.own) - seeds(c.opp)
		return v, v
	}
	k := bounds(s.memo.find(c.key))
	return max(k.low, -n), min(k.high, n)
}

// remembered is the order of the house that another search found best.
const remembered = 1 << 30

// Weights of [kernel.order], found by trial: with them solving all openings of Kalah(6,4) takes a third fewer nodes than
// with extra turns first, then captures, then the houses nearest to the store.
const (
	orderGain     = 32  // for each seed into the store
	orderAgain    = 116 // for an extra turn
	orderTake     = -32 // for a capture, besides its seeds
	orderHouse    = 4   // for each house nearer to the store
	orderExact    = 8   // for each house that then reaches the store exactly
	orderFilled   = 4   // for each house that then has seeds
	orderExactOpp = -12 // the same of the other side's houses
	orderFillOpp  = -12
)

// order says how early a child is to be searched, the more the earlier.
func (k *kernel) order(c *child) int32 {
	mine, theirs := c.opp, c.own
	x := orderGain*int32(c.gain) + orderHouse*int32(c.house)
	if c.again {
		mine, theirs = theirs, mine
		x += orderAgain
	}
	if c.gain > 1 {
		x += orderTake
	}
	return x + orderExact*k.exacts(mine) + orderExactOpp*k.exacts(theirs) +
		orderFilled*int32(bits.OnesCount64(filled(mine))) + orderFillOpp*int32(bits.OnesCount64(filled(theirs)))
}

// exacts returns how many houses of a side end in the store.
func (k *kernel) exacts(word uint64) int32 {
	return int32(bits.OnesCount64(k.houseBits &^ filled(word^k.exact)))
}

// value returns what it finds out of the value of a board of n seeds, searched from a guess by ever better null windows: low
// and high are equal unless it was stopped.
func (s *searcher) value(own, opp uint64, n, guess int) (low, high int) {
	if own == 0 || opp == 0 {
		v := seeds(own) - seeds(opp)
		return v, v
	}
	if n <= s.tables.most {
		v := s.tables.value(own, opp)
		return v, v
	}
	key := s.key(own, opp)
	low, high = -n, n
	g := min(max(guess-(guess+n)&1, low), high)
	for low < high {
		beta := g
		if g == low {
			beta += 2
		}
		g = s.prove(own, opp, key, n, beta, 0)
		switch {
		case s.stopped:
			return low, high
		case g < beta:
			high = g
		default:
			low = g
		}
	}
	return low, high
}
