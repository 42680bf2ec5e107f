package record

import (
	"context"

	"mancala/internal/match"
)

// AddExercises asks for [Ledger.AddExercises].
func (k *Keeper) AddExercises(list []match.Exercise, done func(error)) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.AddExercises(ctx, list...) }, done)
}

// SaveExercises asks for [Ledger.SaveExercises].
func (k *Keeper) SaveExercises(list []match.Exercise, done func(error)) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.SaveExercises(ctx, list...) }, done)
}

// Exercises asks for [Ledger.Exercises].
func (k *Keeper) Exercises(q match.ExerciseQuery, done func(list []match.Exercise, total int, err error)) {
	askTwo(k, func(ctx context.Context, l *Ledger) ([]match.Exercise, int, error) { return l.Exercises(ctx, q) }, done)
}

// Unsearched returns [Ledger.Unsearched]. Unlike other calls it waits, so it is not for the game
// loop.
func (k *Keeper) Unsearched(ctx context.Context, n int) ([]match.Record, int, error) {
	page, err := wait(ctx, k, paired(func(ctx context.Context, l *Ledger) ([]match.Record, int, error) { return l.Unsearched(ctx, n) }))
	return page.first, page.second, err
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
	do(k, func(ctx context.Context, l *Ledger) error { return l.EraseExercises(ctx, settings...) }, done)
}
