package play

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"mancala/hub/bus"
)

// A door is loose if its table is gone: the bus did not answer when it was to be removed, or the
// node died in between. Doors are made after the record of their table and removed after it, so a
// door that was there before a record was missed is loose for good.

// noteLoose notes that there may be loose doors from now on.
func (h *Hall) noteLoose() { h.note(&h.loose) }

// removeLoose removes all loose doors. If it cannot do so now, it notes that there are some.
func (h *Hall) removeLoose() {
	loose := map[string]string{} // by key, the table
	err := h.present(h.doors, func(e bus.Entry) {
		var d door
		if delete(loose, e.Key); !e.Deleted && json.Unmarshal(e.Data, &d) == nil {
			loose[e.Key] = d.Table
		}
	})
	tables := map[string]bool{}
	if err == nil && len(loose) > 0 {
		err = h.present(h.games, func(e bus.Entry) { tables[e.Key] = !e.Deleted })
	}
	for key, table := range loose {
		if err == nil && !tables[table] {
			err = h.removeIfLoose(key, table)
		}
	}
	if err != nil && h.ctx.Err() == nil {
		h.complain("doors of tables that are gone cannot be removed now; this is tried again", "error", err)
		h.noteLoose()
	}
}

// removeIfLoose removes a door unless its table is there: a list of tables may lag behind.
func (h *Hall) removeIfLoose(key, table string) error {
	ctx, cancel := context.WithTimeout(h.ctx, busWait)
	defer cancel()
	_, err := h.games.Get(ctx, table)
	if errors.Is(err, bus.ErrNotFound) {
		err = h.doors.Delete(ctx, key, 0)
	}
	return err
}

// present calls f with all entries of a bucket that are there, and perhaps with changes of them.
func (h *Hall) present(b bus.Bucket, f func(bus.Entry)) error {
	errAll := errors.New("that was all")
	ctx, cancel := context.WithCancelCause(h.ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(busWait, func() { cancel(context.DeadlineExceeded) })
	defer quiet.Stop()
	err := b.Watch(ctx, "", func(e bus.Entry) {
		quiet.Reset(busWait)
		if e.Key == "" {
			cancel(errAll)
			return
		}
		f(e)
	})
	switch cause := context.Cause(ctx); {
	case cause == errAll:
		return nil
	case errors.Is(err, context.Canceled):
		return cause
	}
	return err
}
