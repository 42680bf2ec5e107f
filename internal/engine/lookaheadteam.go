package engine

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"mancala/rules"
)

// team is a lookahead by several threads. All search the same root to the same depth, share the
// transposition table, and defer boards that another thread is at. The first to finish ends the
// search, so the result may vary from run to run.
type team[B comparable, G game[B]] struct {
	members []*lookahead[B, G]
	busy    busyBoards
	stop    atomic.Bool
}

// Up to depth shallow one thread is as fast as several. Boards searched to less than shareDepth are
// not worth announcing to the others.
const (
	shallow    = 6
	shareDepth = 3
)

// postponed is the priority of a deferred ply.
const postponed = math.MinInt16

// newTeam returns a lookahead by that many threads; a simple one for one thread or less.
func newTeam[B comparable, G game[B]](g G, memory uint64, threads int) thinker {
	if threads <= 1 {
		return &lookahead[B, G]{game: g, table: newLookaheadTable[B](memory, false)}
	}
	t, table := &team[B, G]{}, newLookaheadTable[B](memory, true)
	for range threads {
		t.members = append(t.members, &lookahead[B, G]{game: g, table: table})
	}
	return t
}

// postpone reports whether another searcher is at a ply's board, and defers the ply if so. Each ply
// is deferred at most once.
func (l *lookahead[B, G]) postpone(c *ply[B], depth int) bool {
	if l.busy == nil || depth <= shareDepth || c.order == postponed || c.over || !l.busy.holds(l.name(c, depth)) {
		return false
	}
	c.order = postponed
	return true
}

// enter announces that this searcher is at a ply's board.
func (l *lookahead[B, G]) enter(c *ply[B], depth int) {
	if l.busy != nil && depth > shareDepth {
		l.busy.enter(l.name(c, depth))
	}
}

func (l *lookahead[B, G]) leave(c *ply[B], depth int) {
	if l.busy != nil && depth > shareDepth {
		l.busy.leave(l.name(c, depth))
	}
}

// name identifies a ply's board at the depth of its search.
func (l *lookahead[B, G]) name(c *ply[B], depth int) uint64 {
	return scramble(l.game.hash(&c.next), uint64(depth))
}

func (t *team[B, G]) alone() thinker { return t.members[0] }

// begin implements thinker. It ignores the limit, which would not end a search at the same board
// each time.
func (t *team[B, G]) begin(p rules.Position, _ uint64) {
	t.stop.Store(false)
	t.members[0].begin(p, 0)
	for _, l := range t.members[1:] {
		l.root, l.nodes, l.limit = t.members[0].root, 0, math.MaxUint64
		l.cyclic, l.leads = t.members[0].cyclic, append(l.leads[:0], t.members[0].leads...)
	}
	t.remember(nil)
}

func (t *team[B, G]) remember(past []rules.Position) {
	for _, l := range t.members {
		l.remember(past)
	}
}

func (t *team[B, G]) watch(ctx context.Context) func() bool {
	return context.AfterFunc(ctx, func() {
		t.stop.Store(true)
		t.end()
	})
}

func (t *team[B, G]) consult(e *Endings) { t.members[0].consult(e) } // they share the game

// end stops the running search.
func (t *team[B, G]) end() {
	for _, l := range t.members {
		l.stop.Store(true)
	}
}

// resume clears the members' stop flags, unless the context has ended.
func (t *team[B, G]) resume() {
	for _, l := range t.members {
		l.stopped = false
		l.stop.Store(false)
	}
	if t.stop.Load() {
		t.end()
	}
}

func (t *team[B, G]) deepen(depth, guess int) (finding, bool) {
	t.resume()
	if depth <= shallow {
		return t.members[0].deepen(depth, guess)
	}
	var found atomic.Pointer[finding]
	search := func(l *lookahead[B, G]) {
		l.busy = &t.busy
		f, ok := l.deepen(depth, guess)
		l.busy = nil
		if ok && found.CompareAndSwap(nil, &f) {
			t.end()
		}
	}
	var others sync.WaitGroup
	for _, l := range t.members[1:] {
		others.Go(func() { search(l) })
	}
	search(t.members[0])
	others.Wait()
	if f := found.Load(); f != nil {
		return *f, true
	}
	return finding{}, false
}

func (t *team[B, G]) rate(depth, tolerance int) ([]rating, bool) {
	t.resume()
	return t.members[0].rate(depth, tolerance)
}

func (t *team[B, G]) searched() (n uint64) {
	for _, l := range t.members {
		n += l.nodes
	}
	return n
}
