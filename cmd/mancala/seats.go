package main

import (
	"cmp"
	crand "crypto/rand"
	"encoding/hex"
	"math/rand/v2"
	"slices"

	"mancala/engine"
	"mancala/match"
	"mancala/menus/ports"
	"mancala/words"
)

// strategies returns the computer players as the screens offer them: first the ladder, then those
// that play by a simple rule.
func strategies() []ports.Strategy {
	var list []ports.Strategy
	for _, s := range engine.Strategies() {
		list = append(list, ports.Strategy{
			Name: s.Name, Title: words.StrategyName(s.Name), About: words.StrategyAbout(s.Name), Rung: s.Rung,
		})
	}
	slices.SortStableFunc(list, func(a, b ports.Strategy) int { return cmp.Compare(min(b.Rung, 1), min(a.Rung, 1)) })
	return list
}

// newSeat returns a function that makes computer players. All of them draw their chances from one
// source of seeds, so that the same seed repeats the same games.
func newSeat(seeds *rand.Rand, minds *engine.Analysts) func(name string) (match.Seat, error) {
	return func(name string) (match.Seat, error) {
		player, err := engine.NewPlayer(name, rand.New(rand.NewPCG(seeds.Uint64(), seeds.Uint64())), minds)
		if err != nil {
			return nil, err
		}
		return player, nil
	}
}

// chance returns the source of all chances: the one that --seed names, or an unpredictable one.
func (o *options) chance() *rand.Rand {
	if o.seedChosen {
		return rand.New(rand.NewPCG(o.seed, 0))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}

// newID returns a name for a game that no other game has.
func newID() string {
	var b [12]byte
	_, _ = crand.Read(b[:]) // never fails; see its documentation
	return hex.EncodeToString(b[:])
}
