package match

import (
	"slices"

	"mancala/rules"
)

// Review collects the verdicts of a judge on a game: the value of each position and the cost of
// each ply. It calls no judge: the caller has the position of [Review.Next] judged, and passes the
// verdict to [Review.Judged]. A verdict also bounds the neighbouring positions: no position that
// its mover can reach is worth more than the position, and a forced ply does not change the value.
//
// Positions are numbered by the plies before them: 0 is the start, [Review.Plies] the last one.
// Plies are numbered from 1. Make a review with [NewReview]. It is not safe for concurrent use.
type Review struct {
	positions []rules.Position // before each ply, and the last one
	sowings   []rules.Sowing
	result    Result
	loser     rules.Side
	forced    []bool     // by position: exactly one ply is legal
	told      []judgment // by position: the verdict of a judge
	known     []judgment // the same, tightened by the neighbours
}

// judgment is a verdict, if there is one.
type judgment struct {
	Verdict
	ok    bool
	final bool // the judge says no more
}

// NewReview returns the review of a match as it is now, with nothing judged but its end. The
// match may continue: the review does not follow it.
func NewReview(m *Match) *Review {
	n := len(m.positions)
	r := &Review{
		positions: m.positions, sowings: m.sowings, result: m.Result(), loser: m.loser,
		forced: make([]bool, n), told: make([]judgment, n), known: make([]judgment, n),
	}
	for i, p := range r.positions {
		r.forced[i] = plies(p) == 1
	}
	if last := m.Position(); last.Over() {
		r.told[n-1] = judgment{Over(last), true, true}
	}
	r.reconcile()
	return r
}

// plies returns how many plies are legal.
func plies(p rules.Position) (n int) {
	for range p.Plies() {
		n++
	}
	return n
}

// Plies returns the number of plies.
func (r *Review) Plies() int { return len(r.sowings) }

// Position returns the position after n plies. It panics when n is not in 0..Plies, as an index out
// of range does.
func (r *Review) Position(n int) rules.Position { return r.positions[n] }

// Past returns the positions up to the one after n plies. The slice may only be read.
func (r *Review) Past(n int) []rules.Position { return r.positions[:n+1] }

// Ply returns the n-th ply, counted from 1, with the position before it. It panics when n is not in
// 1..Plies.
func (r *Review) Ply(n int) (before rules.Position, s rules.Sowing) {
	return r.positions[n-1], r.sowings[n-1]
}

// Houses returns the first n plies as the houses played. The slice is the caller's.
func (r *Review) Houses(n int) []rules.House {
	list := make([]rules.House, n)
	for i, s := range r.sowings[:n] {
		list[i] = s.From
	}
	return list
}

// Result returns how the game stood when the review was made.
func (r *Review) Result() Result { return r.result }

// Loser returns who resigned or ran out of time, if the result says that a party did.
func (r *Review) Loser() rules.Side { return r.loser }

// Next returns the next position to judge, and false if there is none left. It goes backwards from
// the end of the game: with fewer seeds, more is known exactly.
func (r *Review) Next() (n int, ok bool) {
	for n := r.Plies(); n >= 0; n-- {
		if !r.settled(n) {
			return n, true
		}
	}
	return 0, false
}

// settled reports that a position needs no further judging.
func (r *Review) settled(n int) bool {
	k := &r.known[n]
	switch {
	case r.told[n].final, k.ok && k.Exact && len(k.Line) > 0:
		return true
	case n < r.Plies() && r.forced[n]: // it has the value of the next one
		return r.settled(n + 1)
	}
	return false
}

// Judged adds a verdict on position n. Final says that no better one will come. It drops a verdict
// on an unknown position, or on one with a final verdict.
func (r *Review) Judged(n int, v Verdict, final bool) {
	if n < 0 || n >= len(r.told) || r.told[n].final {
		return
	}
	v.Line = slices.Clone(v.Line)
	r.told[n] = judgment{v, true, final}
	r.reconcile()
}

// Unjudged marks position n as impossible to judge. An earlier verdict on it stays.
func (r *Review) Unjudged(n int) {
	if n >= 0 && n < len(r.told) {
		r.told[n].final = true
	}
}

// Progress returns the number of settled positions and the number of all. The last position of a
// finished game does not count, because it needs no judge.
func (r *Review) Progress() (done, all int) {
	for n, p := range r.positions {
		if p.Over() {
			continue
		}
		all++
		if r.settled(n) {
			done++
		}
	}
	return done, all
}

// Verdict returns the value of the position after n plies for its side to move, and whether there
// is one. It panics if n is not in 0..Plies.
func (r *Review) Verdict(n int) (Verdict, bool) { return r.known[n].Verdict, r.known[n].ok }

// South returns the value of the position after n plies as South sees it: South's final store minus
// North's. Exact is false if it is an estimate, and ok if nothing is known. It panics when n is not
// in 0..Plies.
func (r *Review) South(n int) (value int, exact, ok bool) {
	k := &r.known[n]
	return r.sign(n, rules.South) * k.Value, k.Exact, k.ok
}

// sign is 1 if a side is to move in a position, else -1. It converts a value for the mover into one
// for the side.
func (r *Review) sign(n int, side rules.Side) int {
	if r.positions[n].ToMove() == side {
		return 1
	}
	return -1
}

// reconcile tightens the verdicts of all positions by their neighbours' verdicts.
func (r *Review) reconcile() {
	copy(r.known, r.told)
	for n := range r.sowings {
		r.handDown(n)
	}
	for n := r.Plies() - 1; n >= 0; n-- {
		r.handUp(n)
	}
}

// handDown passes an exact verdict on the position before ply n+1 to the one after: it has the same
// value if the best house was played, and at most that value otherwise.
func (r *Review) handDown(n int) {
	before, after := &r.known[n], &r.known[n+1]
	if !before.ok || !before.Exact || after.ok && after.Exact {
		return
	}
	sign := r.sign(n+1, r.sowings[n].Mover)
	switch {
	case before.Best() == r.sowings[n].From: // the rest may be unknown
		after.Verdict = Verdict{Value: sign * before.Value, Exact: true, Winner: before.Winner, Line: before.Line[1:], Depth: after.Depth}
		after.ok = true
	case after.ok && sign*after.Value > before.Value:
		after.Value = sign * before.Value
	}
}

// handUp passes the verdict on the position after ply n+1 to the one before: the mover can get at
// least that value. For a forced ply, the value and its bounds are the same. If the judge considers
// the ply the best, the later verdict replaces the earlier one.
func (r *Review) handUp(n int) {
	before, after := &r.known[n], &r.known[n+1]
	if !after.ok || before.ok && before.Exact {
		return
	}
	s, v := r.sowings[n], after.Verdict
	if r.sign(n+1, s.Mover) < 0 {
		v = v.Flipped()
	}
	if !r.forced[n] {
		v.Low, v.High = before.Low, before.High
	}
	if v.Low < v.High {
		v.Value = min(v.Value, v.High)
	}
	if !r.forced[n] && !(before.ok && (before.Best() == s.From || v.Value > before.Value)) {
		return
	}
	line := slices.Concat([]rules.House{s.From}, after.Line)
	exact := r.forced[n] && after.Exact
	before.Verdict = Verdict{Value: v.Value, Exact: exact, Winner: v.Winner, Low: v.Low, High: v.High, Line: line, Depth: before.Depth}
	before.ok = true
}
