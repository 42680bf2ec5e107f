package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// strategy is a way to play. Package words has its title and its description.
type strategy struct {
	name string // in flags and settings, for example "greedy"

	// choose returns a legal ply for pl in p, a game that is not over, or the error of ctx once
	// that ends.
	choose func(ctx context.Context, pl *Player, p rules.Position) (rules.House, error)
}

// simple returns the strategies that follow a simple rule, in order of strength under the rules of
// Kalah.
func simple() []strategy {
	return []strategy{{"random", randomly}, {"low", always(low)}, {"again", always(again)}, {"greedy", always(greedy)}}
}

// ladder returns the strategies that look ahead, weakest first.
func ladder() []strategy {
	return []strategy{
		{"seedling", seedling.choose},
		{"casual", casual.choose},
		{"sharp", sharp.choose},
		{"strong", strong.choose},
		{"master", master.choose},
		{"perfect", perfect},
	}
}

// Strategies returns the names of all strategies in the order to offer them. Those that follow a
// simple rule come first and are on no rung of the ladder; then come the levels.
func Strategies() []match.Strategy {
	var list []match.Strategy
	for _, s := range simple() {
		list = append(list, match.Strategy{Name: s.name})
	}
	for i, s := range ladder() {
		list = append(list, match.Strategy{Name: s.name, Rung: i + 1})
	}
	return list
}

// always adapts a deterministic strategy.
func always(choose func(rules.Position) rules.House) func(context.Context, *Player, rules.Position) (rules.House, error) {
	return func(_ context.Context, _ *Player, p rules.Position) (rules.House, error) { return choose(p), nil }
}

// randomly chooses any ply.
func randomly(_ context.Context, pl *Player, p rules.Position) (rules.House, error) {
	return randomPly(p, pl.rng), nil
}

// Player is a computer player at one seat. Make one with [NewPlayer]. It plays one game at a time
// and is not safe for concurrent use, except for [Player.Hurry].
type Player struct {
	strategy strategy
	rng      *rand.Rand
	minds    *Analysts
	mind     mind
	hurry    hurry
	estimate match.Verdict // of the last choice; without a line if it was proved, or by another strategy
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
	for _, s := range slices.Concat(simple(), ladder()) {
		if s.name == name {
			return &Player{strategy: s, rng: rng, minds: minds}, nil
		}
		known = append(known, s.name)
	}
	return nil, rules.Refuse("engine.no-player", "there is no computer player %.40q; choose one of %s", name, strings.Join(known, ", "))
}

// Choose returns a legal ply for the side to move in pos. It returns [rules.ErrGameOver] if the
// game is finished, and the error of ctx if that ends first.
func (p *Player) Choose(ctx context.Context, pos rules.Position) (rules.House, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if pos.Over() {
		return 0, rules.ErrGameOver
	}
	p.estimate = match.Verdict{}
	return p.strategy.choose(ctx, p, pos)
}

// Estimate returns the verdict of Perfect's last choice. It returns false if the value was proved,
// and for the other strategies.
func (p *Player) Estimate() (match.Verdict, bool) { return p.estimate, len(p.estimate.Line) > 0 }

// Hurry makes a running Choose return soon, with the best house found so far; see match.Hurrier. It
// matters only for Perfect, the slowest. Call it from any goroutine.
func (p *Player) Hurry() { p.hurry.now() }

// Observe remembers the position after a ply, because some games forbid or punish repetitions. Call
// it from any goroutine.
func (p *Player) Observe(_ rules.Sowing, after rules.Position) { p.game.see(after) }
