package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"mancala/glicko"
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

// Standings are members with a sure rating, the highest first, and behind them the others who have
// played a rated game: those first whose rating less its deviation is the highest. A rating is sure
// while its deviation, which grows with the time away, is at most [glicko.SureDeviation].
type Standings struct {
	Sure, Unsure           []Player
	SureTotal, UnsureTotal int
}

// The parts of the standings. The parameters of their lists are the time, a limit and an offset.
const (
	countSure   = "SELECT count(*) FROM players INDEXED BY players_by_rating WHERE sure_ms > 0 AND sure_ms > ?"
	countUnsure = "SELECT count(*) FROM players INDEXED BY players_by_rating WHERE sure_ms > 0 AND sure_ms <= ?"
	listSure    = playerColumns + `WHERE player IN (SELECT player FROM players INDEXED BY players_by_rating WHERE sure_ms > 0 AND sure_ms > ?
		ORDER BY rating DESC, player LIMIT ? OFFSET ?) ORDER BY rating DESC, player`
	listUnsure = playerColumns + `WHERE player IN (SELECT player FROM players INDEXED BY players_by_floor WHERE sure_ms > 0 AND sure_ms <= ?
		ORDER BY rating - deviation DESC, player LIMIT ? OFFSET ?) ORDER BY rating - deviation DESC, player`
)

// Standings returns that many members of the standings from a place on, which is 0 for the first,
// and the numbers of all of them.
func (r *Record) Standings(ctx context.Context, skip, limit int) (s Standings, err error) {
	if skip < 0 || limit < 0 {
		return s, fmt.Errorf("%d members from place %d: %w", limit, skip, ErrQuery)
	}
	now := r.cfg.Now().UnixMilli()
	err = r.view(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, countSure, now).Scan(&s.SureTotal); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, countUnsure, now).Scan(&s.UnsureTotal); err != nil {
			return err
		}
		if s.Sure, err = listPlayers(ctx, tx, listSure, now, limit, skip); err != nil {
			return err
		}
		s.Unsure, err = listPlayers(ctx, tx, listUnsure, now, limit-len(s.Sure), max(0, skip-s.SureTotal))
		return err
	})
	for i := range s.Unsure { // the deviation is that after the last game, and has grown since
		s.Unsure[i].Deviation = max(s.Unsure[i].Deviation, glicko.SureDeviation+1)
	}
	return s, err
}

func listPlayers(ctx context.Context, tx *sql.Tx, query string, args ...any) (list []Player, err error) {
	err = sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
		p, err := scanPlayer(rows)
		list = append(list, p)
		return err
	}, query, args...)
	return list, err
}
