//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/past"
	"mancala/internal/record/sqlitefile"
	"mancala/internal/spelling"
	"mancala/rules"
)

const (
	onShelves = "JOIN shelves s USING (shelf) "
	// fewGames is the largest number of matches that are sorted, instead of searching all games in
	// the order of time.
	fewGames = 4000
)

// standingWords are the words in the database by standing.
var standingWords = []string{"", "running", "won", "lost", "drawn"}

// putGame writes a game, and replaces the one with that id.
func (t inTables) putGame(ctx context.Context, g match.Record) error {
	if err := t.dropGame(ctx, g.ID); err != nil {
		return err
	}
	var shelf int64
	err := t.q.QueryRowContext(ctx, `INSERT INTO shelves (south, north, south_kind, north_kind, variant, opened, standing, search, games)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (south, north, south_kind, north_kind, variant, opened, standing)
		DO UPDATE SET games = games + 1 RETURNING shelf`,
		g.Names[0], g.Names[1], g.Kinds[0], g.Kinds[1], g.Game.Variant.String(), g.Opened, standingWords[g.Standing()],
		searchText(g)).Scan(&shelf)
	if err != nil {
		return err
	}
	return t.exec(ctx, `INSERT INTO games (game_id, shelf, game, starter, host_wins, guest_wins, draws, ending, outcome,
		south_store, north_store, started_ms, ended_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		g.ID, shelf, g.Game.String(), partyWords[g.Starter], g.Before.Wins[0], g.Before.Wins[1], g.Before.Draws,
		g.Result.Ending.String(), outcomeWord(g.Result.Outcome), g.Result.Stores[0], g.Result.Stores[1],
		g.Started.UnixMilli(), g.Ended.UnixMilli())
}

// dropGame deletes the game with that id, if there is one, and its shelf if that is empty
// afterwards.
func (t inTables) dropGame(ctx context.Context, id string) error {
	var shelf int64
	err := t.q.QueryRowContext(ctx, "DELETE FROM games WHERE game_id = ? RETURNING shelf", id).Scan(&shelf)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := t.exec(ctx, "DELETE FROM shelves WHERE shelf = ? AND games <= 1", shelf); err != nil {
		return err
	}
	return t.exec(ctx, "UPDATE shelves SET games = games - 1 WHERE shelf = ?", shelf)
}

// where returns the WHERE clause of a query on the shelves, with its arguments; it is empty for all
// of them.
func where(q match.GameQuery) (condition string, args []any) {
	var all []string
	need := func(condition string, values ...any) { all, args = append(all, condition), append(args, values...) }
	if q.Standing != match.StandingAny {
		need("standing = ?", standingWords[q.Standing])
	}
	if q.Variant != (rules.Variant{}) {
		need("variant = ?", q.Variant.String())
	}
	switch q.Opponent {
	case "":
	case match.KindPerson:
		need("south_kind = ? AND north_kind = ?", q.Opponent, q.Opponent)
	default:
		need("(south_kind = ? OR north_kind = ?)", q.Opponent, q.Opponent)
	}
	if q.Name != "" {
		name := spelling.Find(q.Name)
		need("(instr(search, ?) > 0 OR instr(search, nullif(?, '')) > 0)", name.Part, name.Whole)
	}
	if len(all) > 0 {
		condition = "WHERE " + strings.Join(all, " AND ")
	}
	return condition, args
}

// lastMS is the last time that a game can have.
var lastMS = time.Date(9999, time.December, 31, 23, 59, 59, 999_000_000, time.UTC).UnixMilli()

// newestFirst returns the order of games g. If none is later than now, as usual, that is the order
// of indexes. A later one is believed to have ended just before the first of those that were saved
// after it, since rows are numbered in the order of saving, or else now.
func (t inTables) newestFirst(ctx context.Context, now time.Time) (order string, err error) {
	var ahead bool
	ms := now.UnixMilli()
	err = t.q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games INDEXED BY games_by_time WHERE ended_ms > ? AND ended_ms <= ?)", ms, lastMS).Scan(&ahead)
	if err != nil || !ahead {
		return "ORDER BY g.ended_ms DESC, g.game_id DESC ", err
	}
	return fmt.Sprintf(`ORDER BY CASE WHEN g.ended_ms <= %[1]d OR g.ended_ms > %[2]d THEN g.ended_ms ELSE
		coalesce((SELECT at FROM (SELECT rowid AS r, min(CASE WHEN ended_ms <= %[1]d THEN ended_ms - 1 END) OVER (ORDER BY rowid DESC) AS at
			FROM games) WHERE r = g.rowid), %[1]d) END DESC,
		CASE WHEN g.ended_ms > %[1]d THEN g.rowid END DESC, g.ended_ms DESC, g.game_id DESC `, ms, lastMS), nil
}

func (t inTables) ended(ctx context.Context, g match.Record, now time.Time) (time.Time, error) {
	ms := past.Believed(g.Ended, now).UnixMilli()
	if ms == g.Ended.UnixMilli() {
		return g.Ended, nil
	}
	err := t.q.QueryRowContext(ctx, `SELECT coalesce(min(ended_ms) - 1, ?) FROM games
		WHERE rowid > (SELECT rowid FROM games WHERE game_id = ?) AND ended_ms <= ?`, ms, g.ID, ms).Scan(&ms)
	return time.UnixMilli(ms).UTC(), err
}

func (t inTables) games(ctx context.Context, q match.GameQuery, now time.Time) (list []match.Record, total int, err error) {
	newestFirst, err := t.newestFirst(ctx, now)
	if err != nil {
		return nil, 0, err
	}
	condition, args := where(q)
	count := "SELECT cast(min(total(games), 1e15) AS INTEGER) FROM shelves " + condition // damaged counts do not overflow
	if err := t.q.QueryRowContext(ctx, count, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	chosen := "SELECT g.rowid AS chosen FROM games g "
	if condition != "" {
		index := "games_by_time"
		if total <= fewGames {
			index = "games_by_shelf"
		}
		chosen += "INDEXED BY " + index + " WHERE shelf IN (SELECT shelf FROM shelves " + condition + ") "
	}
	read := 0
	chosen = " FROM (" + chosen + newestFirst + "LIMIT ? OFFSET ?) JOIN games g ON g.rowid = chosen " + onShelves + newestFirst
	err = gameTable.each(ctx, t.q, len(migrations), chosen, append(args, q.Limit, q.Offset), func(_ string, row any) error {
		if g, ok := row.(match.Record); ok && matches(q, g) {
			list = append(list, g)
		}
		read++
		return nil
	})
	if read < q.Limit { // the rows themselves say where they end, whatever a damaged count says
		total = min(total, q.Offset+read)
	}
	return list, total, err
}

func (t inTables) gameIDs(ctx context.Context, prefix string, n int, fits func(string) bool) ([]string, error) {
	var ids []string
	// Ids are ASCII, so all ids with the prefix sort before prefix+"\x7f".
	err := sqlitefile.EachRow(ctx, t.q, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		if err == nil && checkASCII(id, "game id", MaxGameID) == nil && fits(id) {
			ids = append(ids, id)
		}
		if len(ids) == n {
			return sqlitefile.ErrEnough
		}
		return err
	}, "SELECT game_id FROM games WHERE game_id >= ? AND game_id < ? ORDER BY game_id", prefix, prefix+"\x7f")
	return ids, err
}

func (t inTables) figures(ctx context.Context) ([]match.Figure, error) {
	var list []match.Figure
	err := sqlitefile.EachRow(ctx, t.q, func(rows *sql.Rows) error {
		var r match.Record
		var played, won, lost, drawn int
		err := rows.Scan(&r.Names[0], &r.Names[1], &r.Kinds[0], &r.Kinds[1], &played, &won, &lost, &drawn)
		if name, kind, ok := opponent(r); ok && checkPlayers(r) == nil {
			list = append(list, match.Figure{Opponent: name, Kind: kind, Played: played, Won: won, Lost: lost, Drawn: drawn})
		}
		return err
	}, `SELECT south, north, south_kind, north_kind, sum(games), sum(games * (standing = 'won')), sum(games * (standing = 'lost')),
		sum(games * (standing = 'drawn')) FROM shelves WHERE standing <> 'running' AND opened = 0
		GROUP BY south, north, south_kind, north_kind`)
	return list, err
}

func (t inTables) unfinished(ctx context.Context, now time.Time) (g match.Record, found bool, err error) {
	newestFirst, err := t.newestFirst(ctx, now)
	if err != nil {
		return g, false, err
	}
	const running = " FROM games g INDEXED BY games_by_shelf " + onShelves + "WHERE shelf IN (SELECT shelf FROM shelves WHERE standing = 'running') "
	err = gameTable.each(ctx, t.q, len(migrations), running+newestFirst, nil, func(_ string, row any) error {
		if game, ok := row.(match.Record); ok && unfinished(game) {
			g, found = game, true
			return sqlitefile.ErrEnough
		}
		return nil
	})
	return g, found, err
}

// ofPerson chooses the decided games of the person at this machine that were not searched.
const ofPerson = `WHERE s.standing IN ('won', 'lost', 'drawn')
	AND NOT EXISTS (SELECT 1 FROM exercises e WHERE e.kind = 'game' AND e.id = g.game_id) `

func (t inTables) unsearched(ctx context.Context, n int, now time.Time) (list []match.Record, total int, err error) {
	newestFirst, err := t.newestFirst(ctx, now)
	if err != nil {
		return nil, 0, err
	}
	if err := t.q.QueryRowContext(ctx, "SELECT COUNT(*) FROM games g "+onShelves+ofPerson).Scan(&total); err != nil {
		return nil, 0, err
	}
	list, err = choose[match.Record](ctx, t.q, gameTable, n, gameTable.from+ofPerson+newestFirst+"LIMIT ?", n)
	return list, total, err
}
