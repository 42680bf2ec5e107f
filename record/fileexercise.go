//go:build !js

package record

import (
	"context"
	"database/sql"
	"time"

	"mancala/match"
	"mancala/record/sqlitefile"
)

const exerciseColumns = "SELECT kind, id, time_ms, text FROM exercises "

// scanExercise reads a row and reports whether it is valid.
func scanExercise(rows *sql.Rows) (e match.Exercise, ok bool, err error) {
	var ms int64
	if err := rows.Scan(&e.Kind, &e.ID, &ms, &e.Text); err != nil {
		return match.Exercise{}, false, err
	}
	e.Time = time.UnixMilli(ms).UTC()
	return e, checkExercise(e) == nil, nil
}

func (f *file) saveExercises(ctx context.Context, list []match.Exercise, replace bool) error {
	return f.write(ctx, func(tx *sql.Tx) error {
		kinds := map[string]bool{}
		for _, e := range list {
			if err := putExercise(ctx, tx, e, replace); err != nil {
				return err
			}
			kinds[e.Kind] = true
		}
		for kind := range kinds {
			if err := trimExercises(ctx, tx, kind, MaxExercises); err != nil {
				return err
			}
		}
		return nil
	})
}

// putExercise writes a row. It leaves an existing row unless replace is set.
func putExercise(ctx context.Context, tx *sql.Tx, e match.Exercise, replace bool) error {
	conflict := "DO NOTHING"
	if replace {
		conflict = "DO UPDATE SET time_ms = excluded.time_ms, text = excluded.text"
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO exercises (kind, id, time_ms, text) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) "+conflict,
		e.Kind, e.ID, e.Time.UnixMilli(), e.Text)
	return err
}

// trimExercises deletes the rows of a kind that are more than most.
func trimExercises(ctx context.Context, tx *sql.Tx, kind string, most int) error {
	var kept int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM exercises WHERE kind = ?", kind).Scan(&kept); err != nil {
		return err
	}
	n := surplus(kind, kept, most)
	if n == 0 {
		return nil
	}
	order := "time_ms, id"
	if kind == match.ExerciseCard {
		order = "time_ms DESC, id DESC"
	}
	_, err := tx.ExecContext(ctx, "DELETE FROM exercises WHERE rowid IN (SELECT rowid FROM exercises WHERE kind = ? ORDER BY "+order+" LIMIT ?)", kind, n)
	return err
}

func (f *file) exercises(ctx context.Context, q match.ExerciseQuery) (list []match.Exercise, total int, err error) {
	where, args := "WHERE kind = ? ", []any{q.Kind}
	if q.ID != "" {
		where, args = where+"AND id = ? ", append(args, q.ID)
	}
	if !q.Until.IsZero() {
		where, args = where+"AND time_ms <= ? ", append(args, q.Until.UnixMilli())
	}
	if err := f.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM exercises "+where, args...).Scan(&total); err != nil {
		return nil, 0, f.sentence(err)
	}
	order := "ORDER BY time_ms, id "
	if q.Newest {
		order = "ORDER BY time_ms DESC, id DESC "
	}
	err = sqlitefile.EachRow(ctx, f.db, func(rows *sql.Rows) error {
		e, ok, err := scanExercise(rows)
		if ok {
			list = append(list, e)
		}
		return err
	}, exerciseColumns+where+order+"LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	return list, total, f.sentence(err)
}

// ofPerson chooses the decided games of the person at this machine that were not searched.
const ofPerson = `WHERE s.standing IN ('won', 'lost', 'drawn')
	AND NOT EXISTS (SELECT 1 FROM exercises e WHERE e.kind = 'game' AND e.id = g.game_id) `

func (f *file) unsearched(ctx context.Context, n int, now time.Time) (list []match.Record, total int, err error) {
	newestFirst, err := f.newestFirst(ctx, now)
	if err != nil {
		return nil, 0, f.sentence(err)
	}
	if err := f.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games g "+onShelves+ofPerson).Scan(&total); err != nil {
		return nil, 0, f.sentence(err)
	}
	err = sqlitefile.EachRow(ctx, f.db, func(rows *sql.Rows) error {
		g, ok, err := scanGame(rows)
		if ok {
			list = append(list, g)
		}
		return err
	}, gameColumns+"FROM games g "+onShelves+ofPerson+newestFirst+"LIMIT ?", n)
	return list, total, f.sentence(err)
}

func (f *file) eraseExercises(ctx context.Context) error {
	return f.delete(ctx, "DELETE FROM exercises")
}
