package engine

import (
	"math"

	"mancala/rules"
)

// The weights of greedy, in seeds.
const (
	extraTurnWorth = 2    // an extra turn
	endWorth       = 1000 // a game won; more than all the seeds there can be
)

// greedy returns the ply of highest worth, and of several the one nearest to the mover's store; a
// swap comes last. Every ply, of either side, has a gain, in seeds:
//
//	gain  = won - lost + 2 with an extra turn + 1000 when it wins the game - 1000 when it loses it
//	worth = gain - the largest gain that the opponent can answer with
//
// where won is what the ply adds to its mover's store (by sowing, by a capture, by the sweep at the
// end) and lost what it adds to the other store. When the mover moves again, or the game is over,
// there is no answer and nothing is taken off. So captures and extra turns count, and so do seeds
// that could be captured: a ply that saves them leaves a smaller answer. If a variant has no
// captures or no extra turns, these parts are zero, and the others decide.
func greedy(p rules.Position) rules.House {
	best, most := rules.House(0), math.MinInt
	consider := func(h rules.House) {
		if w := worth(p, h); w > most {
			best, most = h, w
		}
	}
	for h := range fromStore(p) {
		consider(h)
	}
	if p.CanSwap() {
		consider(rules.Swap)
	}
	return best
}

// worth returns the worth of a legal ply.
func worth(p rules.Position, h rules.House) int {
	w, after := gain(p, h)
	if after.Over() || after.ToMove() == p.ToMove() {
		return w
	}
	answer := math.MinInt
	for reply := range after.Plies() {
		g, _ := gain(after, reply)
		answer = max(answer, g)
	}
	return w - answer
}

// gain returns the gain of a legal ply, and the position after it.
func gain(p rules.Position, h rules.House) (int, rules.Position) {
	me := p.ToMove()
	after, s, _ := p.Sow(h)
	g := after.Lead(me) - p.Lead(me)
	switch after.Outcome() {
	case rules.Winner(me):
		g += endWorth
	case rules.Winner(me.Opponent()):
		g -= endWorth
	}
	if s.ExtraTurn {
		g += extraTurnWorth
	}
	return g, after
}
