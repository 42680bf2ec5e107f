package engine

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"mancala/rules"
)

// Endings are the tables of boards with few seeds, for one rule set and number of houses of a game
// whose boards can repeat. The value of a repetition depends on the game before it, so most boards
// have no exact value. Instead, each has a bracket: the least and the most seeds that the side to
// move gains over the other side with best play, however a repetition counts. Only seeds on the
// board count, and a majority does not end the game here.
//
// They grow by layers; a layer is all boards with the same number of seeds. Meanwhile others may
// look up boards of complete layers.
type Endings struct {
	kernel *ringKernel
	rank   *ranking
	ready  atomic.Int32 // the number of layers that are complete
	// damaged is set if a file that should hold layers is damaged.
	damaged atomic.Bool
	// brackets holds a byte a board, by rank.index: the numbers of [endingPairs].
	brackets []uint8
	// shares holds the value of each board if a repetition shares the seeds left equally; nil if a
	// repetition draws the game.
	shares []int8
}

// mostEnding is the largest number of seeds in a table: a byte can still number its brackets.
const mostEnding = 21

// endingPairs numbers the brackets of a layer: (low, high), counted by steps of two from the lowest
// value, has the number high*(high+1)/2 + low.
var endingPairs = func() (list [256][2]int8) {
	n := 0
	for high := int8(0); n < len(list); high++ {
		for low := int8(0); low <= high && n < len(list); low++ {
			list[n] = [2]int8{low, high}
			n++
		}
	}
	return list
}()

// pairNumber returns the number of a bracket of boards of n seeds.
func pairNumber(n int, bracket [2]int8) uint8 {
	low, high := (int(bracket[0])+n)/2, (int(bracket[1])+n)/2
	return uint8(high*(high+1)/2 + low)
}

// pairBounds returns the bracket of boards of n seeds with a number.
func pairBounds(n int, number uint8) [2]int8 {
	pair := endingPairs[number]
	return [2]int8{2*pair[0] - int8(n), 2*pair[1] - int8(n)}
}

// endable reports whether there are endings for a variant.
func endable(v rules.Variant) bool {
	return ringable(v) && !v.Tuzdik && v.Houses <= maxPackedHouses
}

// endingBytes returns the size of the endings of v for boards with up to that many seeds, in bytes.
func endingBytes(v rules.Variant, seeds int) uint64 {
	size := boards(int(v.Houses), seeds)
	if v.Repeat != rules.RepeatDraw {
		size *= 2
	}
	return size
}

// newEndings returns endings without layers, with room for layers of up to that many seeds. The
// system commits the memory on first use.
func newEndings(v rules.Variant, seeds int) *Endings {
	seeds = min(seeds, mostEnding, v.Total())
	e := &Endings{kernel: newRingKernel(v), rank: newRanking(int(v.Houses), seeds)}
	e.brackets = make([]uint8, boards(int(v.Houses), seeds))
	if v.Repeat != rules.RepeatDraw {
		e.shares = make([]int8, len(e.brackets))
	}
	return e
}

// next returns the number of seeds of the first layer that is not complete.
func (e *Endings) next() int { return int(e.ready.Load()) }

// bracket returns the bracket of a board of n seeds. That layer must be complete.
func (e *Endings) bracket(n int, b *ring) (low, high int) {
	pair := pairBounds(n, e.brackets[e.rank.index(b.own, b.opp)])
	return int(pair[0]), int(pair[1])
}

// value returns the value of a board of n seeds, whose layer must be complete. The side to move is
// ahead by that many seeds, if repetitions count as Endings says.
func (e *Endings) value(n int, b *ring, lead int) int {
	at := e.rank.index(b.own, b.opp)
	if e.shares != nil {
		return int(e.shares[at])
	}
	pair := pairBounds(n, e.brackets[at])
	return min(max(-lead, int(pair[0])), int(pair[1]))
}

// grow builds the next layer. It returns the error of ctx soon after that ends, and the endings are
// unchanged then.
func (e *Endings) grow(ctx context.Context) error {
	n := e.next()
	l := newEndingLayer(e, n)
	if err := l.narrow(ctx); err != nil {
		return err
	}
	for i, b := range l.now {
		e.brackets[l.first+uint64(i)] = pairNumber(n, b)
	}
	if e.shares != nil {
		if l.equal = true; l.narrow(ctx) != nil {
			return ctx.Err()
		}
		for i, b := range l.now {
			e.shares[l.first+uint64(i)] = min(max(0, b[0]), b[1])
		}
	}
	e.ready.Add(1)
	return nil
}

