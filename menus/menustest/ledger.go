package menustest

import "mancala/internal/match"

// Ledger delivers the first place for every score at the next Poll, and stores added scores, one
// per game.
type Ledger struct {
	Shelf
	Kept []match.Score

	waiting []func(int, error)
}

// NewLedger returns an empty ledger.
func NewLedger() *Ledger { return &Ledger{Shelf: Shelf{}} }

// Place delivers the first place at the next Poll.
func (l *Ledger) Place(_ match.Score, done func(int, error)) { l.waiting = append(l.waiting, done) }

// Poll delivers the requested places.
func (l *Ledger) Poll() int {
	n := len(l.waiting)
	for _, done := range l.waiting {
		done(1, nil)
	}
	l.waiting = nil
	return n
}

// Add stores a score, unless its game has one already.
func (l *Ledger) Add(s match.Score, done func(bool, error)) {
	for _, old := range l.Kept {
		if old.GameID == s.GameID {
			done(false, nil)
			return
		}
	}
	l.Kept = append(l.Kept, s)
	done(true, nil)
}
