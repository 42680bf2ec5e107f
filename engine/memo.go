package engine

import (
	"math/bits"
	"sync/atomic"
)

// memo is the transposition table: what is known of boards that were searched, by their number in a ranking. A number is
// stored whole (part of it is where it is stored), so that no two boards are ever taken for each other, and an entry is one
// word, so that several threads can share the table without a lock.
//
//	bits 0-7    lower bound of the value, plus 128
//	bits 8-15   upper bound, plus 128; so an entry is never zero
//	bits 16-18  the best house, counted from zero, or 7
//	bits 19-23  logarithm of the number of nodes that the entry cost
//	bits 24-63  the rest of the number
type memo struct {
	words   []uint64
	buckets uint64 // minus one
	shift   uint   // of the bucket's number
	half    uint
	mask    uint64 // of a number of a board
}

const (
	bucketSize   = 8 // words: one cache line
	tagBits      = 40
	minMemoBytes = 1 << 20
	noHouse      = 7
)

// known is what the memo tells of a board.
type known struct {
	low, high int
	house     int
}

// memoFits reports whether numbers below n can be told apart by a table of that many bytes, a power of two.
func memoFits(n, bytes uint64) bool {
	return bits.Len64(n) <= tagBits+bits.Len64(bytes/(8*bucketSize))-1
}

// newMemo makes a table of the largest power of two of bytes that is at most bytes, for numbers below n.
func newMemo(n, bytes uint64) *memo {
	bytes = 1 << (bits.Len64(max(bytes, minMemoBytes)) - 1)
	width := uint(max(bits.Len64(n), 24))
	buckets := bytes / (8 * bucketSize)
	words := make([]uint64, bytes/8)
	adviseHugePages(words)
	return &memo{
		words: words, buckets: buckets - 1, shift: uint(bits.Len64(buckets) - 1),
		half: width / 2, mask: 1<<width - 1,
	}
}

// scatter maps numbers one to one to numbers of the same width whose low bits say little of the board.
func (m *memo) scatter(n uint64) uint64 {
	n = n * 0x9e3779b97f4a7c15 & m.mask
	n ^= n >> m.half
	n = n * 0xd6e8feb86659fd93 & m.mask
	return n ^ n>>m.half
}

// bucket returns the words among which the board of a scattered number may stand.
func (m *memo) bucket(key uint64) *[bucketSize]uint64 {
	return (*[bucketSize]uint64)(m.words[key&m.buckets*bucketSize:])
}

// find returns the entry of a board, or zero.
func (m *memo) find(key uint64) uint64 {
	tag := key >> m.shift
	for i, b := 0, m.bucket(key); i < bucketSize; i++ {
		if w := atomic.LoadUint64(&b[i]); w>>(64-tagBits) == tag && w != 0 {
			return w
		}
	}
	return 0
}

// bounds returns what an entry says; of no entry, the widest bounds.
func bounds(entry uint64) known {
	if entry == 0 {
		return known{-128, 127, noHouse}
	}
	return known{int(entry&0xff) - 128, int(entry>>8&0xff) - 128, int(entry >> 16 & 7)}
}

// store notes what is now known of a board, in place of an older entry of the same board or of the cheapest one.
func (m *memo) store(key uint64, k known, nodes uint64) {
	tag := key >> m.shift
	b := m.bucket(key)
	slot, cheapest := 0, uint64(1<<63)
	for i := range b {
		w := atomic.LoadUint64(&b[i])
		if w>>(64-tagBits) == tag && w != 0 {
			slot = i
			break
		}
		if cost := w >> 19 & 31; w == 0 || cost < cheapest {
			slot, cheapest = i, cost
			if w == 0 {
				break
			}
		}
	}
	cost := uint64(min(bits.Len64(nodes), 31))
	atomic.StoreUint64(&b[slot], tag<<(64-tagBits)|cost<<19|uint64(k.house)<<16|uint64(k.high+128)<<8|uint64(k.low+128))
}
