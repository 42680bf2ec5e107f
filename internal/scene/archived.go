package scene

import (
	"context"
	"errors"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// absent is the seat of a player in an archived game, who never plays.
type absent struct{}

// Choose returns an error.
func (absent) Choose(context.Context, rules.Position) (rules.House, error) {
	return 0, errors.New("this player is not here")
}

// Observe does nothing.
func (absent) Observe(rules.Sowing, rules.Position) {}

// Archived returns a read-only scene of an archived game. It has no players and stores nothing.
func Archived(g match.Record) (*Scene, error) {
	var names, kinds [2]string
	var seats [2]match.Seat
	for side := range g.Names {
		party := g.Starter
		if rules.Side(side) == rules.North {
			party = party.Other()
		}
		names[party], kinds[party], seats[party] = g.Names[side], g.Kinds[side], absent{}
		if kinds[party] == match.KindPerson {
			seats[party] = match.NewPerson()
		}
	}
	loser := g.Starter
	if winner, _ := g.Result.Winner(); winner == rules.South {
		loser = loser.Other()
	}
	link, err := table.NewLocal(match.LocalConfig{
		ID: "archive", Variant: g.Game.Variant, Starter: g.Starter, Names: names, Plies: g.Game.Plies, Opened: true,
		Ending: g.Result.Ending, Loser: loser,
	})
	if err != nil {
		return nil, err
	}
	sc := New(table.NewTable(link, match.Host, names, seats), kinds)
	sc.Stepwise = true
	sc.Advance(0)
	return sc, nil
}