// endingLayer is a layer that is being built.
type endingLayer struct {
	*Endings
	n     int
	first uint64 // the number of its first board
	// now holds the brackets so far. Boards with fewer seeds are worth their shares if equal is
	// set, so that the brackets are those of the shares; these lie within the others.
	now   [][2]int8
	equal bool
	due   []uint64 // a bit a board: it is new, or the bracket after one of its plies has changed
	left  bool     // a bit has been set
}

// newEndingLayer returns a layer of n seeds with nothing known.
func newEndingLayer(e *Endings, n int) *endingLayer {
	size := e.rank.layer[n+1] - e.rank.layer[n]
	l := &endingLayer{Endings: e, n: n, first: e.rank.layer[n], now: make([][2]int8, size), due: make([]uint64, size/64+1)}
	for i := range l.now {
		l.now[i] = [2]int8{int8(-n), int8(n)}
	}
	return l
}

// narrow narrows the brackets by the brackets after each ply, until none changes.
func (l *endingLayer) narrow(ctx context.Context) error {
	for i := range l.due {
		l.due[i] = math.MaxUint64
	}
	for l.left = true; l.left; {
		l.left = false
		at := uint64(0)
		for a := range l.n + 1 {
			x, width := l.rank.first(a), l.rank.count[l.n-a]
			for range l.rank.count[a] {
				l.sweep(x, l.rank.first(l.n-a), at, width)
				at += width
				if x = l.rank.next(x); ctx.Err() != nil {
					return ctx.Err()
				}
				breathe()
			}
		}
	}
	return nil
}

// sweep visits the boards due of those with that side of the mover: so many, the first one with
// that other side and number.
func (l *endingLayer) sweep(own, opp, at, width uint64) {
	if !slices.ContainsFunc(l.due[at/64:(at+width-1)/64+1], func(word uint64) bool { return word != 0 }) {
		return
	}
	for range width {
		if word, bit := &l.due[at/64], uint64(1)<<(at%64); *word&bit != 0 {
			*word &^= bit
			if b := &l.now[at]; b[0] != b[1] && l.visit(b, ring{own: own, opp: opp}) {
				l.recall(own, opp)
			}
		}
		at++
		opp = l.rank.next(opp)
	}
}

// recall makes a board's predecessors due: those with a ply to it that captures nothing.
func (l *endingLayer) recall(own, opp uint64) {
	for h := range l.kernel.houses {
		at := uint(8 * h)
		for n := 1; n <= l.n; n++ {
			// The side to move now is the other one than before the ply.
			lap := &l.kernel.laps[h][n]
			sownOwn, sownOpp := lap.own+uint64(n)<<at, lap.opp
			if !covers(opp, sownOwn) || !covers(own, sownOpp) {
				break
			}
			if (opp-sownOwn)>>at&0xff != 0 {
				continue // the house was not emptied
			}
			i := l.rank.index(opp-lap.own, own-sownOpp) - l.first
			l.due[i/64] |= 1 << (i % 64)
			l.left = true
		}
	}
}

// covers reports whether no byte of a word, each less than 128, is less than in the other.
func covers(word, other uint64) bool {
	const top = everyByte << 7
	return ((word|top)-other)&top == top
}

// visit narrows the bracket of a board, and reports whether that changed it.
func (l *endingLayer) visit(bracket *[2]int8, b ring) bool {
	low, high := int8(math.MinInt8), int8(math.MinInt8)
	k := l.kernel
	for h := range k.houses {
		n := b.ownHouse(h)
		if n == 0 || n < k.lowest(&b, h) {
			continue
		}
		if next, gain, _, legal := k.sow(b, h, n); legal {
			after := l.after(gain, next.opp, next.own)
			low, high = max(low, int8(gain)-after[1]), max(high, int8(gain)-after[0])
		}
	}
	if high == math.MinInt8 { // no legal ply: each side gets its row
		own, opp := b.seeds()
		low, high = int8(own-opp), int8(own-opp)
	}
	if low <= bracket[0] && high >= bracket[1] {
		return false
	}
	bracket[0], bracket[1] = max(low, bracket[0]), min(high, bracket[1])
	return true
}

// after returns the bracket of the board after a ply that captured so many seeds.
func (l *endingLayer) after(gain int, own, opp uint64) [2]int8 {
	at := l.rank.index(own, opp)
	switch {
	case gain == 0:
		return l.now[at-l.first]
	case l.equal:
		return [2]int8{l.shares[at], l.shares[at]}
	}
	return pairBounds(l.n-gain, l.brackets[at])
}
