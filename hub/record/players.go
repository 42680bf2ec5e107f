package record

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"mancala/glicko"
	"mancala/match/lobby"
	"mancala/past"
	"mancala/record/sqlitefile"
	"mancala/spelling"
)

// Member is a member's entry in the bucket "players", as far as the record needs it.
type Member struct {
	ID       string
	Revision uint64 // of the bucket's entry
	Name     string // at most 64 characters
	Computer bool   // a computer chooses the moves
	// Ratings are the ratings after the last rated game of each discipline; a discipline without
	// one is missing.
	Ratings map[string]Rating
	// Unlisted keeps the member out of the standings, as after a bar.
	Unlisted bool
	// Deleted reports whether the entry is gone; then only the id is set.
	Deleted bool
}

// Rating is a member's rating in a discipline.
type Rating struct {
	glicko.Rating
	// At is when the last rated game ended.
	At time.Time
}

// SetMembers copies entries of the bucket into the record, in the order of their changes.
func (r *Record) SetMembers(ctx context.Context, members []Member) error {
	return r.change(ctx, func(tx *sql.Tx) error {
		for _, m := range members {
			if err := setMember(ctx, tx, m, r.cfg.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

func setMember(ctx context.Context, tx *sql.Tx, m Member, now time.Time) error {
	if m.Deleted {
		return forget(ctx, tx, m.ID)
	}
	if err := m.check(); err != nil {
		return err
	}
	var player int64
	err := tx.QueryRowContext(ctx, `INSERT INTO players (id, revision, name, search, computer) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, name = excluded.name, search = excluded.search,
		computer = excluded.computer RETURNING player`,
		m.ID, m.Revision, m.Name, spelling.Searchable(m.Name), m.Computer).Scan(&player)
	if err != nil {
		return err
	}
	return setRatings(ctx, tx, player, m, now)
}

// setRatings replaces the ratings of a player. An unlisted player has none.
func setRatings(ctx context.Context, tx *sql.Tx, player int64, m Member, now time.Time) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM ratings WHERE player = ?", player); err != nil || m.Unlisted {
		return err
	}
	for discipline, r := range m.Ratings {
		sure := past.Believed(r.At, now).Add(glicko.Default.SureFor(r.Rating)).UnixMilli()
		_, err := tx.ExecContext(ctx, "INSERT INTO ratings (player, discipline, rating, deviation, sure_ms) VALUES (?, ?, ?, ?, ?)",
			player, discipline, r.Value, r.Deviation, sure)
		if err != nil {
			return err
		}
	}
	return nil
}

// check returns an error for a member who cannot be.
func (m Member) check() error {
	if n := utf8.RuneCountInString(m.Name); !isID(m.ID, 64) || n < 1 || n > 64 || !utf8.ValidString(m.Name) {
		return fmt.Errorf("member %.64q cannot have the name %.200q", m.ID, m.Name)
	}
	for discipline := range m.Ratings {
		if !isID(discipline, maxDiscipline) {
			return fmt.Errorf("member %s cannot have a rating in %.100q", m.ID, discipline)
		}
	}
	return nil
}

// forget deletes the facts about a member. A row stays if games need it.
func forget(ctx context.Context, tx *sql.Tx, id string) error {
	for _, statement := range []string{
		"DELETE FROM ratings WHERE player = (SELECT player FROM players WHERE id = ?)",
		"DELETE FROM players WHERE id = ? AND games = 0",
		"UPDATE players SET revision = 0, name = NULL, search = '', computer = 0 WHERE id = ?",
	} {
		if _, err := tx.ExecContext(ctx, statement, id); err != nil {
			return err
		}
	}
	return nil
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

// The parts of the standings. The parameters of their lists are the discipline, the time, a limit
// and an offset.
const (
	countSure   = "SELECT count(*) FROM ratings INDEXED BY ratings_by_rating WHERE discipline = ? AND sure_ms > ?"
	countUnsure = "SELECT count(*) FROM ratings INDEXED BY ratings_by_rating WHERE discipline = ? AND sure_ms <= ?"
	listed      = "SELECT id, coalesce(name, ''), computer, r.rating, r.deviation FROM (SELECT * FROM ratings INDEXED BY "
	listSure    = listed + `ratings_by_rating WHERE discipline = ? AND sure_ms > ? ORDER BY rating DESC, player LIMIT ? OFFSET ?) r
		JOIN players USING (player) ORDER BY r.rating DESC, player`
	listUnsure = listed + `ratings_by_floor WHERE discipline = ? AND sure_ms <= ? ORDER BY rating - deviation DESC, player LIMIT ? OFFSET ?) r
		JOIN players USING (player) ORDER BY r.rating - r.deviation DESC, player`
)

// maxDiscipline is the largest length of the name of a discipline.
const maxDiscipline = 32

// Standings returns a part of the standings of a discipline. A rating is sure while its deviation,
// which grows with the time away, is at most [glicko.SureDeviation].
func (r *Record) Standings(ctx context.Context, of lobby.StandingsOf) (s lobby.Standings, err error) {
	if of.Skip < 0 || of.Limit < 0 {
		return s, fmt.Errorf("%d members from place %d: %w", of.Limit, of.Skip, ErrQuery)
	}
	now := r.cfg.Now().UnixMilli()
	s.First = of.Skip + 1
	err = r.view(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRowContext(ctx, countSure, of.Discipline, now).Scan(&s.Total); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, countUnsure, of.Discipline, now).Scan(&s.UnsureTotal); err != nil {
			return err
		}
		if s.Members, err = listPlayers(ctx, tx, listSure, of.Discipline, now, of.Limit, of.Skip); err != nil {
			return err
		}
		s.Unsure, err = listPlayers(ctx, tx, listUnsure, of.Discipline, now, of.Limit-len(s.Members), max(0, of.Skip-s.Total))
		return err
	})
	for i := range s.Unsure { // the deviation is that after the last game, and has grown since
		s.Unsure[i].Deviation = max(s.Unsure[i].Deviation, glicko.SureDeviation+1)
	}
	return s, err
}

func listPlayers(ctx context.Context, tx *sql.Tx, query string, args ...any) (list []lobby.Member, err error) {
	err = sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var p lobby.Member
		var rating, deviation float64
		err := rows.Scan(&p.ID, &p.Name, &p.Computer, &rating, &deviation)
		p.Rating, p.Deviation = int(math.Round(rating)), int(math.Round(deviation))
		list = append(list, p)
		return err
	}, query, args...)
	return list, err
}
