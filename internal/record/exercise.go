package record

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"mancala/internal/match"
)

// Limits of exercises.
const (
	// MaxExercises is the largest number of cards and of tries, each, that a database keeps; the
	// earliest tries and the cards that are due last give way to others.
	MaxExercises = 100_000
	// maxStored is the same in the storage of a page.
	maxStored = 1000
	// MaxExercise is the largest length of the text of an exercise, in bytes.
	MaxExercise = 4096
)

// AddExercises saves the exercises whose kind and id are new. It refuses invalid ones.
func (l *Ledger) AddExercises(ctx context.Context, list ...match.Exercise) error {
	return l.saveExercises(ctx, list, false)
}

// SaveExercises keeps exercises, and replaces the ones of the same kind and id. It refuses invalid
// ones.
func (l *Ledger) SaveExercises(ctx context.Context, list ...match.Exercise) error {
	return l.saveExercises(ctx, list, true)
}

func (l *Ledger) saveExercises(ctx context.Context, list []match.Exercise, replace bool) error {
	list = slices.Clone(list)
	for i := range list {
		list[i].Time = normalTime(list[i].Time)
		if err := checkExercise(list[i]); err != nil {
			return err
		}
	}
	var changes []change
	kinds := map[string]bool{}
	for _, e := range list {
		c := putting(exerciseRows, exerciseKey(e), e)
		if !replace {
			c.do = func(ctx context.Context, r rows) (bool, error) { return once(ctx, r, exerciseRows, exerciseKey(e), e) }
		}
		changes, kinds[e.Kind] = append(changes, c), true
	}
	for kind := range kinds {
		changes = append(changes, change{rowID{"room", kind}, false, func(ctx context.Context, r rows) (bool, error) { return makeRoom(ctx, r, kind) }})
	}
	return l.change(ctx, changes...)
}

// Exercises returns the exercises that match a query, in the order of time, at most as many as it
// asks for, and the number of matches.
func (l *Ledger) Exercises(ctx context.Context, q match.ExerciseQuery) (list []match.Exercise, total int, err error) {
	if q.Limit == 0 {
		q.Limit = DefaultLimit
	}
	if q.Offset < 0 || q.Limit < 0 || !isExerciseKind(q.Kind) {
		return nil, 0, errors.New("the query for exercises is not valid")
	}
	q.Until = normalTime(q.Until)
	return onTwo(ctx, l, func(b book) ([]match.Exercise, int, error) { return b.exercises(ctx, q) })
}

// EraseExercises deletes all exercises, and the settings of these keys.
func (l *Ledger) EraseExercises(ctx context.Context, settings ...string) error {
	for _, key := range settings {
		if err := l.SetSetting(ctx, key, ""); err != nil {
			return err
		}
	}
	return l.change(ctx, change{rowID{kind: exerciseRows.name}, true, func(ctx context.Context, r rows) (bool, error) {
		return true, r.eraseExercises(ctx)
	}})
}

// Unsearched returns at most n of the local person's latest games that were not yet searched for
// mistakes, and the number of all such games. Only finished games against another player count.
func (l *Ledger) Unsearched(ctx context.Context, n int) (list []match.Record, total int, err error) {
	return onTwo(ctx, l, func(b book) ([]match.Record, int, error) { return b.unsearched(ctx, max(0, n), l.clock()) })
}

func isExerciseKind(kind string) bool {
	return kind == match.ExerciseCard || kind == match.ExerciseTry || kind == match.ExerciseGame
}

// checkExercise returns an error for an exercise that is not valid.
func checkExercise(e match.Exercise) error {
	switch {
	case !isExerciseKind(e.Kind):
		return errors.New("an exercise needs a kind that is known")
	case e.ID == "" || len(e.ID) > 100 || !utf8.ValidString(e.ID):
		return errors.New("an exercise needs an id of 1 to 100 bytes")
	case len(e.Text) > MaxExercise || !utf8.ValidString(e.Text):
		return errors.New("the text of an exercise is too long, or no text")
	case e.Time.Year() < 1 || e.Time.Year() > 99999:
		return errors.New("an exercise needs a time")
	}
	return nil
}

// makeRoom deletes the exercises of a kind that are too many, and reports whether there were any.
// Searched games have no limit: there is one row for each game.
func makeRoom(ctx context.Context, r rows, kind string) (made bool, err error) {
	if kind == match.ExerciseGame {
		return false, nil
	}
	q := match.ExerciseQuery{Kind: kind, Newest: kind == match.ExerciseCard}
	_, kept, err := r.exercises(ctx, q)
	if q.Limit = kept - r.room(); q.Limit <= 0 || err != nil {
		return false, err
	}
	list, _, err := r.exercises(ctx, q)
	for _, e := range list {
		if err == nil {
			err = r.drop(ctx, exerciseRows, exerciseKey(e))
		}
	}
	return true, err
}

// exerciseKey is the id of an exercise among the rows.
func exerciseKey(e match.Exercise) string { return e.Kind + ":" + e.ID }

// drilled returns all matches of a query.
func (m *memory) drilled(q match.ExerciseQuery) (list []match.Exercise) {
	for _, e := range m.drills {
		if e.Kind == q.Kind && (q.ID == "" || e.ID == q.ID) && (q.Until.IsZero() || !e.Time.After(q.Until)) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b match.Exercise) int {
		order := cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.ID, b.ID))
		if q.Newest {
			return -order
		}
		return order
	})
	return list
}

func (m *memory) exercises(_ context.Context, q match.ExerciseQuery) (list []match.Exercise, total int, err error) {
	list, err = looked(m, func() []match.Exercise { return m.drilled(q) }, exerciseRows)
	total = len(list)
	list = list[min(q.Offset, total):]
	return list[:min(q.Limit, len(list))], total, err
}

func (m *memory) unsearched(_ context.Context, n int, now time.Time) (list []match.Record, total int, err error) {
	list, err = looked(m, func() []match.Record {
		return m.chosen(now, func(r match.Record) bool {
			_, searched := m.drills[match.ExerciseGame+":"+r.ID]
			return !searched && r.Standing() >= match.StandingWon
		})
	}, gameRows, exerciseRows)
	return list[:min(n, len(list))], len(list), err
}
