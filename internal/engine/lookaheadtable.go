package engine

import (
	"math/bits"
	"sync"
	"unsafe"

	"mancala/rules"
)

// lookaheadTable is the transposition table of a lookahead. Entries hold the whole board, so there
// are no collisions. A bucket has two entries: the deeper one tends to stay, the other is replaced.
// It is safe for concurrent use if it was made shared.
type lookaheadTable[B comparable] struct {
	entries []lookaheadEntry[B] // allocated on first use
	size    uint64
	shift   uint
	era     uint16 // entries of other eras are stale
	// locks guard the buckets, many each; nil if the table is not shared.
	locks *[1 << 12]sync.Mutex
}

// lookaheadEntry is an entry: a board and its results.
type lookaheadEntry[B comparable] struct {
	board B
	outlook
	era uint16
}

// outlook is the result of the searches of a board: a lower and an upper bound of its value, each
// with its depth. The zero value means a board not searched.
type outlook struct {
	low, high           int16
	lowDepth, highDepth uint8
	effort              uint8 // depth of the deepest search
	house               rules.House
}

// newLookaheadTable returns a table of about that many bytes; shared says whether several
// goroutines use it.
func newLookaheadTable[B comparable](memory uint64, shared bool) *lookaheadTable[B] {
	size := max(memory/uint64(unsafe.Sizeof(lookaheadEntry[B]{})), 2)
	width := bits.Len64(size) - 1
	t := &lookaheadTable[B]{size: 1 << width, shift: uint(64 - width)}
	if shared {
		t.locks = new([1 << 12]sync.Mutex)
	}
	return t
}

// lock locks the bucket of entry i, if the table is shared.
func (t *lookaheadTable[B]) lock(i uint64) {
	if t.locks != nil {
		t.locks[i/2%uint64(len(t.locks))].Lock()
	}
}

func (t *lookaheadTable[B]) unlock(i uint64) {
	if t.locks != nil {
		t.locks[i/2%uint64(len(t.locks))].Unlock()
	}
}

// forget clears the table.
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

// find returns the results for a board; the zero value if there are none.
func (t *lookaheadTable[B]) find(b *B, hash uint64) (known outlook) {
	i := hash >> t.shift
	t.lock(i)
	for _, at := range [2]uint64{i, i ^ 1} {
		if e := &t.entries[at]; e.era == t.era && e.board == *b {
			known = e.outlook
			break
		}
	}
	t.unlock(i)
	return known
}

// answer returns the stored result for a search to a depth of 1 or more within a window, and
// whether it makes the search unnecessary.
func (e outlook) answer(depth, alpha, beta int) (value int, sure, ok bool) {
	switch {
	case int(e.lowDepth) >= depth && int(e.low) >= beta:
		return int(e.low), e.lowDepth == proved, true
	case int(e.highDepth) >= depth && int(e.high) <= alpha:
		return int(e.high), e.highDepth == proved, true
	}
	return 0, false, false
}

// store saves the result of a search to a depth within a window.
func (t *lookaheadTable[B]) store(b *B, hash uint64, depth, value, alpha, beta int, house rules.House, sure bool) {
	i := hash >> t.shift
	t.lock(i)
	defer t.unlock(i)
	e := &t.entries[i]
	switch other := &t.entries[i^1]; {
	case e.era == t.era && e.board == *b:
	case other.era == t.era && other.board == *b:
		e = other
	default:
		if e.era == t.era && (other.era != t.era || other.effort <= uint8(depth) && other.effort < e.effort) {
			e = other
		}
		*e = lookaheadEntry[B]{*b, outlook{low: -endless, high: endless}, t.era}
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
