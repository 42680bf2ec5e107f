package engine

import (
	"context"
	"math"
	"math/bits"
	"sync/atomic"

	"mancala/rules"
)

// unit is the resolution of estimated values: parts of a seed.
const unit, unitBits = 1 << unitBits, 4

// Search values are in parts of a seed and stay well below these.
const (
	endless  = 30000 // infinity
	maxDepth = 250   // plies; less than proved
	proved   = 255   // the depth of results that hold at any depth
)

// ply is a ply on a board of type B, and its effect.
type ply[B any] struct {
	next  B           // from the view of the side to move next
	gain  int16       // change of the mover's lead, the final sweep included
	order int16       // priority in the move ordering
	house rules.House // house played, or the swap
	again bool        // extra turn
	over  bool        // ends the game
}

// game provides the rules to a search of boards of type B. Values are the side to move's, relative
// to the stores: how many more seeds its store will gain than the other one's.
type game[B comparable] interface {
	// board converts a position.
	board(p rules.Position) B
	// expand appends all legal plies on a board that is not over, the house nearest to the store
	// first.
	expand(b *B, to []ply[B]) []ply[B]
	// estimate returns the static evaluation of a board, in parts of a seed.
	estimate(b *B) int
	// most returns an upper bound on the absolute value of the board, in seeds.
	most(b *B) int
	// hash returns a hash whose high bits are well distributed.
	hash(b *B) uint64
	// acyclic reports that no board can repeat. If a repetition gives a value, it belongs to a game
	// and not to a board, so no value holds at any depth.
	acyclic() bool
	// repeated returns the value of a repeated board, in seeds. The store of the side to move is
	// that many seeds ahead.
	repeated(b *B, lead int) int
	// consult makes ending look up these endings; nil disables it.
	consult(e *Endings)
	// ending returns a table's bounds of a board, and whether a table has it. The store of the side
	// to move is ahead by that many seeds.
	ending(b *B, lead int) (e ending, ok bool)
}

// ending is a table's entry for a board, in seeds: its value is at least low, at most high, and
// probably likely.
type ending struct{ low, high, likely int }

// lookahead is a fixed-depth alpha-beta search with null windows and a transposition table. Its
// result depends only on the board, the depths searched and the size of the table. It can be reused
// for any number of boards.
type lookahead[B comparable, G game[B]] struct {
	game  G
	table *lookaheadTable[B]
	root  B
	nodes uint64
	limit uint64 // of nodes
	// heedless makes a search ignore its limits; for short searches that must finish.
	heedless bool
	stop     atomic.Bool
	// busy holds the boards that the rest of a team is searching; nil if there is no team.
	busy *busyBoards
	// stopped is set once the search must end. Values that search returns afterwards are
	// meaningless.
	stopped bool
	plies   [][]ply[B]      // ply buffers by distance from the root
	lines   [][]rules.House // principal variation from each distance on
	trail
	// boards are the boards that may repeat, from before the root to the present one; empty if none
	// can.
	boards []B
}

// trail is the part of a search that detects repetitions.
type trail struct {
	cyclic  bool
	past    int    // the number of boards before the root
	leads   []int  // of the store of the side to move, in seeds, by distance from the root
	repeats uint64 // number of repetitions
}

// finding is the result of a search.
type finding struct {
	value  int // in parts of a seed, relative to the stores
	proved bool
	line   []rules.House
}

// thinker is a lookahead for any type of board.
type thinker interface {
	// begin clears the transposition table and starts with p; limit is the largest number of nodes,
	// zero for none.
	begin(p rules.Position, limit uint64)
	// remember passes the earlier positions of the game, up to the root of the search. If the rules
	// say so, a repetition of one of them ends the game.
	remember(past []rules.Position)
	// consult makes the search look up endings; nil disables it.
	consult(e *Endings)
	// watch makes the end of ctx stop the search, until release is called.
	watch(ctx context.Context) (release func() bool)
	// deepen searches to a depth of 1..maxDepth, around a guess of the value. It returns false if
	// it was stopped; a search of depth 1 never is.
	deepen(depth, guess int) (finding, bool)
	// rate returns the value of every ply to the mover, by a search to a depth. Values of plies
	// that cost more than tolerance are only upper bounds.
	rate(depth, tolerance int) ([]rating, bool)
	// searched returns the number of boards searched since begin.
	searched() uint64
	// alone returns a single-threaded thinker that shares this one's memory. Call begin before use.
	alone() thinker
}

