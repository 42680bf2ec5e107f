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
	// logged reports whether a finished game or a score may be only in the log.
	logged bool
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
	err := sqlitefile.InTx(ctx, f.db, func(tx *sql.Tx) (err error) {
		added, err = addScore(ctx, tx, s)
		return err
	})
	f.logged = f.logged || added
	return added, f.sentence(err)
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
	return f.sentence(sqlitefile.InTx(ctx, f.db, func(tx *sql.Tx) error { return putSetting(ctx, tx, key, value) }))
}

// putSetting writes a row, and replaces the one with that key.
func putSetting(ctx context.Context, tx *sql.Tx, key, value string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, value)
	return err
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

// catchUp moves finished games from the log into the file. It waits for no other process, so it may
// leave some.
func (f *file) catchUp(ctx context.Context) (book, []Notice, bool) {
	if f.logged {
		var busy, logged, moved int
		err := f.db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &logged, &moved)
		f.logged = err != nil || busy != 0 || moved < logged
	}
	return nil, nil, f.logged
}

// current reports whether the open file is still the one at its path, which other processes open.
func (f *file) current() bool {
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info)
}

func (f *file) close() error { return f.sentence(f.db.Close()) }

// salvage returns the readable part, perhaps empty, of a database that cannot be written.
func salvage(ctx context.Context, path string) *memory {
	for _, mode := range []string{"ro", sqlitefile.Immutable} {
		db, err := sqlitefile.Connect(path, mode)
		if err != nil {
			continue
		}
		m := newMemory()
		version, err := inspect(ctx, db, false)
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
