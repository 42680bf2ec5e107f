package wiring

import (
	"cmp"
	crand "crypto/rand"
	"encoding/hex"
	"math/rand/v2"
	"slices"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/words"
)

// strategies returns the computer players for the screens: first the ladder, then those that play
// by a simple rule.
func strategies() []match.Strategy {
	list := engine.Strategies()
	for i, s := range list {
		list[i].Title, list[i].About = words.StrategyName(s.Name), words.StrategyAbout(s.Name)
	}
	slices.SortStableFunc(list, func(a, b match.Strategy) int { return cmp.Compare(min(b.Rung, 1), min(a.Rung, 1)) })
	return list
}

// NewSeat returns a function that makes computer players. All of them get their random numbers from
// one source of seeds, so the same seed repeats the same games.
func NewSeat(seeds *rand.Rand, minds *engine.Analysts) func(name string) (match.Seat, error) {
	return func(name string) (match.Seat, error) {
		player, err := engine.NewPlayer(name, rand.New(rand.NewPCG(seeds.Uint64(), seeds.Uint64())), minds)
		if err != nil {
			return nil, err
		}
		return player, nil
	}
}

// NewID returns a unique id for a game.
func NewID() string {
	var b [12]byte
	_, _ = crand.Read(b[:]) // never fails; see its documentation
	return hex.EncodeToString(b[:])
}
