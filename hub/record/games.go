package record

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/record/sqlitefile"
	"mancala/rules"
	"mancala/spelling"
)

// row is a game as it is kept.
type row struct {
	lobby.GameEntry
	text string // the rules and the plies, as in "kalah(6,4)+pie 3 6 swap"
}

// game returns the game with its plies.
func (r row) game() (lobby.Game, error) {
	game, err := rules.ParseGame(r.text)
	return lobby.Game{Entry: r.GameEntry, Game: game}, err
}

const gameColumns = `SELECT g.id, s.id, coalesce(s.name, ''), s.computer, g.south_rating, g.south_deviation,
	n.id, coalesce(n.name, ''), n.computer, g.north_rating, g.north_deviation, r.text, g.plies, g.base_ms, g.increment_ms, g.rated,
	g.ending, g.winner, g.south_store, g.north_store, g.began_ms, g.ended_ms
	FROM games g JOIN players s ON s.player = g.south JOIN players n ON n.player = g.north JOIN rulesets r USING (ruleset) `

func scan(from interface{ Scan(...any) error }) (r row, err error) {
	var base, increment, began, ended int64
	var text, plies, ending string
	var winner int
	var stores [2]int
	s, n := &r.Members[0], &r.Members[1]
	err = from.Scan(&r.ID, &s.ID, &s.Name, &s.Computer, &s.Rating, &s.Deviation, &n.ID, &n.Name, &n.Computer, &n.Rating, &n.Deviation,
		&text, &plies, &base, &increment, &r.Rated, &ending, &winner, &stores[0], &stores[1], &began, &ended)
	if err != nil {
		return r, err
	}
	how, known := match.ParseEnding(ending)
	if r.Variant, err = rules.ParseRuleSet(text); err == nil && (!known || how == match.Running) {
		err = fmt.Errorf("game %s has no ending %q", r.ID, ending)
	}
	r.text, r.Plies = strings.TrimSpace(text+" "+plies), len(strings.Fields(plies))
	r.Time, r.Result = clock(base, increment), match.ResultOf(how, winner, stores)
	r.Began, r.Ended = time.UnixMilli(began).UTC(), time.UnixMilli(ended).UTC()
	return r, err
}

// leave takes the ids from the players who have left.
func (r *row) leave() {
	for i := range r.Members {
		if r.Members[i].Name == "" {
			r.Members[i].ID = ""
		}
	}
}

// Game returns the game with that id, or [ErrNotFound].
func (r *Record) Game(ctx context.Context, id string) (g lobby.Game, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		kept, err := scan(tx.QueryRowContext(ctx, gameColumns+"WHERE g.id = ?", id))
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if kept.leave(); err == nil {
			g, err = kept.game()
		}
		return err
	})
	return g, err
}

// Games returns the games that match: the name must be in a player's name or, with a member, in the
// opponent's; [spelling] says how. It returns no games for a member without one, and
// [ErrNotFound] if the game to begin before is missing.
func (r *Record) Games(ctx context.Context, q lobby.GamesOf) (games lobby.Games, err error) {
	if q.Limit < 0 {
		return games, fmt.Errorf("%d games: %w", q.Limit, ErrQuery)
	}
	err = r.view(ctx, func(tx *sql.Tx) error {
		s := search{ctx: ctx, tx: tx, before: math.MaxInt64, limit: q.Limit + 1, name: spelling.Find(q.Name)}
		numbers, err := s.games(q)
		if err != nil {
			return err
		}
		if games.More = len(numbers) > q.Limit; games.More {
			numbers = numbers[:q.Limit]
		}
		list, err := entries(ctx, tx, numbers)
		for _, r := range list {
			r.leave()
			games.List = append(games.List, r.GameEntry)
		}
		return err
	})
	if errors.Is(err, ErrNotFound) && q.Before == "" {
		err = nil
	}
	return games, err
}

// search finds the numbers of games for one query.
type search struct {
	ctx    context.Context
	tx     *sql.Tx
	before int64 // only games with a smaller number
	limit  int
	name   spelling.Query
}

