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
	// StepCapture empties houses, all at once, into the store of To. Pit is the last seed's house,
	// or the tuzdik of To.
	StepCapture
	// StepSweep empties all houses of Pit's side at once, for the store of To: the game is over.
	StepSweep
	// StepBank adds captured or swept seeds to the store Pit.
	StepBank
	// StepSwap exchanges everything that the two sides have.
	StepSwap
	// StepMark makes Pit the tuzdik of To, after its capture.
	StepMark
)

// Step is one visible change of the board within a ply.
type Step struct {
	Kind StepKind
	// Pit is the pit concerned; see the kinds.
	Pit Pit
	// Pits are the pits that the step empties.
	Pits PitSet
	// To is the side that gets the captured or swept seeds, now or in the next step.
	To Side
	// Seeds is the number of seeds moved: lifted, one for a drop, captured, swept or banked.
	Seeds uint8
	// Board is the board after the step. No pit has the seeds in the hand, or seeds taken but not
	// yet banked.
	Board Board
}

// Steps yields the visible steps of a ply, in order: the source house to zero, each receiving pit
// plus one, the captured houses to zero together, and the store plus the captured seeds. At the end
// of a game the same follows for the swept seeds (CS 340, "Project Animation"). Houses of one row
// are captured one by one, backwards from the last seed. The Board of the last step equals the
// board after the ply. The sowing must be a result of p.Sow, or of [Play] after p. Steps does not
// sow again: it yields nothing for a ply that is illegal in p, has another number of seeds or
// belongs to the other side, but trusts the rest.
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
		_ = p.sowSteps(s, yield) && p.captureSteps(s, yield) && p.gatherSteps(s, yield) && p.sweepSteps(s, yield)
	}
}

// sowSteps yields the lift and the drops.
func (p *Position) sowSteps(s Sowing, yield func(Step) bool) bool {
	from, at := Pit{s.Mover, s.From}, p.hand(s.From)
	if !p.empty(Step{Kind: StepLift, Pit: from, Pits: SetOf(from), To: s.Mover}, yield) {
		return false
	}
	for range s.Seeds {
		at = p.next(at, s.From)
		*p.board.at(at)++
		if !yield(Step{Kind: StepDrop, Pit: at, To: s.Mover, Seeds: 1, Board: p.board}) {
			return false
		}
	}
	return true
}

// captureSteps yields the capture, if any, and the mark of a tuzdik.
func (p *Position) captureSteps(s Sowing, yield func(Step) bool) bool {
	across := p.Opposite(s.Last)
	if s.Taken.Has(across) {
		return p.takeSteps(Step{Pit: s.Last, Pits: s.Taken, To: s.Mover}, yield)
	}
	for at := s.Last; !at.IsStore() && s.Taken.Has(at); at.House-- {
		if !p.takeSteps(Step{Pit: at, Pits: SetOf(at), To: s.Mover}, yield) {
			return false
		}
	}
	if s.Won == 0 {
		return true
	}
	p.board.Tuzdik[s.Mover] = s.Won
	return yield(Step{Kind: StepMark, Pit: s.Last, To: s.Mover, Board: p.board})
}

// gatherSteps yields the gains of tuzdiks for their owners.
func (p *Position) gatherSteps(s Sowing, yield func(Step) bool) bool {
	for _, side := range [...]Side{s.Mover, s.Mover.Opponent()} {
		if s.Gathered[side] == 0 {
			continue
		}
		at := Pit{side.Opponent(), p.board.Tuzdik[side]}
		if !p.takeSteps(Step{Pit: at, Pits: SetOf(at), To: side}, yield) {
			return false
		}
	}
	return true
}

// takeSteps yields a capture, and the store's gain.
func (p *Position) takeSteps(step Step, yield func(Step) bool) bool {
	step.Kind = StepCapture
	n := 0
	for pit := range step.Pits.All() {
		n += p.board.Seeds(pit)
	}
	return p.empty(step, yield) && p.bank(step.To, uint8(n), yield)
}

// sweepSteps yields the final sweep, if the ply ended the game and seeds were left.
func (p *Position) sweepSteps(s Sowing, yield func(Step) bool) bool {
	for _, row := range [...]Side{s.Mover, s.Mover.Opponent()} {
		n := uint8(p.board.InHouses(row))
		if n == 0 || s.Swept == [2]uint8{} {
			continue
		}
		step := Step{Kind: StepSweep, Pit: Pit{row, 1}, To: row}
		if s.Swept[row] < n { // the other side gets the seeds of this row
			step.To = row.Opponent()
		}
		for h := House(1); h <= House(p.variant.Houses); h++ {
			step.Pits = step.Pits.Add(Pit{row, h})
		}
		if !p.empty(step, yield) || !p.bank(step.To, n, yield) {
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
