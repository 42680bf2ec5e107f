//go:build !js

package record

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/rules"
)

// table describes where a database keeps a kind of rows.
type table struct {
	kind anyKind
	// since is the first version with the table, and until the last one with these columns; 0 means
	// that they are those of today.
	since, until int
	selects      string   // the id and the values
	names        []string // of the values
	from, order  string   // the table, and the column by which its rows are ordered, also from the end
	key          string   // chooses a row by the parts of its id
	put, drop    string   // statements for a row; games and series have their own
}

// simple returns a table whose columns are the parts of the id and the values. A column that has
// another name than its value is value:column.
func simple(k anyKind, since int, name, key, columns string) *table {
	t := &table{kind: k, since: since, from: " FROM " + name + " "}
	keys, into := strings.Fields(key), strings.Fields(key)
	for field := range strings.FieldsSeq(columns) {
		value, column, renamed := strings.Cut(field, ":")
		if !renamed {
			column = value
		}
		t.names, into = append(t.names, value), append(into, column)
	}
	t.selects = "SELECT " + strings.Join(keys, " || ':' || ") + ", " + strings.Join(into[len(keys):], ", ")
	t.key, t.order = "WHERE "+strings.Join(keys, " = ? AND ")+" = ? ", keys[0]
	if len(keys) > 1 {
		t.order = "rowid"
	}
	t.put = "INSERT OR REPLACE INTO " + name + " (" + strings.Join(into, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(into)-1) + ")"
	t.drop = "DELETE FROM " + name + " " + t.key
	return t
}

// The tables of this version.
var (
	scoreTable    = simple(scoreRows, 1, "scores", "game_id", "rules:variant name opponent seeds margin turns date:played_ms")
	settingTable  = simple(settingRows, 2, "settings", "key", "value")
	hostTable     = simple(hostRows, 4, "hosts", "addr", "key:fingerprint verified met:met_ms")
	leaseTable    = simple(leaseRows, 7, "leases", "game_id", "holder until:until_ms")
	exerciseTable = simple(exerciseRows, 8, "exercises", "kind id", "time:time_ms text")
	gameTable     = &table{
		kind: gameRows, since: 3, order: "g.rowid", key: "WHERE g.game_id = ?",
		selects: `SELECT g.game_id, g.game, s.south, s.north, s.south_kind, s.north_kind, g.starter, g.host_wins, g.guest_wins,
			g.draws, g.ending, g.outcome, g.south_store, g.north_store, s.opened, g.started_ms, g.ended_ms`,
		names: strings.Fields("game south north south-kind north-kind starter host-wins guest-wins draws ending outcome " +
			"south-store north-store opened started ended"),
		from: " FROM games g " + onShelves,
	}
	markTables = []*table{seriesTable("bookmarks", 9, 0, allLog, "''"), seriesTable("closings", 9, 0, allLog, "'true'")}
)

// seriesTable returns one of the two tables of series.
func seriesTable(name string, since, until int, log, closing string) *table {
	return &table{
		kind: markRows, since: since, until: until, order: "rowid", from: " FROM " + name + " AS mark ",
		selects: "SELECT series || '/' || self, addr, peer, game, number, starter, state, saved_ms, " + log + ", " + closing,
		names:   strings.Fields("addr peer game number starter state saved log closing"),
		key:     "WHERE series || '/' || self = ?",
	}
}

// tables are where the rows of this version are, by their kinds: new ones in the first.
var tables = map[string][]*table{
	settingRows.name: {settingTable}, scoreRows.name: {scoreTable}, hostRows.name: {hostTable}, leaseRows.name: {leaseTable},
	exerciseRows.name: {exerciseTable}, gameRows.name: {gameTable}, markRows.name: markTables,
}

// each calls f for the rows that the rest of a query chooses, with nil for one that is not valid,
// until f returns an error.
func (t *table) each(ctx context.Context, q sqlitefile.Querier, version int, rest string, args []any, f func(id string, row any) error) error {
	id, values := "", make([]string, len(t.names))
	into := []any{&id}
	for i := range values {
		into = append(into, &values[i])
	}
	read := fields{version: version, Get: func(name string) string { return values[slices.Index(t.names, name)] }}
	return sqlitefile.EachRow(ctx, q, func(rows *sql.Rows) error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		return f(id, t.kind.parse(id, read))
	}, t.selects+rest, args...)
}

