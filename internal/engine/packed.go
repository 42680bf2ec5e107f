package engine

import (
	"math/bits"

	"mancala/rules"
)

// The fast path stores a position in two words, a byte a house: the mover's houses from the mover's
// left, and the other side's from their left. The top byte of the mover's word collects the seeds
// that a ply puts into the store. It is cleared at once: under these rules, the rest of a game does
// not depend on the stores.
const (
	maxPackedHouses = 7
	maxPackedSeeds  = 127 // so a margin fits into a signed byte
	storeShift      = 56
	houseMask       = 1<<storeShift - 1
	everyByte       = 0x0101010101010101
)

// packed is a board without its stores, from the view of the side to move.
type packed struct {
	own, opp uint64
}

// seeds returns the number of seeds in the houses.
func (b packed) seeds() int { return seeds(b.own) + seeds(b.opp) }

// lap is the precomputed effect of sowing some number of seeds from a house: the sums to add to the
// two words, and where the last seed falls.
type lap struct {
	own, opp uint64
	// capture is the lowest bit of the mover's house that gets the last seed; zero if another place
	// gets it.
	capture uint64
	// opposite is the shift of the opposite house in the other side's word.
	opposite uint8
	// even is 1 plus the shift of the other side's house that gets the last seed, if that house is
	// captured once even; otherwise zero.
	even uint8
	// again is 1 if the last seed earns an extra turn.
	again uint8
}

// kernel is the move generator for one rule set and number of houses, with precomputed laps.
type kernel struct {
	// exact[h] is the number of seeds that bring house h exactly to the store, a byte each;
	// houseBits has the lowest bit of every house.
	exact, houseBits uint64
	houses           int
	last             uint // shift of the house nearest to the store
	captureEmpty     bool
	takeBoth         bool
	leaveOne         bool // the first of several seeds falls back into its house
	captureEven      bool // the last seed captures a house of the other side that it makes even
	// rest is 1 if the seeds left at the end go to their owner, -1 if they go to the empty side.
	rest        int
	early, late *orderWeights // of the move ordering, by the number of seeds; see manySeeds
	laps        [maxPackedHouses][maxPackedSeeds + 1]lap
}

// packable reports whether the fast path applies to a variant. It must be of Kalah's family, skip
// the opponent's store, and end when either side is empty; the rest goes to its owner or to the
// empty side. Callers handle the pie rule.
func packable(v rules.Variant) bool {
	return v.Family == rules.KalahFamily && !v.SowOpponentStore && !v.Majority && v.End == rules.EndEitherSide &&
		(v.Sweep == rules.SweepOwner || v.Sweep == rules.SweepEmptied) && v.Capture != rules.CaptureEither &&
		v.Houses <= maxPackedHouses && v.Total() <= maxPackedSeeds && v.Validate() == nil
}

func newKernel(v rules.Variant) *kernel {
	k := &kernel{
		houses: int(v.Houses), last: 8 * uint(v.Houses-1), captureEmpty: v.CaptureEmpty, takeBoth: v.Take == rules.TakeBoth,
		leaveOne: v.LeaveOne, captureEven: v.CaptureEven, rest: 1,
	}
	if v.Sweep == rules.SweepEmptied {
		k.rest = -1
	}
	k.early, k.late = &earlyOrder, &lateOrder
	if v.CaptureEven {
		k.early, k.late = &evenOrder, &evenOrder
	}
	for h := range k.houses {
		exact := k.houses - h
		if k.leaveOne && exact > 1 {
			exact++
		}
		k.exact |= uint64(exact) << (8 * h)
		k.houseBits |= 1 << (8 * h)
		for n := 1; n <= maxPackedSeeds; n++ {
			k.laps[h][n] = newLap(v, h, n)
		}
	}
	return k
}

// newLap precomputes sowing n seeds from house h, counted from zero.
func newLap(v rules.Variant, h, n int) lap {
	m := int(v.Houses)
	l := lap{own: -(uint64(n) << (8 * h))}
	at := h
	if v.LeaveOne && n > 1 {
		at += 2 * m
	}
	for range n {
		at = (at + 1) % (2*m + 1)
		switch {
		case at < m:
			l.own += 1 << (8 * at)
		case at == m:
			l.own += 1 << storeShift
		default:
			l.opp += 1 << (8 * (at - m - 1))
		}
	}
	switch {
	case at == m && v.ExtraTurn:
		l.again = 1
	case at < m && v.Capture == rules.CaptureOwn:
		l.capture, l.opposite = 1<<(8*at), uint8(8*(m-1-at))
	case at > m && v.CaptureEven:
		l.even = uint8(8*(at-m-1)) + 1
	}
	return l
}

