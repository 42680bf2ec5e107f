package tables

import (
	"fmt"
	"time"

	"mancala/hub/claims"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/table"
)

// Restore returns a table as its log has it. The clocks ran until the owner before was last heard,
// and stand still until the player to move is back, for a while. Backup says that the log is an old
// copy, so that the players may know more than it does. The error is [claims.ErrDamaged].
func Restore(records []claims.Record, secret [table.SecretSize]byte, backup bool, now time.Time) (*Table, error) {
	if len(records) == 0 || len(records[0].Snapshot) == 0 {
		return nil, fmt.Errorf("%w: there is no snapshot", claims.ErrDamaged)
	}
	base, x, err := parseSnapshot(records[0].Snapshot)
	if err != nil {
		return nil, err
	}
	t := &Table{setup: x.Setup, extra: x, feed: newFeed(), backup: backup, alone: -1}
	if base.Terms != termsOf(&x.Setup) {
		return nil, fmt.Errorf("%w: it has other terms", claims.ErrDamaged)
	}
	t.seats[0].away, t.seats[1].away = now, now
	t.plies = append(t.plies, base.Plies...)
	r := table.Record{Base: base, Missing: [2]bool{backup, backup}}
	last, err := t.replay(&r, records)
	if err != nil {
		return nil, err
	}
	cfg := table.OwnerConfig{Terms: base.Terms, Secret: table.ClubOwnerKey(secret, base.Terms.Series)}
	if t.owner, err = table.RestoreOwner(cfg, &r, last); err != nil {
		return nil, fmt.Errorf("%w: %w", claims.ErrDamaged, err)
	}
	t.count = len(r.Events)
	t.stopClocks(records[len(records)-1].At, now)
	t.changed = true
	t.publish()
	return t, nil
}

// replay lets the table see the events behind the first snapshot, and returns when the last one was
// decided.
func (t *Table) replay(r *table.Record, records []claims.Record) (last time.Time, err error) {
	st, err := r.Base.State(records[0].At)
	if err != nil {
		return last, fmt.Errorf("%w: %w", claims.ErrDamaged, err)
	}
	last = records[0].At
	for _, record := range records[1:] {
		events, err := parseEvents(record.Events, record.N)
		if err != nil {
			return last, err
		}
		for i := range events {
			c, err := st.Apply(&events[i], record.At)
			if err != nil {
				return last, fmt.Errorf("%w: event %d: %w", claims.ErrDamaged, events[i].N, err)
			}
			last = record.At
			t.observe(&c, record.At)
		}
		r.Events = append(r.Events, events...)
		if len(record.Snapshot) > 0 {
			_, x, err := parseSnapshot(record.Snapshot)
			if err != nil {
				return last, err
			}
			t.reportedUpTo(x.Reported)
		}
	}
	return last, nil
}

// reportedUpTo notes that games were reported.
func (t *Table) reportedUpTo(game uint32) {
	t.extra.Reported = max(t.extra.Reported, game)
	for len(t.done) > 0 && numberOf(t.done[0]) <= t.extra.Reported {
		t.done = t.done[1:]
	}
}

// numberOf returns the number of a game at its table.
func numberOf(g lobby.Game) uint32 {
	_, n, _ := match.SplitGameID(g.Entry.ID) // which this package has made
	return uint32(n)
}

// stopClocks stops the clock that ran when the node before was last heard.
func (t *Table) stopClocks(heard, now time.Time) {
	if st := t.State(); st.Closed.N != 0 || !t.running() || !st.Met || !st.Terms.Time.Timed() {
		return
	}
	t.hold = now.Add(graceWait)
	if t.State().Clocks.Running && !t.owner.Waiting() {
		if heard.After(now) {
			heard = now
		}
		t.rule(table.KindClock, 0, "", heard)
	}
}
