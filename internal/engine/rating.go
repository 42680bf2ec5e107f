package engine

import (
	"slices"

	"mancala/rules"
)

// rating is the value of a ply to its mover, in parts of a seed and relative to the stores.
type rating struct {
	house rules.House
	value int
}

func (l *lookahead[B, G]) rate(depth, tolerance int) ([]rating, bool) {
	l.makeRoom(depth)
	l.heedless = depth == 1
	l.nodes++
	var list []rating
	best := -endless
	plies := l.game.expand(&l.root, l.plies[0][:0])
	hash := l.game.hash(&l.root)
	first := l.table.find(&l.root, hash).house
	for i := range plies {
		plies[i].order = plies[i].rank(first)
	}
	for i := range plies {
		c := pick(plies[i:])
		floor := max(best-tolerance-1, -endless)
		v, _ := l.follow(c, depth, 0, floor, endless)
		if l.stopped {
			return nil, false
		}
		if v > best {
			best, first = v, c.house
		}
		list = append(list, rating{c.house, v})
	}
	l.table.store(&l.root, hash, depth, best, -endless, endless, first, false)
	slices.SortStableFunc(list, func(a, b rating) int { return b.value - a.value })
	return list, true
}
