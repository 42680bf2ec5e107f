//go:build !js

package record

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
)

// loaded are the tables of all versions that a book in memory has. No program that ends keeps a
// lease.
var loaded = []*table{
	scoreTable, settingTable, gameTable, seriesTable("bookmarks", 3, 8, noLog, "''"), seriesTable("closings", 6, 8, noLog, "'true'"),
	markTables[0], markTables[1], hostTable, exerciseTable,
}

// load copies the valid rows that a database of that version has in a table to memory, in an order.
func (t *table) load(ctx context.Context, db *sql.DB, version int, order string, m *memory) error {
	if version < t.since || t.until > 0 && version > t.until {
		return nil
	}
	return t.each(ctx, db, version, t.from+order, nil, func(id string, row any) error {
		if row != nil {
			t.kind.take(m, id, row)
		}
		return nil
	})
}

// load copies the valid rows of an intact database of that version to memory.
func load(ctx context.Context, db *sql.DB, version int, m *memory) error {
	for _, t := range loaded {
		if err := t.load(ctx, db, version, "", m); err != nil {
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
			for _, t := range loaded {
				for _, order := range []string{"", " DESC"} {
					_ = t.load(ctx, db, version, "ORDER BY "+t.order+order, m) // an error here is the damage
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

// store copies all of memory to a database, the oldest games first.
func store(ctx context.Context, db *sql.DB, m *memory) error {
	return sqlitefile.InTx(ctx, db, func(tx *sql.Tx) error {
		to := inTables{tx, map[string]match.Bookmark{}, new(bool)}
		for _, k := range kinds {
			ids := k.ids(m)
			if k.word() == gameRows.name {
				slices.SortFunc(ids, func(a, b string) int { return newest(m.archive[b], m.archive[a]) })
			}
			for _, id := range ids {
				if err := to.put(ctx, k, id, k.row(m, id)); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
