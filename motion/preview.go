package motion

import "mancala/rules"

// Preview is the effect of a ply before it is played. Make one with [NewPreview].
type Preview struct {
	// From is the house to sow.
	From rules.Pit
	// Last is the pit into which the last seed would fall.
	Last rules.Pit
	// Consequence holds the other effects.
	Consequence Consequence

	gains  [2][rules.MaxHouses + 1]uint8
	losses [2][rules.MaxHouses + 1]uint8
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
	p := past[len(past)-1]
	v := Preview{From: rules.Pit{Side: s.Mover, House: h}, Last: s.Last}
	v.Consequence = Consequence{
		Captures: int(s.Captured), Tuzdik: s.Won != 0, ExtraTurn: s.ExtraTurn,
		Ends: s.Ends(), Repeats: s.End == rules.CauseRepeated, Drawn: after.Outcome() == rules.Draw,
	}
	if s.Ends() {
		v.Consequence.Score = [2]int{after.Store(rules.South), after.Store(rules.North)}
	}
	for step := range p.Steps(s) {
		switch step.Kind {
		case rules.StepDrop:
			v.gains[step.Pit.Side][step.Pit.House]++
		case rules.StepCapture:
			v.gains[step.To][0] += step.Seeds
			for pit := range step.Pits.All() {
				if pit != v.From {
					v.losses[pit.Side][pit.House] = uint8(p.Seeds(pit))
				}
			}
		}
	}
	return v, true
}

// Gain returns the number of seeds that the ply would drop into a pit. For a store it includes
// captures and seeds gathered from a tuzdik, but no final sweep.
func (v *Preview) Gain(p rules.Pit) int { return count(&v.gains, p) }

// Loss returns the number of seeds that the ply would capture from a pit.
func (v *Preview) Loss(p rules.Pit) int { return count(&v.losses, p) }

func count(counts *[2][rules.MaxHouses + 1]uint8, p rules.Pit) int {
	if p.Side > rules.North || p.House > rules.MaxHouses {
		return 0
	}
	return int(counts[p.Side][p.House])
}
