package engine

import (
	"context"
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"
)

// transpositions is the transposition table of the fast solver. It is indexed by a perfect hash,
// the number of a board in its ranking. An entry and its place together hold the whole number, so
// there are no collisions; an entry is a single word, so threads share the table without locks.
//
//	bits 0-7    lower bound of the value, plus 128
//	bits 8-15   upper bound, plus 128; so an entry is never zero
//	bits 16-18  the best house, counted from zero, or 7
//	bits 19-23  logarithm of the number of nodes that the entry cost
//	bits 24-63  the low bits of the scattered number
//
// The table starts small, since scattered reads of little memory are faster, and doubles on demand.
type transpositions struct {
	words   []uint64 // capacity for the largest table; the system commits the memory on first use
	buckets uint64   // in use
	width   uint     // of a board's number, in bits
	half    uint
	mask    uint64
}

const (
	bucketSize          = 8 // words: one cache line
	tagBits             = 40
	minTranspositions   = 1 << 20 // bytes
	firstTranspositions = 8 << 20 // bytes
	noHouse             = 7
)

// known is the result of a probe.
type known struct {
	low, high int
	house     int
}

// canTellApart reports whether a transposition table of that many bytes distinguishes all numbers
// below n.
func canTellApart(n, bytes uint64) bool {
	return bits.Len64(n) <= tagBits+bits.Len64(bytes/(8*bucketSize))-1
}

// newTranspositions returns a table that may grow to that many bytes, for numbers below n.
func newTranspositions(n, bytes uint64) *transpositions {
	buckets := max(bytes, minTranspositions) / (8 * bucketSize)
	doublings := max(bits.Len64(buckets*8*bucketSize/firstTranspositions), 1) - 1
	buckets >>= doublings
	width := uint(max(bits.Len64(n), 24))
	words := make([]uint64, buckets<<doublings*bucketSize)
	adviseHugePages(words)
	return &transpositions{words: words, buckets: buckets, width: width, half: width / 2, mask: 1<<width - 1}
}

// entries returns the current capacity, in boards, and whether the table can grow.
func (t *transpositions) entries() (n uint64, more bool) {
	n = t.buckets * bucketSize
	return n, 2*n <= uint64(len(t.words))
}

// grow doubles the table, which must not be in use, with that many threads. Soon after ctx ends, it
// returns the error of ctx; the table is then corrupt. The boards of a bucket move to two
// consecutive buckets. So the upper half finds its places free in any order, then the upper half of
// the rest, and so on. The last few move in descending order of buckets.
func (t *transpositions) grow(ctx context.Context, threads int) error {
	const part = 1 << 14
	old := t.buckets
	t.buckets *= 2
	for high := old; high > 0; {
		low := (high + 1) / 2
		if high <= part {
			low = 0
		}
		share(threads, int((high-low+part-1)/part), func(mine iter.Seq[int]) {
			for i := range mine {
				if breathe(); ctx.Err() != nil {
					return
				}
				from := low + uint64(i)*part
				t.split(from, min(from+part, high), old)
			}
		})
		high = low
	}
	return ctx.Err()
}

// split moves the boards of buckets from to to-1 of a table that had old buckets before it doubled.
func (t *transpositions) split(from, to, old uint64) {
	for at := to; at > from; {
		at--
		b := *(*[bucketSize]uint64)(t.words[at*bucketSize:])
		clear(t.words[at*bucketSize:][:bucketSize])
		clear(t.words[2*at*bucketSize:][:2*bucketSize])
		first := t.firstOf(at, old)
		for _, w := range b {
			if w != 0 {
				to := t.bucket(keyOf(w, first))
				to[slices.Index(to[:], 0)] = w
			}
		}
	}
}

// keyOf returns the scattered number of an entry, given the smallest number in its bucket.
func keyOf(word, first uint64) uint64 { return first + (word>>(64-tagBits)-first)&(1<<tagBits-1) }

