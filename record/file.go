//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"mancala/match"
	"mancala/record/sqlitefile"
	"mancala/rules"
)

// file is a book in a database.
type file struct {
	db   *sql.DB
	cfg  Config
	path string
	// info describes the opened file. Another one may be at path by now.
	info os.FileInfo
	// marks are the series as this program has saved them here last, by their keys.
	marks map[string]match.Bookmark
	// unmoved is the time of the first change that is only in the log, or zero.
	unmoved time.Time
}

const scoreColumns = "SELECT game_id, variant, name, opponent, seeds, margin, turns, played_ms FROM scores "

func (f *file) top(ctx context.Context, v rules.Variant, n int) ([]match.Score, error) {
	var list []match.Score
	err := sqlitefile.EachRow(ctx, f.db, func(rows *sql.Rows) error {
		if len(list) >= n {
			return sqlitefile.ErrEnough
		}
		s, ok, err := scanScore(rows)
		if ok {
			list = append(list, s)
		}
		return err
	}, scoreColumns+"WHERE variant = ? ORDER BY seeds DESC, turns, played_ms, game_id", v.String())
	return list, f.sentence(err)
}

// scanScore reads a row and reports whether it is a valid score of a database of this version.
func scanScore(rows *sql.Rows) (match.Score, bool, error) {
	s, text, ok, err := scanOldScore(rows)
	return s, ok && s.Variant.String() == text, err
}

// scanOldScore reads a row of any version. Before version 3, a rule set could have several texts.
func scanOldScore(rows *sql.Rows) (s match.Score, text string, ok bool, err error) {
	var ms int64
	if err := rows.Scan(&s.GameID, &text, &s.Name, &s.Opponent, &s.Seeds, &s.Margin, &s.Turns, &ms); err != nil {
		return match.Score{}, "", false, err
	}
	s.Date = time.UnixMilli(ms).UTC()
	s.Variant, err = rules.ParseVariant(text)
	return s, text, err == nil && checkScore(s) == nil, nil
}

func (f *file) add(ctx context.Context, s match.Score) (bool, error) {
	var added bool
	err := f.write(ctx, func(tx *sql.Tx) (err error) {
		added, err = addScore(ctx, tx, s)
		return err
	})
	return added, err
}

// addScore inserts a row unless the game has one, and reports whether it did.
func addScore(ctx context.Context, tx *sql.Tx, s match.Score) (bool, error) {
	result, err := tx.ExecContext(ctx, `INSERT INTO scores (game_id, variant, name, opponent, seeds, margin, turns, played_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id) DO NOTHING`,
		s.GameID, s.Variant.String(), s.Name, s.Opponent, s.Seeds, s.Margin, s.Turns, s.Date.UnixMilli())
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

func (f *file) variants(ctx context.Context) ([]rules.Variant, error) {
	texts, err := sqlitefile.Column(ctx, f.db, "SELECT DISTINCT variant FROM scores")
	var list []rules.Variant
	for _, text := range texts {
		if v, err := rules.ParseVariant(text); err == nil && v.String() == text {
			list = append(list, v)
		}
	}
	return list, f.sentence(err)
}

func (f *file) setting(ctx context.Context, key string) (string, error) {
	var value string
	err := f.db.QueryRowContext(ctx, "SELECT value FROM settings WHERE key = ?", key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) || err == nil && checkSetting(key, value) != nil {
		return "", nil
	}
	return value, f.sentence(err)
}

func (f *file) setSetting(ctx context.Context, key, value string) error {
	return f.write(ctx, func(tx *sql.Tx) error { return putSetting(ctx, tx, key, value) })
}

// putSetting writes a row, and replaces the one with that key.
func putSetting(ctx context.Context, tx *sql.Tx, key, value string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
}

// write runs a transaction that changes the database.
func (f *file) write(ctx context.Context, change func(tx *sql.Tx) error) error {
	err := sqlitefile.InTx(ctx, f.db, change)
	if err == nil && f.unmoved.IsZero() {
		f.unmoved = time.Now()
	}
	return f.sentence(err)
}

// delete is write for one statement.
func (f *file) delete(ctx context.Context, statement string, args ...any) error {
	return f.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement, args...)
		return err
	})
}

func (f *file) sentence(err error) error { return explain(err, f.cfg.Dir) }

// after reopens the folder if the database was replaced or is damaged, and continues in memory
// while the database cannot be written.
func (f *file) after(err error) (book, []Notice) {
	switch {
	case err == nil && f.current():
		return nil, nil
	case err == nil || sqlitefile.IsDamaged(err):
		_ = f.close()
		f.cfg.doubted = err != nil
		// The caller may have little time left, but half an opening is useless.
		ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
		defer cancel()
		return openBook(ctx, f.cfg)
	case isUnusable(err):
		ctx, cancel := context.WithTimeout(context.Background(), openTimeout)
		defer cancel()
		m := newMemory()
		if load(ctx, f.db, len(migrations), m) != nil {
			m = salvage(ctx, f.path)
		}
		_ = f.close()
		return detachFrom(f.cfg, m, err)
	}
	return nil, nil
}

// catchUp moves changes from the log into the file, [movePause] after the first of them.
func (f *file) catchUp(ctx context.Context) (book, []Notice, time.Duration) {
	if f.unmoved.IsZero() {
		return nil, nil, 0
	}
	if wait := time.Until(f.unmoved.Add(movePause)); wait > 0 {
		return nil, nil, wait
	}
	if f.move(ctx) {
		return nil, nil, 0
	}
	f.unmoved = time.Now()
	return nil, nil, movePause
}

// move moves changes from the log into the file, and reports whether all of them were moved. It
// waits for no other process, so it may leave some.
func (f *file) move(ctx context.Context) bool {
	ours := sealed(f.cfg.Dir)
	var busy, logged, moved int
	err := f.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &logged, &moved)
	if err != nil || busy != 0 || moved < logged {
		return false
	}
	if f.unmoved = (time.Time{}); ours {
		seal(f.cfg.Dir)
	}
	return true
}

// current reports whether the open file is still the one at its path, which other processes open.
func (f *file) current() bool {
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info)
}

// close moves what it can: another process that stays may have nothing to move itself.
func (f *file) close() error {
	if !f.unmoved.IsZero() {
		f.move(context.Background())
	}
	ours := sealed(f.cfg.Dir)
	err := f.db.Close()
	if ours && f.current() {
		seal(f.cfg.Dir)
	}
	return f.sentence(err)
}

// salvage returns the readable part, perhaps empty, of a database that cannot be written.
func salvage(ctx context.Context, path string) *memory {
	for _, mode := range []string{"ro", sqlitefile.Immutable} {
		db, err := sqlitefile.Connect(path, mode)
		if err != nil {
			continue
		}
		m := newMemory()
		version, err := inspect(ctx, db, true)
		if err == nil {
			err = load(ctx, db, version, m)
		}
		_ = db.Close()
		if err == nil {
			return m
		}
	}
	return newMemory()
}
