package engine

import (
	"math"

	"mancala/rules"
)

// The weights of the greedy strategy, in seeds.
const (
	extraTurnWorth = 2    // an extra turn
	endWorth       = 1000 // a win; more than all seeds of any board
)

// greedy returns the ply of highest worth. Among equals it prefers the house nearest to the mover's
// store, and a swap comes last. The worth of a ply is its gain less the best gain among the
// opponent's replies, in seeds:
//
//	gain  = won - lost + 2 with an extra turn + 1000 when it wins the game - 1000 when it loses it
//	worth = gain - the largest gain that the opponent can answer with
//
// Here won is the number of seeds that the ply adds to the mover's store (by sowing, capture or the
// final sweep), and lost the number that it adds to the other store. If the mover moves again or
// the game is over, there is no reply to subtract. So captures, extra turns and threats all count:
// a ply that saves seeds from capture leaves a smaller reply. Without captures or extra turns in a
// variant, those terms are zero.
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
