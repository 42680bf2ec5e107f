package words

import (
	"mancala/internal/match"
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

// Cost returns the cost of a ply in seeds: "4", or "about 4" for an estimate. If only the winner
// counts, it returns "the win" or "the draw".
func Cost(a match.Assessment) string {
	switch {
	case !a.Exact:
		return T("about %d", a.Cost)
	case !a.Before.Winner || a.Cost == 0:
		return Number(a.Cost)
	case a.Before.Value > 0:
		return C("cost of a move", "the win")
	}
	return C("cost of a move", "the draw")
}

// Verdict returns a judge's verdict in a few words, for the side to move: "wins by 4", "about +2,
// at least -4".
func Verdict(v match.Verdict) string {
	switch text := decided(v); {
	case text != "":
		return text
	case v.Low < v.High && v.Value == v.Low:
		return T("at least %+d", v.Low)
	case v.Low < v.High:
		return T("about %+d, at least %+d", v.Value, v.Low)
	case v.Value == 0:
		return T("about even")
	}
	return T("about %+d", v.Value)
}

// decided returns a verdict as a predicate if it names the winner or excludes one side. It returns
// "" for any other.
func decided(v match.Verdict) string {
	switch open := !v.Exact && v.Low < v.High; {
	case v.Exact && v.Value == 0:
		return T("draws")
	case v.Exact && v.Winner && v.Value > 0:
		return T("wins")
	case v.Exact && v.Winner:
		return T("loses")
	case v.Exact && v.Value > 0:
		return T("wins by %d", v.Value)
	case v.Exact:
		return T("loses by %d", -v.Value)
	case open && v.Low > 0:
		return T("wins by at least %d", v.Low)
	case open && v.High < 0:
		return T("loses by at least %d", -v.High)
	case open && v.Low == 0:
		return T("at least draws")
	case open && v.High == 0:
		return T("at most draws")
	}
	return ""
}

// PlyVerdict returns a judge's verdict on a ply, for use within a sentence: "house 3 wins by 6",
// "house 3, about +2".
func PlyVerdict(h rules.House, v match.Verdict) string { return SubjectVerdict(subject(h), v) }

// LeastLoss advises the best house of a lost position: "House 2: you lose the fewest, by 7". The
// value must be negative.
func LeastLoss(v match.Verdict) string {
	house, text := v.Best().String(), ""
	switch {
	case v.Exact && v.Winner:
		text = T("House %s: it loses, as every house does", house)
	case v.Exact:
		text = T("House %[1]s: you lose the fewest, by %[2]d", house, -v.Value)
	default:
		text = T("House %[1]s: you lose the fewest, by about %[2]d", house, -v.Value)
	}
	return withEndings(text, v)
}

// SubjectVerdict is PlyVerdict for a ply with another name than a house.
func SubjectVerdict(subject string, v match.Verdict) string {
	text := clause(subject, v)
	if decided(v) == "" {
		text = T("%s, %s", subject, Verdict(v))
	}
	return withEndings(text, v)
}

// withEndings adds the progress of endgame tables to a text while they are being built.
func withEndings(text string, v match.Verdict) string {
	switch {
	case v.Layers == 0:
		return text
	case v.Damaged:
		return T("%[1]s (endings: %[2]d of %[3]d seeds, again, since their file was damaged)", text, v.Layer, v.Layers)
	}
	return T("%[1]s (endings: %[2]d of %[3]d seeds)", text, v.Layer, v.Layers)
}

// Estimate returns, as a sentence, the verdict of a computer player on the position in which it
// chose.
func Estimate(who string, v match.Verdict) string {
	return T("%s's estimate: %s.", who, withEndings(Verdict(v), v))
}

// subject names a ply within a sentence.
func subject(h rules.House) string {
	if h == rules.Swap {
		return T("swapping sides")
	}
	return T("house %s", h.String())
}

// clause returns the verdict on a subject as a main clause: "house 3 is worth about +2".
func clause(subject string, v match.Verdict) string {
	switch text := decided(v); {
	case text != "":
		return C("a move and its verdict", "%[1]s %[2]s", subject, text)
	case v.Value == 0 && v.Low == v.High:
		return T("%s is about even", subject)
	}
	return T("%s is worth %s", subject, Verdict(v))
}

// leads returns the verdict on a ply as a main clause. itLeads does so for a ply just mentioned.
func leads(h rules.House, v match.Verdict) string { return clause(subject(h), v) }
func itLeads(v match.Verdict) string              { return clause(C("a move", "it"), v) }

// Assessment returns the assessment of a ply as one sentence: "House 3 keeps the win by 6.", "House
// 5 costs 4: house 2 wins by 6, house 5 wins by 2."
func Assessment(a match.Assessment) string {
	ply, best := T("House %s", a.House.String()), a.Before.Best()
	if a.House == rules.Swap {
		ply = T("Swapping sides")
	}
	switch other := best != a.House && best != 0; {
	case !a.Known:
		return T("%s is not judged yet.", ply)
	case a.Mark == match.Forced:
		return T("%s is the only move: %s.", ply, itLeads(a.After))
	case a.Cost > 0 && best == 0:
		return T("%s costs %s: %s.", ply, Cost(a), itLeads(a.After))
	case a.Cost > 0:
		return T("%s costs %s: %s, %s.", ply, Cost(a), leads(best, a.Before), leads(a.House, a.After))
	case other && a.Exact:
		return T("%s is as good as %s: %s.", ply, subject(best), itLeads(a.After))
	case other:
		return T("%s seems as good as %s: %s.", ply, subject(best), itLeads(a.After))
	}
	return praise(ply, a)
}

// praise returns a sentence for the best ply.
func praise(ply string, a match.Assessment) string {
	switch v := a.After; {
	case !a.Exact:
		return T("%s seems best: %s.", ply, itLeads(v))
	case v.Value == 0:
		return T("%s keeps the draw.", ply)
	case v.Value < 0:
		return T("%s is best, and %s.", ply, decided(v))
	case v.Winner:
		return T("%s keeps the win.", ply)
	default:
		return T("%s keeps the win by %d.", ply, v.Value)
	}
}
