package record

import (
	"context"
	"net/url"
	"strings"

	"mancala/match"
)

func encodeExercise(e match.Exercise) url.Values {
	return url.Values(row{}.text("text", e.Text).time("time", e.Time))
}

// decodeExercise decodes an exercise; its id is the row's key.
func decodeExercise(key string, v url.Values) (match.Exercise, bool) {
	f := fields{Values: v}
	kind, id, _ := strings.Cut(key, ":")
	e := match.Exercise{Kind: kind, ID: id, Time: f.time("time"), Text: f.Get("text")}
	return e, !f.bad && checkExercise(e) == nil
}

func (s *storage) saveExercises(_ context.Context, list []match.Exercise, replace bool) error {
	if err := s.look("exercise"); err != nil {
		return err
	}
	for _, e := range list {
		if _, kept := s.held.drills[exerciseKey(e)]; kept && !replace {
			continue
		}
		if err := s.put("exercise", exerciseKey(e), encodeExercise(e)); err != nil {
			return err
		}
	}
	for _, e := range s.held.tooMany(maxStored) {
		if err := s.drop("exercise", exerciseKey(e)); err != nil {
			return err
		}
	}
	return nil
}

func (s *storage) exercises(ctx context.Context, q match.ExerciseQuery) ([]match.Exercise, int, error) {
	if err := s.look("exercise"); err != nil {
		return nil, 0, err
	}
	return s.held.exercises(ctx, q)
}

func (s *storage) unsearched(ctx context.Context, n int) ([]match.Record, int, error) {
	if err := s.look("game"); err != nil {
		return nil, 0, err
	}
	if err := s.look("exercise"); err != nil {
		return nil, 0, err
	}
	return s.held.unsearched(ctx, n)
}

func (s *storage) eraseExercises(context.Context) error {
	if err := s.look("exercise"); err != nil {
		return err
	}
	for _, e := range s.held.drills {
		if err := s.drop("exercise", exerciseKey(e)); err != nil {
			return err
		}
	}
	return nil
}
