package engine

import (
	"context"
	"iter"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
)

// builder builds tables.
type builder struct {
	*Tables
	stop atomic.Bool
}

// grow builds the next layer with that many threads. It returns the error of ctx soon after that
// ends, and the tables are unchanged then.
func (t *Tables) grow(ctx context.Context, threads int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b := &builder{Tables: t}
	defer context.AfterFunc(ctx, func() { b.stop.Store(true) })()
	for n := t.sides.most() + 1; n <= t.most+1; n++ {
		t.sides.extend(t.kernel, t.rank, n)
	}
	b.layer(t.most+1, threads)
	if b.stop.Load() {
		return ctx.Err()
	}
	t.most++
	return nil
}

// layer builds all boards of n seeds. Boards with a and n-a seeds on their sides depend only on
// lower layers and, through quiet plies, on boards with these numbers exchanged. So each such pair
// is an independent job; the largest come first.
func (b *builder) layer(n, threads int) {
	pairs := make([]int, n/2+1)
	for c := range pairs {
		pairs[c] = c
	}
	size := func(c int) uint64 { return b.rank.count[c] * b.rank.count[n-c] }
	sort.SliceStable(pairs, func(i, j int) bool { return size(pairs[i]) > size(pairs[j]) })
	if n < 6 {
		threads = 1
	}
	share(threads, len(pairs), func(mine iter.Seq[int]) {
		w := newBench(b.Tables, n)
		for i := range mine {
			b.pair(w, n-pairs[i], pairs[i])
		}
	})
}

// share divides jobs, numbered from 0, among several threads. Each calls work with its jobs.
func share(threads, jobs int, work func(mine iter.Seq[int])) {
	var next atomic.Int64
	mine := func(yield func(int) bool) {
		for i := int(next.Add(1)) - 1; i < jobs && yield(i); i = int(next.Add(1)) - 1 {
		}
	}
	var workers sync.WaitGroup
	for range min(threads, jobs, runtime.GOMAXPROCS(0)) - 1 {
		workers.Go(func() { work(mine) })
	}
	work(mine)
	workers.Wait()
}

// bench is a thread's workspace for a block: a rectangle of boards, with sides x of one player and
// sides y of the other.
type bench struct {
	x, y part
	// across and turned hold the values of a block, y by y and x by x.
	across, turned [tile * stride]int8
	// rows holds the values with x to move: a line for each side with as many seeds as y, then as
	// many lines for the next x.
	rows  []int8
	width int
}

func newBench(t *Tables, n int) *bench {
	width := int(t.rank.count[n/2]) + tile
	return &bench{rows: make([]int8, min(tile, int(t.rank.count[n]))*width), width: width}
}

// pair builds the boards with a seeds on one side and c, at most as many, on the other, block by
// block. A quiet ply lowers the rank of the mover's side and keeps the other's, so in ascending
// order of both, every needed value exists.
func (b *builder) pair(w *bench, a, c int) {
	na, nc := int(b.rank.count[a]), int(b.rank.count[c])
	if c == 0 {
		b.over(a)
		return
	}
	for i := 0; i < na; i += tile {
		b.sides.cut(&w.x, a, i, min(i+tile, na))
		for j := 0; j < nc && !b.stop.Load(); j += tile {
			if a == c && j > i {
				break // the rest is symmetric
			}
			b.sides.cut(&w.y, c, j, min(j+tile, nc))
			b.block(w)
			breathe()
		}
	}
}

// over fills in the ended boards: n seeds on one side and none on the other.
func (b *builder) over(n int) {
	for rank := range int(b.rank.count[n]) {
		b.values[int(b.rank.base[n][0])+rank] = int8(-n * b.kernel.rest)
		b.values[int(b.rank.base[0][n])+rank] = int8(n * b.kernel.rest)
	}
}

// from returns the values of the boards with a side of c seeds to move, from rank low on, against
// side x of a seeds; and those that follow.
func (b *builder) from(a, x, c, low int) []int8 {
	return b.values[int(b.rank.base[a][c])+x*int(b.rank.count[c])+low:]
}

