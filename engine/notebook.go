package engine

import (
	"math/bits"
	"unsafe"

	"mancala/rules"
)

// notebook remembers what a lookahead has found out about boards. Each note holds its whole board, so that no two are ever
// taken for each other. Boards share places in pairs: in one the more laborious note stays, in the other the latest.
type notebook[B comparable] struct {
	notes []note[B] // made when the first one is taken
	size  uint64
	shift uint
	era   uint16 // notes of other eras count for nothing
}

// note is what is known of a board: a lower and an upper bound of its value, each with the depth to which it was searched.
type note[B comparable] struct {
	board               B
	low, high           int16
	lowDepth, highDepth uint8
	effort              uint8 // the depth of the deepest search of the board
	house               rules.House
	era                 uint16
}

// newNotebook returns a notebook of about that many bytes.
func newNotebook[B comparable](memory uint64) notebook[B] {
	size := max(memory/uint64(unsafe.Sizeof(note[B]{})), 2)
	width := bits.Len64(size) - 1
	return notebook[B]{size: 1 << width, shift: uint(64 - width)}
}

// forget makes the notebook empty.
func (n *notebook[B]) forget() {
	if n.notes == nil {
		n.notes = make([]note[B], n.size)
		adviseHugePages(n.notes)
	}
	if n.era++; n.era == 0 {
		clear(n.notes)
		n.era = 1
	}
}

// find returns the note of a board, or nil. It holds until the next store.
func (n *notebook[B]) find(b *B, hash uint64) *note[B] {
	i := hash >> n.shift
	for _, at := range [2]uint64{i, i ^ 1} {
		if e := &n.notes[at]; e.era == n.era && e.board == *b {
			return e
		}
	}
	return nil
}

// answer returns what the note says of a search to a depth within a window, and whether that settles it.
func (e *note[B]) answer(depth, alpha, beta int) (value int, sure, ok bool) {
	switch {
	case int(e.lowDepth) >= depth && int(e.low) >= beta:
		return int(e.low), e.lowDepth == proved, true
	case int(e.highDepth) >= depth && int(e.high) <= alpha:
		return int(e.high), e.highDepth == proved, true
	}
	return 0, false, false
}

// store notes the result of a search to a depth within a window.
func (n *notebook[B]) store(b *B, hash uint64, depth, value, alpha, beta int, house rules.House, sure bool) {
	i := hash >> n.shift
	e := &n.notes[i]
	switch other := &n.notes[i^1]; {
	case e.era == n.era && e.board == *b:
	case other.era == n.era && other.board == *b:
		e = other
	default:
		if e.era == n.era && (other.era != n.era || other.effort <= uint8(depth) && other.effort < e.effort) {
			e = other
		}
		*e = note[B]{board: *b, low: -endless, high: endless, era: n.era}
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
