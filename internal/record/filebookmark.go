//go:build !js

package record

import (
	"bytes"
	"context"
	"database/sql"
	"slices"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
)

// putBookmark replaces the row of that end of the series. It writes only the log lines that are new
// since this program's last write, or all of them if another program has written the series since.
func (t inTables) putBookmark(ctx context.Context, b match.Bookmark) error {
	series, self, ours, old := b.Series, partyWords[b.Self], false, t.marks[b.Key()]
	for _, from := range [...]string{"bookmarks", "closings"} {
		err := sqlitefile.EachRow(ctx, t.q, func(rows *sql.Rows) error {
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
	if err := t.putLines(ctx, old, b); err != nil {
		return err
	}
	into := "bookmarks"
	if b.Closing {
		into = "closings"
	}
	err := t.exec(ctx, "INSERT INTO "+into+` (series, self, addr, peer, game, number, starter, state, saved_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		series, self, b.Addr, b.Peer, b.Game.String(), b.Number, partyWords[b.Starter], b.State, b.Saved.UnixMilli())
	b.State = nil
	t.marks[b.Key()] = b
	return err
}

func (t inTables) dropBookmark(ctx context.Context, id string) error {
	b, self := bookmarkOf(id)
	delete(t.marks, id)
	for _, from := range [...]string{"bookmarks", "closings", "lines"} {
		if err := t.exec(ctx, "DELETE FROM "+from+" WHERE series = ? AND self = ?", b.Series, self); err != nil {
			return err
		}
	}
	return nil
}

// putLines makes the kept log of old the log of b.
func (t inTables) putLines(ctx context.Context, old, b match.Bookmark) error {
	n, self := sharedLines(old, b), partyWords[b.Self]
	if n == 0 || b.First != old.First {
		gone := int64(b.First)
		if n == 0 {
			gone = 1 << 32
		}
		if err := t.exec(ctx, "DELETE FROM lines WHERE series = ? AND self = ? AND n < ?", b.Series, self, gone); err != nil {
			return err
		}
	}
	for i, line := range b.Log[n:] {
		err := t.exec(ctx, "INSERT INTO lines (series, self, n, line) VALUES (?, ?, ?, ?)", b.Series, self, int64(b.First)+int64(n+i), line)
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	// allLog selects the log of a series, as parseLog reads it; one with a gap is not valid.
	// Versions before 9 had none.
	allLog = `(SELECT CASE count(*) WHEN 0 THEN ''
		WHEN max(n) - min(n) + 1 THEN min(n) || group_concat(' ' || hex(line), '' ORDER BY n) ELSE 'gap' END FROM
		(SELECT n, line FROM lines WHERE lines.series = mark.series AND lines.self = mark.self ORDER BY n LIMIT 8193))`
	noLog = "''"
)
