//go:build !js

package record

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"mancala/match"
	"mancala/record/sqlitefile"
)

// loader reads a table into memory.
type loader struct {
	since int    // the first version with the table
	until int    // the last version with these columns; 0 means none
	query string // without an order
	key   string // the columns by which the rows are ordered
	take  func(rows *sql.Rows, version int, m *memory) error
}

var loaders = []loader{
	{1, 0, scoreColumns, "game_id", func(rows *sql.Rows, version int, m *memory) error {
		s, text, ok, err := scanOldScore(rows)
		if ok && (version < 3 || s.Variant.String() == text) {
			m.scores[s.GameID] = s
		}
		return err
	}},
	{2, 0, "SELECT key, value FROM settings ", "key", func(rows *sql.Rows, _ int, m *memory) error {
		var key, value string
		err := rows.Scan(&key, &value)
		if err == nil && checkSetting(key, value) == nil {
			m.settings[key] = value
		}
		return err
	}},
	{3, 0, gameColumns + "FROM games g " + onShelves, "g.rowid", func(rows *sql.Rows, _ int, m *memory) error {
		g, ok, err := scanGame(rows)
		if ok {
			m.archive[g.ID] = g
		}
		return err
	}},
	{3, 8, markColumns + noLog + openMarks, "rowid", takeBookmark},
	{6, 8, markColumns + noLog + closedMarks, "rowid", takeBookmark},
	{9, 0, markColumns + allLog + openMarks, "rowid", takeBookmark},
	{9, 0, markColumns + allLog + closedMarks, "rowid", takeBookmark},
	{4, 0, hostColumns, "addr", func(rows *sql.Rows, _ int, m *memory) error {
		h, ok, err := scanHost(rows)
		if ok {
			m.hosts[h.Addr] = h
		}
		return err
	}},
	{8, 0, exerciseColumns, "rowid", func(rows *sql.Rows, _ int, m *memory) error {
		e, ok, err := scanExercise(rows)
		if ok {
			m.drills[exerciseKey(e)] = e
		}
		return err
	}},
}

func takeBookmark(rows *sql.Rows, _ int, m *memory) error {
	b, ok, err := scanBookmark(rows)
	if ok {
		m.marks[b.Key()] = b
	}
	return err
}

// in reports whether a database of that version has the table with these columns.
func (t *loader) in(version int) bool {
	return version >= t.since && (t.until == 0 || version <= t.until)
}

// load copies the valid rows of an intact database of that version to memory.
func load(ctx context.Context, db *sql.DB, version int, m *memory) error {
	for _, t := range loaders {
		if !t.in(version) {
			continue
		}
		if err := sqlitefile.EachRow(ctx, db, func(rows *sql.Rows) error { return t.take(rows, version, m) }, t.query); err != nil {
			return err
		}
	}
	return nil
}

// rescueTimeout limits the rescue from a damaged database, not the caller's deadline: 100,000
// games take 15 to 30 seconds.
const rescueTimeout = 2 * time.Minute

// rescue copies the readable part of the damaged database at path to memory: of each table the rows
// from either end up to the damage. It leaves a database without its version's tables alone: they
// may contain a stranger's code.
func rescue(ctx context.Context, path string) *memory {
	m := newMemory()
	for _, mode := range []string{"ro", sqlitefile.Immutable} {
		db, err := sqlitefile.Connect(path, mode)
		if err != nil {
			continue
		}
		if version, err := schema.Version(ctx, db); err == nil {
			for _, t := range loaders {
				for _, order := range []string{"", " DESC"} {
					if t.in(version) { // an error here is the damage
						_ = sqlitefile.EachRow(ctx, db, func(rows *sql.Rows) error { return t.take(rows, version, m) }, t.query+"ORDER BY "+t.key+order)
					}
				}
			}
		}
		_ = db.Close()
		if !m.empty() {
			break
		}
	}
	return m
}

func (m *memory) empty() bool {
	return len(m.scores)+len(m.settings)+len(m.archive)+len(m.marks)+len(m.hosts)+len(m.drills) == 0
}

// store copies all of memory to a database.
func store(ctx context.Context, db *sql.DB, m *memory) error {
	return sqlitefile.InTx(ctx, db, func(tx *sql.Tx) error {
		for _, s := range m.scores {
			if _, err := addScore(ctx, tx, s); err != nil {
				return err
			}
		}
		for key, value := range m.settings {
			if err := putSetting(ctx, tx, key, value); err != nil {
				return err
			}
		}
		for _, b := range m.marks {
			if err := putBookmark(ctx, tx, match.Bookmark{}, b); err != nil {
				return err
			}
		}
		for _, h := range m.hosts {
			if err := putHost(ctx, tx, h); err != nil {
				return err
			}
		}
		for _, e := range m.drills {
			if err := putExercise(ctx, tx, e, false); err != nil {
				return err
			}
		}
		games := make([]match.Record, 0, len(m.archive))
		for _, g := range m.archive {
			games = append(games, g)
		}
		slices.SortFunc(games, func(a, b match.Record) int { return newest(b, a) })
		for _, g := range games {
			if err := putGame(ctx, tx, g); err != nil {
				return err
			}
		}
		return nil
	})
}
