//go:build !js

package record

import (
	"bytes"
	"context"
	"database/sql"
	"slices"
	"time"

	"mancala/match"
	"mancala/record/sqlitefile"
)

func (f *file) saveBookmark(ctx context.Context, b match.Bookmark) error {
	old, key := f.marks[b.Key()], b.Key()
	delete(f.marks, key)
	err := f.write(ctx, func(tx *sql.Tx) error { return putBookmark(ctx, tx, old, b) })
	if err == nil && !b.Over() {
		b.State = nil
		f.marks[key] = b
	}
	return err
}

// putBookmark replaces the row of that end of the series. It writes only the log lines that are new
// since old, this program's last write, or all of them if another program has written the series
// since. It only removes a series that is over.
func putBookmark(ctx context.Context, tx *sql.Tx, old, b match.Bookmark) error {
	series, self, ours := b.Series, partyWords[b.Self], false
	for _, from := range [...]string{"bookmarks", "closings"} {
		err := sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
			var saved int64
			var last []byte
			err := rows.Scan(&saved, &last)
			ours = saved == old.Saved.UnixMilli() && bytes.Equal(last, slices.Concat(old.Log[max(0, len(old.Log)-1):]...))
			return err
		}, "DELETE FROM "+from+` WHERE series = ? AND self = ? RETURNING saved_ms,
			(SELECT line FROM lines WHERE series = ? AND self = ? ORDER BY n DESC LIMIT 1)`, series, self, series, self)
		if err != nil {
			return err
		}
	}
	if !ours {
		old = match.Bookmark{}
	}
	if err := putLines(ctx, tx, old, b); err != nil || b.Over() {
		return err
	}
	into := "bookmarks"
	if b.Closing {
		into = "closings"
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO "+into+` (series, self, addr, peer, game, number, starter, state, saved_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		series, self, b.Addr, b.Peer, b.Game.String(), b.Number, partyWords[b.Starter], b.State, b.Saved.UnixMilli())
	return err
}

// putLines makes the kept log of old the log of b.
func putLines(ctx context.Context, tx *sql.Tx, old, b match.Bookmark) error {
	n, self := sharedLines(old, b), partyWords[b.Self]
	if n == 0 || b.First != old.First {
		gone := int64(b.First)
		if n == 0 {
			gone = 1 << 32
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM lines WHERE series = ? AND self = ? AND n < ?", b.Series, self, gone); err != nil {
			return err
		}
	}
	for i, line := range b.Log[n:] {
		_, err := tx.ExecContext(ctx, "INSERT INTO lines (series, self, n, line) VALUES (?, ?, ?, ?)", b.Series, self, int64(b.First)+int64(n+i), line)
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	markColumns = "SELECT series, self, addr, peer, game, number, starter, state, saved_ms, "
	openMarks   = "0 FROM bookmarks AS mark "
	closedMarks = "1 FROM closings AS mark "
	// allLog selects the log of a series, as parseLog reads it; one with a gap is not valid.
	// Versions before 9 had none.
	allLog = `(SELECT CASE count(*) WHEN 0 THEN NULL
		WHEN max(n) - min(n) + 1 THEN min(n) || group_concat(' ' || hex(line), '' ORDER BY n) ELSE 'gap' END FROM
		(SELECT n, line FROM lines WHERE lines.series = mark.series AND lines.self = mark.self ORDER BY n LIMIT 8193)), `
	noLog = "NULL, "
)

func (f *file) bookmarks(ctx context.Context) ([]match.Bookmark, error) {
	var list []match.Bookmark
	err := sqlitefile.EachRow(ctx, f.db, func(rows *sql.Rows) error {
		b, ok, err := scanBookmark(rows)
		if ok {
			list = append(list, b)
		}
		return err
	}, markColumns+allLog+openMarks+"UNION ALL "+markColumns+allLog+closedMarks+"ORDER BY saved_ms DESC, series")
	return list, f.sentence(err)
}

// scanBookmark reads a row and reports whether it is valid.
func scanBookmark(rows *sql.Rows) (match.Bookmark, bool, error) {
	var (
		b                   match.Bookmark
		self, text, starter string
		log                 sql.NullString
		saved               int64
	)
	err := rows.Scan(&b.Series, &self, &b.Addr, &b.Peer, &text, &b.Number, &starter, &b.State, &saved, &log, &b.Closing)
	if err != nil {
		return match.Bookmark{}, false, err
	}
	ok := setBookmarkWords(&b, text, self, starter) && parseLog(&b, log.String)
	b.Saved = time.UnixMilli(saved).UTC()
	return b, ok && !b.Over() && checkBookmark(b) == nil, nil
}
