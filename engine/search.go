package engine

import "sync/atomic"

// searcher proves bounds of boards by null-window search. All values are relative: how many more of the seeds in the houses
// the side to move gets. They are even exactly when the number of those seeds is, so windows are two wide.
type searcher struct {
	kernel *kernel
	rank   *ranking
	tables *Tables
	memo   *memo
	busy   *busyBoards // nil where this is the only thread
	nodes  uint64
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
	gain     int16 // into the mover's store
	house    int8
	again    bool
	order    int16
}

// checkEvery is after how many nodes a searcher looks whether it is to stop; less than a millisecond's worth.
const checkEvery = 1 << 10

// shareAbove is how many seeds more than the tables hold a board must have for threads to share the work on its children.
const shareAbove = 5

// key returns the name of a board in the memo.
func (s *searcher) key(own, opp uint64) uint64 { return s.memo.scatter(s.rank.index(own, opp)) }

// prove finds out whether the value of a board of n seeds, more than the tables hold, is at least beta, which has n's parity.
// It returns a bound of the value: a lower one where it is at least beta, an upper one where it is not.
func (s *searcher) prove(own, opp, key uint64, n, beta int) int {
	s.nodes++
	if s.nodes%checkEvery == 0 && s.stop.Load() {
		s.stopped = true
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
	var room [maxPackedHouses]child
	best, house, open := s.expand(own, opp, n, beta, room[:0], seen.house)
	if best < beta {
		sortChildren(open)
		best, house = s.searchChildren(open, n, beta, best)
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

// searchChildren searches children in order until one reaches beta, and returns the best bound and that one's house. A child
// that another thread is at work on is left for last, when the memo likely knows its value.
func (s *searcher) searchChildren(open []child, n, beta, best int) (bound, house int) {
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
			v := s.visit(c, n, beta, shared)
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

// visit searches a child, and lets other threads know of it where shared is set.
func (s *searcher) visit(c *child, n, beta int, shared bool) int {
	if !shared {
		return s.descend(c, n, beta)
	}
	s.busy.enter(c.key)
	v := s.descend(c, n, beta)
	s.busy.leave(c.key)
	return v
}

// descend searches one child for a parent of n seeds.
func (s *searcher) descend(c *child, n, beta int) int {
	left, gain := n-int(c.gain), int(c.gain)
	if c.again {
		return gain + s.prove(c.own, c.opp, c.key, left, beta-gain)
	}
	return gain - s.prove(c.own, c.opp, c.key, left, gain-beta+2)
}

// expand plays every house and looks up what is known of the boards that arise, in the tables or in the memo. It returns the
// best value known for sure; where that reaches beta, the house, and else the children that have to be searched. All boards
// are worked out and their memory is asked for first, so that the waits for it overlap.
func (s *searcher) expand(own, opp uint64, n, beta int, open []child, first int) (best, house int, _ []child) {
	k, r := s.kernel, s.rank
	for h := k.houses - 1; h >= 0; h-- {
		if own>>(8*h)&0xff == 0 {
			continue
		}
		x, y, l := k.sow(own, opp, h)
		gain := x >> storeShift
		x &= houseMask
		open = append(open, child{own: x, opp: y, gain: int16(gain), house: int8(h), again: l.again != 0})
		c := &open[len(open)-1]
		if l.again == 0 {
			c.own, c.opp = y, x
		}
		c.key = r.index(c.own, c.opp)
		if n-int(gain) > s.tables.most {
			c.key = s.memo.scatter(c.key)
		}
	}
	s.touch(open, n)
	return s.sift(n, beta, open, first)
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

// sift looks up what is known of children and keeps those that have to be searched.
func (s *searcher) sift(n, beta int, all []child, first int) (best, house int, open []child) {
	best, open = -128, all[:0]
	for i := range all {
		c := &all[i]
		low, high := s.lookup(c, n-int(c.gain))
		if c.again {
			low, high = int(c.gain)+low, int(c.gain)+high
		} else {
			low, high = int(c.gain)-high, int(c.gain)-low
		}
		switch {
		case low >= beta:
			return low, int(c.house), open
		case high < beta:
			best = max(best, high)
		default:
			c.order = order(c, int(c.house) == first)
			open = append(open, *c)
		}
	}
	return best, noHouse, open
}

// lookup returns bounds of the value of a child of n seeds without searching it.
func (s *searcher) lookup(c *child, n int) (low, high int) {
	switch {
	case c.own == 0 || c.opp == 0:
		v := seeds(c.own) - seeds(c.opp)
		return v, v
	case n <= s.tables.most:
		v := int(s.tables.values[c.key])
		return v, v
	}
	k := bounds(s.memo.find(c.key))
	return max(k.low, -n), min(k.high, n)
}

// order says how early a child is to be searched: the house remembered from another search, extra turns, captures, the rest;
// among equals the house nearer to the store.
func order(c *child, remembered bool) int16 {
	switch {
	case remembered:
		return 1000
	case c.again:
		return 500 + int16(c.house)
	case c.gain > 1:
		return 100 + 8*c.gain + int16(c.house)
	}
	return int16(c.house)
}

// sortChildren puts those that are to be searched first in front.
func sortChildren(list []child) {
	for i := 1; i < len(list); i++ {
		c := list[i]
		j := i
		for ; j > 0 && list[j-1].order < c.order; j-- {
			list[j] = list[j-1]
		}
		list[j] = c
	}
}

// value returns the exact value of a board of n seeds, searched from a guess by ever better null windows.
func (s *searcher) value(own, opp uint64, n, guess int) int {
	if own == 0 || opp == 0 {
		return seeds(own) - seeds(opp)
	}
	if n <= s.tables.most {
		return s.tables.value(own, opp)
	}
	key := s.key(own, opp)
	low, high := -n, n
	g := min(max(guess-(guess+n)&1, low), high)
	for low < high && !s.stopped {
		beta := g
		if g == low {
			beta += 2
		}
		if g = s.prove(own, opp, key, n, beta); g < beta {
			high = g
		} else {
			low = g
		}
	}
	return g
}
