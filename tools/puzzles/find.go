package main

import (
	"context"
	"errors"
	"math/rand/v2"

	"mancala/internal/engine"
	"mancala/internal/puzzle"
	"mancala/rules"
)

// search says which positions are looked at.
type search struct {
	variant     rules.Variant
	seed        uint64
	positions   int // to look at
	least, most int // seeds in the houses
	memory      uint64
	openings    int // if not zero, all positions of so many plies from the start, in place of games
}

// finder looks for puzzles among the positions of games.
type finder struct {
	search
	ctx    context.Context
	oracle oracle
	rater  *rater
	seen   map[puzzle.Key]bool
	looked int
	found  func(puzzle.Puzzle)
}

// find looks at the positions of a search and passes each puzzle on. The same search finds the same
// puzzles in the same order.
func find(ctx context.Context, s search, found func(puzzle.Puzzle)) error {
	o, err := newOracle(ctx, s.variant, s.memory, s.most)
	if err != nil {
		return err
	}
	r, err := newRater(ctx, s.seed)
	if err != nil {
		return err
	}
	f := &finder{search: s, ctx: ctx, oracle: o, rater: r, seen: map[puzzle.Key]bool{}, found: found}
	if s.openings > 0 {
		start, err := rules.Start(s.variant)
		if err != nil {
			return err
		}
		return f.after(start, s.openings)
	}
	for n := uint64(0); f.looked < s.positions; n++ {
		if err := f.game(n); err != nil {
			return err
		}
	}
	return nil
}

// players are the levels whose games provide puzzles: they play as people do.
var players = []string{"seedling", "casual", "sharp"}

// game looks at the positions of game number n between two levels.
func (f *finder) game(n uint64) error {
	rng := rand.New(rand.NewPCG(f.seed, n))
	var seats [2]*engine.Player
	for side := range seats {
		var err error
		if seats[side], err = engine.NewPlayer(players[rng.IntN(len(players))], rng, nil); err != nil {
			return err
		}
	}
	p, err := rules.Start(f.variant)
	past := map[rules.Position]bool{} // a position that comes again ends the game
	for err == nil && !p.Over() && !past[p] && f.looked < f.positions {
		past[p] = true
		if err = f.look(p); err != nil {
			return err
		}
		var h rules.House
		if h, err = seats[p.ToMove()].Choose(f.ctx, p); err == nil {
			p, _, err = p.Sow(h)
		}
	}
	return err
}

// after examines p and all positions up to that many plies later.
func (f *finder) after(p rules.Position, plies int) error {
	if err := f.look(p); err != nil || plies == 0 {
		return err
	}
	for h := range p.Plies() {
		next, _, err := p.Sow(h)
		if err == nil && h != rules.Swap {
			err = f.after(next, plies-1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// look examines a position, unless it is known or has too many or too few seeds in its houses.
func (f *finder) look(p rules.Position) error {
	n := seedsOn(p)
	key := puzzle.KeyOf(p)
	if n < f.least || n > f.most || f.seen[key] {
		return nil
	}
	f.seen[key] = true
	f.looked++
	f.oracle.Forget()
	found, ok, err := puzzle.Find(p, f.oracle)
	if errors.Is(err, puzzle.ErrUnknown) {
		return nil
	}
	if err != nil || !ok {
		return err
	}
	keys := found.Keys()
	if f.seen[keys[1]] {
		return nil
	}
	f.seen[keys[1]] = true
	level, fair, err := f.rater.level(found)
	if found.Level = level; err == nil && fair && found.Good() {
		f.found(found)
	}
	return err
}
