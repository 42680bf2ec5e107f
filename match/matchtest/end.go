package matchtest

import (
	"testing"
	"time"

	"mancala/match"
	"mancala/tools/need"
)

// End is one end of a real link, with the events it has had.
type End struct {
	T     testing.TB
	Link  match.Link
	Heard []match.Event

	read int // how many of Heard have been asked for
}

// Poll takes in the events since the last call.
func (e *End) Poll() { e.Heard = append(e.Heard, e.Link.Events()...) }

// Next returns the next event of a kind, passing over others, or nil if none comes.
func Next[E match.Event](e *End) *E {
	for stop := time.Now().Add(need.Patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		e.Poll()
		for e.read < len(e.Heard) {
			e.read++
			if event, ok := e.Heard[e.read-1].(E); ok {
				return &event
			}
		}
	}
	return nil
}

// Must is Next, and fails the test if nothing comes.
func Must[E match.Event](e *End) E {
	e.T.Helper()
	event := Next[E](e)
	if event == nil {
		e.T.Fatalf("no %T; there were %v", *new(E), e.Heard)
	}
	return *event
}
