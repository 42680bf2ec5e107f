package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"mancala/internal/engine"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/prover"
	"mancala/rules"
)

// Won positions, at most one a game.
const (
	wonGames            = 24
	leastWon, mostWon   = 12, 30 // seeds in the houses
	leastLost           = 2      // houses that give the win away
	wonSearched         = 400    // games
	leastMargin, margin = 2, 12  // of the win, with best play
)

var wonFile = filepath.Join("internal", "puzzle", "won.games")

// won writes games up to positions that their side to move wins, the largest margin first.
func won(ctx context.Context) error {
	v := rules.Presets()[0].Variant
	oracle, err := prover.New(ctx, v, 256<<20, 0)
	if err != nil {
		return err
	}
	byMargin := map[int][]puzzle.Won{}
	for n := range uint64(wonSearched) {
		if g, ok, err := findWon(ctx, v, oracle, n); err != nil {
			return err
		} else if ok {
			byMargin[g.Margin] = append(byMargin[g.Margin], g)
		}
	}
	var out bytes.Buffer
	for _, g := range spread(byMargin) {
		fmt.Fprintln(&out, g)
	}
	return os.WriteFile(wonFile, out.Bytes(), 0o644)
}

// spread returns games of all margins, equally many of each as far as there are some.
func spread(byMargin map[int][]puzzle.Won) (list []puzzle.Won) {
	for round := 0; len(list) < wonGames && round < wonSearched; round++ {
		for m := leastMargin; m <= margin && len(list) < wonGames; m++ {
			if round < len(byMargin[m]) {
				list = append(list, byMargin[m][round])
			}
		}
	}
	slices.SortStableFunc(list, func(a, b puzzle.Won) int { return b.Margin - a.Margin })
	return list
}

// findWon plays game number n between two levels up to the first position that is won by a margin
// while several houses give the win away. It reports whether there is one.
func findWon(ctx context.Context, v rules.Variant, oracle *prover.Oracle, n uint64) (g puzzle.Won, ok bool, err error) {
	rng := rand.New(rand.NewPCG(1, n))
	player, err := engine.NewPlayer("casual", rng, nil)
	if err != nil {
		return g, false, err
	}
	g.Game.Variant = v
	p, err := rules.Start(v)
	for err == nil && !p.Over() {
		if seeds := seedsOn(p); seeds <= mostWon {
			if seeds < leastWon {
				return g, false, nil
			}
			var values []puzzle.Value
			if values, err = oracle.Values(p); err != nil {
				return g, false, err
			}
			best, lost := -1, 0
			for _, v := range values {
				if best = max(best, v.Seeds); v.Seeds <= 0 {
					lost++
				}
			}
			if g.Margin = best; best >= leastMargin && best <= margin && lost >= leastLost {
				return g, true, nil
			}
		}
		var h rules.House
		if h, err = player.Choose(ctx, p); err == nil {
			g.Game.Plies = append(g.Game.Plies, h)
			p, _, err = p.Sow(h)
		}
	}
	return g, false, err
}
