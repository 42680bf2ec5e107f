package record

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"time"
)

// detached is a book in memory while the disk, or a page's storage, cannot be written. It records
// the changes meanwhile, and repeats them once the disk can be written again.
type detached struct {
	*memory
	changes changedRows
	// reopen opens the lasting book, or returns why it cannot.
	reopen func(context.Context) (book, []Notice, error)
}

// changedRows are the rows that have changed, each with whether it was deleted last.
type changedRows struct {
	nowhere
	rows map[rowID]bool
}

// rowID names a row by its kind and its id.
type rowID struct{ kind, id string }

// erasure is a pseudo kind: all exercises were deleted.
const erasure = "erasure"

func (c changedRows) write(kind, id string, values url.Values) error {
	if kind == exerciseRows.name && values == nil {
		delete(c.rows, rowID{kind, id}) // the book that lasts does that by itself
		return nil
	}
	c.rows[rowID{kind, id}] = values == nil
	return nil
}

// detach returns a book that continues with the rows of m.
func detach(m *memory, reopen func(context.Context) (book, []Notice, error)) *detached {
	d := &detached{m, changedRows{rows: map[rowID]bool{}}, reopen}
	m.back = d.changes
	return d
}

// catchUp returns to the lasting book, with all changes, if that can be written again.
func (d *detached) catchUp(ctx context.Context) (book, []Notice, time.Duration) {
	b, notices, err := d.reopen(ctx)
	if err != nil {
		return nil, notices, notYet
	}
	if err := d.repeatAll(ctx, b); err != nil {
		_ = b.close() // the same failure has been told before
		return nil, notices, notYet
	}
	return b, append(notices, Notice{note("kept-again")}), 0
}

// repeatAll repeats the changes on another book. Those that make room come first, and games in the
// order in which they were saved.
func (d *detached) repeatAll(ctx context.Context, b book) error {
	order := func(row rowID) int {
		switch {
		case d.changes.rows[row]:
			return -1
		case row.kind == gameRows.name:
			return d.nth[row.id]
		}
		return 0
	}
	rows := slices.SortedFunc(maps.Keys(d.changes.rows), func(a, b rowID) int { return cmp.Compare(order(a), order(b)) })
	for _, row := range rows {
		if err := d.repeat(ctx, row, b); err != nil {
			return err
		}
		delete(d.changes.rows, row)
	}
	return nil
}

// repeat makes a row of another book equal to the one in memory.
func (d *detached) repeat(ctx context.Context, row rowID, b book) error {
	if row.kind == erasure {
		return b.eraseExercises(ctx)
	}
	return kinds[row.kind].copyTo(ctx, d.memory, row.id, b)
}
