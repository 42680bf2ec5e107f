package scene

import (
	"errors"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// Press plays a pit for the person to move. If that is impossible it does nothing but return a
// sentence with the reason. A motion in progress ends at once.
func (sc *Scene) Press(pit rules.Pit) string {
	m := sc.Match()
	sc.Settle()
	switch stage := sc.Stage(); {
	case sc.Watching():
		return watchingWords()
	case m == nil || stage == table.StageEnded || stage == table.StageFailed:
		return words.T("There is no game to play in")
	case stage == table.StageOver:
		return words.T("The game is over")
	case sc.IsPaused():
		return words.T("The connection is down - the game goes on when it is back")
	case !sc.PersonToMove():
		return words.T("Not your turn - waiting for %s", sc.Name(sc.ToMove()))
	case pit.IsStore():
		return words.T("Stores are not sown - choose a house")
	case pit.Side != m.Position().ToMove():
		return words.T("That is %s's row", sc.SideName(pit.Side))
	}
	return refusal(sc.Play(pit.House))
}

// Swap answers the first turn by changing sides. If that is impossible it does nothing but return a
// sentence with the reason.
func (sc *Scene) Swap() string {
	sc.Settle()
	if sc.Watching() {
		return watchingWords()
	}
	return refusal(sc.Play(rules.Swap))
}

// refusal converts the error of a ply to a sentence, nil to "".
func refusal(err error) string {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, rules.ErrEmptyHouse):
		return words.T("That house is empty")
	case errors.Is(err, match.ErrOutOfTurn):
		return words.T("Not your turn")
	case errors.Is(err, match.ErrEnded), errors.Is(err, rules.ErrGameOver):
		return words.T("The game is over")
	}
	return words.Sentence(err)
}

// CanHint reports whether a hint is possible: a person is to move, and both parties are at this
// end.
func (sc *Scene) CanHint() bool { return sc.Local() && sc.PersonToMove() }

// Hint asks for the best house for the person to move. If that is impossible it does nothing but
// return a sentence with the reason.
func (sc *Scene) Hint() string {
	switch stage := sc.Stage(); {
	case sc.Watching():
		return words.T("There are no hints while you watch")
	case !sc.Local():
		return words.T("There are no hints in a network game")
	case sc.Env.NewJudge == nil:
		return words.T("There are no hints here")
	case stage == table.StageOver:
		return words.T("The game is over")
	case !sc.CanHint():
		return words.T("Hints are for a person whose turn it is")
	}
	sc.story = "" // the answer has its place
	sc.taken = false
	pos := sc.Match().Position()
	if _, known := sc.hint.About(pos); known || sc.hint.Working() {
		return ""
	}
	sc.bar.Forget() // the answer serves the bar as well
	sc.thought = 0
	sc.hint.Start(sc.Env.NewJudge(hintPatience), sc.Match().Past()...)
	return ""
}
