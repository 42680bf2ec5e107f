package play

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"mancala/hub/bus"
)

// store stores the table with all that was heard.
func (t *seating) store() error {
	ctx, cancel := context.WithTimeout(t.hall.ctx, busWait)
	defer cancel()
	r := t.record
	r.State, r.At = t.table.state, t.hall.cfg.Now()
	t.mu.Lock()
	r.Legs = t.kept
	t.mu.Unlock()
	for leg, b := range r.Legs {
		if b == nil || slices.Contains(r.Doors, seriesKey(b.Series)) {
			continue
		}
		if err := t.hall.openDoor(ctx, seriesKey(b.Series), door{Table: t.id, Leg: leg}); err != nil {
			return err
		}
		r.Doors = append(slices.Clip(r.Doors), seriesKey(b.Series))
	}
	if err := t.write(ctx, &r); err != nil {
		return err
	}
	t.record, t.table.dirty = r, false
	return nil
}

// write stores a record of the table. If it is not certain whether it is stored, it looks.
func (t *seating) write(ctx context.Context, r *record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	began := time.Now()
	revision, err := t.hall.games.Update(ctx, t.id, data, t.revision)
	t.hall.cfg.Stored(time.Since(began))
	if err != nil && !errors.Is(err, bus.ErrConflict) {
		entry, lookErr := t.hall.games.Get(ctx, t.id)
		switch {
		case lookErr != nil:
			return err
		case bytes.Equal(entry.Data, data):
			revision, err = entry.Revision, nil
		case entry.Revision != t.revision:
			return bus.ErrConflict
		}
	}
	if err == nil {
		t.revision = revision
	}
	return err
}

// complainEvery is how often a hall says the same about the bus. If that is in trouble, it would be
// so for all tables, every second.
const complainEvery = 10 * time.Second

// complain logs something, unless it has just been logged.
func (h *Hall) complain(what string, args ...any) {
	now := h.cfg.Now()
	h.mu.Lock()
	quiet := now.Sub(h.complained[what]) < complainEvery
	if !quiet {
		h.complained[what] = now
	}
	h.mu.Unlock()
	if !quiet {
		h.cfg.Log.Warn(what, args...)
	}
}

// drop ends the legs as the end of the process would: nothing is stored or said.
func (t *seating) drop() {
	t.remove()
	for _, handed := range t.handed {
		handed.Drop()
	}
}

// remove takes the table out of the hall.
func (t *seating) remove() {
	t.hall.mu.Lock()
	if t.hall.tables[t.id] == t {
		delete(t.hall.tables, t.id)
	}
	t.hall.mu.Unlock()
	t.mu.Lock()
	t.closed = true
	asks := t.asks
	t.asks = nil
	t.mu.Unlock()
	for _, f := range asks {
		f()
	}
}

// handOver stores the table for another node. The clocks stand still until that goes on with it.
func (t *seating) handOver() {
	now := t.hall.cfg.Now()
	t.table.state.Clocks.Stop(now)
	t.record.Owner, t.record.Run = "", ""
	if err := t.store(); err != nil {
		t.hall.cfg.Log.Warn("a table cannot be handed over", "table", t.id, "error", err)
	}
	t.drop()
}

// finish ends a table that is over.
func (t *seating) finish() {
	ctx, cancel := context.WithTimeout(t.hall.ctx, busWait)
	defer cancel()
	switch err := t.hall.games.Delete(ctx, t.id, t.revision); {
	case errors.Is(err, bus.ErrConflict):
		t.drop()
		return
	case err != nil:
		t.hall.cfg.Log.Warn("a table that is over cannot be removed now; this is tried again", "table", t.id, "error", err)
		t.hall.noteAstray()
	}
	for _, key := range t.record.Doors {
		if !t.closeDoor(ctx, key) {
			t.hall.noteLoose()
		}
	}
	t.remove()
	for _, link := range t.links {
		_ = link.Close()
	}
	if t.hall.cfg.Gone != nil {
		alone := ""
		if p := t.table.state.Alone; p > 0 {
			alone = t.table.setup.Players[p-1].Player
		}
		t.hall.cfg.Gone(t.id, alone)
	}
}

// forgetLeg forgets the series of a leg, and closes its door: otherwise a player who comes with the
// ticket again and again would make the record too long to be stored.
func (t *seating) forgetLeg(leg int) {
	b := t.record.Legs[leg]
	t.record.Legs[leg] = nil
	if b == nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.hall.ctx, busWait)
	defer cancel()
	key := seriesKey(b.Series)
	if t.closeDoor(ctx, key) { // otherwise it goes with the table
		t.record.Doors = slices.DeleteFunc(slices.Clone(t.record.Doors), func(k string) bool { return k == key })
	}
}

// closeDoor removes a door to the table, and reports whether it is gone.
func (t *seating) closeDoor(ctx context.Context, key string) bool {
	err := t.hall.doors.Delete(ctx, key, 0)
	if err != nil {
		t.hall.cfg.Log.Warn("a door cannot be removed now; this is tried again", "table", t.id, "error", err)
	}
	return err == nil
}
