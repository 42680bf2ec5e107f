package tables

import (
	"sync/atomic"
	"time"

	"mancala/table"
)

// ring is the least number of plies in a feed, so that a slightly late watcher gets plies instead
// of a snapshot.
const ring = 64

// Feed shows a table to watchers. The table publishes by swapping a pointer, and never waits for
// anyone. It is safe for concurrent use.
type Feed struct{ page atomic.Pointer[page] }

// Shown is the state that watchers see. Ran is the start of the running clock, or zero.
type Shown struct {
	table.Snapshot
	Ran time.Time
}

// page is the feed's content at one moment. It never changes.
type page struct {
	version uint64 // of the last ply
	snap    Shown
	at      uint64        // the version of the snapshot
	plies   []table.Event // up to version, the newest last
	more    chan struct{} // closed with the next page
}

func newFeed() *Feed {
	f := &Feed{}
	f.page.Store(&page{more: make(chan struct{})})
	return f
}

// Cursor is up to where a watcher was shown the table. The zero value is the beginning.
type Cursor struct{ version uint64 }

// Next returns the news behind a cursor, and moves it: plies, or a snapshot and the plies behind it
// if something else has happened or the cursor is too far behind. Without news it returns a channel
// that closes when there are some.
func (f *Feed) Next(c *Cursor) (snap *Shown, plies []table.Event, more <-chan struct{}) {
	p := f.page.Load()
	if c.version == p.version {
		return nil, nil, p.more
	}
	from := c.version
	if first := p.version - uint64(len(p.plies)); from == 0 || from < first {
		snap, from = &p.snap, p.at
	}
	c.version = p.version
	return snap, p.plies[uint64(len(p.plies))-(p.version-from):], nil
}

// show publishes plies, or a snapshot after another change.
func (f *Feed) show(plies []table.Event, snap func() Shown) {
	old := f.page.Load()
	next := &page{version: old.version + uint64(len(plies)), snap: old.snap, at: old.at, plies: old.plies, more: make(chan struct{})}
	if len(plies) == 0 {
		next.version++
		next.snap, next.at, next.plies = snap(), next.version, nil
	} else if next.plies = append(old.plies, plies...); len(next.plies) > 2*ring { // no one else appends to it
		next.snap, next.at = snap(), next.version
		next.plies = append(make([]table.Event, 0, 2*ring+8), next.plies[len(next.plies)-ring:]...)
	}
	f.page.Store(next)
	close(old.more)
}

// watched updates the feed after an event: watchers see plies, and a snapshot after any other event
// that they may see.
func (t *Table) watched(c *table.Change) {
	if e := c.Event; e.Kind == table.KindPly {
		e.MAC = [16]byte{}
		t.shown = append(t.shown, e)
		return
	}
	t.changed = t.changed || c.Public()
}

// publish shows the stored events to watchers.
func (t *Table) publish() {
	plies, changed := t.shown, t.changed
	t.shown, t.changed = nil, false
	if changed {
		plies = nil
	} else if len(plies) == 0 {
		return
	}
	t.feed.show(plies, func() Shown {
		s := Shown{Snapshot: t.State().Snapshot().Public()}
		if c := t.State().Clocks; c.Running {
			s.Ran = c.At
		}
		return s
	})
}