// games returns the numbers of the games that match, the largest first.
func (s search) games(q lobby.GamesOf) ([]int64, error) {
	if q.Before != "" {
		if err := s.number(&s.before, "SELECT game FROM games WHERE id = ?", q.Before); err != nil {
			return nil, err
		}
	}
	var player int64
	if q.Member != "" {
		if err := s.number(&player, "SELECT player FROM players WHERE id = ?", q.Member); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Member != "" && q.Name != "":
		return s.numbers("SELECT game FROM played WHERE player = ? AND game < ? AND opponent IN (SELECT player "+named+`)
			ORDER BY game DESC LIMIT ?4`, player, s.before, s.name.Part, s.limit, s.name.Whole)
	case q.Member != "":
		return s.ofPlayer(player)
	case q.Name != "":
		return s.ofNamed()
	}
	return s.numbers("SELECT game FROM games WHERE game < ? ORDER BY game DESC LIMIT ?", s.before, s.limit)
}

// number reads the only number of a query, or returns [ErrNotFound].
func (s search) number(to *int64, query string, args ...any) error {
	err := s.tx.QueryRowContext(s.ctx, query, args...).Scan(to)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// numbers returns the only column of a query.
func (s search) numbers(query string, args ...any) (list []int64, err error) {
	err = sqlitefile.EachRow(s.ctx, s.tx, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		list = append(list, n)
		return err
	}, query, args...)
	return list, err
}

func (s search) ofPlayer(player int64) ([]int64, error) {
	return s.numbers("SELECT game FROM played WHERE player = ? AND game < ? ORDER BY game DESC LIMIT ?", player, s.before, s.limit)
}

// named is the part of a statement that finds the players with a game whose names have a part: ?3
// or ?5, as in a [spelling.Query].
const named = "FROM players INDEXED BY players_by_search WHERE search <> '' AND games > 0 AND (instr(search, ?3) > 0 OR instr(search, nullif(?5, '')) > 0) "

// ofNamed returns the games of all players whose names match. It either reads all games from the
// newest on, which is fast if many match, or asks for the newest games of each such player in turn,
// and chooses the way that should read less.
func (s search) ofNamed() ([]int64, error) {
	var players, games, newest, all int64
	err := s.tx.QueryRowContext(s.ctx, `SELECT count(*), coalesce(sum(games), 0), coalesce(max(last_game), 0),
		(SELECT coalesce(max(game), 0) FROM games) `+named+"AND first_game < ?2", nil, s.before, s.name.Part, nil, s.name.Whole).
		Scan(&players, &games, &newest, &all)
	if err != nil || players == 0 {
		return nil, err
	}
	// A player costs about as much as three games.
	if expected := int64(s.limit) * all / games; expected < 3*players {
		return s.numbers(`SELECT g.game FROM games g JOIN players s ON s.player = g.south JOIN players n ON n.player = g.north
			WHERE g.game < ? AND g.game <= ? AND (instr(s.search, ?3) > 0 OR instr(n.search, ?3) > 0
				OR instr(s.search, nullif(?5, '')) > 0 OR instr(n.search, nullif(?5, '')) > 0) ORDER BY g.game DESC LIMIT ?4`,
			s.before, newest, s.name.Part, s.limit, s.name.Whole)
	}
	return s.merged()
}

// merged returns the newest games of the players whose names match. It asks for each player's in
// turn, beginning with the newest game's player, and stops at the first player without a game that
// is new enough.
func (s search) merged() (best []int64, err error) {
	type player struct{ number, newest int64 }
	var players []player
	err = sqlitefile.EachRow(s.ctx, s.tx, func(rows *sql.Rows) error {
		var p player
		err := rows.Scan(&p.number, &p.newest)
		players = append(players, p)
		return err
	}, "SELECT player, min(last_game, ?2 - 1) AS newest "+named+"AND first_game < ?2 ORDER BY newest DESC", nil, s.before, s.name.Part, nil, s.name.Whole)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		if len(best) == s.limit && p.newest < best[len(best)-1] {
			break
		}
		games, err := s.ofPlayer(p.number)
		if err != nil {
			return nil, err
		}
		best = append(best, games...)
		slices.SortFunc(best, func(a, b int64) int { return cmp.Compare(b, a) })
		best = slices.Compact(best)
		best = best[:min(len(best), s.limit)]
	}
	return best, nil
}
