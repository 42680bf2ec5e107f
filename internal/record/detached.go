package record

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// detached is a book in memory while the disk, or a page's storage, cannot be written. The ledger
// repeats the changes of this time once it can be.
type detached struct {
	*memory
	// reopen opens the lasting book, or returns why it cannot.
	reopen func(context.Context) (book, []Notice, error)
}

// detach returns a book that continues with the rows of m.
func detach(m *memory, reopen func(context.Context) (book, []Notice, error)) *detached {
	m.back = nowhere{}
	return &detached{m, reopen}
}

// catchUp returns to the lasting book, if that can be opened again.
func (d *detached) catchUp(ctx context.Context) (book, []Notice, time.Duration) {
	b, notices, err := d.reopen(ctx)
	if err != nil {
		return nil, notices, notYet
	}
	return b, notices, 0
}

// rowID names a row by its kind and its id. Without an id it names all rows of the kind.
type rowID struct{ kind, id string }

// change is a change of a row. It may be repeated, on another book as well.
type change struct {
	row    rowID
	erases bool // and so makes room
	// do changes the row, unless it is already as it is to be.
	do func(context.Context, rows) (changed bool, err error)
}

// change makes some changes, all or none of them. On a detached book it notes them to be repeated.
func (l *Ledger) change(ctx context.Context, list ...change) error {
	return l.do(ctx, func(b book) error {
		var made []change
		err := b.change(ctx, func(r rows) error {
			for _, c := range list {
				changed, err := c.do(ctx, r)
				if err != nil {
					return err
				}
				if changed {
					made = append(made, c)
				}
			}
			return nil
		})
		if _, out := b.(*detached); out && err == nil {
			l.late.add(made)
		}
		return err
	})
}

// postponed are the changes to be repeated, the last one of each row.
type postponed struct {
	changes map[rowID]change
	nth     map[rowID]int // in which they were made
	made    int
}

func (l *postponed) add(list []change) {
	if l.changes == nil {
		l.changes, l.nth = map[rowID]change{}, map[rowID]int{}
	}
	for _, c := range list {
		if c.row.id == "" {
			maps.DeleteFunc(l.changes, func(row rowID, _ change) bool { return row.kind == c.row.kind })
		}
		l.made++
		l.changes[c.row], l.nth[c.row] = c, l.made
	}
}

// repeat makes the changes on another book. Those that make room come first, and the others in the
// order in which they were made.
func (l *postponed) repeat(ctx context.Context, b book) error {
	order := func(c change) int {
		if c.erases {
			return -1
		}
		return l.nth[c.row]
	}
	list := slices.SortedFunc(maps.Values(l.changes), func(a, b change) int { return cmp.Compare(order(a), order(b)) })
	for _, c := range list {
		err := b.change(ctx, func(r rows) error {
			_, err := c.do(ctx, r)
			return err
		})
		if err != nil {
			return err
		}
		delete(l.changes, c.row)
	}
	return nil
}
