package wiring

import (
	"context"
	"runtime"
	"time"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/puzzle/prover"
	"mancala/rules"
)

// Searchable is where a [Coach] gets games from and puts cards, as a [record.Keeper].
type Searchable interface {
	// Unsearched returns the latest games that are to be searched, at most n, and the number of
	// all.
	Unsearched(ctx context.Context, n int) (list []match.Record, total int, err error)
	// Searched keeps the cards of a game, and that it was searched.
	Searched(ctx context.Context, game match.Exercise, cards []match.Exercise) error
}

// The limits of a coach.
const (
	// coachPatience is the longest time for a position. One that takes longer is left out: a card
	// asks only about proved positions.
	coachPatience = 2 * time.Second
	// mostSeeds is the number of seeds in the houses above which a position is left out at once.
	mostSeeds = 40
)

// coachMemory returns the memory to prove values with, in bytes: the least that a solver needs in a
// browser, since a phone has little.
func coachMemory() uint64 {
	if runtime.GOOS == "js" {
		return engine.MinMemory
	}
	return 64 << 20
}

// Coach searches the local person's saved games for mistakes, one game at a time on one thread, and
// makes cards of them.
type Coach struct {
	games    Searchable
	now      func() time.Time
	patience time.Duration
	variant  rules.Variant
	oracle   *prover.Oracle // for variant; nil if its values cannot be proved
	stop     context.Context
}

// NewCoach returns a coach of some games. Now returns the time of day.
func NewCoach(games Searchable, now func() time.Time) *Coach {
	return &Coach{games: games, now: now, patience: coachPatience}
}

// Run searches all unsearched games, the latest first, until none is left or ctx ends. Before and
// after each game it calls tell with the number of games left. Results of earlier games stay.
func (c *Coach) Run(ctx context.Context, tell func(left int)) error {
	c.stop = ctx
	defer func() { c.variant, c.oracle = rules.Variant{}, nil }() // the memory
	for {
		list, left, err := c.games.Unsearched(ctx, 1)
		if err != nil {
			return err
		}
		if tell(left); len(list) == 0 {
			return nil
		}
		if err := c.search(list[0]); err != nil {
			return err
		}
	}
}

// search searches a game.
func (c *Coach) search(g match.Record) error {
	now := c.now()
	today, err := puzzle.DayOf(now)
	if err != nil {
		return err
	}
	side := rules.South
	if g.Kinds[rules.South] != match.KindPerson {
		side = rules.North
	}
	var list []match.Exercise
	if oracle := c.oracleOf(g.Game.Variant); oracle != nil && !g.Opened { // else the first plies are not the person's
		cards, err := puzzle.Mistakes(g.Game, g.ID, side, today, few{oracle})
		if err != nil {
			return err
		}
		for _, card := range cards {
			list = append(list, kept.Card(card))
		}
	}
	return c.games.Searched(c.stop, match.Exercise{Kind: match.ExerciseGame, ID: g.ID, Time: now}, list)
}

// oracleOf returns the oracle of a variant, or nil if its values cannot be proved.
func (c *Coach) oracleOf(v rules.Variant) *prover.Oracle {
	if v != c.variant {
		c.variant = v
		var err error
		if c.oracle, err = prover.New(c.stop, v, coachMemory(), c.patience); err != nil {
			c.oracle = nil
		}
	}
	if c.oracle != nil {
		c.oracle.Forget()
	}
	return c.oracle
}

// few is an oracle that does not try positions with many seeds.
type few struct{ *prover.Oracle }

// Values implements [puzzle.Oracle].
func (o few) Values(p rules.Position) ([]puzzle.Value, error) {
	if p.Variant().Total()-p.Store(rules.South)-p.Store(rules.North) > mostSeeds {
		return nil, puzzle.ErrUnknown
	}
	return o.Oracle.Values(p)
}