// reserve grows an empty table to hold twice that many boards, if its limit allows.
func (t *transpositions) reserve(boards uint64) {
	for n, more := t.entries(); more && n < 2*boards; n, more = t.entries() {
		t.buckets *= 2
	}
}

// costOf returns the binary logarithm of the number of nodes that an entry cost.
func costOf(word uint64) uint64 { return word >> 19 & 31 }

// costThreshold returns the lowest cost such that at most about that many entries cost as much or
// more. It estimates from a sample of the table.
func (t *transpositions) costThreshold(most uint64) uint64 {
	const part = 64
	var count [32 + 1]uint64
	for i := uint64(0); i < t.buckets; i += part {
		for _, w := range t.words[i*bucketSize:][:bucketSize] {
			if w != 0 {
				count[costOf(w)]++
			}
		}
	}
	cost, n := uint64(len(count)-1), uint64(0)
	for ; cost > 0 && n+count[cost-1]*part <= most; cost-- {
		n += count[cost-1] * part
	}
	return cost
}

// each calls yield with the scattered number and the word of every entry that cost at least that
// much.
func (t *transpositions) each(cost uint64, yield func(key, word uint64)) {
	for i := range t.buckets {
		for _, w := range t.words[i*bucketSize:][:bucketSize] {
			if w != 0 && costOf(w) >= cost {
				yield(keyOf(w, t.firstOf(i, t.buckets)), w)
			}
		}
	}
}

// firstOf returns the smallest scattered number of a bucket, in a table of that many buckets.
func (t *transpositions) firstOf(at, buckets uint64) uint64 {
	first, rest := bits.Div64(at>>(64-t.width), at<<t.width, buckets)
	if rest > 0 {
		first++
	}
	return first
}

// scatter is a bijective hash on numbers of the table's width. Its high bits are well distributed.
func (t *transpositions) scatter(n uint64) uint64 {
	n = n * 0x9e3779b97f4a7c15 & t.mask
	n ^= n >> t.half
	n = n * 0xd6e8feb86659fd93 & t.mask
	return n ^ n>>t.half
}

// bucket returns the bucket of a scattered number. Numbers in the same bucket are neighbours, so
// their low bits distinguish them.
func (t *transpositions) bucket(key uint64) *[bucketSize]uint64 {
	at, _ := bits.Mul64(key<<(64-t.width), t.buckets)
	return (*[bucketSize]uint64)(t.words[at*bucketSize:])
}

// find returns the entry of a board, or zero.
func (t *transpositions) find(key uint64) uint64 {
	tag := key & (1<<tagBits - 1)
	for i, b := 0, t.bucket(key); i < bucketSize; i++ {
		if w := atomic.LoadUint64(&b[i]); w>>(64-tagBits) == tag && w != 0 {
			return w
		}
	}
	return 0
}

// bounds decodes an entry; for zero it returns the widest bounds.
func bounds(entry uint64) known {
	if entry == 0 {
		return known{-128, 127, noHouse}
	}
	return known{int(entry&0xff) - 128, int(entry>>8&0xff) - 128, int(entry >> 16 & 7)}
}

// store saves the bounds of a board, in place of an older entry of the same board or of the
// cheapest entry in the bucket.
func (t *transpositions) store(key uint64, k known, nodes uint64) {
	tag := key & (1<<tagBits - 1)
	b := t.bucket(key)
	slot, cheapest := 0, uint64(1<<63)
	for i := range b {
		w := atomic.LoadUint64(&b[i])
		if w>>(64-tagBits) == tag && w != 0 {
			slot = i
			break
		}
		if cost := costOf(w); w == 0 || cost < cheapest {
			slot, cheapest = i, cost
			if w == 0 {
				break
			}
		}
	}
	cost := uint64(min(bits.Len64(nodes), 31))
	publish(&b[slot], tag<<(64-tagBits)|cost<<19|uint64(k.house)<<16|uint64(k.high+128)<<8|uint64(k.low+128))
}
