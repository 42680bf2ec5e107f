package match

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"mancala/rules"
)

// GameText returns a game as text that people can read, and that package notation reads. Its first
// line is [rules.Game.String]; the others, each after a #, describe the game. Names are the names
// of South and North.
func GameText(m *Match, south, north string) string {
	var b strings.Builder
	b.WriteString(heading(m, south, north))
	for n := 1; n <= m.Plies(); n++ {
		_, s := m.Ply(n)
		fmt.Fprintf(&b, "# %d. %s\n", n, tellPly(s))
	}
	if r := m.Result(); r.Ending == Running {
		b.WriteString("# " + m.Position().Status() + "\n")
	} else {
		fmt.Fprintf(&b, "%s# Check: %s\n", ending(r), m.Check())
	}
	return b.String()
}

// BriefText is [GameText] with only the lines that say what the plies do not: the names, and the
// result of a game that is over.
func BriefText(m *Match, south, north string) string {
	if r := m.Result(); r.Ending != Running {
		return heading(m, south, north) + ending(r)
	}
	return heading(m, south, north)
}

func heading(m *Match, south, north string) string {
	return fmt.Sprintf("%v\n# South: %s\n# North: %s\n", m.Game(), CleanName(south), CleanName(north))
}

func ending(r Result) string { return fmt.Sprintf("# %v (%v)\n", r, r.Ending) }

// Check returns the [GameCheck] of a game that is over.
func (m *Match) Check() string {
	r := m.Result()
	return GameCheck(m.Game().String(), r.Ending, r.Outcome)
}

// tellPly describes a ply.
func tellPly(s rules.Sowing) string {
	if s.From == rules.Swap {
		return s.Mover.String() + " swaps sides"
	}
	text := fmt.Sprintf("%v sows %d from house %v", s.Mover, s.Seeds, s.From)
	if s.Captured > 0 {
		text += fmt.Sprintf(", captures %d", s.Captured)
	}
	if s.ExtraTurn {
		text += ", extra turn"
	}
	if s.Won != 0 {
		text += ", wins a tuzdik"
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		if n := s.Gathered[side]; n > 0 {
			text += fmt.Sprintf(", %d in a tuzdik go to %v", n, side)
		}
	}
	if s.End == rules.CauseRepeated {
		text += ", the position comes again"
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		if n := s.Swept[side]; n > 0 {
			text += fmt.Sprintf(", %d left go to %v", n, side)
		}
	}
	return text
}

// GameCheck returns the check of a game that is over: 16 letters and digits, in groups of four. Two
// people with the same check have the same rules, plies, ending and winner. So they can detect a
// third party between them, such as a club, that shows them different games. PROTOCOL.md describes
// it. The text is the result of [rules.Game.String].
func GameCheck(text string, e Ending, o rules.Outcome) string {
	winner := map[rules.Outcome]string{rules.SouthWins: " south", rules.NorthWins: " north"}[o]
	sum := sha256.Sum256([]byte("mancala/1 game\n" + text + "\n" + e.String() + winner))
	letters := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
	return letters[:4] + "-" + letters[4:8] + "-" + letters[8:12] + "-" + letters[12:]
}
