package menustest

import (
	"time"

	"mancala/match"
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
	g.Result = match.Result{Ending: match.Finished, Outcome: rules.Winner(rules.South), Stores: [2]int{5, 1}}
	return g
}

// Bookmark returns a series against Bo that is one ply old.
func Bookmark(self match.Party, addr string) match.Bookmark {
	return match.Bookmark{
		Series: "s", Self: self, Addr: addr, Peer: "Bo", Number: 1, Starter: match.Host, State: []byte{1},
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: []rules.House{3}},
	}
}