// sow plays house h, counted from zero, which must not be empty. The words returned are still from
// the view of the mover; the top byte of own holds the seeds that went into the store.
func (k *kernel) sow(own, opp uint64, h int) (uint64, uint64, *lap) {
	l := &k.laps[h][own>>(8*h)&maxPackedSeeds]
	own += l.own
	opp += l.opp
	switch c := l.capture; {
	case c != 0:
		if own&(c*0xff) == c {
			own, opp = k.take(own, opp, l)
		}
	case l.even != 0:
		own, opp = takeEven(own, opp, l.even-1)
	}
	return own, opp, l
}

// takeEven captures a house of the other side if its seeds are even.
func takeEven(own, opp uint64, shift uint8) (uint64, uint64) {
	there := opp >> shift & 0xff
	if there&1 != 0 {
		return own, opp
	}
	return own + there<<storeShift, opp - there<<shift
}

// reach returns how many pits beyond house h, counted from zero, its last seed falls if it holds n.
func (k *kernel) reach(h, n int) int {
	if k.leaveOne && n > 1 {
		n--
	}
	return h + n
}

// remainder returns the value, for the side of own, of the seeds left at the end of a game. One of
// the words is zero.
func (k *kernel) remainder(own, opp uint64) int { return k.rest * (seeds(own) - seeds(opp)) }

// take performs a capture by a last seed, alone in a house of the mover.
func (k *kernel) take(own, opp uint64, l *lap) (uint64, uint64) {
	across := opp >> l.opposite & 0xff
	if across == 0 && !k.captureEmpty {
		return own, opp
	}
	opp -= across << l.opposite
	own += across << storeShift
	if k.takeBoth {
		own += 1<<storeShift - l.capture
	}
	return own, opp
}

// takesNothing reports whether a last seed in an empty house, opposite an empty one, is captured
// itself. Otherwise it stays.
func (k *kernel) takesNothing() bool { return k.captureEmpty && k.takeBoth }

// seeds returns the number of seeds in a word whose top byte is zero.
func seeds(word uint64) int { return int(word * everyByte >> storeShift) }

// filled returns a word with the lowest bit set in each byte of a nonempty house.
func filled(word uint64) uint64 {
	const below = 0x7f * everyByte // added to seven bits, it carries unless they are zero
	return (word&below + below | word) >> 7 & everyByte
}

// pack returns the board of a position, from the view of the side to move.
func pack(p rules.Position) packed {
	board, mover := p.Board(), p.ToMove()
	word := func(s rules.Side) (w uint64) {
		for i := range int(p.Variant().Houses) {
			w |= uint64(board.House[s][i]) << (8 * i)
		}
		return w
	}
	return packed{word(mover), word(mover.Opponent())}
}

// FastPerft returns the same count as [rules.Perft], over ten times as fast. It returns false if
// the fast path does not apply; then use rules.Perft.
func FastPerft(p rules.Position, depth int) (uint64, bool) {
	v := p.Variant()
	fast, inRing := packable(v), ringable(v)
	if !fast && !inRing || v.Pie || p.Over() {
		return 0, false
	}
	if depth <= 0 {
		return 1, true
	}
	if inRing {
		me := p.ToMove()
		return newRingKernel(v).perft(packRing(p), p.Store(me), p.Store(me.Opponent()), depth), true
	}
	b := pack(p)
	return newKernel(v).perft(b.own, b.opp, depth), true
}

// perft counts the sequences of that many plies, at least one, on a board before the end of a game.
// Every house with seeds may be played, so it counts the last plies without making them.
func (k *kernel) perft(own, opp uint64, depth int) (n uint64) {
	left := filled(own)
	if depth == 1 {
		return uint64(bits.OnesCount64(left))
	}
	for ; left != 0; left &= left - 1 {
		x, y, l := k.sow(own, opp, bits.TrailingZeros64(left)/8)
		x &= houseMask
		if x == 0 || y == 0 {
			continue
		}
		if l.again == 0 {
			x, y = y, x
		}
		if depth == 2 {
			n += uint64(bits.OnesCount64(filled(x)))
		} else {
			n += k.perft(x, y, depth-1)
		}
	}
	return n
}
