package textui

import "time"

// Bell wakes a screen that waits for events. Nil is a bell that never rings: its screen looks for
// events more often.
type Bell chan struct{}

// NewBell returns a bell.
func NewBell() Bell { return make(Bell, 1) }

// Ring says that there are events. It does not block, and is safe for concurrent use.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// The pauses between two looks for events: short after one, then increasing.
const (
	minPause  = 20 * time.Microsecond
	maxPause  = 15 * time.Millisecond // without a bell, and while something runs that rings none
	longPause = 10 * time.Second      // what only depends on the time is late by that at most
	promptly  = 16                    // and by this part of the quiet time
)

// rest returns the longest pause of a screen after a quiet time.
func (b Bell) rest(quiet time.Duration) time.Duration {
	if b == nil {
		return maxPause
	}
	return min(max(quiet/promptly, maxPause), longPause)
}
