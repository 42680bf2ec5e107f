package engine

import (
	"context"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"
)

// tile is the number of sides of either player in a block, so that its reads and writes stay in the
// processor's cache.
const tile = 64

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

// block is a rectangle of boards: one player's sides of a seeds, ranks from..to, against the
// other's of b seeds, ranks from2..to2.
type block struct {
	a, b       int
	from, to   int
	from2, to2 int
}

// pair builds the boards with a seeds on one side and c on the other, tile by tile. A quiet ply
// lowers the rank of the mover's side and keeps the other's, so in ascending order of both every
// value is there when it is needed.
func (b *builder) pair(a, c int) {
	na, nc := int(b.rank.count[a]), int(b.rank.count[c])
	if a == 0 || c == 0 {
		b.over(a, c)
		return
	}
	for i := 0; i < na; i += tile {
		for j := 0; j < nc && !b.stop.Load(); j += tile {
			if a == c && j > i {
				break // the rest is symmetric
			}
			b.tile(block{a, c, i, min(i+tile, na), j, min(j+tile, nc)})
			breathe()
		}
	}
}

// over fills in the boards with an empty side, on which the game has ended.
func (b *builder) over(a, c int) {
	n := int(b.rank.count[a] * b.rank.count[c])
	for i := range n {
		b.values[int(b.rank.base[a][c])+i] = int8(a - c)
		b.values[int(b.rank.base[c][a])+i] = int8(c - a)
	}
}

// tile builds the boards of a block, with either player to move: first from the plies into lower
// layers, then, in ascending order, from quiet plies.
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

// quietRow completes the values of side i against all sides of the block, and stores them.
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

// quietColumn completes the values of all sides of the block against side i, and stores them.
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

// others sets best to the largest value of the plies into lower layers, for side i of a seeds
// against each of the sides of c seeds from rank from on.
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

// captures updates best with a capturing ply, against the sides of c seeds from index first on.
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
