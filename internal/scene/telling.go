package scene

import (
	"strings"

	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// between separates the phrases that describe a ply.
const between = " - "

// phrases describes the n-th ply, counted from 1: who sowed, the effects, and the estimate of the
// computer player that chose it, if there is one.
func (v *view) phrases(n int, s rules.Sowing) []string {
	phrases := words.Ply(s, v.SideNames())
	if guess, estimated := v.Estimate(n); estimated {
		if s.Mover == rules.North {
			guess = guess.Flipped()
		}
		phrases = append(phrases, v.leadWords(guess))
	}
	return phrases
}

// Happened describes the last event. While a ply is shown, it describes only the visible part.
func (sc *Scene) Happened() string {
	if !sc.Moving() {
		return sc.happened
	}
	seen := 1
	for range sc.line.Happened(sc.passed) {
		seen++
	}
	if seen >= len(sc.telling) {
		return sc.happened
	}
	return strings.Join(sc.telling[:seen], between)
}

// Turn says whose turn it is, or how the game ended, for the status bar. While a ply is shown, it
// is still its mover's turn.
func (sc *Scene) Turn() string {
	switch stage, waits := sc.Stage(), sc.watchWords(); {
	case waits != "":
		return waits
	case stage == table.StageGame, stage == table.StageOver && sc.Moving():
		return sc.turnWords()
	case stage == table.StageOver:
		return sc.Verdict()
	case stage == table.StageEnded, stage == table.StageFailed:
		return words.Sentence(sc.Note())
	}
	return ""
}

func (sc *Scene) turnWords() string {
	party := sc.Party(sc.TurnShown())
	switch {
	case sc.IsPaused():
		return words.T("Paused")
	case sc.IsMe(party):
		return words.T("Your turn")
	case sc.Thinking() && party == sc.ToMove():
		return words.T("%s is thinking", sc.Name(party))
	}
	return words.T("%s's turn", sc.Name(party))
}
