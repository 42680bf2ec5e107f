package record

import (
	"context"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// reader reads a ledger's rows, each of which has a kind and an id. All that it returns is valid.
type reader interface {
	// get returns a row, or nil if there is none that is valid.
	get(ctx context.Context, k anyKind, id string) (row any, err error)
	// top returns the best n scores of a variant, and variants those that have scores.
	top(ctx context.Context, v rules.Variant, n int) ([]match.Score, error)
	variants(ctx context.Context) ([]rules.Variant, error)
	// ended returns when a game is believed to have ended: no later than now, and before the games
	// that were saved after it. In that order games, unfinished and unsearched return the newest
	// first.
	ended(ctx context.Context, g match.Record, now time.Time) (time.Time, error)
	games(ctx context.Context, q match.GameQuery, now time.Time) (list []match.Record, total int, err error)
	unfinished(ctx context.Context, now time.Time) (g match.Record, found bool, err error)
	// gameIDs returns in order at most n ids that begin with prefix and satisfy f.
	gameIDs(ctx context.Context, prefix string, n int, f func(id string) bool) ([]string, error)
	// figures returns figures to be added up by opponent.
	figures(ctx context.Context) ([]match.Figure, error)
	// bookmarks returns all series, in any order.
	bookmarks(ctx context.Context) ([]match.Bookmark, error)
	// exercises are at most room of a kind, besides searched games.
	exercises(ctx context.Context, q match.ExerciseQuery) (list []match.Exercise, total int, err error)
	room() int
	// unsearched returns the latest n decided games of the person at this machine that were not
	// searched for mistakes, and the number of all.
	unsearched(ctx context.Context, n int, now time.Time) (list []match.Record, total int, err error)
}

// rows are the rows within a change. What they take is valid, since the ledger has checked it.
type rows interface {
	reader
	// put makes a row, or replaces it.
	put(ctx context.Context, k anyKind, id string, row any) error
	// drop deletes a row, if there is one.
	drop(ctx context.Context, k anyKind, id string) error
	eraseExercises(ctx context.Context) error
}

// book is the place where a ledger's rows are: a database, the storage of a page, or memory. It
// keeps them; what changes with what is the same for all of them.
type book interface {
	reader
	// change runs a change of rows. In a database no other program changes any meanwhile, and all
	// of it is kept or nothing.
	change(ctx context.Context, change func(rows) error) error
	// after takes the error of the last call, or nil. It returns the book on which to repeat the
	// call, or nil if the result is final, and notices for the person. explain turns an error that
	// is final into one for a person.
	after(err error) (book, []Notice)
	explain(err error) error
	// catchUp does the deferred work that is due. It returns the book to continue with if that
	// changes, notices for the person, and the time until the next call: 0 if no work is left, or
	// [notYet].
	catchUp(ctx context.Context) (next book, notices []Notice, wait time.Duration)
	close() error
}

// get returns a row of a kind, and whether there is one.
func get[T any](ctx context.Context, r reader, k kind[T], id string) (row T, found bool, err error) {
	got, err := r.get(ctx, k, id)
	row, found = got.(T)
	return row, found, err
}

// once makes a row unless there is one, and reports whether it did.
func once[T any](ctx context.Context, r rows, k kind[T], id string, row T) (added bool, err error) {
	if _, found, err := get(ctx, r, k, id); found || err != nil {
		return false, err
	}
	return true, r.put(ctx, k, id, row)
}

// putting is the change that makes or replaces a row.
func putting[T any](k kind[T], id string, row T) change {
	return change{row: rowID{k.name, id}, do: func(ctx context.Context, r rows) (bool, error) { return true, r.put(ctx, k, id, row) }}
}

// dropping is the change that deletes a row.
func dropping[T any](k kind[T], id string) change {
	return change{rowID{k.name, id}, true, func(ctx context.Context, r rows) (bool, error) { return true, r.drop(ctx, k, id) }}
}
