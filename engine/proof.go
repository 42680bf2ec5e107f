package engine

import (
	"context"
	"slices"
	"time"

	"mancala/rules"
)

// worthProving reports whether a solver can be expected to prove the value of p as long as ctx
// lasts.
func worthProving(ctx context.Context, p rules.Position) bool {
	v := p.Variant()
	if !packable(v) || v.Pie {
		return false
	}
	most := provable[v.Houses]
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < longTime {
		most = provableSoon[v.Houses]
	}
	// Without extra turns, and without captures even more so, games are longer and less goes into
	// the stores.
	if !v.ExtraTurn {
		most -= 10
	}
	if v.Capture == rules.CaptureNever {
		most -= 20
	}
	board := p.Board()
	return board.InHouses(rules.South)+board.InHouses(rules.North) <= most
}

// How many seeds the houses may hold for a value to be proved, by the number of houses a side:
// within a second or so with tables that are quickly made, and within longTime or somewhat more.
var (
	provableSoon = [maxPackedHouses + 1]int{1: 127, 2: 127, 3: 90, 4: 60, 5: 44, 6: 44, 7: 38}
	provable     = [maxPackedHouses + 1]int{1: 127, 2: 127, 3: 127, 4: 70, 5: 54, 6: 48, 7: 42}
)

const longTime = 15 * time.Second

// prove has the solver search up to that many boards for the exact value of p, in three quarters of
// the time there is, so that there is some left to look ahead. If it does not find it, it returns
// the earlier analysis, within the proved bounds.
func (a *Analyst) prove(ctx context.Context, p rules.Position, most uint64, known Analysis) Analysis {
	ctx, cancel := context.WithCancel(ctx)
	if deadline, ok := ctx.Deadline(); ok {
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)*3/4)
	}
	defer cancel()
	pr := a.solver.prover()
	before := pr.searched()
	a.proof = spending{before, most, cancel}
	defer func() { a.proof = spending{} }()
	if pr.prepare(ctx, p) != nil {
		return known
	}
	found, err := pr.value(ctx, p, known.Value)
	known.Nodes += pr.searched() - before
	known.Value = min(max(known.Value, found.low), found.high)
	if err == nil && found.low == found.high {
		known.Value, known.Exact = found.low, true
		known.Line = a.bestLine(ctx, p, found)
		known.Sure = len(known.Line)
	}
	return known
}

// bestLine follows best play from a position of which all is known, as far as that takes next to no
// work.
func (a *Analyst) bestLine(ctx context.Context, p rules.Position, found bracket) []rules.House {
	pr := a.solver.prover()
	most := pr.searched() + beforeProof
	var line []rules.House
	for {
		line = append(line, found.best)
		next, _, err := p.Sow(found.best)
		if err != nil || next.Over() || pr.searched() > most {
			return line
		}
		worth := found.low
		if next.ToMove() != p.ToMove() {
			worth = -worth
		}
		if found, err = pr.value(ctx, next, worth); err != nil {
			return line
		}
		p = next
	}
}

// Follow carries the line of found, an exact analysis of p within limits, on to the end of the game
// while ctx lasts: by the book, by proofs, and, once neither applies, by one estimate. It searches
// more boards than limits name.
func (a *Analyst) Follow(ctx context.Context, p rules.Position, found Analysis, limits Limits) Analysis {
	mover, value := p.ToMove(), found.Value
	found.Line = slices.Clone(found.Line)
	for played := 0; found.Exact && ctx.Err() == nil; {
		for ; played < len(found.Line); played++ {
			next, s, err := p.Sow(found.Line[played])
			if err != nil || next.Over() {
				return found
			}
			if s.From == rules.Swap {
				mover, value = next.ToMove(), -value
			}
			p = next
		}
		worth := value
		if p.ToMove() != mover {
			worth = -worth
		}
		more := a.bestPly(ctx, p, worth, limits)
		found.Line = append(found.Line, more.Line...)
		found.Nodes += more.Nodes
		if !more.Exact || len(more.Line) == 0 {
			break
		}
		found.Sure = len(found.Line)
	}
	return found
}

// bestPly analyzes a position of which the value is known.
func (a *Analyst) bestPly(ctx context.Context, p rules.Position, worth int, limits Limits) Analysis {
	same, settled := p.WithoutPie()
	if !settled || !worthProving(ctx, same) || limits != (Limits{}) {
		known, _ := a.spend(ctx, p, effort{limits: limits}, nil)
		return known
	}
	if value, best, ok := bookOf(same.Variant()).find(same); ok {
		return Analysis{Value: value, Exact: true, Line: []rules.House{best}}
	}
	pr := a.solver.prover()
	before := pr.searched()
	if pr.prepare(ctx, same) != nil {
		return Analysis{}
	}
	found, err := pr.value(ctx, same, worth)
	if err != nil {
		return Analysis{}
	}
	return Analysis{Value: worth, Exact: true, Line: []rules.House{found.best}, Nodes: pr.searched() - before}
}

// spending is how many boards have been searched for a proof.
type spending struct {
	before, most uint64
	cancel       context.CancelFunc // nil if no proof is under way
}

// spend takes note of how many boards the solver has searched in all its life, and ends the proof
// if they are too many.
func (s *spending) spend(nodes uint64) {
	if s.cancel != nil && nodes > s.before && nodes-s.before > s.most {
		s.cancel()
	}
}
