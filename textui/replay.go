package textui

import (
	"fmt"
	"io"
	"strings"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// Replay writes a game as the terminal shows one: the board, then each ply as a sentence and the
// board after it, and the result. Who are the names of South and North. It returns the error of the
// writer.
func Replay(w io.Writer, m *match.Match, who [2]string) error {
	start, err := rules.Start(m.Position().Variant())
	if err != nil { // the match has checked it
		return err
	}
	lines := boardLines(start, rules.Sowing{}, false)
	for n := 1; n <= m.Plies(); n++ {
		after := m.Position()
		if n < m.Plies() {
			after, _ = m.Ply(n + 1)
		}
		_, s := m.Ply(n)
		lines = append(lines, fmt.Sprintf("%d. %s", n, teller(who, m.Position().Variant()).Ply(s, after)))
		lines = append(lines, boardLines(after, s, false)...)
	}
	lines = append(lines, endLines(m, who)...)
	_, err = io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// endLines returns the result of a game, or whose turn it is.
func endLines(m *match.Match, who [2]string) []string {
	r := m.Result()
	switch r.Ending {
	case match.Running:
		return []string{words.T("The game is not over: it is the turn of %s.", who[m.Position().ToMove()])}
	case match.Abandoned:
		return []string{words.T("The game was left before its end; it has no winner.")}
	case match.Desynced:
		return []string{words.T("The game was broken off because the two ends did not agree about the board; it has no winner.")}
	}
	lines := resultLines(r.Outcome, r.Stores, who)
	winner, _ := r.Winner()
	switch r.Ending {
	case match.Resigned:
		lines = append([]string{words.T("%s gave the game up.", who[winner.Opponent()])}, lines...)
	case match.TimedOut:
		lines = append([]string{words.T("%s ran out of time.", who[winner.Opponent()])}, lines...)
	}
	return lines
}
