package engine

import (
	"math/bits"

	"mancala/rules"
)

// remembered is the order of the best house of an earlier search.
const remembered = 1 << 30

// orderWeights are the weights of the move ordering. Index 0 is the side that has played, 1 its
// opponent.
type orderWeights struct {
	gain, take  int32 // for each seed gained; for a capture in addition
	house       int32 // for each house closer to the store
	again       int32 // for an extra turn
	exact, full [2]int32
	// last is for each seed in the house nearest to the store, up to three.
	last [2]int32
}

// manySeeds separates boards early in a game from late ones.
const manySeeds = 39

// The weights minimize the number of boards searched. The early weights were fitted by solving all
// openings of Kalah(6,4), the late ones by proving 300 boards of 35 to 38 seeds from those
// searches. Late weights fitted to the whole game do worse.
var (
	earlyOrder = orderWeights{gain: 32, take: -32, house: 4, again: 116, exact: [2]int32{8, -12}, full: [2]int32{4, -12}}
	lateOrder  = orderWeights{
		gain: 26, take: -34, house: 2, again: 63, exact: [2]int32{2, -8}, full: [2]int32{4, -16}, last: [2]int32{-9, -17},
	}
)

// evenOrder is for rules that capture houses made even. It was fitted by solving all openings of
// Mangala(5,4), with a twelfth of the boards that lateOrder needs.
var evenOrder = orderWeights{
	gain: 23, take: -20, house: 2, again: 49, exact: [2]int32{14, -2}, full: [2]int32{-5, -21}, last: [2]int32{-11, -21},
}

// order returns the priority of a child in the move ordering; the highest is searched first.
func (k *kernel) order(w *orderWeights, c *child) int32 {
	mine, theirs := c.opp, c.own
	x := w.gain*int32(c.gain) + w.house*int32(c.house)
	if c.again {
		mine, theirs = theirs, mine
		x += w.again
	}
	if c.gain > 1 {
		x += w.take
	}
	return x + w.exact[0]*k.exacts(mine) + w.exact[1]*k.exacts(theirs) +
		w.full[0]*int32(bits.OnesCount64(filled(mine))) + w.full[1]*int32(bits.OnesCount64(filled(theirs))) +
		w.last[0]*int32(min(mine>>k.last, 3)) + w.last[1]*int32(min(theirs>>k.last, 3))
}

// exacts returns how many houses of a side would end exactly in the store.
func (k *kernel) exacts(word uint64) int32 {
	return int32(bits.OnesCount64(k.houseBits &^ filled(word^k.exact)))
}

// rank returns the priority of a ply: the transposition table's best ply, then extra turns, then
// the largest gain, and among equals the house nearest to the store.
func (c *ply[B]) rank(first rules.House) int16 {
	house := int16(c.house)
	if c.house == rules.Swap {
		house = 0
	}
	switch {
	case c.house == first:
		return 2000
	case c.again:
		return 1000 + house
	case c.gain > 1:
		return 100 + 8*min(c.gain, 100) + house
	}
	return house
}

// pick moves the ply of highest priority to the front.
func pick[B any](plies []ply[B]) *ply[B] {
	first := 0
	for i := range plies {
		if plies[i].order > plies[first].order {
			first = i
		}
	}
	plies[0], plies[first] = plies[first], plies[0]
	return &plies[0]
}
