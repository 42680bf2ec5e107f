package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
)

// row is a game as it is kept.
type row struct {
	lobby.GameEntry
	number int64
	text   string // the rules and the plies, as in "kalah(6,4)+pie 3 6 swap"
}

// game returns the game with its plies.
func (r row) game() (lobby.Game, error) {
	game, err := rules.ParseGame(r.text)
	return lobby.Game{Entry: r.GameEntry, Game: game}, err
}

// gameColumns are those of a game. A member who has left has no id and no name.
const gameColumns = `SELECT g.number, g.id, coalesce(s.id, ''), coalesce(s.name, ''), coalesce(s.computer, 0), g.south_rating, g.south_deviation,
	coalesce(n.id, ''), coalesce(n.name, ''), coalesce(n.computer, 0), g.north_rating, g.north_deviation, g.text, g.base, g.increment, g.rated,
	g.ending, g.winner, g.south_store, g.north_store, g.began, g.ended
	FROM game g LEFT JOIN member s ON s.id = g.south LEFT JOIN member n ON n.id = g.north `

func scanGame(rows *sql.Rows) (r row, err error) {
	var base, increment, began, ended int64
	var ending string
	var winner int
	var stores [2]int
	s, n := &r.Members[0], &r.Members[1]
	err = rows.Scan(&r.number, &r.ID, &s.ID, &s.Name, &s.Computer, &s.Rating, &s.Deviation, &n.ID, &n.Name, &n.Computer, &n.Rating, &n.Deviation,
		&r.text, &base, &increment, &r.Rated, &ending, &winner, &stores[0], &stores[1], &began, &ended)
	if err != nil {
		return r, err
	}
	how, known := match.ParseEnding(ending)
	variant, plies, _ := strings.Cut(r.text, " ")
	if r.Variant, err = rules.ParseRuleSet(variant); err == nil && (!known || how == match.Running) {
		err = fmt.Errorf("game %s has no ending %q", r.ID, ending)
	}
	r.Plies = len(strings.Fields(plies))
	r.Time = match.TimeControl{Base: time.Duration(base) * time.Millisecond, Increment: time.Duration(increment) * time.Millisecond}
	r.Result = match.ResultOf(how, winner, stores)
	r.Began, r.Ended = time.UnixMilli(began).UTC(), time.UnixMilli(ended).UTC()
	return r, err
}

// Archive answers what is asked of finished games and of standings. It only reads.
type Archive struct{ store *Store }

// ArchiveOf returns the archive of a club.
func ArchiveOf(s *Store) Archive { return Archive{s} }

// games returns the games of a query behind the columns.
func (a Archive) games(ctx context.Context, query string, args ...any) (list []row, err error) {
	err = a.store.view(ctx, func(rows *sql.Rows) error {
		r, err := scanGame(rows)
		list = append(list, r)
		return err
	}, gameColumns+query, args...)
	return list, err
}

// numbered returns the games with those numbers, in the order of the query.
func (a Archive) numbered(ctx context.Context, numbers []int64, order string) ([]row, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	return a.games(ctx, "WHERE g.number IN {numbers} ORDER BY g.number "+order, string(list))
}

// Game returns the game with that id, or [ErrNotFound].
func (a Archive) Game(ctx context.Context, id string) (g lobby.Game, err error) {
	if !isKey(id) {
		return g, ErrNotFound
	}
	list, err := a.games(ctx, "WHERE g.id = $1", id)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return g, err
	}
	return list[0].game()
}

// isKey reports whether a text can be an id at all. PostgreSQL refuses others, as one with a zero.
func isKey(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < '!' || r > '~' }) < 0
}