// choose returns at most that many of the valid rows that the rest of a query chooses.
func choose[T any](ctx context.Context, q sqlitefile.Querier, t *table, most int, rest string, args ...any) (list []T, err error) {
	err = t.each(ctx, q, len(migrations), rest, args, func(_ string, row any) error {
		if len(list) >= most {
			return sqlitefile.ErrEnough
		}
		if row, ok := row.(T); ok {
			list = append(list, row)
		}
		return nil
	})
	return list, err
}

// inTables are the rows of a database, or of a transaction.
type inTables struct {
	q interface {
		sqlitefile.Querier
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	}
	// marks are the series as this program has saved them here last, by their keys.
	marks map[string]match.Bookmark
	// wrote is set by each change that must be in the file soon: by all but those of leases.
	wrote *bool
}

func (t inTables) exec(ctx context.Context, statement string, args ...any) error {
	_, err := t.q.ExecContext(ctx, statement, args...)
	return err
}

func (t inTables) get(ctx context.Context, k anyKind, id string) (row any, err error) {
	for _, of := range tables[k.word()] {
		err := of.each(ctx, t.q, len(migrations), of.from+of.key, of.parts(id), func(_ string, found any) error {
			row = found
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return row, nil
}

// parts returns the parts of an id.
func (t *table) parts(id string) (parts []any) {
	for _, part := range strings.SplitN(id, ":", strings.Count(t.key, "?")) {
		parts = append(parts, part)
	}
	return parts
}

func (t inTables) put(ctx context.Context, k anyKind, id string, row any) error {
	*t.wrote = *t.wrote || k.word() != leaseRows.name
	switch row := row.(type) {
	case match.Record:
		return t.putGame(ctx, row)
	case match.Bookmark:
		return t.putBookmark(ctx, row)
	case lease: // those that no one has renewed for long are no one's
		if err := t.exec(ctx, "DELETE FROM leases WHERE until_ms < ?", row.until.Add(-time.Hour).UnixMilli()); err != nil {
			return err
		}
	}
	of, values := tables[k.word()][0], k.values(row)
	args := of.parts(id)
	for _, name := range of.names {
		args = append(args, values.Get(name))
	}
	return t.exec(ctx, of.put, args...)
}

func (t inTables) drop(ctx context.Context, k anyKind, id string) error {
	*t.wrote = *t.wrote || k.word() != leaseRows.name
	switch k.word() {
	case gameRows.name:
		return t.dropGame(ctx, id)
	case markRows.name:
		return t.dropBookmark(ctx, id)
	}
	of := tables[k.word()][0]
	return t.exec(ctx, of.drop, of.parts(id)...)
}

func (t inTables) eraseExercises(ctx context.Context) error {
	*t.wrote = true
	return t.exec(ctx, "DELETE FROM exercises")
}

func (t inTables) top(ctx context.Context, v rules.Variant, n int) ([]match.Score, error) {
	return choose[match.Score](ctx, t.q, scoreTable, n, scoreTable.from+"WHERE variant = ? ORDER BY seeds DESC, turns, played_ms, game_id", v.String())
}

func (t inTables) variants(ctx context.Context) ([]rules.Variant, error) {
	texts, err := sqlitefile.Column(ctx, t.q, "SELECT DISTINCT variant FROM scores")
	var list []rules.Variant
	for _, text := range texts {
		if v, err := rules.ParseVariant(text); err == nil && v.String() == text {
			list = append(list, v)
		}
	}
	return list, err
}

func (t inTables) bookmarks(ctx context.Context) (list []match.Bookmark, err error) {
	for _, of := range markTables {
		some, err := choose[match.Bookmark](ctx, t.q, of, math.MaxInt, of.from)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

func (t inTables) room() int { return MaxExercises }

func (t inTables) exercises(ctx context.Context, q match.ExerciseQuery) (list []match.Exercise, total int, err error) {
	chosen, args := exerciseTable.from+"WHERE kind = ? ", []any{q.Kind}
	if q.ID != "" {
		chosen, args = chosen+"AND id = ? ", append(args, q.ID)
	}
	if !q.Until.IsZero() {
		chosen, args = chosen+"AND time_ms <= ? ", append(args, q.Until.UnixMilli())
	}
	if err := t.q.QueryRowContext(ctx, "SELECT COUNT(*)"+chosen, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	order := "ORDER BY time_ms, id "
	if q.Newest {
		order = "ORDER BY time_ms DESC, id DESC "
	}
	list, err = choose[match.Exercise](ctx, t.q, exerciseTable, q.Limit, chosen+order+"LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	return list, total, err
}
