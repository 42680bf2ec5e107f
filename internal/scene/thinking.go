package scene

import "time"

// The times after which the scene shows that a computer player thinks, and offers to hurry it.
const (
	thinkingShown = 300 * time.Millisecond
	thinkingLong  = time.Second
)

// watchThinking updates the thinking time of a computer player or a judge, and reports whether
// anything visible has changed.
func (sc *Scene) watchThinking(d time.Duration) bool {
	shown, long := sc.ShowsThinking(), sc.CanHurry()
	if sc.Thinking() || sc.Hinting() {
		sc.thought += d
	}
	return shown != sc.ShowsThinking() || long != sc.CanHurry()
}

// ShowsThinking reports whether a computer player has been thinking long enough to show it.
func (sc *Scene) ShowsThinking() bool { return sc.Thinking() && sc.thought >= thinkingShown }

// ThinksLong reports whether a computer player, or the judge of a hint, has been thinking for long.
func (sc *Scene) ThinksLong() bool {
	return (sc.Thinking() || sc.Hinting()) && sc.thought >= thinkingLong
}

// CanHurry reports whether a computer player has been thinking for long and Hurry can make it move
// at once.
func (sc *Scene) CanHurry() bool { return sc.Table.CanHurry() && sc.ThinksLong() }
