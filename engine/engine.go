package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"

	"mancala/rules"
)

// Strategy is a way to play. Package words has its title and its description.
type Strategy struct {
	// Name identifies the strategy in flags and settings, for example "greedy".
	Name string
	// Rung is its place on the ladder of levels, from 1, or 0 for a strategy that follows a simple
	// rule.
	Rung int

	// choose returns a legal ply for pl in p, a game that is not over, or the error of ctx once
	// that ends.
	choose func(ctx context.Context, pl *Player, p rules.Position) (rules.House, error)
}

// Strategies returns all strategies in the order in which to offer them: those that follow a simple
// rule, then the levels; both in order of strength under the rules of Kalah. The caller owns the
// slice.
func Strategies() []Strategy {
	list := simple()
	for i, level := range levels() {
		level.Rung = i + 1
		list = append(list, level)
	}
	return list
}

// simple returns the strategies that follow a simple rule.
func simple() []Strategy {
	return []Strategy{
		{
			Name: "random",
			choose: func(_ context.Context, pl *Player, p rules.Position) (rules.House, error) {
				return randomPly(p, pl.rng), nil
			},
		},
		{
			Name:   "low",
			choose: always(low),
		},
		{
			Name:   "again",
			choose: always(again),
		},
		{
			Name:   "greedy",
			choose: always(greedy),
		},
	}
}

// always adapts a deterministic strategy.
func always(choose func(rules.Position) rules.House) func(context.Context, *Player, rules.Position) (rules.House, error) {
	return func(_ context.Context, _ *Player, p rules.Position) (rules.House, error) { return choose(p), nil }
}

// Player is a computer player at one seat. Make one with [NewPlayer]. It plays one game at a time
// and is not safe for concurrent use, except for [Player.Hurry].
type Player struct {
	strategy Strategy
	rng      *rand.Rand
	minds    *Analysts
	mind     mind
	hurry    hurry
	estimate Analysis // of the last choice; without a line if it was proved, or by another strategy
	game     past
}

// NewPlayer returns a player with the named strategy. It draws random numbers from rng, and asks
// minds for exact values if the strategy needs them; if minds is nil, the player makes its own. An
// unknown name is an error that lists the known ones.
func NewPlayer(name string, rng *rand.Rand, minds *Analysts) (*Player, error) {
	if rng == nil {
		return nil, errors.New("a computer player needs a source of chance")
	}
	var known []string
	for _, s := range Strategies() {
		if s.Name == name {
			return &Player{strategy: s, rng: rng, minds: minds}, nil
		}
		known = append(known, s.Name)
	}
	return nil, rules.Refuse("engine.no-player", "there is no computer player %.40q; choose one of %s", name, strings.Join(known, ", "))
}

// Strategy returns the player's strategy.
func (p *Player) Strategy() Strategy { return p.strategy }

// Choose returns a legal ply for the side to move in pos. It returns [rules.ErrGameOver] if the
// game is finished, and the error of ctx if that ends first.
func (p *Player) Choose(ctx context.Context, pos rules.Position) (rules.House, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if pos.Over() {
		return 0, rules.ErrGameOver
	}
	p.estimate = Analysis{}
	h, err := p.strategy.choose(ctx, p, pos)
	if err != nil {
		return 0, err
	}
	return h, nil
}

// Estimate returns the analysis by which Perfect chose last. It returns false if that proved the
// value, and for the other strategies.
func (p *Player) Estimate() (Analysis, bool) { return p.estimate, len(p.estimate.Line) > 0 }

// Hurry makes a running Choose return soon, with the best house found so far; see match.Hurrier.
// Only Perfect thinks long enough for it to matter. It may be called from any goroutine.
func (p *Player) Hurry() { p.hurry.now() }

// Observe remembers the position after a ply, which must not come again in some games. It may be
// called from any goroutine.
func (p *Player) Observe(_ rules.Sowing, after rules.Position) { p.game.see(after) }
