package gateway

import (
	"context"
	"errors"
	"fmt"

	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"
)

// Kept answers from the record of a node.
type Kept struct{ Record *record.Record }

// Games returns a list of games.
func (k Kept) Games(ctx context.Context, q lobby.GamesOf) (lobby.Games, error) {
	list, more, err := k.Record.Games(ctx, record.Query{Player: q.Member, Name: q.Name, Before: q.Before, Limit: q.Limit})
	if errors.Is(err, record.ErrNotFound) && q.Before == "" {
		return lobby.Games{}, nil // a member without a game
	}
	if err != nil {
		return lobby.Games{}, unknown(err)
	}
	games := lobby.Games{More: more}
	for _, e := range list {
		g, err := entry(e)
		if err != nil {
			return lobby.Games{}, err
		}
		games.List = append(games.List, g)
	}
	return games, nil
}

// Game returns one game.
func (k Kept) Game(ctx context.Context, id string) (lobby.Game, error) {
	e, err := k.Record.Game(ctx, id)
	if err != nil {
		return lobby.Game{}, unknown(err)
	}
	g, err := entry(e)
	if err != nil {
		return lobby.Game{}, err
	}
	game, err := rules.ParseGame(e.Text())
	return lobby.Game{Entry: g, Game: game}, err
}

// Standings returns a part of the standings.
func (k Kept) Standings(ctx context.Context, of lobby.StandingsOf) (lobby.Standings, error) {
	kept, err := k.Record.Standings(ctx, of.Discipline, of.Skip, of.Limit)
	return lobby.Standings{
		Members: players(kept.Sure), First: of.Skip + 1, Total: kept.SureTotal, Unsure: players(kept.Unsure), UnsureTotal: kept.UnsureTotal,
	}, err
}

func players(list []record.Player) (members []lobby.Member) {
	for _, p := range list {
		members = append(members, player(p))
	}
	return members
}

// unknown turns the error that something is not there into a refusal.
func unknown(err error) error {
	if errors.Is(err, record.ErrNotFound) {
		return lobby.Refuse(lobby.ReasonUnknown)
	}
	return err
}

func player(p record.Player) lobby.Member {
	return lobby.Member{ID: p.ID, Name: p.Name, Computer: p.Computer, Rating: p.Rating, Deviation: p.Deviation}
}

// entry returns a game of the record as a list shows it.
func entry(e record.Entry) (lobby.GameEntry, error) {
	v, err := rules.ParseRuleSet(e.Rules)
	ending, known := match.ParseEnding(e.Ending)
	if err == nil && (!known || ending == match.Running) {
		err = fmt.Errorf("game %s has no ending %q", e.ID, e.Ending)
	}
	g := lobby.GameEntry{
		ID: e.ID, Members: [2]lobby.Member{player(e.Players[0]), player(e.Players[1])}, Variant: v,
		Time: match.TimeControl{Base: e.Base, Increment: e.Increment}, Rated: e.Rated,
		Result: wirelobby.ResultOf(ending, e.Winner, e.Stores), Began: e.Began, Plies: e.PlyCount(),
	}
	return g, err
}
