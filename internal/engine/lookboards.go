package engine

import (
	"math/bits"

	"mancala/rules"
)

// packedGame searches packed boards.
type packedGame struct {
	*evaluation
	noEndings[packed]
}

// noEndings is for searches without endings.
type noEndings[B any] struct{}

func (noEndings[B]) ending(*B, int) (e ending, ok bool) { return e, false }

func (noEndings[B]) consult(*Endings) {}

func (g packedGame) board(p rules.Position) packed { return pack(p) }

func (g packedGame) expand(b *packed, to []ply[packed]) []ply[packed] {
	k := g.kernel
	for left := filled(b.own); left != 0; {
		h := (bits.Len64(left) - 1) / 8
		left &^= 1 << (8 * h)
		own, opp, l := k.sow(b.own, b.opp, h)
		c := ply[packed]{gain: int16(own >> storeShift), house: rules.House(h + 1), again: l.again != 0}
		own &= houseMask
		switch {
		case own == 0 || opp == 0:
			c.gain += int16(k.remainder(own, opp))
			c.over, c.again = true, false
		case c.again:
			c.next = packed{own, opp}
		default:
			c.next = packed{opp, own}
		}
		to = append(to, c)
	}
	return to
}

func (g packedGame) estimate(b *packed) int { return g.packed(b.own, b.opp) }

func (g packedGame) most(b *packed) int { return b.seeds() }

// repeated implements game. No packed board repeats.
func (g packedGame) repeated(*packed, int) int { return 0 }

func (g packedGame) hash(b *packed) uint64 { return scramble(b.own, b.opp) }

// plainGame searches positions under any rules. Its boards have South to move, so a position and
// its mirror image share an entry.
type plainGame struct {
	*evaluation
	noEndings[rules.Position]
}

func newPlainGame(v rules.Variant) plainGame { return plainGame{evaluation: newEvaluation(v)} }

func (g plainGame) board(p rules.Position) rules.Position {
	if p.ToMove() == rules.North {
		return p.Mirror()
	}
	return p
}

func (g plainGame) expand(b *rules.Position, to []ply[rules.Position]) []ply[rules.Position] {
	if b.CanSwap() {
		to = append(to, g.play(b, rules.Swap))
	}
	for h := range fromStore(*b) {
		to = append(to, g.play(b, h))
	}
	return to
}

// play returns a legal ply of South.
func (g plainGame) play(b *rules.Position, h rules.House) ply[rules.Position] {
	next, s, _ := b.Sow(h)
	gain := next.Lead(rules.South) - b.Lead(rules.South)
	return ply[rules.Position]{next: g.board(next), gain: int16(gain), house: h, again: s.ExtraTurn, over: s.Ends()}
}

func (g plainGame) estimate(b *rules.Position) int {
	if g.rings != nil {
		packed := packRing(*b)
		return g.rings.estimate(&packed)
	}
	board := b.Board()
	return g.plain(&board.House[rules.South], &board.House[rules.North])
}

func (g plainGame) most(b *rules.Position) int {
	if b.Variant().Pie {
		if _, settled := b.WithoutPie(); !settled {
			return 2 * b.Variant().Total() // a swap exchanges the stores
		}
	}
	board := b.Board()
	return board.InHouses(rules.South) + board.InHouses(rules.North)
}

func (g plainGame) repeated(b *rules.Position, lead int) int {
	if g.variant.Repeat == rules.RepeatDraw {
		return -lead
	}
	board := b.Board()
	return board.InHouses(rules.South) - board.InHouses(rules.North)
}

func (g plainGame) hash(b *rules.Position) uint64 {
	board, h := b.Board(), uint64(0)
	for i, n := range board.House[rules.South] {
		h = scramble(h, uint64(n)<<8|uint64(board.House[rules.North][i]))
	}
	tuzdiks := uint64(board.Tuzdik[rules.South])<<8 | uint64(board.Tuzdik[rules.North])
	return scramble(h, tuzdiks<<16|uint64(board.Store[rules.South])<<8|uint64(board.Store[rules.North]))
}
