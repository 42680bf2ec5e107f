package textui

import (
	"fmt"
	"io"
	"strings"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// teller returns a Teller that names houses by the numbers of bowls.
func teller(who [2]string, v rules.Variant) words.Teller {
	return words.Teller{Who: who, House: func(_ rules.Side, pit rules.Pit) string {
		return words.T("bowl %d", bowl(pit.Side, pit.House, int(v.Houses)))
	}}
}

// hintWords returns the best choice in p and its value for the side to move.
func hintWords(v match.Verdict, p rules.Position) string {
	subject := words.T("swapping")
	if h := v.Best(); h != rules.Swap {
		subject = words.T("bowl %d", bowl(p.ToMove(), h, int(p.Variant().Houses)))
	}
	return words.T("Hint: %s.", words.SubjectVerdict(subject, v))
}

// choiceWords returns a sentence about the legal bowls and their seeds.
func choiceWords(p rules.Position, who [2]string) string {
	m := int(p.Variant().Houses)
	var list []string
	for h := range p.Plies() {
		if h != rules.Swap {
			n := p.Seeds(rules.Pit{Side: p.ToMove(), House: h})
			list = append(list, words.N("bowl %[1]d with %[2]d seed", "bowl %[1]d with %[2]d seeds", n, bowl(p.ToMove(), h, m), n))
		}
	}
	return words.T("%[1]s can choose %[2]s.", who[p.ToMove()], words.Either(list))
}

// swapWords explains the possible swap to a player.
func swapWords(p rules.Position, who [2]string) string {
	return words.T("%[1]s may also type %[2]s once, now: each side then takes over the seeds of the other one.",
		who[p.ToMove()], swapWord())
}

// boardWords describes the board, a line for each side, from its lowest bowl to its highest.
func boardWords(p rules.Position, who [2]string) []string {
	var lines []string
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		m := int(p.Variant().Houses)
		low, high := bowls(side, m)
		var list []string
		for h := rules.House(1); int(h) <= m; h++ {
			list = append(list, fmt.Sprint(p.Seeds(rules.Pit{Side: side, House: h})))
		}
		lines = append(lines, words.N("%[1]s has %[2]s in bowl %[3]d, and %[5]d in the store.",
			"%[1]s has %[2]s in bowls %[3]d to %[4]d, and %[5]d in the store.",
			m, who[side], strings.Join(list, ", "), low, high, p.Store(side)))
	}
	return lines
}

// sideWords names the bowls of a player, and says whether they move first, as South does. here
// means that they are at this terminal.
func sideWords(who string, side rules.Side, m int, here bool) string {
	low, high := bowls(side, m)
	switch first := side == rules.South; {
	case first && here:
		return words.N("%[1]s has bowl %[2]d (this terminal) and moves first.",
			"%[1]s has bowls %[2]d to %[3]d (this terminal) and moves first.", m, who, low, high)
	case first:
		return words.N("%[1]s has bowl %[2]d and moves first.", "%[1]s has bowls %[2]d to %[3]d and moves first.", m, who, low, high)
	case here:
		return words.N("%[1]s has bowl %[2]d (this terminal).", "%[1]s has bowls %[2]d to %[3]d (this terminal).", m, who, low, high)
	}
	return words.N("%[1]s has bowl %[2]d.", "%[1]s has bowls %[2]d to %[3]d.", m, who, low, high)
}

// resultLines returns the winner and the seeds of each.
func resultLines(outcome rules.Outcome, stores [2]int, who [2]string) []string {
	first := words.T("It is a tie!")
	switch outcome {
	case rules.SouthWins:
		first = words.T("%s wins!", who[rules.South])
	case rules.NorthWins:
		first = words.T("%s wins!", who[rules.North])
	}
	return []string{
		first, fmt.Sprintf("%s: %d", who[rules.South], stores[rules.South]),
		fmt.Sprintf("%s: %d", who[rules.North], stores[rules.North]),
	}
}

// rulesWords describes the rules that a host offers.
func rulesWords(v rules.Variant, host string) []string {
	title, m, n := words.RulesTitle(v), int(v.Houses), int(v.Seeds)
	first := words.N("%[1]s wants to play by these rules: %[2]s, %[3]d bowls a side with %[4]d seed each.",
		"%[1]s wants to play by these rules: %[2]s, %[3]d bowls a side with %[4]d seeds each.", n, host, title, m, n)
	if m == 1 {
		first = words.N("%[1]s wants to play by these rules: %[2]s, 1 bowl a side with %[3]d seed.",
			"%[1]s wants to play by these rules: %[2]s, 1 bowl a side with %[3]d seeds.", n, host, title, n)
	}
	lines := []string{first}
	for _, text := range words.RulesOfBowls(v) {
		lines = append(lines, "- "+text)
	}
	return lines
}

// Replay writes a game as the terminal shows one: the board, each ply as a sentence with the board
// after it, and the result. who are the names of South and North. It returns the writer's error.
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
