package words

import (
	"strings"

	"mancala/rules"
)

// Ply describes a ply in a few phrases: who sowed, then the consequences, such as "3 captured" and
// "extra turn". Names are the names of South and North, "" for the person at the screen. The
// phrases start in lower case and have no full stop, for display one after the other or with
// dashes.
func Ply(s rules.Sowing, names [2]string) []string {
	who := names[s.Mover]
	if s.From == rules.Swap {
		if who == "" {
			return []string{T("You swap sides")}
		}
		return []string{T("%s swaps sides", who)}
	}
	n := int(s.Seeds)
	phrases := []string{N("%[1]s sows %[2]d from house %[3]s", "%[1]s sows %[2]d from house %[3]s", n, who, n, s.From.String())}
	if who == "" {
		phrases[0] = N("You sow %[1]d from house %[2]s", "You sow %[1]d from house %[2]s", n, n, s.From.String())
	}
	if n := int(s.Captured); n > 0 {
		phrases = append(phrases, N("captures %d", "captures %d", n, n))
	}
	if s.ExtraTurn {
		phrases = append(phrases, T("extra turn"))
	}
	return append(append(phrases, tuzdikPhrases(s, names)...), endPhrases(s, names)...)
}

// tuzdikPhrases describe a won tuzdik, and the seeds that tuzdiks gave to their owners.
func tuzdikPhrases(s rules.Sowing, names [2]string) (phrases []string) {
	if s.Won != 0 {
		phrases = append(phrases, T("wins a tuzdik"))
	}
	for side, gathered := range s.Gathered {
		switch n, who := int(gathered), names[side]; {
		case n == 0:
		case who == "":
			phrases = append(phrases, N("your tuzdik gives you %d", "your tuzdik gives you %d", n, n))
		default:
			phrases = append(phrases, N("the tuzdik of %[1]s gives %[2]d", "the tuzdik of %[1]s gives %[2]d", n, who, n))
		}
	}
	return phrases
}

// endPhrases describe the end of a game, and say who got the rest.
func endPhrases(s rules.Sowing, names [2]string) (phrases []string) {
	if s.End == rules.CauseRepeated {
		phrases = append(phrases, T("the position comes again"))
	}
	for side, swept := range s.Swept {
		if n := int(swept); n > 0 {
			phrases = append(phrases, keeps(names[side], n))
		}
	}
	return phrases
}

// keeps names the store that gets the last n seeds of a game.
func keeps(who string, n int) string {
	if who == "" {
		return N("you keep the last one", "you keep the last %d", n, n)
	}
	return N("%[1]s keeps the last one", "%[1]s keeps the last %[2]d", n, who, n)
}

// Teller describes plies in whole sentences, for people who do not see the board.
type Teller struct {
	// Who holds the names of South and North.
	Who [2]string
	// House names a house in a sentence about mover's ply: "bowl 9", "house 3 of Ann".
	House func(mover rules.Side, pit rules.Pit) string
}

// NewTeller returns a Teller that names the owner of the opponent's houses only. who are the names
// of South and North.
func NewTeller(who [2]string) Teller {
	return Teller{Who: who, House: func(mover rules.Side, pit rules.Pit) string {
		if pit.Side == mover {
			return T("house %s", pit.House.String())
		}
		return T("house %[1]s of %[2]s", pit.House.String(), who[pit.Side])
	}}
}

// Choice names the chosen ply.
func (t Teller) Choice(s rules.Sowing) string {
	if s.From == rules.Swap {
		return T("%s selects swap.", t.Who[s.Mover])
	}
	return T("%s selects %s.", t.Who[s.Mover], t.from(s))
}

// from names the house that was sown.
func (t Teller) from(s rules.Sowing) string {
	return t.House(s.Mover, rules.Pit{Side: s.Mover, House: s.From})
}

// Ply describes a ply that led to a position, and the result of the game if it ended.
func (t Teller) Ply(s rules.Sowing, after rules.Position) string {
	return strings.Join(append([]string{t.Sown(s, after)}, t.end(s, after)...), " ")
}

// Sown is Ply without the result of the game, which [Why] tells.
func (t Teller) Sown(s rules.Sowing, after rules.Position) string {
	if s.From == rules.Swap {
		return T("%s swaps: each side takes over the seeds of the other one.", t.Who[s.Mover])
	}
	return strings.Join(append([]string{t.sowing(s, after)}, t.tuzdiks(s)...), " ")
}

// sowing describes the sowing of a ply, and its capture.
func (t Teller) sowing(s rules.Sowing, after rules.Position) string {
	who, n, from := t.Who[s.Mover], int(s.Seeds), t.from(s)
	last := ""
	if !s.Last.IsStore() {
		last = t.House(s.Mover, s.Last)
	}
	switch {
	case s.Last.IsStore() && s.Last.Side != s.Mover:
		return N("%[1]s sows %[2]d from %[3]s; it falls in the store of %[4]s.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in the store of %[4]s.", n, who, n, from, t.Who[s.Last.Side])
	case s.Last.IsStore() && s.ExtraTurn:
		return N("%[1]s sows %[2]d from %[3]s; it falls in the store: again.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in the store: again.", n, who, n, from)
	case s.Last.IsStore():
		return N("%[1]s sows %[2]d from %[3]s; it falls in the store.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in the store.", n, who, n, from)
	case s.Captured == 0:
		return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s.", n, who, n, from, last)
	}
	return t.capture(s, after, last)
}

