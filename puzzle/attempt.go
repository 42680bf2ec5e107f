package puzzle

import (
	"slices"

	"mancala/rules"
)

// Verdict is what an answer is worth.
type Verdict uint8

// The verdicts.
const (
	// Wrong is a ply that loses the result or the seeds. The position stays.
	Wrong Verdict = iota
	// Right is the ply of the line.
	Right
	// AlsoRight is another ply that keeps the value. The line is played in its place.
	AlsoRight
)

// Attempt is someone's way through a puzzle. Make one with [Puzzle.Attempt].
type Attempt struct {
	puzzle   Puzzle
	at       int // plies of the line that were played
	position rules.Position
	wrong    int
	hints    int
	givenUp  bool
}

// Attempt returns an attempt at the puzzle, before the first answer.
func (p Puzzle) Attempt() *Attempt { return &Attempt{puzzle: p, position: p.Position} }

// Puzzle returns the puzzle.
func (a *Attempt) Puzzle() Puzzle { return a.puzzle }

// Position returns the position that waits for an answer, or the last one if the puzzle is solved.
func (a *Attempt) Position() rules.Position { return a.position }

// Solved reports whether the whole line was found.
func (a *Attempt) Solved() bool { return a.at == len(a.puzzle.Line) }

// Rest returns the plies of the line that have not been played.
func (a *Attempt) Rest() []rules.House { return slices.Clone(a.puzzle.Line[a.at:]) }

// GiveUp ends the attempt without a solution.
func (a *Attempt) GiveUp() { a.givenUp = true }

// GivenUp reports whether the attempt was given up.
func (a *Attempt) GivenUp() bool { return a.givenUp }

// First reports whether the first answer is still to come.
func (a *Attempt) First() bool { return a.at == 0 }

// Wrong returns the number of wrong answers.
func (a *Attempt) Wrong() int { return a.wrong }

// Hints returns the number of hints.
func (a *Attempt) Hints() int { return a.hints }

// Score returns the score of the attempt once it is over: 1, or 0.5 with a hint, or 0 after a wrong
// answer or if it was given up.
func (a *Attempt) Score() float64 {
	switch {
	case a.wrong > 0 || !a.Solved():
		return 0
	case a.hints > 0:
		return 0.5
	}
	return 1
}

// Answer judges a ply. Unless it is wrong, it also plays the line: the ply that is right, the
// answers of the opponent, and plies without a choice, up to the next question or the end. It
// returns these. An error of [rules.Position.Legal] means that the ply is not legal and counts for
// nothing.
func (a *Attempt) Answer(h rules.House) (v Verdict, played []rules.House, err error) {
	if a.Solved() {
		return Wrong, nil, rules.ErrGameOver
	}
	if err := a.position.Legal(h); err != nil {
		return Wrong, nil, err
	}
	switch right := a.puzzle.Right[a.at]; {
	case h == a.puzzle.Line[a.at]:
		v = Right
	case right.Has(h):
		v = AlsoRight
	default:
		a.wrong++
		return Wrong, nil, nil
	}
	for ok := true; ok; ok = !a.Solved() && a.puzzle.Right[a.at] == 0 {
		h := a.puzzle.Line[a.at]
		a.position, _, _ = a.position.Sow(h) // the line is legal
		a.at++
		played = append(played, h)
	}
	return v, played, nil
}

// Hint returns the ply of the line, and counts a hint.
func (a *Attempt) Hint() (rules.House, error) {
	if a.Solved() {
		return 0, rules.ErrGameOver
	}
	a.hints++
	return a.puzzle.Line[a.at], nil
}

// Punishment returns the ply that answers a wrong one with the largest gain of the opponent, the
// seeds that it adds to their store at once, and whether they have one.
func (a *Attempt) Punishment(wrong rules.House) (h rules.House, seeds int, ok bool) {
	after, _, err := a.position.Sow(wrong)
	if err != nil || after.Over() || after.ToMove() == a.puzzle.Solver() {
		return 0, 0, false
	}
	h = Greedy(after)
	next, _, _ := after.Sow(h) // it is legal
	side := after.ToMove()
	return h, next.Store(side) - after.Store(side), true
}
