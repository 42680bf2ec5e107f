package lobby

import (
	"errors"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
)

var errGame = errors.New("a game is damaged")

// gameEntryToWire returns a game of a list as a message.
func gameEntryToWire(g lobby.GameEntry) *wire.ClubGameEntry {
	return &wire.ClubGameEntry{
		Id: g.ID, Members: membersToWire(g.Members[:]), Rules: g.Variant.String(), Time: timeToWire(g.Time), Rated: g.Rated,
		Ending: g.Result.Ending.String(), Winner: uint32(g.Result.WinnerNumber()), SouthStore: uint32(g.Result.Stores[0]),
		NorthStore: uint32(g.Result.Stores[1]), Began: momentToWire(g.Began), Plies: uint32(g.Plies),
	}
}

// gameEntryFromWire returns the entry that the club has sent.
func gameEntryFromWire(w *wire.ClubGameEntry) (g lobby.GameEntry, err error) {
	if len(w.GetMembers()) != 2 || !lobby.IsGameID(w.GetId()) || w.GetWinner() > 2 {
		return lobby.GameEntry{}, errGame
	}
	for i, m := range w.GetMembers() {
		if g.Members[i], err = playerFromWire(m); err != nil {
			return lobby.GameEntry{}, errGame
		}
	}
	if g.Variant, err = rules.ParseRuleSet(w.GetRules()); err != nil {
		return lobby.GameEntry{}, err
	}
	if g.Time, err = timeFromWire(w.GetTime()); err != nil {
		return lobby.GameEntry{}, err
	}
	ending, known := match.ParseEnding(w.GetEnding())
	if !known || ending == match.Running {
		return lobby.GameEntry{}, errGame
	}
	stores := [2]int{Count(w.GetSouthStore()), Count(w.GetNorthStore())}
	g.ID, g.Rated, g.Result = w.GetId(), w.GetRated(), match.ResultOf(ending, int(w.GetWinner()), stores)
	g.Began, g.Plies = moment(w.GetBegan()), Count(w.GetPlies())
	return g, nil
}

// playerFromWire returns a player of a game, who may have left the club.
func playerFromWire(w *wire.ClubMember) (lobby.Member, error) {
	if w.GetId() != "" {
		return memberFromWire(w)
	}
	return lobby.Member{Rating: int(min(w.GetRating(), lobby.MaxRating)), Deviation: int(min(w.GetDeviation(), lobby.MaxRating))}, nil
}

func gamesToWire(l lobby.Games) *wire.ClubGames {
	w := &wire.ClubGames{More: l.More}
	for _, g := range l.List {
		w.Games = append(w.Games, gameEntryToWire(g))
	}
	return w
}

// GamesFromWire returns the list that the club has sent.
func GamesFromWire(w *wire.ClubGames) (lobby.Games, error) {
	if len(w.GetGames()) > lobby.MostGames {
		return lobby.Games{}, errGame
	}
	l := lobby.Games{More: w.GetMore()}
	for _, w := range w.GetGames() {
		g, err := gameEntryFromWire(w)
		if err != nil {
			return lobby.Games{}, err
		}
		l.List = append(l.List, g)
	}
	return l, nil
}

func gameToWire(g lobby.Game) *wire.ClubGame {
	return &wire.ClubGame{Entry: gameEntryToWire(g.Entry), Text: g.Game.String()}
}

// GameFromWire returns the game that the club has sent. Its plies are legal, and as many as the
// entry says.
func GameFromWire(w *wire.ClubGame) (lobby.Game, error) {
	entry, err := gameEntryFromWire(w.GetEntry())
	if err != nil {
		return lobby.Game{}, err
	}
	game, err := rules.ParseGame(w.GetText())
	if err != nil {
		return lobby.Game{}, err
	}
	if _, err := game.Replay(); err != nil {
		return lobby.Game{}, err
	}
	if game.Variant != entry.Variant || len(game.Plies) != entry.Plies {
		return lobby.Game{}, errGame
	}
	return lobby.Game{Entry: entry, Game: game}, nil
}
