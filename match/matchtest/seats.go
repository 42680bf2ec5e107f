// Package matchtest holds tools for matches that the tests of several packages share: a link, ends
// of real links, computer players, and judges that follow the test.
package matchtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/match"
	"mancala/rules"
	"mancala/tools/need"
)

// Low is a computer player that plays the first legal house once something can be received from its
// gate.
type Low struct{ Gate chan struct{} }

// Choose returns the first legal house once the gate opens.
func (s Low) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	select {
	case <-s.Gate:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	for h := range p.Plies() {
		return h, nil
	}
	return 0, errors.New("no ply")
}

// Observe does nothing.
func (Low) Observe(rules.Sowing, rules.Position) {}

// Hurried is a computer player that thinks until it is hurried.
type Hurried struct {
	Low
	Told chan struct{} // gets a value for each Hurry; it needs room for one
}

// Hurry has the player choose.
func (s Hurried) Hurry() { s.Told <- struct{}{}; close(s.Gate) }

// NewHurried returns a player that has not been hurried yet.
func NewHurried() Hurried {
	return Hurried{Low{Gate: make(chan struct{})}, make(chan struct{}, 1)}
}

// Guesser is a [Low] that says of each ply that it leads to about 4, and to -2 at least.
type Guesser struct{ Low }

// NewGuesser returns a player whose gate is open.
func NewGuesser() Guesser {
	gate := make(chan struct{})
	close(gate)
	return Guesser{Low{Gate: gate}}
}

// Estimate returns about 4, at least -2.
func (Guesser) Estimate() (match.Verdict, bool) {
	return match.Verdict{Value: 4, Low: -2, High: 9}, true
}

// End is one end of a real link, with the events it has had.
type End struct {
	T     testing.TB
	Link  match.Link
	Heard []match.Event
	Read  int // how many of Heard have been asked for
}

// Poll takes in the events since the last call.
func (e *End) Poll() { e.Heard = append(e.Heard, e.Link.Events()...) }

// Hear waits for the next event, and fails the test if none comes.
func (e *End) Hear() match.Event {
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
func Must[E match.Event](e *End) E {
	e.T.Helper()
	for {
		switch event := e.Hear().(type) {
		case E:
			return event
		case match.Failed: // nothing comes behind it
			e.T.Fatalf("no %T, but %v (%v)", *new(E), event.Note, event.Note.Unwrap())
		}
	}
}

// PlayOut plays random plies until the game, which the guest hears of next, is over at both ends.
func PlayOut(v rules.Variant, host, guest *End, random *rand.Rand) {
	host.T.Helper()
	p := need.Must(rules.Start(v))(host.T)
	for began := Must[match.GameStarted](guest); !p.Over(); {
		mover := host
		if p.ToMove() == began.Self {
			mover = guest
		}
		legal := slices.Collect(p.Plies())
		need.NoError(host.T, mover.Link.Play(legal[random.IntN(len(legal))]))
		p = Must[match.Played](host).After
		Must[match.Played](guest)
	}
	if a, b := Must[match.GameOver](host), Must[match.GameOver](guest); a != b || a.Result.Ending != match.Finished {
		host.T.Fatalf("the game ended in %+v and %+v", a, b)
	}
}
