package store

import (
	"context"
	"database/sql"
	"time"
)

// Report is a complaint of a member about another one.
type Report struct {
	ID, By, About, Game, Text string
	At                        time.Time
}

// PutReport keeps a report. It returns ErrNotFound if one of the members is unknown, and ErrExists
// if there are that many of the same member.
func (s *Store) PutReport(ctx context.Context, r Report, most int) error {
	return s.change(ctx, func(x *tx) error {
		for _, m := range []string{min(r.By, r.About), max(r.By, r.About)} {
			if err := x.lockMember(m); err != nil {
				return err
			}
		}
		others := 0
		if err := x.row("SELECT count(*) FROM report WHERE by = $1 AND id <> $2", []any{r.By, r.ID}, &others); err != nil {
			return err
		}
		if others >= most {
			return ErrExists
		}
		x.tell("report", r.ID, nil)
		_, err := x.exec("INSERT INTO report (id, by, about, game, text, at) VALUES ($1, $2, $3, $4, $5, {now}) ON CONFLICT DO NOTHING",
			r.ID, r.By, r.About, r.Game, r.Text)
		return err
	})
}

// ReportCount returns the number of reports.
func (s *Store) ReportCount(ctx context.Context) (n int, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, "SELECT count(*) FROM report")
	return n, err
}

// Reports returns all reports, the oldest first.
func (s *Store) Reports(ctx context.Context) (list []Report, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		var r Report
		var at int64
		err := rows.Scan(&r.ID, &r.By, &r.About, &r.Game, &r.Text, &at)
		r.At = time.UnixMilli(at).UTC()
		list = append(list, r)
		return err
	}, "SELECT id, by, about, game, text, at FROM report ORDER BY at, id")
	return list, err
}

// DropReport deletes a report, if there is one.
func (s *Store) DropReport(ctx context.Context, id string) error {
	return s.change(ctx, func(x *tx) error {
		x.tell("report", id, nil)
		_, err := x.exec("DELETE FROM report WHERE id = $1", id)
		return err
	})
}

// SetNotice keeps a text of the club under a name, such as the announcement.
func (s *Store) SetNotice(ctx context.Context, name, text string) error {
	return s.change(ctx, func(x *tx) error {
		x.tell("notice", name, []byte(text))
		_, err := x.exec("INSERT INTO notice (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body", name, text)
		return err
	})
}

// Notice returns the text under a name, or "".
func (s *Store) Notice(ctx context.Context, name string) (text string, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error { return rows.Scan(&text) }, "SELECT body FROM notice WHERE id = $1", name)
	return text, err
}
