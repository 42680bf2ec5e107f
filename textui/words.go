package textui

import (
	"fmt"
	"strings"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// callParties returns the names of the two parties on the screen, with a number behind each if they
// have the same.
func callParties(names [2]string) [2]string {
	if names[0] == names[1] {
		for i := range names {
			names[i] += fmt.Sprintf(" (%d)", i+1)
		}
	}
	return names
}

// seeds returns a number of seeds in words.
func seeds(n int) string {
	if n == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%d seeds", n)
}

// either joins alternatives: "1, 2 or 3".
func either(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// tellChoice says what somebody chose who was not asked here.
func tellChoice(s rules.Sowing, m int, who [2]string) string {
	if s.From == rules.Swap {
		return who[s.Mover] + " selects swap."
	}
	return fmt.Sprintf("%s selects bowl %d.", who[s.Mover], bowl(s.Mover, s.From, m))
}

// hintWords says which choice in p a judge holds for the best, and what it is worth to the one who makes it.
func hintWords(v match.Verdict, p rules.Position) string {
	what := v.Best().String()
	if v.Best() != rules.Swap {
		what = fmt.Sprintf("bowl %d", bowl(p.ToMove(), v.Best(), int(p.Variant().Houses)))
	}
	if !v.Exact {
		what += ","
	}
	return fmt.Sprintf("Hint: %s %v.", what, v)
}

// narrate says what a ply did, for those who do not see the board.
func narrate(s rules.Sowing, after rules.Position, who [2]string) string {
	if s.From == rules.Swap {
		return who[s.Mover] + " swaps: each side takes over the seeds of the other one."
	}
	m := int(after.Variant().Houses)
	last := "the last one"
	if s.Seeds == 1 {
		last = "it"
	}
	text := fmt.Sprintf("%s sows %d from bowl %d; %s falls in %s", who[s.Mover], s.Seeds, bowl(s.Mover, s.From, m), last,
		placeWords(s, m, who))
	text += captureWords(s, after)
	if s.ExtraTurn {
		text += ": again"
	}
	return text + "." + endWords(s, after, who)
}

// placeWords says where the last seed of a ply fell.
func placeWords(s rules.Sowing, m int, who [2]string) string {
	switch {
	case !s.Last.IsStore():
		return fmt.Sprintf("bowl %d", bowl(s.Last.Side, s.Last.House, m))
	case s.Last.Side == s.Mover:
		return "the store"
	}
	return "the store of " + who[s.Last.Side]
}

// captureWords says what a ply captured, if it did.
func captureWords(s rules.Sowing, after rules.Position) string {
	if s.Captured == 0 {
		return ""
	}
	v := after.Variant()
	from := after.Opposite(s.Last)
	number := bowl(from.Side, from.House, int(v.Houses))
	text := ", which was empty, and captures "
	if v.Take == rules.TakeOpposite {
		return text + fmt.Sprintf("%d from bowl %d", s.Captured, number)
	}
	if s.Captured == 1 {
		return text + "itself alone"
	}
	return text + fmt.Sprintf("%d: itself and %d from bowl %d", s.Captured, s.Captured-1, number)
}

// endWords says that a ply ended the game and what became of the seeds left, if it did.
func endWords(s rules.Sowing, after rules.Position, who [2]string) string {
	if !s.Ends {
		return ""
	}
	text := " The game is over."
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		if v := after.Variant(); v.Majority && 2*after.Store(side) > v.Total() {
			text = " The game is over. " + who[side] + " has more than half of the seeds."
		}
	}
	for side, n := range s.Swept {
		if n == 0 {
			continue
		}
		verb := "go"
		if n == 1 {
			verb = "goes"
		}
		text += fmt.Sprintf(" The %s left on the side of %s %s into the store there.", seeds(int(n)), who[side], verb)
	}
	return text + uncounted(after)
}

// uncounted says how many seeds are left in bowls and count for nobody.
func uncounted(after rules.Position) string {
	n := after.Board().InHouses(rules.South) + after.Board().InHouses(rules.North)
	switch n {
	case 0:
		return ""
	case 1:
		return " The 1 seed left in a bowl counts for nobody."
	}
	return fmt.Sprintf(" The %d seeds left in bowls count for nobody.", n)
}

// choiceWords says which bowls may be chosen and what they hold.
func choiceWords(p rules.Position, who [2]string) string {
	m := int(p.Variant().Houses)
	var list []string
	for h := range p.Plies() {
		if h != rules.Swap {
			n := p.Seeds(rules.Pit{Side: p.ToMove(), House: h})
			list = append(list, fmt.Sprintf("bowl %d with %s", bowl(p.ToMove(), h, m), seeds(n)))
		}
	}
	return fmt.Sprintf("%s can choose %s.", who[p.ToMove()], either(list))
}

// swapWords says what a swap is to the one who may make it.
func swapWords(p rules.Position, who [2]string) string {
	return who[p.ToMove()] + " may also type swap once, now: each side then takes over the seeds of the other one."
}

// boardWords says what the board holds, a line for each side, from its lowest bowl to its highest.
func boardWords(p rules.Position, who [2]string) []string {
	var lines []string
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		m := int(p.Variant().Houses)
		low, high := bowls(side, m)
		var list []string
		for h := rules.House(1); int(h) <= m; h++ {
			list = append(list, fmt.Sprint(p.Seeds(rules.Pit{Side: side, House: h})))
		}
		where := fmt.Sprintf("bowls %d to %d", low, high)
		if m == 1 {
			where = fmt.Sprintf("bowl %d", low)
		}
		lines = append(lines, fmt.Sprintf("%s has %s in %s, and %d in the store.",
			who[side], strings.Join(list, ", "), where, p.Store(side)))
	}
	return lines
}

// resultLines says who won, and how many seeds each has.
func resultLines(outcome rules.Outcome, stores [2]int, who [2]string) []string {
	first := "It is a tie!"
	switch outcome {
	case rules.SouthWins:
		first = who[rules.South] + " wins!"
	case rules.NorthWins:
		first = who[rules.North] + " wins!"
	}
	return []string{
		first, fmt.Sprintf("%s: %d", who[rules.South], stores[rules.South]),
		fmt.Sprintf("%s: %d", who[rules.North], stores[rules.North]),
	}
}

// rulesWords says by what rules somebody wants to play.
func rulesWords(v rules.Variant, host string) []string {
	lines := []string{fmt.Sprintf("%s wants to play by these rules: %s, %d bowls a side with %s each.",
		host, words.RulesTitle(v), v.Houses, seeds(int(v.Seeds)))}
	if v.Houses == 1 {
		lines[0] = fmt.Sprintf("%s wants to play by these rules: %s, 1 bowl a side with %s.", host, words.RulesTitle(v), seeds(int(v.Seeds)))
	}
	for _, text := range words.Rules(v) {
		lines = append(lines, "- "+text)
	}
	return lines
}