// newThinker returns a lookahead for positions of v, with a transposition table of about that many
// bytes and that many threads.
func newThinker(v rules.Variant, memory uint64, threads int) thinker {
	switch {
	case v.Pie:
	case packable(v):
		return newTeam[packed](packedGame{evaluation: newEvaluation(v)}, memory, threads)
	case ringable(v):
		return newTeam[ring](newRingGame(v), memory, threads)
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
	l.cyclic, l.past, l.boards = !l.game.acyclic(), 0, append(l.boards[:0], l.root)
	l.leads = append(l.leads[:0], p.Lead(p.ToMove()))
}

func (l *lookahead[B, G]) remember(past []rules.Position) {
	l.boards = l.boards[:0]
	for _, p := range past {
		if same, settled := p.WithoutPie(); settled && l.cyclic {
			l.boards = append(l.boards, l.game.board(same))
		}
	}
	if l.past = len(l.boards) - 1; l.past < 0 || l.boards[l.past] != l.root {
		l.past, l.boards = 0, append(l.boards[:0], l.root)
	}
}

func (l *lookahead[B, G]) consult(e *Endings) { l.game.consult(e) }

// lookUp returns the value of a board, or a bound outside the window. Ok is false if that needs a
// search; sure means that the value holds at any depth. A line without a capture since the root is
// searched even if the table has the board: values do not show progress.
func (l *lookahead[B, G]) lookUp(b *B, depth, at, alpha, beta int) (value int, sure, ok bool) {
	lead := l.leads[at]
	if l.comesAgain(b, at) {
		return l.game.repeated(b, lead) * unit, false, true
	}
	e, known := l.game.ending(b, lead)
	n := l.game.most(b)
	fewer := n < l.game.most(&l.root)
	switch {
	case !known:
	case fewer && e.low*unit >= beta:
		return e.low * unit, true, true
	case fewer && e.high*unit <= alpha:
		return e.high * unit, true, true
	case fewer && e.low == e.high:
		return e.low * unit, true, true
	case depth <= 0 && e.likely > 0:
		return e.likely*unit - n/2, false, true // so that it makes progress
	case depth <= 0 && e.likely < 0:
		return e.likely*unit + n/2, false, true
	case depth <= 0:
		return 0, false, true
	}
	return 0, false, false
}

// abs returns the absolute value.
func abs(x int) int { return max(x, -x) }

// comesAgain records the board at a distance from the root, and reports whether it has come again.
// Captures take seeds out of the houses, so a board with more of them is as far as it looks back.
func (l *lookahead[B, G]) comesAgain(b *B, at int) bool {
	l.boards = append(l.boards[:l.past+at], *b)
	if at == 0 {
		return false
	}
	most := l.game.most(b)
	for i := l.past + at - 2; i >= 0 && l.game.most(&l.boards[i]) == most; i -= 2 {
		if l.boards[i] == *b {
			l.repeats++
			return true
		}
	}
	return false
}

func (l *lookahead[B, G]) watch(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, func() { l.stop.Store(true) })
}

func (l *lookahead[B, G]) searched() uint64 { return l.nodes }

// makeRoom preallocates the buffers of a search to a depth.
func (l *lookahead[B, G]) makeRoom(depth int) {
	for len(l.plies) <= depth+1 {
		l.plies = append(l.plies, make([]ply[B], 0, rules.MaxHouses+1))
		l.lines = append(l.lines, make([]rules.House, 0, maxDepth+1))
	}
	for len(l.leads) <= depth+1 {
		l.leads = append(l.leads, 0)
	}
}

// checkEvery is the number of nodes between two checks for a stop; less than a millisecond.
const checkEvery = 1 << 10

// narrow is the initial half-width of the aspiration window at greater depths, in parts of a seed.
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
	return finding{v, p && l.game.acyclic(), append([]rules.House(nil), l.lines[0]...)}, true
}

// ended counts a node and reports whether the search must stop.
func (l *lookahead[B, G]) ended() bool {
	l.nodes++
	if l.nodes%checkEvery == 0 {
		breathe()
	}
	if (l.nodes%checkEvery == 0 && l.stop.Load() || l.nodes >= l.limit) && !l.heedless {
		l.stopped = true
	}
	return l.stopped
}

// search returns the value of b at a depth if it lies between alpha and beta, and otherwise a bound
// on that side (fail-soft); and whether the result holds at any depth. With an open window it
// leaves the principal variation in lines[at].
func (l *lookahead[B, G]) search(b *B, depth, at, alpha, beta int) (int, bool) {
	open := beta-alpha > 1
	if open {
		l.lines[at] = l.lines[at][:0]
	}
	if l.ended() {
		return 0, false
	}
	most := l.game.most(b) * unit
	if l.cyclic {
		v, sure, ok := l.lookUp(b, depth, at, alpha, beta)
		switch {
		case ok:
			return v, sure
		case abs(l.game.repeated(b, l.leads[at])*unit) > most:
			most = endless // the seeds in the houses are no bound
		}
	}
	switch {
	case most <= alpha:
		return most, true
	case -most >= beta:
		return -most, true
	case depth <= 0:
		return min(max(l.game.estimate(b), -most), most), false
	}
	if depth == 1 && !open {
		v, _, p := l.searchPlies(b, depth, at, alpha, beta, 0) // not worth an entry
		return v, p
	}
	return l.searchKnown(b, depth, at, alpha, beta)
}

// searchKnown is search with the transposition table. A result that depends on a repetition holds
// only for this line: the table gets only its best ply.
func (l *lookahead[B, G]) searchKnown(b *B, depth, at, alpha, beta int) (int, bool) {
	hash, repeats := l.game.hash(b), l.repeats
	n := l.table.find(b, hash)
	if beta-alpha == 1 {
		if v, p, ok := n.answer(depth, alpha, beta); ok {
			return v, p
		}
	}
	best, house, sure := l.searchPlies(b, depth, at, alpha, beta, n.house)
	switch {
	case l.stopped:
	case l.repeats == repeats:
		l.table.store(b, hash, depth, best, alpha, beta, house, sure)
	case n.effort == 0:
		l.table.store(b, hash, 0, best, alpha, beta, house, false)
	}
	return best, sure
}

// searchPlies searches the plies of a board until one causes a beta cutoff.
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
			i-- // pick another one first
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

// follow returns the value of a ply to its mover, as search does.
func (l *lookahead[B, G]) follow(c *ply[B], depth, at, alpha, beta int) (int, bool) {
	gain := int(c.gain) * unit
	l.leads[at+1] = -l.leads[at] - int(c.gain)
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

// scramble mixes two words; the high bits depend on every input bit.
func scramble(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	h := hi ^ lo ^ b
	hi, lo = bits.Mul64(h^0xe7037ed1a0b428db, 0xa0761d6478bd642f)
	return hi ^ lo
}
