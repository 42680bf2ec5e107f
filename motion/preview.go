package motion

import (
	"fmt"

	"mancala/rules"
)

// Preview is what a ply would do, as it is shown before it is played. Make one with [NewPreview].
type Preview struct {
	// From is the house that would be sown.
	From rules.Pit
	// Last is the pit into which the last seed would fall.
	Last rules.Pit
	// Consequence says in words what would follow: "extra turn", "captures 5", "ends the game", "captures 5, ends the
	// game", or nothing.
	Consequence string

	gains [2][rules.MaxHouses + 1]uint8
}

// NewPreview works out what playing h in p would do. It reports false when h is not legal, and for [rules.Swap], which
// sows nothing.
func NewPreview(p rules.Position, h rules.House) (Preview, bool) {
	_, s, err := p.Sow(h)
	if err != nil || h == rules.Swap {
		return Preview{}, false
	}
	v := Preview{From: rules.Pit{Side: s.Mover, House: h}, Last: s.Last, Consequence: consequence(s)}
	for step := range p.Steps(s) {
		if step.Kind == rules.StepDrop {
			v.gains[step.Pit.Side][step.Pit.House]++
		}
	}
	return v, true
}

// Gain returns how many seeds the sowing would drop into a pit; captures and the sweep are not counted.
func (v *Preview) Gain(p rules.Pit) int {
	if p.Side > rules.North || p.House > rules.MaxHouses {
		return 0
	}
	return int(v.gains[p.Side][p.House])
}

// consequence says what follows from a sowing.
func consequence(s rules.Sowing) string {
	captures := fmt.Sprintf("captures %d", s.Captured)
	switch {
	case s.Captured > 0 && s.Ends:
		return captures + ", ends the game"
	case s.Captured > 0:
		return captures
	case s.Ends:
		return "ends the game"
	case s.ExtraTurn:
		return "extra turn"
	}
	return ""
}
