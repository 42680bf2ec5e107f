package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"mancala/rules"
)

// level is a strategy that searches to a fixed depth. The lower levels choose at random among good
// plies.
type level struct {
	depth int
	nodes uint64 // limit of boards to search; zero is none
	// slip is the softmax temperature, in seeds: a ply that costs slip is played 1/e as often as
	// the best. Zero always plays the best.
	slip float64
	// worst is the largest cost of a ply that is still played, in seeds.
	worst int
}

// The levels, weakest first; docs/levels.md lists their results against one another.
var (
	seedling = level{depth: 1, slip: 2, worst: 5}
	casual   = level{depth: 2, slip: 1, worst: 4}
	sharp    = level{depth: 4, slip: 0.5, worst: 2}
	strong   = level{depth: 6}
	master   = level{depth: 10, nodes: 400_000}
)

// levelMemory is the size of a level's transposition table, in bytes.
const levelMemory = 8 << 20

// mind is a player's search, kept from ply to ply to save allocation.
type mind struct {
	thinker
	variant rules.Variant
}

// ready starts a new search of p with an empty transposition table.
// The last position of past is p.
func (m *mind) ready(past []rules.Position, nodes uint64) {
	p := past[len(past)-1]
	if plain, settled := p.WithoutPie(); settled {
		p = plain
	}
	if m.thinker == nil || m.variant != p.Variant() {
		*m = mind{newThinker(p.Variant(), levelMemory, 1), p.Variant()}
	}
	m.begin(p, nodes/slowness(p))
	m.remember(past)
}

// slowness is the cost of searching a board, as a multiple of that on the fast path.
func slowness(p rules.Position) uint64 {
	if same, settled := p.WithoutPie(); settled && packable(same.Variant()) {
		return 1
	}
	return 4
}

// choose plays by the level; see [strategy].
func (l level) choose(ctx context.Context, pl *Player, p rules.Position) (rules.House, error) {
	if h, ok := onlyPly(p); ok {
		return h, nil
	}
	pl.mind.ready(pl.game.upTo(p), l.nodes)
	defer pl.mind.watch(ctx)()
	var h rules.House
	if l.slip == 0 {
		h = l.best(&pl.mind)
	} else {
		h = l.human(&pl.mind, pl.rng)
	}
	return h, ctx.Err()
}

// onlyPly returns the only legal ply, if there is exactly one.
func onlyPly(p rules.Position) (only rules.House, ok bool) {
	for h := range p.Plies() {
		if ok {
			return 0, false
		}
		only, ok = h, true
	}
	return only, ok
}

// best returns the best ply at the level's depth.
func (l level) best(m *mind) (h rules.House) {
	guess := 0
	for depth := 1; depth <= l.depth; depth++ {
		f, ok := m.deepen(depth, guess)
		if !ok {
			break
		}
		guess, h = f.value, f.line[0]
		if f.proved {
			break
		}
	}
	return h
}

// human returns a random ply among the good ones, better plies with a higher probability.
func (l level) human(m *mind, rng *rand.Rand) rules.House {
	var list []rating
	for depth := 1; depth <= l.depth; depth++ {
		found, ok := m.rate(depth, l.worst*unit)
		if !ok {
			break
		}
		list = found
	}
	sum := 0.0
	for _, r := range list {
		sum += l.likely(list[0].value - r.value)
	}
	at := rng.Float64() * sum
	for _, r := range list {
		if at -= l.likely(list[0].value - r.value); at < 0 {
			return r.house
		}
	}
	return list[0].house
}

// likely returns the weight of a ply that costs so many parts of a seed; the best has weight 1.
func (l level) likely(cost int) float64 {
	if cost > l.worst*unit {
		return 0
	}
	return math.Exp(-float64(cost) / (l.slip * unit))
}
