package engine

import (
	"math/bits"

	"mancala/rules"
)

// The fast path holds a position in two words, a byte a house: the houses of the side to move, from
// its left, and those of the other side, from theirs. The top byte of a mover's word collects what
// a ply puts into their store, and is taken off at once: under the rules of the fast path the rest
// of a game does not depend on what lies in the stores.
const (
	maxPackedHouses = 7
	maxPackedSeeds  = 127 // so that a margin fits a signed byte
	storeShift      = 56
	houseMask       = 1<<storeShift - 1
	everyByte       = 0x0101010101010101
)

// packed is a board without its stores, seen by the side to move.
type packed struct {
	own, opp uint64
}

// lap is what sowing a house of some number of seeds adds to the two words, and where it ends.
type lap struct {
	own, opp uint64
	// capture has the lowest bit of the mover's house in which the last seed falls; zero if a lap
	// ends elsewhere.
	capture uint64
	// opposite is the shift of the house across from that one in the other side's word.
	opposite uint8
	// again is 1 if the lap earns an extra turn.
	again uint8
}

// kernel is the move generator of one rule set at one number of houses, by precomputed laps.
type kernel struct {
	// exact[h] is the number of seeds with which the house of byte h ends in the store; houseBits
	// the lowest bits of all houses.
	exact, houseBits uint64
	houses           int
	last             uint // the shift of the house nearest to the store
	captureEmpty     bool
	takeBoth         bool
	laps             [maxPackedHouses][maxPackedSeeds + 1]lap
}

// packable reports whether the fast path applies to a variant: the opponent's store is skipped, the
// game ends when either side is empty and the rest goes to its owner. The pie rule is for the
// caller to look after.
func packable(v rules.Variant) bool {
	return !v.SowOpponentStore && !v.Majority && v.End == rules.EndEitherSide && v.Sweep == rules.SweepOwner &&
		v.Capture != rules.CaptureEither && v.Houses <= maxPackedHouses && v.Total() <= maxPackedSeeds && v.Validate() == nil
}

func newKernel(v rules.Variant) *kernel {
	k := &kernel{houses: int(v.Houses), last: 8 * uint(v.Houses-1), captureEmpty: v.CaptureEmpty, takeBoth: v.Take == rules.TakeBoth}
	for h := range k.houses {
		k.exact |= uint64(k.houses-h) << (8 * h)
		k.houseBits |= 1 << (8 * h)
		for n := 1; n <= maxPackedSeeds; n++ {
			k.laps[h][n] = newLap(v, h, n)
		}
	}
	return k
}

// newLap sows n seeds from house h, counted from zero.
func newLap(v rules.Variant, h, n int) lap {
	m := int(v.Houses)
	l := lap{own: -(uint64(n) << (8 * h))}
	at := h
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
	}
	return l
}

// sow plays house h, counted from zero, which must have seeds. The words that come back are still
// those of the same side; the top byte of own is what went into its store.
func (k *kernel) sow(own, opp uint64, h int) (uint64, uint64, *lap) {
	l := &k.laps[h][own>>(8*h)&maxPackedSeeds]
	own += l.own
	opp += l.opp
	if c := l.capture; c != 0 && own&(c*0xff) == c {
		own, opp = k.take(own, opp, l)
	}
	return own, opp, l
}

// take carries out a capture by a last seed that lies alone in a house of the mover.
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

// takesNothing reports whether a last seed that lies alone, with nothing across, goes into the
// store. Elsewhere it stays.
func (k *kernel) takesNothing() bool { return k.captureEmpty && k.takeBoth }

// seeds returns the number of seeds in the houses of a word whose top byte is empty.
func seeds(word uint64) int { return int(word * everyByte >> storeShift) }

// filled returns a word whose lowest bit of every byte says whether that house has seeds.
func filled(word uint64) uint64 {
	word |= word >> 4 & 0x0f0f0f0f0f0f0f0f
	word |= word >> 2 & 0x3f3f3f3f3f3f3f3f
	word |= word >> 1
	return word & everyByte
}

// pack returns the board of a position as the side to move sees it.
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

// FastPerft counts what [rules.Perft] counts, some ten times as fast, by really making every ply.
// If the fast path does not apply to the position's variant, it returns false; rules.Perft then is
// the way.
func FastPerft(p rules.Position, depth int) (uint64, bool) {
	if !packable(p.Variant()) || p.Variant().Pie || p.Over() {
		return 0, false
	}
	if depth <= 0 {
		return 1, true
	}
	b := pack(p)
	return newKernel(p.Variant()).perft(b.own, b.opp, depth), true
}

func (k *kernel) perft(own, opp uint64, depth int) (n uint64) {
	for left := filled(own); left != 0; left &= left - 1 {
		own, opp, l := k.sow(own, opp, bits.TrailingZeros64(left)/8)
		own &= houseMask
		switch {
		case depth == 1:
			n++
		case own == 0 || opp == 0:
		case l.again != 0:
			n += k.perft(own, opp, depth-1)
		default:
			n += k.perft(opp, own, depth-1)
		}
	}
	return n
}
