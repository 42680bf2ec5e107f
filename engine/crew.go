package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"mancala/rules"
)

// crew proves the values of many positions with all threads of a solver. Each thread has a position
// of its own as long as there are enough of them, so none waits for another; with the last ones
// they help each other. The transposition table is common to all.
type crew struct {
	solver *Solver
	fast   *fastSolver
	ctx    context.Context
	busy   busyBoards
	// proved is called with each position proved, by one thread at a time. It returns further
	// positions.
	proved func(rules.Position, bracket) []rules.Position

	// tables is held for reading by a thread that searches, and for writing while tables grow.
	tables sync.RWMutex
	growth int // how often they have grown

	mu      sync.Mutex         // guards the following, and the node counts of fast
	waiting [][]rules.Position // by the number of seeds in the houses
	begun   int                // tasks begun and not finished
	open    []*task            // those that other threads can help with
	changed sync.Cond          // there is something else to take, or the crew is over
	err     error              // of a growth that failed
}

// task is a position being proved.
type task struct {
	position rules.Position
	root     root
	threads  int // that search it
	done     bool
}

// sliceBoards is the number of boards that a thread searches before it looks at the others; some
// milliseconds.
const sliceBoards = 1 << 14

// proveAll proves the values of positions, and of those that proved returns, one with many seeds
// before one with few. The rules must have packed boards. If ctx ends it returns within 50
// milliseconds, with the error of ctx.
func (s *Solver) proveAll(ctx context.Context, list []rules.Position, proved func(rules.Position, bracket) []rules.Position) error {
	if len(list) == 0 {
		return nil
	}
	richest := slices.MaxFunc(list, func(a, b rules.Position) int { return pack(a).seeds() - pack(b).seeds() })
	if err := s.prover().prepare(ctx, richest); err != nil {
		return err
	}
	defer s.fast.saving.Wait()
	c := &crew{
		solver: s, fast: s.fast, ctx: ctx, proved: proved,
		waiting: make([][]rules.Position, s.variant.Total()+1),
	}
	c.changed.L = &c.mu
	c.queue(list)
	defer context.AfterFunc(ctx, c.wake)()
	var threads sync.WaitGroup
	for range s.config.Threads {
		threads.Go((&member{crew: c}).work)
	}
	threads.Wait()
	return cmp.Or(c.err, ctx.Err())
}

// over reports whether the threads have to stop, whatever is left to prove.
func (c *crew) over() bool { return c.err != nil || c.ctx.Err() != nil }

// wake lets threads that wait look again.
func (c *crew) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changed.Broadcast()
}

// queue adds positions to those that wait.
func (c *crew) queue(list []rules.Position) {
	for _, p := range list {
		n := pack(p).seeds()
		c.waiting[n] = append(c.waiting[n], p)
	}
	c.changed.Broadcast()
}

// next takes the position with the most seeds from those that wait; of several, the latest, as it
// has most in common with the boards just searched.
func (c *crew) next() (p rules.Position, ok bool) {
	for n, list := range slices.Backward(c.waiting) {
		if last := len(list) - 1; last >= 0 {
			c.waiting[n] = list[:last]
			return list[last], true
		}
	}
	return p, false
}

// idle reports whether no position waits.
func (c *crew) idle() bool {
	return !slices.ContainsFunc(c.waiting, func(list []rules.Position) bool { return len(list) > 0 })
}

// take returns a task to work at: of a position that waits, or else one that another thread has
// begun. It returns nil if nothing is left to prove, or the crew is over.
func (c *crew) take() *task {
	c.mu.Lock()
	for !c.over() {
		if p, ok := c.next(); ok {
			c.begun++
			c.mu.Unlock()
			return c.begin(p)
		}
		if c.begun == 0 {
			break
		}
		if len(c.open) > 0 {
			p := slices.MinFunc(c.open, func(a, b *task) int { return a.threads - b.threads })
			p.threads++
			c.mu.Unlock()
			return p
		}
		c.changed.Wait()
	}
	c.changed.Broadcast()
	c.mu.Unlock()
	return nil
}

// begin opens a task.
func (c *crew) begin(p rules.Position) *task {
	b, lead := pack(p), p.Lead(p.ToMove())
	n, guess := b.seeds(), c.solver.guess(c.ctx, p)-lead
	opened := &task{
		position: p, threads: 1,
		root: root{own: b.own, opp: b.opp, n: n, low: -n, high: n, guess: guess, house: noHouse},
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = append(c.open, opened)
	c.changed.Broadcast()
	return opened
}

// member is a thread of a crew.
type member struct {
	*crew
	searchers [lanes]searcher
	at        *task  // that they search
	since     int    // growth when they began
	counted   uint64 // of their boards, those that are in the count of fast
}

func (m *member) work() {
	for p := m.take(); p != nil; p = m.take() {
		for {
			m.search(p)
			if m.leave(p) {
				break
			}
			m.grow()
		}
	}
}

// search searches some boards.
func (m *member) search(p *task) {
	m.tables.RLock()
	defer m.tables.RUnlock()
	m.mu.Lock()
	r, over := p.root, m.over()
	m.mu.Unlock()
	if !over && (m.at == p && m.since == m.growth || m.start(p, r)) {
		takeTurns(m.searchers[:], sliceBoards, new(atomic.Bool), nil)
	}
}

// start lets the searchers begin with the root of a task. It returns false if that needs no
// search.
func (m *member) start(p *task, r root) bool {
	m.at, m.since, m.counted = p, m.growth, 0
	open := true
	for i := range m.searchers {
		s := &m.searchers[i]
		*s = m.fast.searcher(&m.busy, s.path)
		open = s.begin(r) && open
	}
	return open
}

// leave tells the others the results of a search, and reports whether this thread is no longer
// needed at the task.
func (m *member) leave(p *task) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at == p {
		m.tell(p)
	}
	if p.done || m.over() || p.threads > 1 && !m.idle() {
		p.threads--
		return true
	}
	return false
}

// tell adopts the results of the searchers, and passes the value of the task on once it has one.
func (m *member) tell(p *task) {
	r, searched := &p.root, uint64(0)
	for i := range m.searchers {
		s := &m.searchers[i]
		searched += s.nodes
		r.adopt(s.root)
	}
	m.fast.nodes += searched - m.counted
	m.counted = searched
	if r.low < r.high || p.done {
		return
	}
	p.done = true
	m.begun--
	m.open = slices.DeleteFunc(m.open, func(other *task) bool { return other == p })
	value := p.position.Lead(p.position.ToMove()) + r.low
	m.queue(m.proved(p.position, bracket{value, value, m.fast.best(&m.searchers[0], r)}))
}

// grow grows the tables if they are due. No other thread searches meanwhile.
func (m *member) grow() {
	m.mu.Lock()
	due := m.fast.due()
	m.mu.Unlock()
	if !due {
		return
	}
	m.tables.Lock()
	defer m.tables.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.over() && m.fast.due() {
		m.growth++
		m.err = m.fast.growMore(m.ctx)
	}
}
