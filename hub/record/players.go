package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"mancala/hub/glicko"
	"mancala/record/sqlitefile"
)

// Player is a member as lists show it.
type Player struct {
	// ID is the member's id.
	ID string
	// Name is the member's name; empty once the member has left.
	Name string
	// Computer says that a computer chooses the member's moves.
	Computer bool
	// Strength is the rating, rounded; zero if it is not known.
	Strength
}

// Member is a member's entry in the bucket "players", as far as the record needs it.
type Member struct {
	// ID is the member's id.
	ID string
	// Revision is that of the bucket's entry.
	Revision uint64
	// Name is the member's name, at most 64 characters.
	Name string
	// Computer says that a computer chooses the member's moves.
	Computer bool
	// Rating is the rating after the last rated game, and Rated when that ended; zero before the
	// first one.
	Rating glicko.Rating
	Rated  time.Time
	// Unlisted keeps the member out of the standings, as after a bar.
	Unlisted bool
	// Deleted says that the entry is gone, and with it everything here but the id.
	Deleted bool
}

// SetMembers takes entries of the bucket over into the record, in the order in which they changed.
func (r *Record) SetMembers(ctx context.Context, members []Member) error {
	return r.change(ctx, func(tx *sql.Tx) error {
		for _, m := range members {
			if err := setMember(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

func setMember(ctx context.Context, tx *sql.Tx, m Member) error {
	if m.Deleted {
		return forget(ctx, tx, m.ID)
	}
	if err := m.check(); err != nil {
		return err
	}
	var sure int64
	if !m.Rated.IsZero() && !m.Unlisted {
		sure = m.Rated.Add(glicko.Default.SureFor(m.Rating)).UnixMilli()
	}
	if m.Rated.IsZero() {
		m.Rating = glicko.Default.Start
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO players (id, revision, name, search, computer, rating, deviation, sure_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name,
		search = excluded.search, computer = excluded.computer, rating = excluded.rating, deviation = excluded.deviation,
		sure_ms = excluded.sure_ms`,
		m.ID, m.Revision, m.Name, sqlitefile.Fold(m.Name), m.Computer, m.Rating.Value, m.Rating.Deviation, sure)
	return err
}

// check returns an error for a member who cannot be.
func (m Member) check() error {
	if n := utf8.RuneCountInString(m.Name); !isID(m.ID, 64) || n < 1 || n > 64 || !utf8.ValidString(m.Name) {
		return fmt.Errorf("member %.64q cannot have the name %.200q", m.ID, m.Name)
	}
	return nil
}

// forget deletes the facts about a member. A row stays if games need it.
func forget(ctx context.Context, tx *sql.Tx, id string) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM players WHERE id = ? AND games = 0", id); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE players SET revision = 0, name = NULL, search = '', computer = 0, rating = 0, deviation = 0,
		sure_ms = 0 WHERE id = ?`, id)
	return err
}

// Revisions returns the revisions of all members that have a name, by id.
func (r *Record) Revisions(ctx context.Context) (map[string]uint64, error) {
	revisions := map[string]uint64{}
	err := r.view(ctx, func(tx *sql.Tx) error {
		return sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
			var id string
			var revision uint64
			err := rows.Scan(&id, &revision)
			revisions[id] = revision
			return err
		}, "SELECT id, revision FROM players WHERE name IS NOT NULL")
	})
	return revisions, err
}

// Player returns a member, or [ErrNotFound].
func (r *Record) Player(ctx context.Context, id string) (p Player, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		p, err = scanPlayer(tx.QueryRowContext(ctx, playerColumns+"WHERE id = ?", id))
		if errors.Is(err, sql.ErrNoRows) || err == nil && p.Name == "" {
			return ErrNotFound
		}
		return err
	})
	return p, err
}

const playerColumns = "SELECT id, coalesce(name, ''), computer, rating, deviation FROM players "

func scanPlayer(row interface{ Scan(...any) error }) (p Player, err error) {
	var rating, deviation float64
	err = row.Scan(&p.ID, &p.Name, &p.Computer, &rating, &deviation)
	p.Rating, p.Deviation = int(math.Round(rating)), int(math.Round(deviation))
	return p, err
}

// Standings returns members with a sure rating, the highest first, from a place on, which is 0 for
// the first, and the number of all of them. A rating is sure while its deviation, which grows with
// the time away, is at most [glicko.SureDeviation].
func (r *Record) Standings(ctx context.Context, skip, limit int) (list []Player, total int, err error) {
	if skip < 0 || limit < 0 {
		return nil, 0, fmt.Errorf("%d members from place %d: %w", limit, skip, ErrQuery)
	}
	now := r.cfg.Now().UnixMilli()
	err = r.view(ctx, func(tx *sql.Tx) error {
		row := tx.QueryRowContext(ctx, "SELECT count(*) FROM players INDEXED BY players_by_rating WHERE sure_ms > 0 AND sure_ms > ?", now)
		if err := row.Scan(&total); err != nil {
			return err
		}
		return sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
			p, err := scanPlayer(rows)
			list = append(list, p)
			return err
		}, playerColumns+`WHERE player IN (SELECT player FROM players INDEXED BY players_by_rating WHERE sure_ms > 0 AND sure_ms > ?
			ORDER BY rating DESC, player LIMIT ? OFFSET ?) ORDER BY rating DESC, player`, now, limit, skip)
	})
	return list, total, err
}
