package tables

import (
	"time"

	"mancala/internal/table"
)

// Audience is those who watch a table. Audiences must be comparable, and their methods must not
// wait.
type Audience interface {
	// Show shows the table as it is now. Its news since the last call are the plies; without any,
	// something else has changed. The audience keeps both.
	Show(all *Shown, plies []table.Event)
	// Leave says that the table is over, or at this node no more.
	Leave()
}

// Shown is the state that watchers see. Ran is the start of the running clock, or zero.
type Shown struct {
	table.Snapshot
	Ran time.Time
}

// Watch shows the table to an audience, in place of any other.
func (t *Table) Watch(a Audience) { t.audience, t.changed = a, true }

// Unwatch ends that.
func (t *Table) Unwatch(a Audience) {
	if t.audience == a {
		t.audience = nil
		t.server.Watched(0)
	}
}

// Watched says how many people watch.
func (t *Table) Watched(n int) { t.server.Watched(n) }

// watched takes in an event: watchers see plies, and everything after any other event that they may
// see.
func (t *Table) watched(c *table.Change) {
	if t.audience == nil {
		return
	}
	if e := c.Event; e.Kind == table.KindPly {
		t.shown = append(t.shown, e)
		return
	}
	t.changed = t.changed || c.Public()
}

// publish returns a function that shows the stored events to watchers, or nil if there are none to
// show.
func (t *Table) publish() (show func()) {
	plies, changed, a := t.shown, t.changed, t.audience
	t.shown, t.changed = nil, false
	if a == nil || len(plies) == 0 && !changed {
		return nil
	}
	if changed {
		plies = nil
	}
	all := Shown{Snapshot: t.State().Snapshot().Public()}
	if c := t.State().Clocks; c.Running {
		all.Ran = c.At
	}
	return func() { a.Show(&all, plies) }
}
