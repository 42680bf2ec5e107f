package motion

import (
	"iter"
	"time"

	"mancala/rules"
)

// BeatKind says what happens at a [Beat].
type BeatKind uint8

// The kinds of beats.
const (
	// BeatLift takes the seeds of Pit into the hand.
	BeatLift BeatKind = iota
	// BeatDrop lands one sown seed in Pit.
	BeatDrop
	// BeatCapture lifts captured seeds; Pit is the house of the last seed.
	BeatCapture
	// BeatBank lands seeds in the store Pit: captured ones all at once, swept ones each by itself.
	BeatBank
	// BeatSweep lifts the seeds that are left at the end of the game; Pit is house 1 of their row.
	BeatSweep
	// BeatExtraTurn gives the mover another turn; Pit is the mover's store.
	BeatExtraTurn
	// BeatEnd ends the game, after everything else. Pit has no meaning.
	BeatEnd
)

// Beat is something that happens at one instant of a ply, for example a seed that lands.
type Beat struct {
	Kind BeatKind
	// Pit is the pit that it happens to; see the kinds.
	Pit rules.Pit
	// Into is how many seeds lay in Pit before those that land, for a drop and for banked seeds.
	Into int
	// Seeds is how many seeds move; zero for an extra turn and the end.
	Seeds int
}

// Begin is the time before every beat of a timeline, some of which come at time zero.
const Begin time.Duration = -1

// timedBeat is a beat with its place in a timeline.
type timedBeat struct {
	at time.Duration
	Beat
}

// Beats yields what happens after from, up to and including to, in order. So a caller that begins
// with [Begin] and goes on from each to hears every beat exactly once, whatever its steps are, and
// all of them when it has come to [Timeline.Duration]. If a ply is cut short, the caller decides:
// the span from the last to up to the duration holds the rest, and not asking for it skips it. With
// speed [Off] all beats come at time zero.
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