// block builds the boards of a block, with either player to move: first from the plies into lower
// layers, as far as that needs no order, then x by x.
func (b *builder) block(w *bench) {
	x, y := &w.x, &w.y
	low := int8(-x.n - y.n - 1) // less than any value
	for j := range y.size() {
		best := (*line)(w.across[j*stride:])
		fill(best[:x.size()], low)
		follow(best, x.again, 1, b.from(y.n, y.low+j, x.n-1, 0))
	}
	turn(w.rows[y.low:], w.width, w.across[:], stride, x.size(), y.size())
	for j := range y.size() {
		best := (*line)(w.across[j*stride:])
		fill(best[:x.size()], low)
		b.plies(best, y, y.low+j, x, true)
	}
	turn(w.turned[:], stride, w.across[:], stride, x.size(), y.size())
	for i := range x.size() {
		mine, theirs := w.rows[i*w.width:][:w.width], (*line)(w.turned[i*stride:])
		b.plies((*line)(mine[y.low:]), x, x.low+i, y, false)
		follow(theirs, y.again, 1, b.from(x.n, x.low+i, y.n-1, 0))
		b.quiet(theirs, y, mine, b.sides.words[b.sides.start[x.n]+x.low+i])
		copy(b.from(x.n, x.low+i, y.n, y.low), theirs[:y.size()])
	}
	turn(b.from(y.n, y.low, x.n, x.low), int(b.rank.count[x.n]), w.rows[y.low:], w.width, y.size(), x.size())
}

// quiet raises best, the values of boards with mover to move against one side, to the values of the
// plies that put nothing into the store. Next holds the values with the other side to move.
func (b *builder) quiet(best *line, mover *part, next []int8, other uint64) {
	answer(best, mover.quiet, 0, next)
	for h := range b.sides.houses {
		if other>>(8*h)&0xff == 0 {
			answer(best, mover.idle[h], 0, next)
		}
	}
}

// plies raises best to the values of side x's plies without an extra turn, against the sides of
// other. Mover holds x. If early is set, it omits plies that put nothing into the store.
func (b *builder) plies(best *line, mover *part, x int, other *part, early bool) {
	s := b.sides
	at, first := s.start[mover.n]+x, s.start[other.n]+other.low
	for _, p := range s.plies[s.from[at]:s.from[at+1]] {
		switch p.kind {
		case plyQuiet:
			if !early {
				raise(best[:other.size()], b.from(mover.n, int(p.rank), other.n, other.low))
			}
		case plyPass:
			if b.kernel.captureEven {
				b.evens(best, p, mover.n, other)
				continue
			}
			d := int(p.far)
			pass(best, s.plus[d][first:first+other.size()], b.from(mover.n-1-d, int(p.rank), other.n+d, 0))
		case plyCapture:
			b.captures(best, p, mover.n, other, early)
		default:
			for j := range other.size() {
				best[j] = max(best[j], int8(b.round(s.words[at], s.words[first+j], int(p.house))))
			}
		}
	}
}

// captures raises best to the value of a capturing ply by a side of n seeds, against the sides of
// other.
func (b *builder) captures(best *line, p sidePly, n int, other *part, early bool) {
	extra := 0
	if b.kernel.takeBoth {
		extra = 1
	}
	taken := &other.taken[p.far]
	if b.kernel.takesNothing() {
		answer(best, taken[0], int32(extra), b.from(n-extra, int(p.rank), other.n, 0))
	} else if !early {
		answer(best, taken[0], 0, b.from(n, int(p.idle), other.n, 0))
	}
	for m := 1; m <= other.n; m++ {
		if len(taken[m]) > 0 {
			answer(best, taken[m], int32(m+extra), b.from(n-extra, int(p.rank), other.n-m, 0))
		}
	}
}

// evens raises best to the value of a ply past the store that captures the house of its last seed
// once even. A side of n seeds plays it, against the sides of other.
func (b *builder) evens(best *line, p sidePly, n int, other *part) {
	d := int(p.far)
	for m, changes := range other.reached[d-1][:other.n+1] {
		switch taken := m + 1; {
		case len(changes) == 0:
		case m%2 == 0:
			answer(best, changes, 1, b.from(n-1-d, int(p.rank), other.n+d, 0))
		default:
			answer(best, changes, int32(1+taken), b.from(n-1-d, int(p.rank), other.n+d-taken, 0))
		}
	}
}

// round returns the value of a ply that laps the board.
func (b *builder) round(own, opp uint64, h int) int {
	own, opp, l := b.kernel.sow(own, opp, h)
	gain := int(own >> storeShift)
	own &= houseMask
	if l.again != 0 {
		return gain + b.value(own, opp)
	}
	return gain - b.value(opp, own)
}
