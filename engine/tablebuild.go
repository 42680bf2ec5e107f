package engine

import (
	"context"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
)

// tile is how many sides of either player are worked out against each other at a time, so that what
// is read and written stays near the processor.
const tile = 64

// builder works out tables.
type builder struct {
	*Tables
	stop atomic.Bool
}

// grow works out the next layer with that many threads. If ctx ends it soon returns its error, and
// the tables are as before.
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

// layer works out all boards with n seeds. Boards whose sides hold a and n-a seeds rest only on
// lower layers and, by a quiet ply, on those with the numbers exchanged, so each such pair is a
// piece of work of its own; the largest come first.
func (b *builder) layer(n, threads int) {
	pairs := make([]int, n/2+1)
	for a := range pairs {
		pairs[a] = a
	}
	size := func(a int) uint64 { return b.rank.count[a] * b.rank.count[n-a] }
	sort.SliceStable(pairs, func(i, j int) bool { return size(pairs[i]) > size(pairs[j]) })
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < len(pairs); i = int(next.Add(1)) - 1 {
			b.pair(pairs[i], n-pairs[i])
		}
	}
	if threads = min(threads, len(pairs), runtime.GOMAXPROCS(0)); threads <= 1 || n < 6 {
		work()
		return
	}
	var workers sync.WaitGroup
	for range threads {
		workers.Go(work)
	}
	workers.Wait()
}

// block is a rectangle of boards: one player's sides with a seeds, of the ranks from..to, against
// the other's with b seeds.
type block struct {
	a, b       int
	from, to   int
	from2, to2 int
}

// pair works out the boards on which one side has a seeds and the other b, tile by tile. A quiet
// ply lowers the number of the mover's side and leaves the other side's, so going up through both
// every value is there when it is asked for.
func (b *builder) pair(a, c int) {
	na, nc := int(b.rank.count[a]), int(b.rank.count[c])
	if a == 0 || c == 0 {
		b.over(a, c)
		return
	}
	for i := 0; i < na; i += tile {
		for j := 0; j < nc && !b.stop.Load(); j += tile {
			if a == c && j > i {
				break // the rest is the same boards again
			}
			b.tile(block{a, c, i, min(i+tile, na), j, min(j+tile, nc)})
		}
	}
}

// over fills in the boards on which one side has nothing: the game has ended.
func (b *builder) over(a, c int) {
	n := int(b.rank.count[a] * b.rank.count[c])
	for i := range n {
		b.values[int(b.rank.base[a][c])+i] = int8(a - c)
		b.values[int(b.rank.base[c][a])+i] = int8(c - a)
	}
}

// tile works out the boards of a block, with either player to move: first what plies into lower
// layers bring, then, in the order of the numbers, quiet plies.
func (b *builder) tile(k block) {
	var mine, theirs [tile][tile]int8
	for i := k.from; i < k.to; i++ {
		b.others(mine[i-k.from][:k.to2-k.from2], k.a, i, k.b, k.from2)
	}
	for j := k.from2; j < k.to2; j++ {
		b.others(theirs[j-k.from2][:k.to-k.from], k.b, j, k.a, k.from)
	}
	for i := k.from; i < k.to; i++ {
		b.quietRow(k, i, mine[i-k.from][:k.to2-k.from2])
		b.quietColumn(k, i, &theirs)
	}
}

// quietRow completes the values of side i against all of the block's other sides, and notes them.
func (b *builder) quietRow(k block, i int, best []int8) {
	s, na, nb := b.sides, int(b.rank.count[k.a]), int(b.rank.count[k.b])
	row := b.values[int(b.rank.base[k.a][k.b])+i*nb+k.from2:]
	at := s.start[k.a] + i
	for _, p := range s.quiet[s.quietFrom[at]:s.quietFrom[at+1]] {
		column := b.values[int(b.rank.base[k.b][k.a])+k.from2*na+int(p.rank):]
		if p.far == nowhere {
			for j := range best {
				best[j] = max(best[j], -column[j*na])
			}
			continue
		}
		across := s.held[p.far][s.start[k.b]+k.from2:]
		for j := range best {
			if across[j] == 0 {
				best[j] = max(best[j], -column[j*na])
			}
		}
	}
	copy(row, best)
}

// quietColumn completes the values of all the block's other sides against side i, and notes them.
func (b *builder) quietColumn(k block, i int, all *[tile][tile]int8) {
	s, na, nb := b.sides, int(b.rank.count[k.a]), int(b.rank.count[k.b])
	row := b.values[int(b.rank.base[k.a][k.b])+i*nb:][:nb]
	column := b.values[int(b.rank.base[k.b][k.a])+i:]
	at := s.start[k.a] + i
	for j := k.from2; j < k.to2; j++ {
		best, from := all[j-k.from2][i-k.from], s.start[k.b]+j
		for _, p := range s.quiet[s.quietFrom[from]:s.quietFrom[from+1]] {
			if p.far == nowhere || s.held[p.far][at] == 0 {
				best = max(best, -row[p.rank])
			}
		}
		column[j*na] = best
	}
}

// others sets best to what the plies of side i of a seeds that reach lower layers bring at the
// most, against each of the sides of c seeds that begin with rank from.
func (b *builder) others(best []int8, a, i, c, from int) {
	for j := range best {
		best[j] = -128
	}
	s, r := b.sides, b.rank
	at, first := s.start[a]+i, s.start[c]+from
	for _, p := range s.others[s.othersFrom[at]:s.othersFrom[at+1]] {
		switch p.kind {
		case plyAgain:
			next := b.values[r.base[a-1][c]+uint64(p.rank)*r.count[c]+uint64(from):]
			for j := range best {
				best[j] = max(best[j], 1+next[j])
			}
		case plyPass:
			d := int(p.far)
			w := r.count[a-1-d]
			next, plus := b.values[r.base[c+d][a-1-d]+uint64(p.rank):], s.plus[d][first:][:len(best)]
			for j, rank := range plus {
				best[j] = max(best[j], 1-next[uint64(rank)*w])
			}
		case plyCapture:
			b.captures(best, p, a, c, first)
		default:
			for j := range best {
				best[j] = max(best[j], int8(b.round(s.words[at], s.words[first+j], int(p.house))))
			}
		}
	}
}

// captures takes a capturing ply into best, for all sides of c seeds from the place first on.
func (b *builder) captures(best []int8, p sidePly, a, c, first int) {
	s, r := b.sides, b.rank
	extra, idle := 0, !b.kernel.takesNothing()
	if b.kernel.takeBoth {
		extra = 1
	}
	across, less := s.held[p.far][first:][:len(best)], s.less[p.far][first:][:len(best)]
	for j, n := range across {
		if n == 0 && idle {
			continue
		}
		next := r.base[c-int(n)][a-extra] + uint64(less[j])*r.count[a-extra] + uint64(p.rank)
		best[j] = max(best[j], int8(int(n)+extra)-b.values[next])
	}
}

// round returns what a ply that goes all the way round brings.
func (b *builder) round(own, opp uint64, h int) int {
	own, opp, l := b.kernel.sow(own, opp, h)
	gain := int(own >> storeShift)
	own &= houseMask
	if l.again != 0 {
		return gain + b.value(own, opp)
	}
	return gain - b.value(opp, own)
}
