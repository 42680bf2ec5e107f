package motion

import (
	"iter"
	"time"

	"mancala/rules"
)

// BeatKind is the kind of a [Beat].
type BeatKind uint8

// The kinds of beats.
const (
	// BeatLift takes the seeds of Pit into the hand.
	BeatLift BeatKind = iota
	// BeatDrop lands one sown seed in Pit.
	BeatDrop
	// BeatCapture lifts captured seeds; Pit is the house of the last seed.
	BeatCapture
	// BeatBank lands seeds in the store Pit: captured ones all at once, swept ones one by one.
	BeatBank
	// BeatSweep lifts the remaining seeds at the end of the game; Pit is house 1 of their row.
	BeatSweep
	// BeatExtraTurn gives the mover another turn; Pit is the mover's store.
	BeatExtraTurn
	// BeatTuzdik makes the house Pit a tuzdik of the mover.
	BeatTuzdik
	// BeatEnd ends the game, after everything else. Pit has no meaning.
	BeatEnd
)

// Beat is an event at one instant of a ply, for example a seed that lands.
type Beat struct {
	Kind BeatKind
	// Pit is the pit of the beat; see the kinds.
	Pit rules.Pit
	// Into is the number of seeds in Pit before the landing, for a drop and for banked seeds.
	Into int
	// Seeds is the number of seeds that move; zero for an extra turn, a tuzdik and the end.
	Seeds int
}

// Begin is a time before all beats of a timeline. The first beats come at time zero.
const Begin time.Duration = -1

// timedBeat is a beat with its time.
type timedBeat struct {
	at time.Duration
	Beat
}

// Beats yields the beats after from, up to and including to, in order. A caller that starts with
// [Begin] and continues each time at the last to gets every beat exactly once. After
// [Timeline.Duration] no beats are left. If a ply is cut short, the caller may skip the remaining
// beats. With speed [Off] all beats come at time zero.
func (t Timeline) Beats(from, to time.Duration) iter.Seq[Beat] {
	return func(yield func(Beat) bool) {
		for _, b := range t.beats {
			if b.at > to {
				return
			}
			if b.at > from && !yield(b.Beat) {
				return
			}
		}
	}
}
