package info

import (
	"errors"

	"mancala/internal/words"
	"mancala/rules"
)

// lesson is the user's progress in the lesson of a game. It has no window and no clock.
type lesson struct {
	steps   []words.LessonStep
	at      int            // the step
	before  rules.Position // the position before the ply, if there is one
	now     rules.Position
	sowing  rules.Sowing
	solved  bool
	wrong   int    // the number of wrong tries
	comment string // on the last ply
}

// patientTries is the number of wrong tries before the board shows a solution.
const patientTries = 2

// begin goes to the beginning of a step.
func (l *lesson) begin(step int) {
	position, err := rules.ParsePosition(l.steps[step].Board)
	if err != nil {
		panic(err) // a test runs all steps
	}
	*l = lesson{steps: l.steps, at: step, now: position}
}

func (l *lesson) step() *words.LessonStep { return &l.steps[l.at] }

// play plays a pit, and reports whether it did. A wrong ply gets a comment with the advice of the
// step.
func (l *lesson) play(pit rules.Pit) bool {
	switch {
	case l.solved:
		return false
	case pit.IsStore():
		l.comment = words.T("Seeds in a store stay there. Choose a house.")
		return false
	case pit.Side != rules.South:
		l.comment = words.T("That is the other player's row. Yours is the one that glows.")
		return false
	}
	after, sowing, err := l.now.Sow(pit.House)
	switch {
	case errors.Is(err, rules.ErrEmptyHouse):
		l.comment = words.T("That house is empty. Choose one with seeds.")
		return false
	case err != nil:
		l.comment = words.Sentence(err)
		return false
	}
	if !l.step().Wants(sowing) {
		l.wrong++
		l.comment = l.step().Other.T()
		return false
	}
	l.before, l.now, l.sowing, l.solved = l.now, after, sowing, true
	l.comment = l.step().Done(sowing, after)
	return true
}

// hint returns a house that solves the step, after enough wrong tries.
func (l *lesson) hint() (rules.House, bool) {
	if l.solved || l.wrong < patientTries {
		return 0, false
	}
	return l.answer()
}

// answer returns a house that solves the step.
func (l *lesson) answer() (rules.House, bool) {
	for h := range l.now.Plies() {
		if _, s, err := l.now.Sow(h); err == nil && l.step().Wants(s) {
			return h, true
		}
	}
	return 0, false
}

// last reports whether this is the last step.
func (l *lesson) last() bool { return l.at == len(l.steps)-1 }
