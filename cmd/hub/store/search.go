package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
)

// Games returns the games that match: the name must be in a player's name or, with a member, in the
// opponent's; [spelling] says how. It returns no games for a member without one, and
// [ErrNotFound] if the game to begin before is missing.
func (a Archive) Games(ctx context.Context, q lobby.GamesOf) (games lobby.Games, err error) {
	if q.Limit < 0 {
		return games, fmt.Errorf("%d games: %w", q.Limit, ErrQuery)
	}
	find := search{ctx: ctx, store: a.store, before: math.MaxInt64, limit: q.Limit + 1, name: spelling.Find(q.Name)}
	numbers, err := find.games(q)
	if err != nil {
		return games, err
	}
	if games.More = len(numbers) > q.Limit; games.More {
		numbers = numbers[:q.Limit]
	}
	list, err := a.numbered(ctx, numbers, "DESC")
	for _, r := range list {
		games.List = append(games.List, r.GameEntry)
	}
	return games, err
}

// search finds the numbers of games for one query.
type search struct {
	ctx    context.Context
	store  *Store
	before int64 // only games with a smaller number
	limit  int
	name   spelling.Query
}

// games returns the numbers of the games that match, the largest first.
func (s search) games(q lobby.GamesOf) ([]int64, error) {
	if q.Before != "" {
		before, err := []int64(nil), ErrNotFound
		if isKey(q.Before) {
			before, err = s.numbers("SELECT number FROM game WHERE id = $1", q.Before)
		}
		if err == nil && len(before) == 0 {
			err = ErrNotFound
		}
		if err != nil {
			return nil, err
		}
		s.before = before[0]
	}
	switch {
	case !isKey(q.Member):
		return nil, nil
	case q.Member != "" && q.Name != "":
		return s.between(q.Member)
	case q.Member != "":
		return s.ofPlayer(q.Member, "")
	case q.Name != "":
		return s.ofNamed()
	}
	return s.numbers("SELECT number FROM game WHERE number < $1 ORDER BY number DESC LIMIT $2", s.before, s.limit)
}

// numbers returns the only column of a query.
func (s search) numbers(query string, args ...any) ([]int64, error) {
	return column[int64](s.ctx, s.store, query, args...)
}

// ofPlayer returns the games of a player, of which the opponent meets a condition if there is one.
func (s search) ofPlayer(player, condition string) ([]int64, error) {
	args := []any{player, s.before, s.limit}
	half := func(mine, other string) string {
		query := "SELECT * FROM (SELECT number FROM game WHERE " + mine + " = $1 AND number < $2"
		if condition != "" {
			query += " AND EXISTS (SELECT 1 FROM member WHERE id = game." + other + " AND " + condition + ")"
		}
		return query + " ORDER BY number DESC LIMIT $3) AS of_" + mine
	}
	if condition != "" {
		args = append(args, s.name.Part, s.name.Whole)
	}
	return s.numbers(half("south", "north")+" UNION ALL "+half("north", "south")+" ORDER BY 1 DESC LIMIT $3", args...)
}

// A player with at most fewGames games has them read one by one, and so have players against whom
// many can have played, whose names match.
const fewGames, manyNames = 1000, 1000

// between returns the games of a player against those whose names match.
func (s search) between(player string) ([]int64, error) {
	games, err := s.numbers("SELECT games FROM member WHERE id = $1", player)
	if err != nil {
		return nil, err
	}
	if len(games) == 1 && games[0] > fewGames {
		others, err := s.namesakes()
		if err != nil || len(others) == 0 {
			return nil, err
		}
		if len(others) <= manyNames {
			return s.against(player, others)
		}
	}
	return s.ofPlayer(player, named)
}

// against returns the games of a player against some others. The plus keeps the database from
// reading all games of the player in their order.
func (s search) against(player string, others []namesake) ([]int64, error) {
	var ids []string
	for _, o := range others {
		ids = append(ids, o.id)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	half := func(mine, other string) string {
		return "SELECT number FROM game WHERE " + mine + " = $2 AND " + other + " IN {values} AND number < $3"
	}
	return s.numbers("SELECT number FROM ("+half("south", "north")+" UNION ALL "+half("north", "south")+") AS of_both ORDER BY +number DESC LIMIT $4",
		string(list), player, s.before, s.limit)
}

// named is the condition that a member's name has a part: $4 or $5, as in a [spelling.Query].
const named = "({instr}(search, $4) > 0 OR $5 <> '' AND {instr}(search, $5) > 0)"

// namesake is a player whose name matches.
type namesake struct {
	id            string
	games, newest int64
}

// namesakes returns the players with a game whose names match, the one with the newest game first.
func (s search) namesakes() (players []namesake, err error) {
	err = s.store.view(s.ctx, func(rows *sql.Rows) error {
		var p namesake
		err := rows.Scan(&p.id, &p.games, &p.newest)
		p.newest = min(p.newest, s.before-1)
		players = append(players, p)
		return err
	}, "SELECT id, games, last_game FROM member WHERE "+strings.NewReplacer("$4", "$2", "$5", "$3").Replace(named)+" AND games > 0 AND first_game < $1",
		s.before, s.name.Part, s.name.Whole)
	slices.SortFunc(players, func(a, b namesake) int { return cmp.Compare(b.newest, a.newest) })
	return players, err
}

// ofNamed returns the games of all players whose names match. It either reads all games from the
// newest on, which is fast if many match, or asks for the newest games of each such player in turn,
// and chooses the way that should read less.
func (s search) ofNamed() ([]int64, error) {
	players, err := s.namesakes()
	if err != nil || len(players) == 0 {
		return nil, err
	}
	all, err := s.numbers("SELECT coalesce(max(number), 0) FROM game")
	if err != nil {
		return nil, err
	}
	games := int64(0)
	for _, p := range players {
		games += p.games
	}
	// A player costs about as much as three games.
	if expected := int64(s.limit) * all[0] / games; expected < 3*int64(len(players)) {
		return s.scanned(players[0].newest)
	}
	return s.merged(players)
}

// merged returns the newest games of some players. It asks for each player's in turn, and stops at
// the first player without a game that is new enough.
func (s search) merged(players []namesake) (best []int64, err error) {
	for _, p := range players {
		if len(best) == s.limit && p.newest < best[len(best)-1] {
			break
		}
		games, err := s.ofPlayer(p.id, "")
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

// scanned reads all games from one on, and returns those of players whose names match.
func (s search) scanned(newest int64) ([]int64, error) {
	of := func(side string) string { return strings.ReplaceAll(named, "search", side+".search") }
	return s.numbers("SELECT g.number FROM game g LEFT JOIN member s ON s.id = g.south LEFT JOIN member n ON n.id = g.north "+
		"WHERE g.number < $1 AND g.number <= $2 AND ("+of("s")+" OR "+of("n")+") ORDER BY g.number DESC LIMIT $3",
		s.before, newest, s.limit, s.name.Part, s.name.Whole)
}
