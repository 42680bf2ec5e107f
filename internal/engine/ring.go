package engine

import (
	"math/bits"

	"mancala/rules"
)

// The families of Oware and Togyz have a fast path, too. A ring is one of their boards without its
// stores, from the view of the side to move. Two words have a byte a house, and a third has the
// rest.
type ring struct {
	own, opp uint64 // the first eight houses of a row, from the left of its owner
	// rest has six bytes, from the lowest: houses 9 and 10 of the mover and of the other side, and
	// the tuzdiks of the mover and of the other side.
	rest uint64
}

// The places of rest.
const (
	wordHouses  = 8
	ownRest     = 0xffff
	oppRest     = ownRest << 16
	ownTuzdik   = 32 // shift
	oppTuzdik   = 40
	tuzdikHouse = 0xff
)

// flip returns the board from the view of the other side.
func (b ring) flip() ring {
	r := b.rest
	r = r&ownRest<<16 | r>>16&ownRest | r>>8&(tuzdikHouse<<ownTuzdik) | r<<8&(tuzdikHouse<<oppTuzdik)
	return ring{b.opp, b.own, r}
}

// seeds returns the number of seeds of each side.
func (b *ring) seeds() (own, opp int) {
	own, opp = sum(b.own), sum(b.opp)
	if r := b.rest & (ownRest | oppRest); r != 0 {
		own += int(r&0xff + r>>8&0xff)
		opp += int(r>>16&0xff + r>>24)
	}
	return own, opp
}

// sum returns the sum of the bytes of a word, which is at most 255.
func sum(word uint64) int { return int(word * everyByte >> 56) }

// ownHouse returns the seeds of a house of the mover, counted from zero.
func (b *ring) ownHouse(h int) int {
	if h < wordHouses {
		return int(b.own >> (8 * h) & 0xff)
	}
	return int(b.rest >> (8 * (h - wordHouses)) & 0xff)
}

// oppHouse returns the seeds of a house of the other side, counted from zero.
func (b *ring) oppHouse(h int) int {
	if h < wordHouses {
		return int(b.opp >> (8 * h) & 0xff)
	}
	return int(b.rest >> (8 * (h - wordHouses + 2)) & 0xff)
}

// ringLap is the precomputed effect of sowing some number of seeds from a house: the sums to add to
// the words, and the house of the last seed, counted on from the mover's first.
type ringLap struct {
	own, opp, rest uint64
	end            uint8
}

// ringKernel is the move generator of one rule set, with precomputed laps.
type ringKernel struct {
	variant rules.Variant
	houses  int
	laps    [rules.MaxHouses][]ringLap // by house, counted from zero, and seeds
}

// ringable reports whether the fast path of rings applies to a variant. Callers handle the pie rule
// and the majority.
func ringable(v rules.Variant) bool {
	switch v.Family {
	case rules.OwareFamily:
		return v.Houses <= wordHouses && v.Validate() == nil
	case rules.TogyzFamily:
		return v.Validate() == nil
	}
	return false
}

func newRingKernel(v rules.Variant) *ringKernel {
	k := &ringKernel{variant: v, houses: int(v.Houses)}
	for h := range k.houses {
		k.laps[h] = make([]ringLap, v.Total()+1)
		for n := 1; n <= v.Total(); n++ {
			k.laps[h][n] = newRingLap(v, h, n)
		}
	}
	return k
}

// newRingLap precomputes sowing n seeds from house h, counted from zero.
func newRingLap(v rules.Variant, h, n int) ringLap {
	m := int(v.Houses)
	var l ringLap
	l.add(m, h, -uint64(n))
	at := h
	if v.Family == rules.TogyzFamily && n > 1 {
		at += 2*m - 1
	}
	for range n {
		at = (at + 1) % (2 * m)
		if v.Family == rules.OwareFamily && at == h {
			at = (at + 1) % (2 * m)
		}
		l.add(m, at, 1)
	}
	l.end = uint8(at)
	return l
}

// add adds n to the house at that place, counted on from the mover's first of m houses.
func (l *ringLap) add(m, at int, n uint64) {
	word, rest, h := &l.own, 0, at
	if at >= m {
		word, rest, h = &l.opp, 2, at-m
	}
	if h < wordHouses {
		*word += n << (8 * h)
	} else {
		l.rest += n << (8 * (h - wordHouses + rest))
	}
}

// sow plays house h, counted from zero, which has n seeds. The board returned is still from the
// view of the mover. Mine and theirs are the seeds that the stores get. It returns false for a
// grand slam that the rules forbid.
func (k *ringKernel) sow(b ring, h, n int) (next ring, mine, theirs int, legal bool) {
	l := &k.laps[h][n]
	b.own += l.own
	b.opp += l.opp
	b.rest += l.rest
	if k.variant.Family == rules.TogyzFamily {
		mine, theirs = k.captureTogyz(&b, int(l.end)-k.houses)
		return b, mine, theirs, true
	}
	if int(l.end) < k.houses {
		return b, 0, 0, true
	}
	mine, legal = k.captureOware(&b, uint(l.end)-uint(k.houses))
	return b, mine, 0, legal
}

