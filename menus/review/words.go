package review

import (
	"cmp"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// headline describes the position shown.
func (s *Screen) headline() string {
	if s.at < s.review.Plies() {
		return s.lines[s.at]
	}
	if r := s.review.Result(); r.Ending == match.Finished {
		return words.T("The end: %s", s.endWords())
	}
	return s.endWords()
}

// endWords describes the result of the game, or says that it has not ended.
func (s *Screen) endWords() string {
	r := s.review.Result()
	side, won := r.Winner()
	switch {
	case r.Ending == match.Resigned:
		return words.T("%s resigned, %s won", s.name(s.review.Loser()), s.name(side))
	case r.Ending == match.TimedOut:
		return words.T("%s won on time", s.name(side))
	case won:
		return words.T("%s won %d to %d", s.name(side), r.Stores[side], r.Stores[side.Opponent()])
	case r.Outcome == rules.Draw:
		return words.T("A draw, %d to %d", r.Stores[rules.South], r.Stores[rules.North])
	case r.Ending == match.Running:
		return words.T("So far")
	}
	return words.T("The game was broken off")
}

// judgmentWords rates the ply in the position shown, or the last position.
func (s *Screen) judgmentWords() string {
	if s.at < s.review.Plies() {
		return words.Assessment(s.shown())
	}
	p := s.review.Position(s.at)
	v, known := s.review.Verdict(s.at)
	name := s.name(p.ToMove())
	switch {
	case p.Over():
		return cmp.Or(s.scene.Why(), s.startWords())
	case !known:
		return words.T("%s would move next. The position is not judged yet.", name)
	case v.Best() == 0:
		return words.T("%s would move next: %s.", name, words.Verdict(v))
	}
	return words.T("%s would move next: %s.", name, words.PlyVerdict(v.Best(), v))
}

// startWords gives the value of the game before its first ply.
func (s *Screen) startWords() string {
	v, ok := s.review.Verdict(0)
	side := s.review.Position(0).ToMove()
	if v.Value < 0 {
		side, v = side.Opponent(), v.Flipped()
	}
	switch {
	case !ok && s.stuck() != "":
		return ""
	case !ok:
		return words.T("The positions are judged one after the other, from the end of the game to its beginning.")
	case v.Exact && v.Value == 0:
		return words.T("With best play on both sides from the start, it is a draw.")
	case v.Exact && v.Winner:
		return words.T("With best play on both sides from the start, %s wins.", s.name(side))
	case v.Exact:
		return words.T("With best play on both sides from the start, %s wins by %d.", s.name(side), v.Value)
	case v.Low < v.High:
		return words.T("At the start, for %s: %s.", s.name(side), words.Verdict(v))
	case v.Value == 0:
		return words.T("At the start it is about even.")
	}
	return words.T("At the start %s is ahead by about %d.", s.name(side), v.Value)
}

// valueWords gives the value of the position shown before and after the ply, for its mover or, at
// the end, the value of the game.
func (s *Screen) valueWords() string {
	if s.at >= s.review.Plies() {
		if s.scene.Why() == "" {
			return ""
		}
		return s.startWords()
	}
	a, ok := s.review.Assess(s.at + 1)
	name := s.name(a.Mover)
	switch before, known := s.review.Verdict(s.at); {
	case ok && a.Exact:
		return words.T("For %s: %s before, %s after. Known exactly.", name, words.Verdict(a.Before), words.Verdict(a.After))
	case ok:
		return words.T("For %s: %s before, %s after. Estimated.", name, words.Verdict(a.Before), words.Verdict(a.After))
	case known:
		return words.T("For %s: %s before.", name, words.Verdict(before))
	}
	return ""
}

// progressWords gives the progress of the judge.
func (s *Screen) progressWords() string {
	done, all := s.review.Progress()
	if done < all {
		return words.N("%d of %d position", "%d of %d positions", all, done, all)
	}
	exact := 0
	for n := range all {
		if _, sure, ok := s.review.South(n); ok && sure {
			exact++
		}
	}
	if exact == all {
		return words.N("%d position, all known exactly", "%d positions, all known exactly", all, all)
	}
	return words.N("%d position, %d known exactly", "%d positions, %d known exactly", all, all, exact)
}
