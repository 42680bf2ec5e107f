package menustest

import "mancala/menus/ports"

// Ledger has the first place for every score, which it says at the next Poll, and keeps those that
// are added; a game has one.
type Ledger struct {
	Shelf
	Kept []ports.Score

	waiting []func(int, error)
}

// NewLedger returns a ledger without scores.
func NewLedger() *Ledger { return &Ledger{Shelf: Shelf{}} }

// Place delivers the first place at the next Poll.
func (l *Ledger) Place(_ ports.Score, done func(int, error)) { l.waiting = append(l.waiting, done) }

// Poll delivers the places that were asked for.
func (l *Ledger) Poll() int {
	n := len(l.waiting)
	for _, done := range l.waiting {
		done(1, nil)
	}
	l.waiting = nil
	return n
}

// Add keeps a score, unless there is one of its game.
func (l *Ledger) Add(s ports.Score, done func(bool, error)) {
	for _, old := range l.Kept {
		if old.GameID == s.GameID {
			done(false, nil)
			return
		}
	}
	l.Kept = append(l.Kept, s)
	done(true, nil)
}
