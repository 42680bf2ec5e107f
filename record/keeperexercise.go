package record

import (
	"context"

	"mancala/match"
)

// AddExercises asks for [Ledger.AddExercises].
func (k *Keeper) AddExercises(list []match.Exercise, done func(error)) {
	ask(k, func(ctx context.Context, l *Ledger) (struct{}, error) {
		return struct{}{}, l.AddExercises(ctx, list...)
	}, alone(done))
}

// SaveExercises asks for [Ledger.SaveExercises].
func (k *Keeper) SaveExercises(list []match.Exercise, done func(error)) {
	ask(k, func(ctx context.Context, l *Ledger) (struct{}, error) {
		return struct{}{}, l.SaveExercises(ctx, list...)
	}, alone(done))
}

// exercised is a page of exercises with the number of all matches.
type exercised struct {
	list  []match.Exercise
	total int
}

// Exercises asks for [Ledger.Exercises].
func (k *Keeper) Exercises(q match.ExerciseQuery, done func(list []match.Exercise, total int, err error)) {
	ask(k, func(ctx context.Context, l *Ledger) (p exercised, err error) {
		p.list, p.total, err = l.Exercises(ctx, q)
		return p, err
	}, func(p exercised, err error) { done(p.list, p.total, err) })
}

// Unsearched returns [Ledger.Unsearched]. Unlike other calls it waits, so it is not for the game
// loop.
func (k *Keeper) Unsearched(ctx context.Context, n int) ([]match.Record, int, error) {
	page, err := wait(ctx, k, func(ctx context.Context, l *Ledger) (page listed, err error) {
		page.games, page.total, err = l.Unsearched(ctx, n)
		return page, err
	})
	return page.games, page.total, err
}

// Searched keeps the cards of a game that was searched for mistakes, and that it was. Unlike other
// calls it waits, so it is not for the game loop.
func (k *Keeper) Searched(ctx context.Context, game match.Exercise, cards []match.Exercise) error {
	_, err := wait(ctx, k, func(ctx context.Context, l *Ledger) (struct{}, error) {
		return struct{}{}, l.AddExercises(ctx, append(cards, game)...)
	})
	return err
}

// EraseExercises asks for [Ledger.EraseExercises].
func (k *Keeper) EraseExercises(settings []string, done func(error)) {
	ask(k, func(ctx context.Context, l *Ledger) (struct{}, error) {
		return struct{}{}, l.EraseExercises(ctx, settings...)
	}, alone(done))
}
