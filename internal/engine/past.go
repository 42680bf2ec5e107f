package engine

import (
	"slices"
	"sync"

	"mancala/rules"
)

// past holds the positions of a game that a player has seen, as far as they may repeat. It is safe
// for concurrent use.
type past struct {
	mu   sync.Mutex
	seen []rules.Position
}

// since returns the last positions of a game, as far as they may repeat.
func since(past []rules.Position) []rules.Position {
	last := past[len(past)-1]
	i := len(past) - 1
	for i > 0 && !last.Variant().Acyclic() && past[i-1].Board().Store == last.Board().Store {
		i--
	}
	return past[i:]
}

// see adds the position after a ply.
func (g *past) see(after rules.Position) {
	if after.Variant().Acyclic() {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen = rules.Extend(g.seen, after)
}

// upTo returns the positions up to and with p. Later ones were taken back.
func (g *past) upTo(p rules.Position) []rules.Position {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := len(g.seen) - 1
	for i >= 0 && g.seen[i] != p {
		i--
	}
	if i < 0 {
		g.seen = append(g.seen[:0], p)
		return []rules.Position{p}
	}
	g.seen = g.seen[:i+1]
	return slices.Clone(g.seen)
}
