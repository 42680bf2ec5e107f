package engine

import (
	"encoding/binary"
	"unsafe"
)

// tile is the number of sides of either player in a block; its reads and writes stay in the
// processor's cache. Stride is the distance of its lines, chosen so that they do not share cache
// sets.
const (
	tile   = 512
	stride = tile + 64
)

// line holds the values of boards with consecutive sides of one player against one side of the
// other. The first rank is a multiple of tile.
type line [tile]int8

// fill sets all values.
func fill(values []int8, to int8) {
	if len(values) > 0 {
		values[0] = to
	}
	for n := 1; n < len(values); n *= 2 {
		copy(values[n:], values[:n])
	}
}

// follow raises best to the values after changes of the mover's side that gain some seeds and earn
// a turn.
func follow(best *line, changes []step, gain int32, next []int8) {
	for _, s := range changes {
		best[s.from%tile] = int8(max(int32(best[s.from%tile]), gain+int32(next[s.to])))
	}
}

// answer is like follow, but next are the values for the other side.
func answer(best *line, changes []step, gain int32, next []int8) {
	for _, s := range changes {
		best[s.from%tile] = int8(max(int32(best[s.from%tile]), gain-int32(next[s.to])))
	}
}

// pass raises best to the values of a ply that gains a seed and gives the next side to move these
// ranks.
func pass(best *line, ranks []uint32, next []int8) {
	for j, rank := range ranks {
		best[j%tile] = int8(max(int32(best[j%tile]), 1-int32(next[rank])))
	}
}

// raise raises best to the values of a quiet ply after which the other side has these values.
func raise(best, next []int8) {
	next = next[:len(best)]
	for j := range best {
		best[j] = int8(max(int32(best[j]), -int32(next[j])))
	}
}

// turn copies a rectangle of values, exchanging rows and columns: to[i*width+j] = from[j*width2+i],
// for i below n and j below m.
func turn(to []int8, width int, from []int8, width2, n, m int) {
	const size = 8
	for i := 0; i < n; i += size {
		for j := 0; j < m; j += size {
			if to, from := to[i*width+j:], from[j*width2+i:]; i+size <= n && j+size <= m {
				turnSquare(to, width, from, width2)
			} else {
				turnSlowly(to, width, from, width2, min(size, n-i), min(size, m-j))
			}
		}
	}
}

func turnSlowly(to []int8, width int, from []int8, width2, n, m int) {
	for i := range n {
		for j := range m {
			to[i*width+j] = from[j*width2+i]
		}
	}
}

// turnSquare is turn for a square of eight by eight values.
func turnSquare(to []int8, width int, from []int8, width2 int) {
	in, out := bytesOf(from), bytesOf(to)
	load := func(j int) uint64 { return binary.LittleEndian.Uint64(in[j*width2:]) }
	a, b, c, d, e, f, g, h := load(0), load(1), load(2), load(3), load(4), load(5), load(6), load(7)

	const bytes, pairs, fours = 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff
	a, b = exchange(a, b, 8, bytes)
	c, d = exchange(c, d, 8, bytes)
	e, f = exchange(e, f, 8, bytes)
	g, h = exchange(g, h, 8, bytes)

	a, c = exchange(a, c, 16, pairs)
	b, d = exchange(b, d, 16, pairs)
	e, g = exchange(e, g, 16, pairs)
	f, h = exchange(f, h, 16, pairs)

	a, e = exchange(a, e, 32, fours)
	b, f = exchange(b, f, 32, fours)
	c, g = exchange(c, g, 32, fours)
	d, h = exchange(d, h, 32, fours)

	store := func(i int, word uint64) { binary.LittleEndian.PutUint64(out[i*width:], word) }
	store(0, a)
	store(1, b)
	store(2, c)
	store(3, d)
	store(4, e)
	store(5, f)
	store(6, g)
	store(7, h)
}

// exchange swaps the bits of a above the mask with the bits of b in the mask.
func exchange(a, b uint64, shift uint, mask uint64) (uint64, uint64) {
	x := (a>>shift ^ b) & mask
	return a ^ x<<shift, b ^ x
}

// bytesOf returns the same memory as bytes.
func bytesOf(values []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}
