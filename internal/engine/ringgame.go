package engine

import "mancala/rules"

// ringGame searches rings. It plays on when a store has the majority, because the winner stays the
// same. So the value of a board does not depend on the stores, unless a repetition draws the game.
type ringGame struct {
	*ringKernel
	*ringEvaluation
	library *library
}

// library holds the endings for a search, if there are any.
type library struct{ endings *Endings }

func newRingGame(v rules.Variant) ringGame {
	e := newRingEvaluation(v)
	return ringGame{e.kernel, e, new(library)}
}

// consult makes a search look up endings; nil disables it.
func (g ringGame) consult(e *Endings) { g.library.endings = e }

func (g ringGame) ending(b *ring, lead int) (e ending, ok bool) {
	n := g.most(b)
	if e := g.library.endings; e != nil && n < e.next() {
		low, high := e.bracket(n, b)
		return ending{low, high, e.value(n, b, lead)}, true
	}
	return ending{}, false
}

func (g ringGame) board(p rules.Position) ring { return packRing(p) }

func (g ringGame) expand(b *ring, to []ply[ring]) []ply[ring] {
	for h := g.houses - 1; h >= 0; h-- {
		n := b.ownHouse(h)
		if n == 0 || n < g.lowest(b, h) {
			continue
		}
		next, mine, theirs, legal := g.sow(*b, h, n)
		if !legal {
			continue
		}
		c := ply[ring]{next: next.flip(), gain: int16(mine - theirs), house: rules.House(h + 1)}
		if g.stuck(&c.next) {
			left, swept := c.next.seeds()
			c.gain, c.over = c.gain+int16(swept-left), true
		}
		to = append(to, c)
	}
	return to
}

func (g ringGame) most(b *ring) int {
	own, opp := b.seeds()
	return own + opp
}

func (g ringGame) hash(b *ring) uint64 { return scramble(b.own, b.opp) + b.rest*0x9e3779b97f4a7c15 }

func (g ringGame) acyclic() bool { return false }

func (g ringGame) repeated(b *ring, lead int) int {
	if g.variant.Repeat == rules.RepeatDraw {
		return -lead
	}
	own, opp := b.seeds()
	return own - opp
}
