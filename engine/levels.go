package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"mancala/rules"
)

// level is a way to play that looks some plies ahead and, if it is a low one, does not always play
// what it likes best.
type level struct {
	depth int
	nodes uint64 // the most boards to search; zero is no limit
	// slip is what a ply may cost, in seeds as far as the level sees, to be played e times as
	// seldom as the best; zero for a level that makes no mistakes.
	slip float64
	// worst is the most that a ply may cost, in seeds.
	worst int
}

// The levels, from the lowest up; docs/levels.md has how they fare against one another.
var (
	seedling = level{depth: 1, slip: 2, worst: 5}
	casual   = level{depth: 2, slip: 1, worst: 4}
	sharp    = level{depth: 4, slip: 0.5, worst: 2}
	strong   = level{depth: 6}
	master   = level{depth: 10, nodes: 400_000}
)

// levelMemory is what a level remembers while it chooses a ply, in bytes.
const levelMemory = 8 << 20

// mind is what a player looks ahead with.
type mind struct {
	thinker
	variant rules.Variant
}

// ready makes the mind think about p, from nothing.
func (m *mind) ready(p rules.Position, nodes uint64) {
	if plain, settled := p.WithoutPie(); settled {
		p = plain
	}
	if m.thinker == nil || m.variant != p.Variant() {
		*m = mind{newThinker(p.Variant(), levelMemory, 1), p.Variant()}
	}
	m.begin(p, nodes/slowness(p))
}

// slowness is how many times as long it takes to search a board as with a fast path.
func slowness(p rules.Position) uint64 {
	if same, settled := p.WithoutPie(); settled && packable(same.Variant()) {
		return 1
	}
	return 4
}

// choose returns the ply of a level.
func (l level) choose(ctx context.Context, pl *Player, p rules.Position) (rules.House, error) {
	if h, ok := onlyPly(p); ok {
		return h, nil
	}
	pl.mind.ready(p, l.nodes)
	defer pl.mind.watch(ctx)()
	var h rules.House
	if l.slip == 0 {
		h = l.best(&pl.mind)
	} else {
		h = l.human(&pl.mind, pl.rng)
	}
	return h, ctx.Err()
}

// onlyPly returns the ply if there is only one.
func onlyPly(p rules.Position) (only rules.House, ok bool) {
	for h := range p.Plies() {
		if ok {
			return 0, false
		}
		only, ok = h, true
	}
	return only, ok
}

// best returns the ply that is best as far as the level sees.
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

// human returns one of the plies that are good enough, a better one more likely than a worse one.
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

// likely returns how likely a ply of a cost, in parts of a seed, is compared with the best.
func (l level) likely(cost int) float64 {
	if cost > l.worst*unit {
		return 0
	}
	return math.Exp(-float64(cost) / (l.slip * unit))
}

// levels returns the strategies that look ahead.
func levels() []Strategy {
	return []Strategy{
		{
			Name:   "seedling",
			choose: seedling.choose,
		},
		{
			Name:   "casual",
			choose: casual.choose,
		},
		{
			Name:   "sharp",
			choose: sharp.choose,
		},
		{
			Name:   "strong",
			choose: strong.choose,
		},
		{
			Name:   "master",
			choose: master.choose,
		},
		{
			Name:   "perfect",
			choose: perfect,
		},
	}
}
