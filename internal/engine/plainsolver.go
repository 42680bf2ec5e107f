package engine

import (
	"context"
	"sync/atomic"

	"mancala/rules"
)

// plainSolver proves values under any rules, by alpha-beta search with package rules.
type plainSolver struct {
	known []plainEntry
	nodes uint64
	stop  *atomic.Bool
	ended bool
	// report reports progress.
	report func(Progress)
}

// plainEntry holds the results for a position, from the view of its side to move.
type plainEntry struct {
	p         rules.Position
	low, high int16
}

// plainEntryBytes is the size of a plainEntry, rounded up.
const plainEntryBytes = 64

// plainReportEvery is the number of nodes between two reports; some tenths of a second.
const plainReportEvery = 1 << 18

func (s *plainSolver) prepare(context.Context, rules.Position) error { return nil }

func (s *plainSolver) searched() uint64 { return s.nodes }

func (s *plainSolver) value(ctx context.Context, p rules.Position, _ int) (bracket, error) {
	s.stop, s.ended = new(atomic.Bool), false
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	total := p.Variant().Total()
	if p.Over() {
		v := p.Lead(p.ToMove())
		return bracket{low: v, high: v}, nil
	}
	known := bracket{low: -total - 1, high: total}
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // a ply of Plies is legal
		v := s.after(p, next, known.low, total)
		if s.ended {
			known.low = max(known.low, -total)
			return known, ctx.Err()
		}
		if v > known.low {
			known.low, known.best = v, h
		}
	}
	known.high = known.low
	return known, nil
}

// after returns the result of searching the position after a ply, from the view of the ply's mover.
func (s *plainSolver) after(p, next rules.Position, alpha, beta int) int {
	if next.ToMove() == p.ToMove() {
		return s.search(next, alpha, beta)
	}
	return -s.search(next, -beta, -alpha)
}

// entry returns the transposition table entry of a position. A position and its mirror image share
// one.
func (s *plainSolver) entry(p rules.Position) (*plainEntry, rules.Position) {
	if p.ToMove() == rules.North {
		p = p.Mirror()
	}
	board, hash := p.Board(), uint64(14695981039346656037)
	for side := range board.House {
		for _, n := range board.House[side] {
			hash = (hash ^ uint64(n)) * 1099511628211
		}
		hash = (hash ^ uint64(board.Store[side])) * 1099511628211
	}
	hash ^= hash >> 32
	return &s.known[hash%uint64(len(s.known))], p
}

// search returns the value of p if it is between alpha and beta, and otherwise a bound on that side
// (fail-soft).
func (s *plainSolver) search(p rules.Position, alpha, beta int) int {
	mover := p.ToMove()
	if p.Over() {
		return p.Lead(mover)
	}
	s.nodes++
	if s.nodes%64 == 0 {
		breathe()
		s.ended = s.ended || s.stop.Load()
	}
	if s.nodes%plainReportEvery == 0 {
		s.report(Progress{Nodes: s.nodes})
	}
	if s.ended {
		return 0
	}
	total := p.Variant().Total()
	low, high := -total, total
	e, key := s.entry(p)
	if e.p == key {
		low, high = int(e.low), int(e.high)
	}
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}
	best, from := -total-1, alpha
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // a ply of Plies is legal
		v := s.after(p, next, alpha, beta)
		if s.ended {
			return 0
		}
		best = max(best, v)
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	if best > from {
		low = max(low, best)
	}
	if best < beta {
		high = min(high, best)
	}
	*e = plainEntry{key, int16(low), int16(high)}
	return best
}
