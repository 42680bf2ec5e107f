package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"mancala/match"
	"mancala/rules"
)

// LogName is the name of the bus's log of games.
const LogName = "record"

// version is that of the events that this program writes and reads.
const version = 1

// maxEvent limits an event in bytes; it is the bus's.
const maxEvent = 64 << 10

// Strength is a rating as a list shows it.
type Strength struct {
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
}

// Game is a game that has ended.
type Game struct {
	// ID is the game's id: that of its table, a hyphen and its number there.
	ID string
	// Players are the ids of south, who began, and north.
	Players [2]string
	// Before are the ratings of south and north before the game.
	Before [2]Strength
	// Base and Increment are the clock, to the millisecond; Base 0 means none.
	Base, Increment time.Duration
	// Rated says that the game was rated.
	Rated bool
	// Game is the rules and the plies.
	Game rules.Game
	// Ending is the word for a [match.Ending] other than match.Running.
	Ending string
	// Winner is 1 if south won, 2 if north did, and 0 if neither did.
	Winner int
	// Began and Ended are when, to the millisecond.
	Began, Ended time.Time
}

// event is an item of the log: one of its fields besides the version is set.
type event struct {
	Version int `json:"v"`
	// Begin is said by a node that begins to follow the log. It changes nothing, but the first item
	// of a log is unlike that of any other log.
	Begin string     `json:"begin,omitempty"`
	Game  *gameEvent `json:"game,omitempty"`
	// Games are many at once, as a log that is made again has them.
	Games []gameEvent `json:"games,omitempty"`
}

// gameEvent is a game in the log.
type gameEvent struct {
	ID          string      `json:"id"`
	Players     [2]string   `json:"players"`
	Before      [2]Strength `json:"before"`
	BaseMS      int64       `json:"base_ms,omitempty"`
	IncrementMS int64       `json:"increment_ms,omitempty"`
	Rated       bool        `json:"rated,omitempty"`
	Text        string      `json:"text"`
	Ending      string      `json:"ending"`
	Winner      int         `json:"winner"`
	BeganMS     int64       `json:"began_ms"`
	EndedMS     int64       `json:"ended_ms"`
}

// Encode returns the log's item for a game, or an error if the game is not one that can have been
// played.
func Encode(g Game) ([]byte, error) {
	if _, err := g.check(); err != nil {
		return nil, err
	}
	game := g.event()
	data, err := json.Marshal(event{Version: version, Game: &game})
	if err == nil && len(data) > maxEvent {
		err = errors.New("the game is too long for the log")
	}
	return data, err
}

// event returns the game as the log has it.
func (g Game) event() gameEvent {
	return gameEvent{
		ID: g.ID, Players: g.Players, Before: g.Before, BaseMS: g.Base.Milliseconds(), IncrementMS: g.Increment.Milliseconds(),
		Rated: g.Rated, Text: g.Game.String(), Ending: g.Ending, Winner: g.Winner,
		BeganMS: g.Began.UnixMilli(), EndedMS: g.Ended.UnixMilli(),
	}
}

// decode returns the games of an item of the log, not yet checked. It returns [ErrNewer] for one
// that a newer hub has written, and another error for one that cannot be right.
func decode(data []byte) ([]gameEvent, error) {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("not an event: %w", err)
	}
	switch {
	case e.Version > version:
		return nil, fmt.Errorf("an event of version %d: %w", e.Version, ErrNewer)
	case e.Version < 1 || e.Game == nil && e.Begin == "" && e.Games == nil:
		return nil, errors.New("not an event")
	case e.Game != nil:
		return []gameEvent{*e.Game}, nil
	}
	return e.Games, nil
}

// game returns the game, checked but for its plies.
func (e gameEvent) game() (Game, error) {
	game, err := rules.ParseGame(e.Text)
	if err != nil {
		return Game{}, err
	}
	const most = math.MaxInt64 / int64(time.Millisecond)
	if e.BaseMS > most || e.IncrementMS > most {
		return Game{}, errors.New("the clock is out of range")
	}
	return Game{
		ID: e.ID, Players: e.Players, Before: e.Before, Base: time.Duration(e.BaseMS) * time.Millisecond,
		Increment: time.Duration(e.IncrementMS) * time.Millisecond, Rated: e.Rated, Game: game, Ending: e.Ending,
		Winner: e.Winner, Began: time.UnixMilli(e.BeganMS).UTC(), Ended: time.UnixMilli(e.EndedMS).UTC(),
	}, nil
}

// check returns the seeds of both players at the end, or an error if the game cannot have been
// played.
func (g Game) check() (stores [2]int, err error) {
	ending, known := match.ParseEnding(g.Ending)
	switch {
	case !isID(g.ID, 100) || !isID(g.Players[0], 64) || !isID(g.Players[1], 64):
		return stores, errors.New("an id is not one")
	case g.Players[0] == g.Players[1]:
		return stores, errors.New("both players are the same")
	case !known || ending == match.Running || g.Winner < 0 || g.Winner > 2:
		return stores, fmt.Errorf("a game cannot end like that: %q, winner %d", g.Ending, g.Winner)
	case g.Base < 0 || g.Increment < 0 || g.Rated && g.Base == 0:
		return stores, errors.New("the clock is not one")
	case g.Ended.Before(g.Began) || g.Began.Year() < 2000 || g.Ended.Year() > 9999:
		return stores, errors.New("the times are wrong")
	}
	for _, s := range g.Before {
		if s.Rating < 0 || s.Rating > 1e6 || s.Deviation < 0 || s.Deviation > 1e6 {
			return stores, errors.New("a rating is out of range")
		}
	}
	end, err := g.Game.Replay()
	if err != nil {
		return stores, err
	}
	if over := end.Over(); over != (ending == match.Finished) && ending != match.Desynced {
		return stores, fmt.Errorf("the plies do not end as in %q", g.Ending)
	}
	if winner := map[rules.Outcome]int{rules.SouthWins: 1, rules.NorthWins: 2}[end.Outcome()]; end.Over() && winner != g.Winner {
		return stores, fmt.Errorf("the plies make another winner than %d", g.Winner)
	}
	return [2]int{end.Store(rules.South), end.Store(rules.North)}, nil
}

// isID reports whether a text has between 1 and most letters, digits and hyphens.
func isID(text string, most int) bool {
	return text != "" && len(text) <= most && strings.IndexFunc(text, func(r rune) bool {
		return !(r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) < 0
}
