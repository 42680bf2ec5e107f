package words

import (
	"mancala/match"
	"mancala/rules"
)

// Mark returns the name of a mark of the review, such as "best" or "mistake".
func Mark(m match.Mark) string {
	switch m {
	case match.Forced:
		return C("mark of a move", "only move")
	case match.Best:
		return C("mark of a move", "best")
	case match.Good:
		return C("mark of a move", "good")
	case match.Inaccuracy:
		return C("mark of a move", "inaccuracy")
	case match.Mistake:
		return C("mark of a move", "mistake")
	case match.Blunder:
		return C("mark of a move", "blunder")
	}
	return C("mark of a move", "not judged")
}

// Cost returns the cost of a ply, in seeds: "4", or "about 4" if it is an estimate.
func Cost(a match.Assessment) string {
	if a.Exact {
		return Number(a.Cost)
	}
	return T("about %d", a.Cost)
}

// PlyVerdict returns a judge's verdict on a ply, for use within a sentence: "house 3 wins by 6",
// "house 3, about +2".
func PlyVerdict(h rules.House, v match.Verdict) string {
	switch swap := h == rules.Swap; {
	case v.Exact:
		return leads(h, v)
	case swap && v.Value == 0:
		return T("swapping sides, about even")
	case swap:
		return T("swapping sides, about %+d", v.Value)
	case v.Value == 0:
		return T("house %s, about even", h.String())
	}
	return T("house %s, about %+d", h.String(), v.Value)
}

// Estimate returns the value that a computer player expects of its ply as a sentence: its final
// store minus the other's, in seeds.
func Estimate(who string, value int) string {
	if value == 0 {
		return T("%s's estimate: about even.", who)
	}
	return T("%s's estimate: about %+d.", who, value)
}

// leads returns the verdict on a ply as a main clause.
func leads(h rules.House, v match.Verdict) string {
	if h == rules.Swap {
		return swapLeads(v)
	}
	switch house := h.String(); {
	case !v.Exact && v.Value == 0:
		return T("house %s is about even", house)
	case !v.Exact:
		return T("house %s is worth about %+d", house, v.Value)
	case v.Value == 0:
		return T("house %s draws", house)
	case v.Value < 0:
		return T("house %s loses by %d", house, -v.Value)
	default:
		return T("house %s wins by %d", house, v.Value)
	}
}

func swapLeads(v match.Verdict) string {
	switch {
	case !v.Exact && v.Value == 0:
		return T("swapping sides is about even")
	case !v.Exact:
		return T("swapping sides is worth about %+d", v.Value)
	case v.Value == 0:
		return T("swapping sides draws")
	case v.Value < 0:
		return T("swapping sides loses by %d", -v.Value)
	}
	return T("swapping sides wins by %d", v.Value)
}

// itLeads is leads for a ply that has just been mentioned.
func itLeads(v match.Verdict) string {
	switch {
	case !v.Exact && v.Value == 0:
		return T("it is about even")
	case !v.Exact:
		return T("it is worth about %+d", v.Value)
	case v.Value == 0:
		return T("it draws")
	case v.Value < 0:
		return T("it loses by %d", -v.Value)
	}
	return T("it wins by %d", v.Value)
}

// Assessment returns the assessment of a ply as one sentence: "House 3 keeps the win by 6.", "House
// 5 costs 4: house 2 wins by 6, house 5 wins by 2."
func Assessment(a match.Assessment) string {
	best, house, swap := a.Before.Best(), a.House.String(), a.House == rules.Swap
	switch {
	case !a.Known && swap:
		return T("Swapping sides is not judged yet.")
	case !a.Known:
		return T("House %s is not judged yet.", house)
	case a.Mark == match.Forced && swap:
		return T("Swapping sides is the only move: %s.", itLeads(a.After))
	case a.Mark == match.Forced:
		return T("House %s is the only move: %s.", house, itLeads(a.After))
	case a.Cost == 0 && best != a.House && best != 0:
		return asGood(a)
	case a.Cost == 0 && swap:
		return swapPraise(a)
	case a.Cost == 0:
		return praise(a)
	}
	return costs(a)
}

// asGood returns a sentence for a ply that was as good as the best one.
func asGood(a match.Assessment) string {
	house, best, worth := a.House.String(), a.Before.Best().String(), itLeads(a.After)
	switch {
	case a.House == rules.Swap && a.Exact:
		return T("Swapping sides is as good as house %s: %s.", best, worth)
	case a.House == rules.Swap:
		return T("Swapping sides seems as good as house %s: %s.", best, worth)
	case a.Before.Best() == rules.Swap && a.Exact:
		return T("House %s is as good as swapping sides: %s.", house, worth)
	case a.Before.Best() == rules.Swap:
		return T("House %s seems as good as swapping sides: %s.", house, worth)
	case a.Exact:
		return T("House %s is as good as house %s: %s.", house, best, worth)
	}
	return T("House %s seems as good as house %s: %s.", house, best, worth)
}

// praise returns a sentence for the best ply.
func praise(a match.Assessment) string {
	switch house, v := a.House.String(), a.After; {
	case !a.Exact:
		return T("House %s seems best: %s.", house, itLeads(v))
	case v.Value > 0:
		return T("House %s keeps the win by %d.", house, v.Value)
	case v.Value == 0:
		return T("House %s keeps the draw.", house)
	default:
		return T("House %s is best, and loses by %d.", house, -v.Value)
	}
}

func swapPraise(a match.Assessment) string {
	switch v := a.After; {
	case !a.Exact:
		return T("Swapping sides seems best: %s.", itLeads(v))
	case v.Value > 0:
		return T("Swapping sides keeps the win by %d.", v.Value)
	case v.Value == 0:
		return T("Swapping sides keeps the draw.")
	default:
		return T("Swapping sides is best, and loses by %d.", -v.Value)
	}
}

// costs returns a sentence for a ply that was worse than another one.
func costs(a match.Assessment) string {
	best, house, cost := a.Before.Best(), a.House.String(), Cost(a)
	switch swap := a.House == rules.Swap; {
	case best == 0 && swap:
		return T("Swapping sides costs %s: %s.", cost, itLeads(a.After))
	case best == 0:
		return T("House %s costs %s: %s.", house, cost, itLeads(a.After))
	case swap:
		return T("Swapping sides costs %s: %s, %s.", cost, leads(best, a.Before), swapLeads(a.After))
	}
	return T("House %s costs %s: %s, %s.", house, cost, leads(best, a.Before), leads(a.House, a.After))
}
