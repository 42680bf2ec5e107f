package tabletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// End is one end of a real link, with the events it has had.
type End struct {
	T     testing.TB
	Link  table.Link
	Heard []table.News
	Read  int // how many of Heard have been asked for
}

// Poll takes in the events since the last call.
func (e *End) Poll() { e.Heard = append(e.Heard, e.Link.Events()...) }

// Play plays a house for this end.
func (e *End) Play(h rules.House) error { return e.Wish(table.KindPly, int(h), "") }

// Wish makes a wish of this end.
func (e *End) Wish(k table.Kind, arg int, text string) error {
	e.Poll()
	self := match.Host
	for _, n := range e.Heard {
		if c, ok := n.(table.Connected); ok {
			self = c.Self
		}
	}
	return e.Link.Wish(self, k, arg, text)
}

// Hear waits for the next event, and fails the test if none comes.
func (e *End) Hear() table.News {
	e.T.Helper()
	if e.Poll(); e.Read == len(e.Heard) {
		need.Until(e.T, fmt.Sprintf("another event comes after %+v", e.Heard), func() bool {
			e.Poll()
			return e.Read < len(e.Heard)
		})
	}
	e.Read++
	return e.Heard[e.Read-1]
}

// Must returns the next event of a kind, passing over others. It fails the test if none comes.
func Must[E table.News](e *End) E {
	e.T.Helper()
	for {
		switch event := e.Hear().(type) {
		case E:
			return event
		case table.Failed: // nothing comes behind it
			e.T.Fatalf("no %T, but %v (%v)", *new(E), event.Note, event.Note.Unwrap())
		}
	}
}

// PlayOut plays random plies until the game, which the guest hears of next, is over at both ends.
func PlayOut(v rules.Variant, host, guest *End, random *rand.Rand) {
	host.T.Helper()
	p := need.Must(rules.Start(v))(host.T)
	for began := Must[table.GameStarted](guest); !p.Over(); {
		mover := host
		if p.ToMove() == began.Self {
			mover = guest
		}
		legal := slices.Collect(p.Plies())
		need.NoError(host.T, mover.Play(legal[random.IntN(len(legal))]))
		p = Must[table.Played](host).Series.Match().Position()
		Must[table.Played](guest)
	}
	a, b := Must[table.GameOver](host).Series.Match().Result(), Must[table.GameOver](guest).Series.Match().Result()
	if a != b || a.Ending != match.Finished {
		host.T.Fatalf("the game ended in %+v and %+v", a, b)
	}
}
