// Package matchtest holds tools for matches that the tests of several packages share: computer
// players, and judges that follow the test.
package matchtest

import (
	"context"
	"errors"

	"mancala/internal/match"
	"mancala/rules"
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
