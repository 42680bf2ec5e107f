package scene

import (
	"strings"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// between stands between the phrases that tell a ply.
const between = " - "

// phrases says who sowed in the n-th ply, counted from 1, then what came of it, and then what the
// computer player that chose it thinks that it leads to, if that is not proved.
func (sc *Scene) phrases(n int, s rules.Sowing) []string {
	var names [2]string
	for side := range names {
		if party := sc.Party(rules.Side(side)); !sc.IsMe(party) {
			names[side] = sc.Name(party)
		}
	}
	phrases := words.Ply(s, names)
	if value, estimated := sc.Estimate(n); estimated {
		if s.Mover == rules.North {
			value = -value
		}
		phrases = append(phrases, sc.leadWords(balance{lead: value}))
	}
	return phrases
}

// Happened says what just happened. While a ply is shown, it says no more than what has been seen
// of it.
func (sc *Scene) Happened() string {
	if sc.motion == nil {
		return sc.happened
	}
	seen := 1
	for range sc.motion.Happened(sc.elapsed) {
		seen++
	}
	if seen >= len(sc.telling) {
		return sc.happened
	}
	return strings.Join(sc.telling[:seen], between)
}

// Turn says whose turn it is, or how the game ended, for the status bar. While a ply is shown, it
// is still the turn of the one who played it.
func (sc *Scene) Turn() string {
	switch stage, waits := sc.Stage(), sc.watchWords(); {
	case waits != "":
		return waits
	case stage == match.StageGame, stage == match.StageOver && sc.Moving():
		return sc.turnWords()
	case stage == match.StageOver:
		return sc.Verdict()
	case stage == match.StageEnded, stage == match.StageFailed:
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
