package menustest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Game returns a running game of plain Kalah between a person, South, and the computer player Low.
func Game(id, south, north string, plies ...rules.House) match.Record {
	return match.Record{
		ID: id, Names: [2]string{south, north}, Kinds: [2]string{match.KindPerson, "low"},
		Game:  rules.Game{Variant: rules.Presets()[0].Variant, Plies: plies},
		Ended: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

// WonGame returns a game of Kalah(1,3) that a person wins with its only ply.
func WonGame(id, south, north string) match.Record {
	g := Game(id, south, north, 1)
	g.Game.Variant, _ = rules.Presets()[0].Variant.WithSize(1, 3)
	g.Result = match.Result{Ending: match.Finished, Outcome: rules.Winner(rules.South), Stores: [2]int{6, 0}}
	return g
}

// Played returns a whole game of plain Kalah, by chance, that ends with an outcome, and its result.
func Played(end rules.Outcome) (rules.Game, match.Result) {
	for seed := uint64(0); ; seed++ {
		chance := rand.New(rand.NewPCG(seed, 0))
		game := rules.Game{Variant: rules.Presets()[0].Variant}
		p, _ := game.Replay()
		for !p.Over() {
			list := slices.Collect(p.Plies())
			game.Plies = append(game.Plies, list[chance.IntN(len(list))])
			p, _, _ = p.Sow(game.Plies[len(game.Plies)-1])
		}
		if p.Outcome() == end {
			return game, match.Result{Ending: match.Finished, Outcome: end, Stores: storesOf(p)}
		}
	}
}

func storesOf(p rules.Position) [2]int { return [2]int{p.Store(rules.South), p.Store(rules.North)} }

// Season returns 90 games against three levels, oldest first, and their figures. The person wins
// more as time passes.
func Season() (list []match.Record, sums match.Figures) {
	levels := [...]string{"Casual", "Sharp", "Perfect"}
	for _, level := range levels {
		sums.By = append(sums.By, match.Figure{Opponent: level, Kind: strings.ToLower(level)})
	}
	for n := range 90 {
		i := n / 3 % len(levels)
		g := Game(fmt.Sprint("season-", n), "Ann", levels[i], rules.House(1+(n*n+n/4)%6))
		g.Kinds[rules.North] = sums.By[i].Kind
		g.Result = match.Result{Ending: match.Resigned, Outcome: rules.Winner(rules.South)}
		won, lost := 1, 0
		if (n*37+i*31)%100 > 40+n-25*i {
			g.Result.Outcome, won, lost = rules.Winner(rules.North), 0, 1
		}
		g.Ended = g.Ended.AddDate(0, 0, n-90)
		for _, f := range [...]*match.Figure{&sums.By[i], &sums.Total} {
			f.Played, f.Won, f.Lost = f.Played+1, f.Won+won, f.Lost+lost
		}
		list = append(list, g)
	}
	return list, sums
}

// Bookmark returns a series against Bo after one ply.
func Bookmark(self match.Party, addr string) match.Bookmark {
	return match.Bookmark{
		Series: "s", Self: self, Addr: addr, Peer: "Bo", Number: 1, Starter: match.Host, State: []byte{1},
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: []rules.House{3}},
	}
}
