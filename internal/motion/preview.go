package motion

import "mancala/rules"

// Preview is the effect of a ply before it is played. Make one with [NewPreview].
type Preview struct {
	// From is the house to sow.
	From rules.Pit
	// Last is the pit into which the last seed would fall.
	Last rules.Pit
	// Way holds the pits of the seeds in the order in which they would fall.
	Way []rules.Pit
	// Taken are the houses that a capture would empty.
	Taken rules.PitSet
	// Board is the board after the ply, and after the sweep if the ply ends the game.
	Board rules.Board
	// Consequence holds the other effects.
	Consequence Consequence
}

// Consequence describes the consequences of a ply beyond the seeds it sows, as a code for words.
// The zero value means none.
type Consequence struct {
	// Captures is the number of seeds that the mover captures, 0..200.
	Captures int
	// Tuzdik reports that the mover wins the house of the last seed as a tuzdik.
	Tuzdik bool
	// ExtraTurn reports that the mover moves again.
	ExtraTurn bool
	// Ends reports that the game ends, with Score in the stores, by side. Repeats reports that the
	// cause is a repeated position, and Drawn that the game is drawn.
	Ends, Repeats, Drawn bool
	Score                [2]int
}

// NewPreview computes the effect of playing h in the last position of past, as [rules.Play] does.
// It returns false if h is not legal, and for [rules.Swap], which sows nothing.
func NewPreview(past []rules.Position, h rules.House) (Preview, bool) {
	after, s, err := rules.Play(past, h)
	if err != nil || h == rules.Swap {
		return Preview{}, false
	}
	v := Preview{
		From: rules.Pit{Side: s.Mover, House: h}, Last: s.Last, Taken: s.Taken,
		Board: after.Board(), Way: make([]rules.Pit, 0, s.Seeds),
	}
	v.Consequence = Consequence{
		Captures: int(s.Captured), Tuzdik: s.Won != 0, ExtraTurn: s.ExtraTurn,
		Ends: s.Ends(), Repeats: s.End == rules.CauseRepeated, Drawn: after.Outcome() == rules.Draw,
	}
	if s.Ends() {
		v.Consequence.Score = [2]int{after.Store(rules.South), after.Store(rules.North)}
	}
	for step := range past[len(past)-1].Steps(s) {
		if step.Kind == rules.StepDrop {
			v.Way = append(v.Way, step.Pit)
		}
	}
	return v, true
}
