package engine

import (
	"context"
	"math"
	"math/bits"
	"sync/atomic"

	"mancala/rules"
)

// unit is how many parts of a seed make a whole one in estimated values.
const unit = 16

// A lookahead counts in parts of a seed; no value comes near these.
const (
	endless  = 30000 // beyond every value
	maxDepth = 250   // plies; proved stands for more
	proved   = 255   // the depth of what holds whatever the depth
)

// ply is one ply on a board of type B and what comes of it.
type ply[B any] struct {
	next  B           // as the side to move then sees it
	gain  int16       // seeds that the mover's store gains more than the other's, the sweep at the end included
	order int16       // how early it is to be searched
	house rules.House // its house, or the swap
	again bool        // the mover moves again
	over  bool        // it ends the game
}

// game is what a lookahead asks about boards of type B. Values are the side to move's, relative to
// the stores: how many more seeds its store will gain than the other one's.
type game[B comparable] interface {
	// board returns the board of a position.
	board(p rules.Position) B
	// expand appends every ply on a board that is not over, the one nearest to the store first.
	expand(b *B, to []ply[B]) []ply[B]
	// estimate guesses the value of a board, in parts of a seed.
	estimate(b *B) int
	// most returns what no value of the board exceeds, either way, in seeds.
	most(b *B) int
	// hash returns a number whose high bits spread boards evenly.
	hash(b *B) uint64
}

// lookahead searches boards to a given depth by alpha-beta with null windows and a memory of what
// it has seen. What it finds depends on nothing but the board, the depths asked for and the size of
// its memory. One that is made serves many boards.
type lookahead[B comparable, G game[B]] struct {
	game  G
	table *lookaheadTable[B]
	root  B
	nodes uint64
	limit uint64 // of nodes
	// heedless makes a search go on to its end whatever happens; for short ones.
	heedless bool
	stop     atomic.Bool
	// busy is what other searchers of a team are at; nil if this one is alone.
	busy *busyBoards
	// stopped is set once the search has to end; what search returns from then on has no meaning.
	stopped bool
	plies   [][]ply[B]      // room for the plies at each distance from the root
	lines   [][]rules.House // the line of best play from each distance on
}

// finding is what a lookahead says of a board.
type finding struct {
	value  int // in parts of a seed, relative to the stores
	proved bool
	line   []rules.House
}

// thinker is a lookahead over boards of any type.
type thinker interface {
	// begin forgets what was, and starts with p, of at most that many nodes (zero: no limit).
	begin(p rules.Position, limit uint64)
	// watch lets the end of ctx stop the search until release is called.
	watch(ctx context.Context) (release func() bool)
	// deepen searches to a depth of 1..maxDepth. It returns false if it was stopped; a depth of 1
	// never is.
	deepen(depth, guess int) (finding, bool)
	// rate returns the value of every ply to the mover, looking to a depth; of one that costs more
	// than tolerance no more than that it does.
	rate(depth, tolerance int) ([]rating, bool)
	// searched is the number of boards searched since begin.
	searched() uint64
	// alone returns a thinker of one thread that shares the memory of this one; begin with it.
	alone() thinker
}

// newThinker returns a lookahead over positions of v whose memory takes about that many bytes, with
// that many threads.
func newThinker(v rules.Variant, memory uint64, threads int) thinker {
	if packable(v) && !v.Pie {
		return newTeam[packed](newPackedGame(v), memory, threads)
	}
	return newTeam[rules.Position](newPlainGame(v), memory, threads)
}

func (l *lookahead[B, G]) alone() thinker { return l }

func (l *lookahead[B, G]) begin(p rules.Position, limit uint64) {
	if limit == 0 {
		limit = math.MaxUint64
	}
	l.root, l.nodes, l.limit, l.stopped = l.game.board(p), 0, limit, false
	l.stop.Store(false)
	l.table.forget()
}

func (l *lookahead[B, G]) watch(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, func() { l.stop.Store(true) })
}

func (l *lookahead[B, G]) searched() uint64 { return l.nodes }

// makeRoom makes sure that a search to a depth needs no memory.
func (l *lookahead[B, G]) makeRoom(depth int) {
	for len(l.plies) <= depth+1 {
		l.plies = append(l.plies, make([]ply[B], 0, rules.MaxHouses+1))
		l.lines = append(l.lines, make([]rules.House, 0, maxDepth+1))
	}
}

// checkEvery is after how many nodes a lookahead looks whether it is to stop; less than a
// millisecond's worth.
const checkEvery = 1 << 10

// narrow is half the window that a search to a greater depth begins with, in parts of a seed.
const narrow = unit

