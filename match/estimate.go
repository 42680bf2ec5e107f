package match

import "mancala/rules"

// Estimator is a seat that may have to choose by an estimate.
type Estimator interface {
	Seat
	// Estimate returns what the house that Choose returned last leads to, as far as the seat could
	// see: its final store minus the other's, in seeds. It returns false if that is proved, or if
	// the seat does not know. It is called after Choose, by the same goroutine.
	Estimate() (value int, ok bool)
}

// estimate is what a seat at this end thought of the house that it chose.
type estimate struct {
	of    rules.Position
	house rules.House
	value int
}

// estimates are those of a game, by the numbers of their plies from 1. A ply that is taken back
// keeps its estimate for the time when it is played again.
type estimates map[int]estimate

// Estimate returns what the computer player that chose the n-th ply of the current game, counted
// from 1, thought that it leads to: the mover's final store minus the other's, in seeds. It returns
// false if that was proved, if the player does not tell, or if a person or the other end chose.
func (t *Table) Estimate(n int) (value int, ok bool) {
	at, ok := t.estimates[n]
	if m := t.Match(); !ok || n > m.Plies() {
		return 0, false
	} else if before, s := m.Ply(n); before != at.of || s.From != at.house {
		return 0, false
	}
	return at.value, true
}
