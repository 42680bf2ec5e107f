package render

import (
	"mancala/motion"
	"mancala/rules"
)

// PitSet is a set of pits. The zero value is empty.
type PitSet uint32

// Add returns the set with p in it. A pit that no board has is left out.
func (s PitSet) Add(p rules.Pit) PitSet { return s | bit(p) }

// Has reports whether p is in the set.
func (s PitSet) Has(p rules.Pit) bool { return s&bit(p) != 0 }

func bit(p rules.Pit) PitSet {
	if p.Side > rules.North || p.House > rules.MaxHouses {
		return 0
	}
	return 1 << (int(p.Side)*(rules.MaxHouses+1) + int(p.House))
}

// PlayableIn returns the houses that the side to move may sow, for [View.Playable].
func PlayableIn(p rules.Position) PitSet {
	var set PitSet
	for h := range p.Plies() {
		if h != rules.Swap {
			set = set.Add(rules.Pit{Side: p.ToMove(), House: h})
		}
	}
	return set
}

// View is everything that the picture of a board depends on. The zero value of each field but
// Layout shows nothing of its kind.
type View struct {
	// Layout says where the board is.
	Layout Layout
	// Moment is what lies on the board and what moves over it: [motion.Still] or
	// [motion.Timeline.At].
	Moment motion.Moment
	// Turn is the side whose row glows as the one to move, where ShowTurn is set.
	Turn     rules.Side
	ShowTurn bool
	// TurnShift is how much of the way from the other row the light of the turn has still to go,
	// from 0 to 1; see [motion.Lamp].
	TurnShift float64
	// ShowNumbers numbers the houses of the row whose turn is shown, as keys and words name them.
	ShowNumbers bool
	// NoCounts leaves out the counts, for a board that is only a picture.
	NoCounts bool
	// Playable are the pits that may be played now; they are ringed faintly.
	Playable PitSet
	// Focus is the pit under the mouse or chosen by keys, where HasFocus is set. It has the golden
	// ring.
	Focus    rules.Pit
	HasFocus bool
	// Preview, where not nil, is what playing the focused house would do.
	Preview *motion.Preview
	// CaptionWords are the words of the moment's caption, and PreviewWords those of what follows
	// from the previewed ply. Empty ones are not shown.
	CaptionWords, PreviewWords string
	// Last is the house that was played last, where HasLast is set. It has a dashed ring.
	Last    rules.Pit
	HasLast bool
	// Finale, where not nil, is how a win is celebrated now.
	Finale *motion.FinaleMoment
	// Hint is the house that somebody advises to play, where HasHint is set. It has a ring of its
	// own, and a word says so: HintWord or, where that is empty, "hint".
	Hint     rules.Pit
	HasHint  bool
	HintWord string
}