func (l *lookahead[B, G]) deepen(depth, guess int) (finding, bool) {
	l.makeRoom(depth)
	l.heedless = depth == 1
	low, high := -endless, endless
	if depth > 2 {
		low, high = guess-narrow, guess+narrow
	}
	v, p := l.search(&l.root, depth, 0, low, high)
	if !l.stopped && (v <= low || v >= high) {
		v, p = l.search(&l.root, depth, 0, -endless, endless)
	}
	if l.stopped {
		return finding{}, false
	}
	return finding{v, p, append([]rules.House(nil), l.lines[0]...)}, true
}

// ended counts a node and reports whether the search has to end.
func (l *lookahead[B, G]) ended() bool {
	l.nodes++
	if (l.nodes%checkEvery == 0 && l.stop.Load() || l.nodes >= l.limit) && !l.heedless {
		l.stopped = true
	}
	return l.stopped
}

// search returns the value of b, looking depth plies ahead, if it lies between alpha and beta, and
// otherwise a bound of it on that side; and whether that holds whatever the depth. If alpha and
// beta are further apart than one, it leaves the line of best play in lines[at].
func (l *lookahead[B, G]) search(b *B, depth, at, alpha, beta int) (int, bool) {
	open := beta-alpha > 1
	if open {
		l.lines[at] = l.lines[at][:0]
	}
	if l.ended() {
		return 0, false
	}
	most := l.game.most(b) * unit
	switch {
	case most <= alpha:
		return most, true
	case -most >= beta:
		return -most, true
	case depth <= 0:
		return min(max(l.game.estimate(b), -most), most), false
	}
	if depth == 1 && !open {
		v, _, p := l.searchPlies(b, depth, at, alpha, beta, 0) // to remember so little is not worth the while
		return v, p
	}
	hash := l.game.hash(b)
	n := l.table.find(b, hash)
	if !open {
		if v, p, ok := n.answer(depth, alpha, beta); ok {
			return v, p
		}
	}
	best, house, sure := l.searchPlies(b, depth, at, alpha, beta, n.house)
	if !l.stopped {
		l.table.store(b, hash, depth, best, alpha, beta, house, sure)
	}
	return best, sure
}

// searchPlies searches the plies of a board until one reaches beta.
func (l *lookahead[B, G]) searchPlies(b *B, depth, at, alpha, beta int, first rules.House) (best int, house rules.House, sure bool) {
	open := beta-alpha > 1
	plies := l.game.expand(b, l.plies[at][:0])
	for i := range plies {
		plies[i].order = plies[i].rank(first)
	}
	best, sure = -endless, true
	for i := 0; i < len(plies); i++ {
		c := pick(plies[i:])
		if i > 0 && l.postpone(c, depth) {
			i-- // another one comes first
			continue
		}
		top := beta
		if open && i > 0 {
			top = alpha + 1
		}
		l.enter(c, depth)
		v, p := l.follow(c, depth, at, alpha, top)
		if open && i > 0 && v > alpha && v < beta && !l.stopped {
			v, p = l.follow(c, depth, at, alpha, beta)
		}
		l.leave(c, depth)
		if l.stopped {
			return 0, 0, false
		}
		sure = sure && p
		if v > best {
			best, house = v, c.house
		}
		if v > alpha {
			alpha = v
			if open {
				l.lines[at] = append(append(l.lines[at][:0], c.house), l.lines[at+1]...)
			}
		}
		if v >= beta {
			return v, c.house, p
		}
	}
	return best, house, sure
}

// follow returns the value of a ply to its mover, with the meaning that search gives to it.
func (l *lookahead[B, G]) follow(c *ply[B], depth, at, alpha, beta int) (int, bool) {
	gain := int(c.gain) * unit
	switch {
	case c.over:
		l.lines[at+1] = l.lines[at+1][:0]
		l.nodes++
		return gain, true
	case c.again:
		v, p := l.search(&c.next, depth-1, at+1, alpha-gain, beta-gain)
		return gain + v, p
	}
	v, p := l.search(&c.next, depth-1, at+1, gain-beta, gain-alpha)
	return gain - v, p
}

// rank says how early a ply is to be searched: the one remembered from another search, extra turns,
// what gains most, and among equals the house nearer to the store.
func (c *ply[B]) rank(first rules.House) int16 {
	house := int16(c.house)
	if c.house == rules.Swap {
		house = 0
	}
	switch {
	case c.house == first:
		return 2000
	case c.again:
		return 1000 + house
	case c.gain > 1:
		return 100 + 8*min(c.gain, 100) + house
	}
	return house
}

// pick puts the ply that is to be searched first in front.
func pick[B any](plies []ply[B]) *ply[B] {
	first := 0
	for i := range plies {
		if plies[i].order > plies[first].order {
			first = i
		}
	}
	plies[0], plies[first] = plies[first], plies[0]
	return &plies[0]
}

// scramble returns a number whose high bits depend on all of both words.
func scramble(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	h := hi ^ lo ^ b
	hi, lo = bits.Mul64(h^0xe7037ed1a0b428db, 0xa0761d6478bd642f)
	return hi ^ lo
}
