package engine

import (
	"context"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// worthProving reports whether a proof of p's value is likely to succeed before ctx ends.
func worthProving(ctx context.Context, p rules.Position) bool {
	v := p.Variant()
	if !packable(v) || v.Pie {
		return false
	}
	most := provable[v.Houses]
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < longTime {
		most = provableSoon[v.Houses]
	}
	// Games without extra turns, and more so without captures, are longer and put less into the
	// stores.
	if !v.ExtraTurn {
		most -= 10
	}
	if v.Capture == rules.CaptureNever {
		most -= 20
	}
	board := p.Board()
	return board.InHouses(rules.South)+board.InHouses(rules.North) <= most
}

// The largest number of seeds in the houses whose value can be proved, by houses a side: in about a
// second, including the endgame tables, and in little more than longTime.
var (
	provableSoon = [maxPackedHouses + 1]int{1: 127, 2: 127, 3: 90, 4: 60, 5: 44, 6: 44, 7: 38}
	provable     = [maxPackedHouses + 1]int{1: 127, 2: 127, 3: 127, 4: 70, 5: 54, 6: 48, 7: 42}
)

const longTime = 15 * time.Second

// prove searches for the exact value of p in three quarters of the time left; the rest is for
// looking ahead. If it fails, it returns known, clamped to the proved bounds.
func (a *Analyst) prove(ctx context.Context, p rules.Position, known Analysis) Analysis {
	if deadline, ok := ctx.Deadline(); ok {
		shorter, cancel := context.WithTimeout(ctx, time.Until(deadline)*3/4)
		defer cancel()
		ctx = shorter
	}
	pr := a.solver.prover()
	before := pr.searched()
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

// bestLine follows best play from a solved position, as far as that takes hardly any work.
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

// Follow extends the line of found, an exact analysis of p within limits, to the end of the game or
// of ctx. It uses the book, then proofs and, once neither applies, one estimate. It searches more
// boards than limits allows.
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

// bestPly analyzes a position whose value is known.
func (a *Analyst) bestPly(ctx context.Context, p rules.Position, worth int, limits Limits) Analysis {
	same, settled := p.WithoutPie()
	if !settled || !worthProving(ctx, same) || limits != (Limits{}) {
		known, _ := a.spend(ctx, p, effort{limits: limits}, nil)
		return known
	}
	if value, best, ok := bookOf(same.Variant()).find(same); ok {
		return Analysis{Verdict: exactly(value, best)}
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
	return Analysis{Verdict: exactly(worth, found.best), Nodes: pr.searched() - before}
}

// exactly returns a verdict that is proved.
func exactly(value int, best rules.House) match.Verdict {
	return match.Verdict{Value: value, Exact: true, Line: []rules.House{best}}
}
