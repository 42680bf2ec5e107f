package puzzle

import (
	"slices"
	"strings"

	"mancala/rules"
)

// Verdict is the quality of an answer.
type Verdict uint8

// The verdicts.
const (
	// Wrong is a ply that loses the result or the seeds.
	Wrong Verdict = iota
	// Right is the ply of the line.
	Right
	// AlsoRight is another ply that keeps the value. The line is played in its place.
	AlsoRight
)

// State is how far an attempt is.
type State uint8

// The states.
const (
	// Asking waits for an answer.
	Asking State = iota
	// Punished shows a wrong answer and the best play after it, which [Attempt.TakeBack] takes
	// back.
	Punished
	// Solved is the end of the line.
	Solved
	// GivenUp shows the end of the line to a person who has not found it.
	GivenUp
)

// Mark is a step of an attempt, for sharing it without giving the solution away.
type Mark uint8

// The marks.
const (
	// MarkWrong is a wrong answer.
	MarkWrong Mark = iota
	// MarkHint is a right answer after a hint about the question.
	MarkHint
	// MarkRight is a right answer.
	MarkRight
)

// String returns the coloured square for the mark in a line to share.
func (m Mark) String() string { return [...]string{"🟥", "🟨", "🟩"}[m] }

// Squares returns the squares of some marks, for the text under a line to share.
func Squares(marks []Mark) string {
	var b strings.Builder
	for _, m := range marks {
		b.WriteString(m.String())
	}
	return b.String()
}

// Attempt is someone's way through a puzzle, as a state machine. Make one with [Puzzle.Attempt]. It
// is not safe for concurrent use.
type Attempt struct {
	puzzle   Puzzle
	state    State
	at       int            // plies of the line that were played
	question rules.Position // after these plies
	shown    rules.Position // on the board
	wrong    int
	hints    int
	hinted   int // hints about this question
	marks    []Mark
}

// Attempt returns an attempt at the puzzle, before the first answer.
func (p Puzzle) Attempt() *Attempt {
	return &Attempt{puzzle: p, question: p.Position, shown: p.Position}
}

// Puzzle returns the puzzle.
func (a *Attempt) Puzzle() Puzzle { return a.puzzle }

// State returns how far the attempt is.
func (a *Attempt) State() State { return a.state }

// Question returns the position to answer, or the last one of the line if the attempt is over.
func (a *Attempt) Question() rules.Position { return a.question }

// Position returns the position on the board: the question, or the position after a wrong answer
// and its punishment.
func (a *Attempt) Position() rules.Position { return a.shown }

// Over reports whether the line was found or given up.
func (a *Attempt) Over() bool { return a.state >= Solved }

// Solved reports whether the whole line was found.
func (a *Attempt) Solved() bool { return a.state == Solved }

// Rest returns the plies of the line that have not been played.
func (a *Attempt) Rest() []rules.House { return slices.Clone(a.puzzle.Line[a.at:]) }

// First reports whether the first question waits for its answer.
func (a *Attempt) First() bool { return a.at == 0 }

// Wrong returns the number of wrong answers.
func (a *Attempt) Wrong() int { return a.wrong }

// Hints returns the number of hints.
func (a *Attempt) Hints() int { return a.hints }

// Marks returns the steps of the attempt: all wrong answers and all questions that were answered.
func (a *Attempt) Marks() []Mark { return slices.Clone(a.marks) }

// Counts reports whether [Attempt.Score] is final: the puzzle is solved or given up, or one answer
// was wrong, since later ones do not count. An attempt left before that does not count.
func (a *Attempt) Counts() bool { return a.wrong > 0 || a.Over() }

// Score returns the score of an attempt that counts: 1, or 0.5 with a hint, or 0 after a wrong
// answer or if it was given up.
func (a *Attempt) Score() float64 {
	switch {
	case a.wrong > 0 || a.state != Solved:
		return 0
	case a.hints > 0:
		return 0.5
	}
	return 1
}

// Answer judges a ply, and returns the plies that it plays on the board. After a wrong answer they
// are the answer and its punishment, up to the solver's next choice or the end of the game; they
// stay until [Attempt.TakeBack]. Otherwise they are the ply of the line, the answers of the
// opponent, and plies without a choice, up to the next question or the end.
//
// An answer to a board that shows a punishment takes that back first. An error of
// [rules.Position.Legal] means that the ply is not legal and counts for nothing.
func (a *Attempt) Answer(h rules.House) (v Verdict, played []rules.House, err error) {
	if a.Over() {
		return Wrong, nil, rules.ErrGameOver
	}
	if err := a.question.Legal(h); err != nil {
		return Wrong, nil, err
	}
	a.TakeBack()
	switch right := a.puzzle.Right[a.at]; {
	case h == a.puzzle.Line[a.at]:
		return Right, a.goOn(), nil
	case right.Has(h):
		return AlsoRight, a.goOn(), nil
	}
	a.wrong++
	a.marks = append(a.marks, MarkWrong)
	a.state = Punished
	played = append([]rules.House{h}, a.puzzle.reply(a.at, h)...)
	for _, h := range played {
		a.shown, _, _ = a.shown.Sow(h) // replies are legal
	}
	return Wrong, played, nil
}

// goOn plays the line up to the next question or its end, and returns its plies.
func (a *Attempt) goOn() (played []rules.House) {
	mark := MarkRight
	if a.hinted > 0 {
		mark = MarkHint
	}
	a.marks = append(a.marks, mark)
	for {
		played = append(played, a.puzzle.Line[a.at])
		a.question, _, _ = a.question.Sow(a.puzzle.Line[a.at]) // the line is legal
		a.at++
		if a.at == len(a.puzzle.Line) {
			a.state = Solved
		}
		if a.Over() || a.puzzle.Right[a.at] != 0 {
			break
		}
	}
	a.shown, a.hinted = a.question, 0
	return played
}

// TakeBack takes a wrong answer and its punishment back, and the board shows the question again. It
// does nothing if there is none.
func (a *Attempt) TakeBack() {
	if a.state == Punished {
		a.state, a.shown = Asking, a.question
	}
}

// GiveUp ends the attempt without a solution, and plays the rest of the line, which it returns. An
// attempt that is over stays as it is.
func (a *Attempt) GiveUp() (rest []rules.House) {
	if a.Over() {
		return nil
	}
	rest = a.Rest()
	for _, h := range rest {
		a.question, _, _ = a.question.Sow(h) // the line is legal
	}
	a.state, a.at, a.shown = GivenUp, len(a.puzzle.Line), a.question
	return rest
}

// Hint returns plies to ring. The first hint about a question has the legal plies in the right
// ply's half of the solver's row. The second has only the right ply; so does the first if that half
// has one legal ply, or a swap is right. Each counts as a hint. Hint takes a punishment on the
// board back.
func (a *Attempt) Hint() (PlySet, error) {
	if a.Over() {
		return 0, rules.ErrGameOver
	}
	a.TakeBack()
	a.hints++
	a.hinted++
	right := a.puzzle.Line[a.at]
	half := halfOf(a.question, right)
	if a.hinted > 1 || half.size() == 1 {
		return bitOf(right), nil
	}
	return half, nil
}

// halfOf returns the legal plies of a position that are in the same half of the row as h.
func halfOf(p rules.Position, h rules.House) PlySet {
	if h == rules.Swap {
		return bitOf(h)
	}
	set, left := PlySet(0), (p.Variant().Houses+1)/2
	for other := range p.Plies() {
		if other != rules.Swap && (int(other) <= int(left)) == (int(h) <= int(left)) {
			set |= bitOf(other)
		}
	}
	return set
}
