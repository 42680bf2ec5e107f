// Package engine holds the computer players. A [Player] chooses a ply by its [Strategy]; all it
// knows is the position.
//
// Chance comes in from outside, so that a game between players can be repeated: the same strategy,
// the same source of chance and the same positions give the same plies. Every player is fair to
// both sides: in a position and in its mirror image it plays the same house.
package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"

	"mancala/rules"
)

// Strategy is a way to play. Package words has its title and tells people how it chooses.
type Strategy struct {
	// Name is the word for flags and settings, for example "greedy".
	Name string
	// Rung is its place on the ladder of the levels, from 1; 0 for a strategy that plays by a
	// simple rule.
	Rung int

	// choose returns a legal ply of a game that is not over, for a player by the strategy. When ctx
	// ends, it returns its error.
	choose func(ctx context.Context, pl *Player, p rules.Position) (rules.House, error)
}

// Strategies returns all strategies in the order in which to offer them: first those that play by a
// simple rule, then the levels, which look ahead; each of both kinds in order of strength under the
// rules of Kalah. The slice is the caller's.
func Strategies() []Strategy {
	list := simple()
	for i, level := range levels() {
		level.Rung = i + 1
		list = append(list, level)
	}
	return list
}

// simple returns the strategies that play by a simple rule.
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

// always returns the choice of a strategy that leaves nothing to chance.
func always(choose func(rules.Position) rules.House) func(context.Context, *Player, rules.Position) (rules.House, error) {
	return func(_ context.Context, _ *Player, p rules.Position) (rules.House, error) { return choose(p), nil }
}

// Player is a computer player at one seat. Make one with [NewPlayer]. It is for one game at a time,
// and its methods are not for several goroutines at once.
type Player struct {
	strategy Strategy
	rng      *rand.Rand
	minds    *Analysts
	mind     mind
	hurry    hurry
}

// NewPlayer returns a player by the strategy of that name, which takes its chances from rng and, if
// it wants to know what positions are really worth, asks minds. An unknown name is an error that
// lists the known ones.
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

// Strategy returns how the player plays.
func (p *Player) Strategy() Strategy { return p.strategy }

// Choose returns a legal ply for the side to move in pos. In a finished game it returns
// [rules.ErrGameOver], and when ctx is done its error.
func (p *Player) Choose(ctx context.Context, pos rules.Position) (rules.House, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if pos.Over() {
		return 0, rules.ErrGameOver
	}
	h, err := p.strategy.choose(ctx, p, pos)
	if err != nil {
		return 0, err
	}
	return h, nil
}

// Hurry has a Choose that is under way return soon with the best house it knows; see match.Hurrier.
// Only Perfect takes so long that it makes a difference. It may be called from any goroutine.
func (p *Player) Hurry() { p.hurry.now() }

// Observe does nothing: all that counts is in the position.
func (p *Player) Observe(rules.Sowing, rules.Position) {}
