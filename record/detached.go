package record

import (
	"context"
	"maps"
	"strings"

	"mancala/match"
)

// detached is a book in memory for as long as the disk, or the storage of a page, cannot be
// written. It remembers the changes of that time, and repeats them once that is possible again.
type detached struct {
	*memory
	// changes has the last change of each row, by the kind and the key of the row.
	changes map[string]change
	// reopen opens the book that lasts, or returns the reason why that is not possible yet.
	reopen func(context.Context) (book, []Notice, error)
}

// change changes a row of a book. It may be repeated.
type change struct {
	deletes bool
	repeat  func(ctx context.Context, b book) error
}

// detach returns a book that continues with the rows of m.
func detach(m *memory, reopen func(context.Context) (book, []Notice, error)) *detached {
	return &detached{m, map[string]change{}, reopen}
}

// catchUp returns to the book that lasts, with all changes, if it can be written again.
func (d *detached) catchUp(ctx context.Context) (book, []Notice, bool) {
	b, notices, err := d.reopen(ctx)
	if err != nil {
		return nil, notices, true
	}
	if err := d.repeatAll(ctx, b); err != nil {
		_ = b.close() // the same failure has been told before
		return nil, notices, true
	}
	return b, append(notices, Notice{note("kept-again")}), false
}

// repeatAll repeats the changes on another book. Those that make room come first.
func (d *detached) repeatAll(ctx context.Context, b book) error {
	for _, deleting := range []bool{true, false} {
		for row, c := range d.changes {
			if c.deletes != deleting {
				continue
			}
			if err := c.repeat(ctx, b); err != nil {
				return err
			}
			delete(d.changes, row)
		}
	}
	return nil
}

func (d *detached) add(ctx context.Context, s match.Score) (bool, error) {
	added, err := d.memory.add(ctx, s)
	if added {
		d.changes["score "+s.GameID] = change{false, func(ctx context.Context, b book) error {
			_, err := b.add(ctx, s)
			return err
		}}
	}
	return added, err
}

func (d *detached) deleteScore(ctx context.Context, gameID string) error {
	d.changes["score "+gameID] = change{true, func(ctx context.Context, b book) error { return b.deleteScore(ctx, gameID) }}
	return d.memory.deleteScore(ctx, gameID)
}

func (d *detached) setSetting(ctx context.Context, key, value string) error {
	d.changes["setting "+key] = change{false, func(ctx context.Context, b book) error { return b.setSetting(ctx, key, value) }}
	return d.memory.setSetting(ctx, key, value)
}

func (d *detached) saveGame(ctx context.Context, g match.Record, by lease) (bool, error) {
	held, err := d.memory.saveGame(ctx, g, by)
	d.changes["game "+g.ID] = change{false, func(ctx context.Context, b book) error {
		_, err := b.saveGame(ctx, d.archive[g.ID], by) // another program may have taken it over meanwhile
		return err
	}}
	return held, err
}

func (d *detached) deleteGame(ctx context.Context, id string) error {
	d.changes["game "+id] = change{true, func(ctx context.Context, b book) error { return b.deleteGame(ctx, id) }}
	return d.memory.deleteGame(ctx, id)
}

func (d *detached) saveBookmark(ctx context.Context, mark match.Bookmark) error {
	d.changes["series "+mark.Key()] = change{mark.Over(), func(ctx context.Context, b book) error { return b.saveBookmark(ctx, mark) }}
	return d.memory.saveBookmark(ctx, mark)
}

func (d *detached) saveExercises(ctx context.Context, list []match.Exercise, replace bool) error {
	for _, e := range list {
		key := exerciseKey(e)
		if _, kept := d.drills[key]; kept && !replace {
			continue
		}
		d.changes["exercise "+key] = change{false, func(ctx context.Context, b book) error {
			return b.saveExercises(ctx, []match.Exercise{e}, replace)
		}}
	}
	return d.memory.saveExercises(ctx, list, replace)
}

func (d *detached) eraseExercises(ctx context.Context) error {
	maps.DeleteFunc(d.changes, func(row string, _ change) bool { return strings.HasPrefix(row, "exercise ") })
	d.changes["exercises"] = change{true, func(ctx context.Context, b book) error { return b.eraseExercises(ctx) }}
	return d.memory.eraseExercises(ctx)
}

func (d *detached) saveHost(ctx context.Context, h Host) error {
	d.changes["host "+h.Addr] = change{false, func(ctx context.Context, b book) error { return b.saveHost(ctx, h) }}
	return d.memory.saveHost(ctx, h)
}
