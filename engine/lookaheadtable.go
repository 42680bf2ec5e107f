package engine

import (
	"math/bits"
	"unsafe"

	"mancala/rules"
)

// lookaheadTable is the transposition table of a lookahead. Each entry holds its whole board, so
// that no two are ever taken for each other. Boards share places in pairs: in one the more
// laborious entry stays, in the other the latest.
type lookaheadTable[B comparable] struct {
	entries []lookaheadEntry[B] // made when the first one is needed
	size    uint64
	shift   uint
	era     uint16 // entries of other eras count for nothing
}

// lookaheadEntry holds the results known for a board: a lower and an upper bound of its value, each
// with the depth to which it was searched.
type lookaheadEntry[B comparable] struct {
	board               B
	low, high           int16
	lowDepth, highDepth uint8
	effort              uint8 // the depth of the deepest search of the board
	house               rules.House
	era                 uint16
}

// newLookaheadTable returns a table of about that many bytes.
func newLookaheadTable[B comparable](memory uint64) lookaheadTable[B] {
	size := max(memory/uint64(unsafe.Sizeof(lookaheadEntry[B]{})), 2)
	width := bits.Len64(size) - 1
	return lookaheadTable[B]{size: 1 << width, shift: uint(64 - width)}
}

// forget makes the table empty.
func (t *lookaheadTable[B]) forget() {
	if t.entries == nil {
		t.entries = make([]lookaheadEntry[B], t.size)
		adviseHugePages(t.entries)
	}
	if t.era++; t.era == 0 {
		clear(t.entries)
		t.era = 1
	}
}

// find returns the entry of a board, or nil. It holds until the next store.
func (t *lookaheadTable[B]) find(b *B, hash uint64) *lookaheadEntry[B] {
	i := hash >> t.shift
	for _, at := range [2]uint64{i, i ^ 1} {
		if e := &t.entries[at]; e.era == t.era && e.board == *b {
			return e
		}
	}
	return nil
}

// answer returns the entry's result for a search to a depth within a window, and whether that
// settles it.
func (e *lookaheadEntry[B]) answer(depth, alpha, beta int) (value int, sure, ok bool) {
	switch {
	case int(e.lowDepth) >= depth && int(e.low) >= beta:
		return int(e.low), e.lowDepth == proved, true
	case int(e.highDepth) >= depth && int(e.high) <= alpha:
		return int(e.high), e.highDepth == proved, true
	}
	return 0, false, false
}

// store notes the result of a search to a depth within a window.
func (t *lookaheadTable[B]) store(b *B, hash uint64, depth, value, alpha, beta int, house rules.House, sure bool) {
	i := hash >> t.shift
	e := &t.entries[i]
	switch other := &t.entries[i^1]; {
	case e.era == t.era && e.board == *b:
	case other.era == t.era && other.board == *b:
		e = other
	default:
		if e.era == t.era && (other.era != t.era || other.effort <= uint8(depth) && other.effort < e.effort) {
			e = other
		}
		*e = lookaheadEntry[B]{board: *b, low: -endless, high: endless, era: t.era}
	}
	e.effort = max(e.effort, uint8(depth))
	reach := uint8(depth)
	if sure {
		reach = proved
	}
	if value > alpha {
		if e.lowDepth != proved || sure || value > int(e.low) {
			e.low, e.lowDepth = int16(value), reach
		}
		e.house = house
	} else if e.house == 0 {
		e.house = house
	}
	if value < beta && (e.highDepth != proved || sure || value < int(e.high)) {
		e.high, e.highDepth = int16(value), reach
	}
}