// captureOware takes the other side's houses of 2 and 3 seeds, from the house of the last seed back
// without a gap.
func (k *ringKernel) captureOware(b *ring, end uint) (taken int, legal bool) {
	stops := filled(b.opp&^everyByte^2*everyByte) << 7 // a bit above each other house
	stops &= 1<<(8*end+8) - 1
	low := uint(64-bits.LeadingZeros64(stops)) &^ 7
	chain := b.opp & (1<<(8*end+8) - 1) >> low << low
	if chain == 0 {
		return 0, true
	}
	if chain == b.opp && k.variant.Slam != rules.SlamTake {
		return 0, k.variant.Slam == rules.SlamKeep
	}
	b.opp ^= chain
	return sum(chain), true
}

// captureTogyz captures the house of the last seed if it is the other side's and is even or becomes
// the mover's tuzdik. Then it captures the seeds in tuzdiks. End is the house, counted from zero,
// and negative if it is the mover's.
func (k *ringKernel) captureTogyz(b *ring, end int) (mine, theirs int) {
	won := int(b.rest >> ownTuzdik & tuzdikHouse)
	if end >= 0 && end+1 != won {
		switch n := b.oppHouse(end); {
		case n%2 == 0:
			b.takeOpp(end, n)
			mine = n
		case n == 3 && won == 0 && k.variant.Tuzdik && end+1 < k.houses && end+1 != int(b.rest>>oppTuzdik&tuzdikHouse):
			b.takeOpp(end, n)
			b.rest |= uint64(end+1) << ownTuzdik
			won, mine = end+1, n
		}
	}
	if b.rest>>ownTuzdik == 0 {
		return mine, 0
	}
	if won != 0 {
		n := b.oppHouse(won - 1)
		b.takeOpp(won-1, n)
		mine += n
	}
	if lost := int(b.rest >> oppTuzdik & tuzdikHouse); lost != 0 {
		theirs = b.ownHouse(lost - 1)
		b.takeOwn(lost-1, theirs)
	}
	return mine, theirs
}

// takeOpp removes the n seeds of a house of the other side, counted from zero.
func (b *ring) takeOpp(h, n int) {
	if h < wordHouses {
		b.opp -= uint64(n) << (8 * h)
	} else {
		b.rest -= uint64(n) << (8 * (h - wordHouses + 2))
	}
}

// takeOwn is takeOpp for the mover.
func (b *ring) takeOwn(h, n int) {
	if h < wordHouses {
		b.own -= uint64(n) << (8 * h)
	} else {
		b.rest -= uint64(n) << (8 * (h - wordHouses))
	}
}

// lowest returns the least number of seeds that a house, counted from zero, needs to be sown.
func (k *ringKernel) lowest(b *ring, h int) int {
	if k.variant.MustFeed && b.opp == 0 {
		return k.houses - h
	}
	return 1
}

// stuck reports whether the side to move has no legal ply, so that the game is over.
func (k *ringKernel) stuck(b *ring) bool {
	if b.own == 0 && b.rest&ownRest == 0 {
		return true
	}
	if k.variant.Family == rules.TogyzFamily || b.opp != 0 && k.variant.Slam != rules.SlamForbid {
		return false
	}
	for h := range k.houses {
		if n := b.ownHouse(h); n > 0 && n >= k.lowest(b, h) {
			if _, _, _, legal := k.sow(*b, h, n); legal {
				return false
			}
		}
	}
	return true
}

// packRing returns the board of a position, from the view of the side to move.
func packRing(p rules.Position) ring {
	board, mover := p.Board(), p.ToMove()
	var l ringLap
	m := int(p.Variant().Houses)
	for h := range m {
		l.add(m, h, uint64(board.House[mover][h]))
		l.add(m, m+h, uint64(board.House[mover.Opponent()][h]))
	}
	l.rest |= uint64(board.Tuzdik[mover])<<ownTuzdik | uint64(board.Tuzdik[mover.Opponent()])<<oppTuzdik
	return ring{l.own, l.opp, l.rest}
}

// perft counts the sequences of that many plies, at least one, on a board before the end of a game.
// Mine and theirs are the stores.
func (k *ringKernel) perft(b ring, mine, theirs, depth int) (n uint64) {
	most := 2 * k.variant.Total()
	if k.variant.Majority {
		most = k.variant.Total()
	}
	for h := range k.houses {
		have := b.ownHouse(h)
		if have == 0 || have < k.lowest(&b, h) {
			continue
		}
		next, x, y, legal := k.sow(b, h, have)
		switch {
		case !legal:
			continue
		case depth == 1:
			n++
			continue
		case 2*(mine+x) > most || 2*(theirs+y) > most:
			continue
		}
		if next = next.flip(); !k.stuck(&next) {
			n += k.perft(next, theirs+y, mine+x, depth-1)
		}
	}
	return n
}
