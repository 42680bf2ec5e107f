//go:build !js

package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// Schema describes the tables of a database, and the steps that make them.
type Schema struct {
	// Steps make version n+1 of the schema from version n, in order. The version is the database's
	// user_version. A released step never changes; new ones are added at the end.
	Steps []string
	// Rewrites are the parts of steps that SQL cannot express, by the version that they lead to.
	Rewrites map[int]func(context.Context, *sql.Tx) error
}

// UserVersion returns the version that a database says it has.
func UserVersion(ctx context.Context, q Querier) (int, error) {
	var version int
	err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// Migrate migrates an intact database to the current version, one transaction for each step.
func (s Schema) Migrate(ctx context.Context, db *sql.DB) error {
	for done := false; !done; {
		err := InTx(ctx, db, func(tx *sql.Tx) error {
			version, err := UserVersion(ctx, tx)
			if done = err == nil && version >= len(s.Steps); done || err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, s.Steps[version]); err != nil {
				return fmt.Errorf("migration to version %d: %w", version+1, err)
			}
			if rewrite := s.Rewrites[version+1]; rewrite != nil {
				if err := rewrite(ctx, tx); err != nil {
					return fmt.Errorf("migration to version %d: %w", version+1, err)
				}
			}
			_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Version returns the version of a database with that version's tables, or [ErrNewer] or
// [ErrDamaged].
func (s Schema) Version(ctx context.Context, db *sql.DB) (version int, err error) {
	if version, err = UserVersion(ctx, db); err != nil {
		return 0, err
	}
	switch {
	case version > len(s.Steps):
		return version, fmt.Errorf("%w: %d, and this program knows %d", ErrNewer, version, len(s.Steps))
	case version < 0:
		return version, fmt.Errorf("%w: its version is %d", ErrDamaged, version)
	}
	have, err := tables(ctx, db)
	if err != nil {
		return version, err
	}
	want, err := s.expectedTables(ctx, version)
	if err != nil {
		return version, err
	}
	if !slices.Equal(have, want) {
		return version, fmt.Errorf("%w: its tables are not those of version %d", ErrDamaged, version)
	}
	return version, nil
}

// tables returns the SQL of everything that was created in a database, except SQLite's own tables.
func tables(ctx context.Context, q Querier) ([]string, error) {
	return Column(ctx, q, `SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema
		WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY 1`)
}

// expectedTables returns the result of tables for a database of that version.
func (s Schema) expectedTables(ctx context.Context, version int) ([]string, error) {
	db, err := sql.Open("sqlite", "file::memory:")
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, step := range s.Steps[:version] {
		if _, err := db.ExecContext(ctx, step); err != nil {
			return nil, err
		}
	}
	return tables(ctx, db)
}
