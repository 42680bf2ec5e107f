package engine

import "math/bits"

// ranking is a perfect hash: it numbers boards without gaps, by the combinatorial number system.
// Boards are ordered by their number of seeds, then by the mover's number, then by the mover's
// houses, then by the other side's. Moving seeds towards their store lowers the number of a side.
type ranking struct {
	houses, seeds int
	// side[i][p] is the term that a prefix sum p over houses 1..i+1 adds to the number of a side.
	side [maxPackedHouses][maxPackedSeeds + 1]uint64
	// count[n] is the number of arrangements of n seeds on one side.
	count [maxPackedSeeds + 1]uint64
	// base[a][b] is the number of the first board with a seeds on the mover's side and b on the
	// other.
	base [maxPackedSeeds + 1][maxPackedSeeds + 1]uint64
	// layer[n] is the number of the first board with n seeds, 0..seeds+1.
	layer []uint64
}

// binomial returns n choose k, or the largest number if that overflows.
func binomial(n, k int) uint64 {
	r := uint64(1)
	for i := 1; i <= k; i++ {
		hi, lo := bits.Mul64(r, uint64(n-k+i))
		if hi != 0 {
			return 1<<64 - 1
		}
		r = lo / uint64(i)
	}
	return r
}

// boards returns the number of boards with that many houses a side and at most that many seeds.
func boards(houses, seeds int) uint64 { return binomial(seeds+2*houses, 2*houses) }

// newRanking returns the numbering of boards with up to seeds seeds, 0..maxPackedSeeds.
func newRanking(houses, seeds int) *ranking {
	r := &ranking{houses: houses, seeds: seeds}
	for n := range r.count {
		r.count[n] = binomial(n+houses-1, houses-1)
	}
	for i := range houses - 1 {
		for p := range r.side[i] {
			if p > 0 {
				r.side[i][p] = binomial(p+i, i+1)
			}
		}
	}
	next := uint64(0)
	for n := range seeds + 1 {
		r.layer = append(r.layer, next)
		for a := range n + 1 {
			r.base[a][n-a] = next
			next += r.count[a] * r.count[n-a]
		}
	}
	r.layer = append(r.layer, next)
	return r
}

// of returns the number of a side's arrangement among arrangements with as many seeds, and the
// number of its seeds.
func (r *ranking) of(word uint64) (rank, n uint64) {
	p := word * everyByte
	return r.side[0][p&0x7f] + r.side[1][p>>8&0x7f] + r.side[2][p>>16&0x7f] +
		r.side[3][p>>24&0x7f] + r.side[4][p>>32&0x7f] + r.side[5][p>>40&0x7f], p >> storeShift & 0x7f
}

// index returns the number of a board.
func (r *ranking) index(own, opp uint64) uint64 {
	x, a := r.of(own)
	y, b := r.of(opp)
	return r.join(x, a, y, b)
}

// join returns the number of a board. Its sides have ranks x and y, and a and b seeds.
func (r *ranking) join(x, a, y, b uint64) uint64 {
	return r.base[a&0x7f][b&0x7f] + x*r.count[b&0x7f] + y
}

// first returns the first arrangement of n seeds on a side: all of them in the last house.
func (r *ranking) first(n int) uint64 { return uint64(n) << (8 * (r.houses - 1)) }

// next returns the arrangement after word. For the last one, all seeds in the first house, it
// returns word.
func (r *ranking) next(word uint64) uint64 {
	// The first non-empty house above house 1 gives a seed to the house below it, and the seeds of
	// house 1 move up there.
	low := word & 0xff
	h := 8
	rest := word &^ 0xff
	if rest == 0 {
		return word
	}
	h = bits.TrailingZeros64(rest) &^ 7
	word -= low
	word -= 1 << h
	if h == 8 {
		return word + low + 1
	}
	return word + (low+1)<<(h-8)
}
