package rules

import "iter"

// StepKind is the kind of a [Step].
type StepKind uint8

// The kinds of steps, in their order within a ply.
const (
	// StepLift empties the source house: its seeds are in the hand.
	StepLift StepKind = iota
	// StepDrop lets one seed fall from the hand into Pit.
	StepDrop
	// StepCapture empties the houses of a capture, all at once. Pit is the one of the last seed.
	StepCapture
	// StepSweep empties all houses of Pit's side at once: the game is over.
	StepSweep
	// StepBank adds captured or swept seeds to the store Pit.
	StepBank
	// StepSwap exchanges everything that the two sides have.
	StepSwap
)

// Step is one visible change of the board within a ply.
type Step struct {
	Kind StepKind
	// Pit is the pit concerned; see the kinds.
	Pit Pit
	// Pits are the pits that the step empties.
	Pits PitSet
	// To is the side whose store receives the captured or swept seeds, now or in the next step.
	To Side
	// Seeds is the number of seeds moved: lifted, one for a drop, captured, swept or banked.
	Seeds uint8
	// Board is the board after the step. Seeds in the hand, or taken and not yet banked, are in no
	// pit.
	Board Board
}

// Steps yields the visible steps of a ply, in order: the source house to zero, each receiving pit
// plus one in turn, the captured houses to zero together, the store plus the captured seeds, and at
// the end of a game the same for the swept seeds (CS 340, "Project Animation"). The Board of the
// last step equals the board after the ply. The sowing must be one that p.Sow returned. Steps does
// not sow again: it yields nothing for a ply that is not legal in p, and for one with another
// number of seeds or of the other side, but trusts the rest.
func (p Position) Steps(s Sowing) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if s.Mover != p.toMove || p.Legal(s.From) != nil {
			return
		}
		if s.From == Swap {
			after, _, _ := p.swap()
			yield(Step{Kind: StepSwap, Board: after.board})
			return
		}
		if s.Seeds != p.board.House[s.Mover][s.From-1] {
			return
		}
		_ = p.sowSteps(s, yield) && p.captureSteps(s, yield) && p.sweepSteps(s, yield)
	}
}

// sowSteps yields the lift and the drops.
func (p *Position) sowSteps(s Sowing, yield func(Step) bool) bool {
	at := Pit{s.Mover, s.From}
	if !p.empty(Step{Kind: StepLift, Pit: at, Pits: SetOf(at), To: s.Mover}, yield) {
		return false
	}
	for range s.Seeds {
		at = p.next(at)
		*p.board.at(at)++
		if !yield(Step{Kind: StepDrop, Pit: at, To: s.Mover, Seeds: 1, Board: p.board}) {
			return false
		}
	}
	return true
}

// captureSteps yields the capture, if there is one.
func (p *Position) captureSteps(s Sowing, yield func(Step) bool) bool {
	if s.Captured == 0 {
		return true
	}
	return p.empty(Step{Kind: StepCapture, Pit: s.Last, Pits: s.Taken, To: s.Mover}, yield) &&
		p.bank(s.Mover, s.Captured, yield)
}

// sweepSteps yields the final sweep, if the ply ended the game and seeds were left.
func (p *Position) sweepSteps(s Sowing, yield func(Step) bool) bool {
	for _, side := range [...]Side{South, North} {
		if s.Swept[side] == 0 {
			continue
		}
		step := Step{Kind: StepSweep, Pit: Pit{side, 1}, To: side}
		for h := House(1); h <= House(p.variant.Houses); h++ {
			step.Pits = step.Pits.Add(Pit{side, h})
		}
		if !p.empty(step, yield) || !p.bank(side, s.Swept[side], yield) {
			return false
		}
	}
	return true
}

// empty yields a step that takes all seeds out of its pits.
func (p *Position) empty(step Step, yield func(Step) bool) bool {
	for pit := range step.Pits.All() {
		step.Seeds += *p.board.at(pit)
		*p.board.at(pit) = 0
	}
	step.Board = p.board
	return yield(step)
}

func (p *Position) bank(side Side, n uint8, yield func(Step) bool) bool {
	p.board.Store[side] += n
	return yield(Step{Kind: StepBank, Pit: StoreOf(side), To: side, Seeds: n, Board: p.board})
}