// capture describes a ply that captured.
func (t Teller) capture(s rules.Sowing, after rules.Position, last string) string {
	who, n, from, captured := t.Who[s.Mover], int(s.Seeds), t.from(s), int(s.Captured)
	across := after.Opposite(s.Last)
	other := t.House(s.Mover, across)
	switch {
	case captured > 1 && !s.Taken.Has(across):
		return t.chain(s, last)
	case after.Variant().Take == rules.TakeOpposite:
		return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s, which was empty, and captures %[5]d from %[6]s.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s, which was empty, and captures %[5]d from %[6]s.",
			n, who, n, from, last, captured, other)
	case captured == 1:
		return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s, which was empty, and captures itself alone.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s, which was empty, and captures itself alone.",
			n, who, n, from, last)
	}
	return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s, which was empty, "+
		"and captures %[5]d: itself and %[6]d from %[7]s.",
		"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s, which was empty, "+
			"and captures %[5]d: itself and %[6]d from %[7]s.",
		n, who, n, from, last, captured, captured-1, other)
}

// chain describes a ply that captured the house of its last seed, and possibly others before it.
func (t Teller) chain(s rules.Sowing, last string) string {
	who, n, from, captured := t.Who[s.Mover], int(s.Seeds), t.from(s), int(s.Captured)
	var taken []string
	for at := s.Last; !at.IsStore() && s.Taken.Has(at); at.House-- {
		taken = append(taken, t.House(s.Mover, at))
	}
	if len(taken) < 2 {
		return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s, and captures the %[5]d there.",
			"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s, and captures the %[5]d there.", n, who, n, from, last, captured)
	}
	return N("%[1]s sows %[2]d from %[3]s; it falls in %[4]s, and captures %[5]d from %[6]s.",
		"%[1]s sows %[2]d from %[3]s; the last one falls in %[4]s, and captures %[5]d from %[6]s.",
		n, who, n, from, last, captured, all(taken))
}

// tuzdiks describes the tuzdik that a ply won, and the seeds that tuzdiks gave to their owners.
func (t Teller) tuzdiks(s rules.Sowing) (lines []string) {
	if s.Won != 0 {
		lines = append(lines, T("That is now the tuzdik of %s.", t.Who[s.Mover]))
	}
	for side, gathered := range s.Gathered {
		if n := int(gathered); n > 0 {
			lines = append(lines, N("%[1]d seed in the tuzdik of %[2]s goes into the store.",
				"%[1]d seeds in the tuzdik of %[2]s go into the store.", n, n, t.Who[side]))
		}
	}
	return lines
}

// end describes the end of the game and the remaining seeds, if the ply ended it.
func (t Teller) end(s rules.Sowing, after rules.Position) []string {
	if !s.Ends() {
		return nil
	}
	lines := []string{T("The game is over.")}
	lines = append(lines, t.cause(s, after)...)
	for side, swept := range s.Swept {
		switch n := int(swept); {
		case n == 0:
		case after.Variant().Sweep != rules.SweepOwner:
			lines = append(lines, N("The %[1]d seed left on the board goes into the store of %[2]s.",
				"The %[1]d seeds left on the board go into the store of %[2]s.", n, n, t.Who[side]))
		default:
			lines = append(lines, N("The %[1]d seed left on the side of %[2]s goes into the store there.",
				"The %[1]d seeds left on the side of %[2]s go into the store there.", n, n, t.Who[side]))
		}
	}
	n := after.Board().InHouses(rules.South) + after.Board().InHouses(rules.North)
	if n > 0 && s.End != rules.CauseRepeated {
		lines = append(lines, N("The %d seed left on the board does not count.", "The %d seeds left on the board do not count.", n, n))
	}
	return lines
}

// cause says why the game is over, unless that is obvious.
func (t Teller) cause(s rules.Sowing, after rules.Position) []string {
	switch s.End {
	case rules.CauseMajority:
		winner := rules.South
		if after.Lead(winner) < 0 {
			winner = rules.North
		}
		return []string{T("%s has more than half of the seeds.", t.Who[winner])}
	case rules.CauseNoPly:
		return []string{T("%s cannot move.", t.Who[after.ToMove()])}
	case rules.CauseCannotFeed:
		return []string{T("%[1]s cannot give %[2]s any seeds.", t.Who[after.ToMove()], t.Who[after.ToMove().Opponent()])}
	case rules.CauseRepeated:
		if after.Variant().Repeat == rules.RepeatDraw {
			return []string{T("The position has come again, so the game is drawn.")}
		}
		return []string{T("The position has come again.")}
	}
	return nil
}

// all joins items with "and": "1, 2 and 3".
func all(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return T("%[1]s and %[2]s", strings.Join(list[:last], ", "), list[last])
}

// Either joins alternatives: "1, 2 or 3".
func Either(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return T("%[1]s or %[2]s", strings.Join(list[:last], ", "), list[last])
}
