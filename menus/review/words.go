package review

import (
	"fmt"

	"mancala/match"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/scene"
)

// headline says what happens in the position shown.
func (s *Screen) headline() string {
	if s.at < s.review.Plies() {
		return s.lines[s.at]
	}
	if r := s.review.Result(); r.Ending == match.Finished {
		return "The end: " + s.endWords()
	}
	return s.endWords()
}

// endWords says how the game ended, or that it has not.
func (s *Screen) endWords() string {
	r := s.review.Result()
	side, won := r.Winner()
	switch {
	case r.Ending == match.Resigned:
		return fmt.Sprintf("%s resigned, %s won", s.name(s.review.Loser()), s.name(side))
	case won:
		return fmt.Sprintf("%s won %d to %d", s.name(side), r.Stores[side], r.Stores[side.Opponent()])
	case r.Outcome == rules.Draw:
		return fmt.Sprintf("A draw, %d to %d", r.Stores[rules.South], r.Stores[rules.North])
	case r.Ending == match.Running:
		return "So far"
	}
	return "The game was broken off"
}

// judgmentWords says what the ply in the position shown was worth, or what the last position is worth.
func (s *Screen) judgmentWords() string {
	if s.at < s.review.Plies() {
		return s.shown().String()
	}
	p := s.review.Position(s.at)
	v, known := s.review.Verdict(s.at)
	name := s.name(p.ToMove())
	switch {
	case p.Over():
		return s.startWords()
	case !known:
		return name + " would move next. The position is not judged yet."
	case v.Best() == 0:
		return fmt.Sprintf("%s would move next: %s.", name, v)
	}
	return fmt.Sprintf("%s would move next: %s.", name, scene.HouseWords(v))
}

// startWords says what the game was worth before its first ply.
func (s *Screen) startWords() string {
	value, exact, ok := s.review.South(0)
	side := rules.South
	if value < 0 {
		side, value = rules.North, -value
	}
	switch {
	case !ok && s.stuck != "":
		return ""
	case !ok:
		return "The positions are judged one after the other, from the end of the game to its beginning."
	case exact && value == 0:
		return "With best play by both from the start it is a draw."
	case exact:
		return fmt.Sprintf("With best play by both from the start %s wins by %d.", s.name(side), value)
	case value == 0:
		return "At the start it is about even."
	}
	return fmt.Sprintf("At the start %s is ahead by about %d.", s.name(side), value)
}

// valueWords says what the position shown is worth before the ply, and after it, to whoever makes it.
func (s *Screen) valueWords() string {
	if s.at >= s.review.Plies() {
		return ""
	}
	a, ok := s.review.Assess(s.at + 1)
	name := s.name(a.Mover)
	switch before, known := s.review.Verdict(s.at); {
	case ok && a.Exact:
		return fmt.Sprintf("For %s: %s before, %s after. Known exactly.", name, a.Before, a.After)
	case ok:
		return fmt.Sprintf("For %s: %s before, %s after. Estimated.", name, a.Before, a.After)
	case known:
		return fmt.Sprintf("For %s: %s before.", name, before)
	}
	return ""
}

// progressWords says how far the judge has come.
func (s *Screen) progressWords() string {
	done, all := s.review.Progress()
	if done < all {
		return fmt.Sprintf("%d of %s", done, page.Plural(all, "position"))
	}
	exact := 0
	for n := range all {
		if _, sure, ok := s.review.South(n); ok && sure {
			exact++
		}
	}
	if exact == all {
		return page.Plural(all, "position") + ", all known exactly"
	}
	return fmt.Sprintf("%s, %d known exactly", page.Plural(all, "position"), exact)
}
