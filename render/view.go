package render

import (
	"mancala/internal/motion"
	"mancala/rules"
)

// PlayableIn returns the houses that the side to move may sow, for [View.Playable].
func PlayableIn(p rules.Position) rules.PitSet {
	var set rules.PitSet
	for h := range p.Plies() {
		if h != rules.Swap {
			set = set.Add(rules.Pit{Side: p.ToMove(), House: h})
		}
	}
	return set
}

// View is the complete input of the picture of a board. The zero value of each field except Layout
// shows nothing of its kind.
type View struct {
	// Layout is the place of the board.
	Layout Layout
	// Gliding says that the layout is on the way to another one, so the art draws no wood just for
	// it.
	Gliding bool
	// Moment holds the seeds at rest and in motion: [motion.Still] or [motion.Timeline.At].
	Moment motion.Moment
	// Turn is the side whose row is lit as the one to move, if ShowTurn is set.
	Turn     rules.Side
	ShowTurn bool
	// TurnShift is the remaining part of the way of the turn's light from the other row, 0..1; see
	// [motion.Lamp].
	TurnShift float64
	// ShowNumbers numbers the houses of the row to move, as keys and words name them.
	ShowNumbers bool
	// Name is the name of the game. It is carved in the wood of a board that is not small, if the
	// program's own fonts have its letters.
	Name string
	// NoCounts omits the counts, for a board that is only decoration.
	NoCounts bool
	// Playable are the legal pits. They have a faint ring.
	Playable rules.PitSet
	// Focus is the pit under the mouse or chosen by keys, if HasFocus is set. It has a golden ring,
	// or a faint one if it is empty.
	Focus    rules.Pit
	HasFocus bool
	// Preview, if not nil, is a ply shown, but not played: the way of its seeds, and the counts
	// after it. It has the colour of advice if it begins at Hint.
	Preview *motion.Preview
	// CaptionWords are the words for the moment's caption, and PreviewWords the words for the
	// preview's consequence. Empty ones are not shown.
	CaptionWords, PreviewWords string
	// Last is the house played last, if HasLast is set. It has a dashed ring.
	Last    rules.Pit
	HasLast bool
	// Finale, if not nil, is the current moment of the celebration of a win.
	Finale *motion.FinaleMoment
	// Hint is the advised house, if HasHint is set. It has its own ring, and a word: HintWord or,
	// if that is empty, "hint".
	Hint     rules.Pit
	HasHint  bool
	HintWord string
	// Hints are houses, one of which is right. Each has a ring.
	Hints rules.PitSet
}
