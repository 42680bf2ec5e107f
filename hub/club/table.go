package club

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/past"
)

// Table is a table of the list, with facts for the people who run the club. It is kept as JSON.
type Table struct {
	lobby.Table
	// Run is the node where the member waits, or where the table began, and its run.
	Run   string    `json:"run"`
	Since time.Time `json:"since"` // when it was opened, or when it began
	// Over says that no more games come. The table is in no list then, and keeps no member from
	// sitting down elsewhere; one who was away may still look at its end.
	Over bool `json:"over,omitempty"`
}

// Node returns the node where the table was opened or began.
func (t *Table) Node() string { return t.Run[:max(0, strings.LastIndex(t.Run, "_"))] }

// seating has the tables of the club: the list, the places of members there, and their wishes for
// opponents.
type seating struct {
	*base
	who    *register
	tables store[Table] // by id
	places store[place] // by member

	mu     sync.Mutex
	listed map[string]Table       // all tables, by id, also those that are over
	open   map[string]lobby.Table // the ones that wait for a second player
	wishes map[string]waiting
}

// tableChanged takes over an entry of the bucket.
func (r *seating) tableChanged(e bus.Entry) {
	t, err := decode[Table](e)
	if !e.Deleted && err != nil {
		r.cfg.Log.Error("A table is damaged.", "table", e.Key, "err", err)
	}
	r.mu.Lock()
	delete(r.listed, e.Key)
	delete(r.open, e.Key)
	if !e.Deleted && err == nil {
		if r.listed[e.Key] = t; !t.Playing() {
			r.open[e.Key] = t.Table
		}
	}
	r.mu.Unlock()
	r.cfg.Notifier.Changed(e.Key)
}

// Tables returns the tables of the list, in the order of their ids.
func (r *seating) Tables() []Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.listed))
	r.mu.Unlock()
	list = slices.DeleteFunc(list, func(t Table) bool { return t.Over })
	slices.SortFunc(list, func(a, b Table) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// TableCount returns the number of tables of the list.
func (r *seating) TableCount() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.listed {
		if !t.Over {
			n++
		}
	}
	return n
}

// openTables returns the tables that wait for a second player, in the order of their ids. There are
// few of them, however many play.
func (r *seating) openTables() []lobby.Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.open))
	r.mu.Unlock()
	slices.SortFunc(list, func(a, b lobby.Table) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Table returns the table with that id in the list, or false.
func (r *seating) Table(id string) (lobby.Table, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l, there := r.listed[id]
	return l.Table, there && !l.Over
}

// place says that a member waits at an open table, plays at one, or waits for an opponent.
// A member does one of them at a time.
type place struct {
	Table string    `json:"table,omitempty"`
	Wish  *Wish     `json:"wish,omitempty"`
	Run   string    `json:"run"` // where the wish was made
	Since time.Time `json:"since"`
	// Before is the wish that brought the member to the table, or nil. It is needed if the opponent
	// does not come.
	Before *place `json:"before,omitempty"`
}

// waiting is a wish in the list.
type waiting struct {
	Wish
	run      string
	revision uint64
}

// place returns the wish as the place of the member.
func (w *waiting) place() *place {
	return &place{Wish: &w.Wish, Run: w.run, Since: w.Since}
}

// placeChanged takes over an entry of the bucket.
func (r *seating) placeChanged(e bus.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.wishes, e.Key)
	if e.Deleted {
		return
	}
	p, err := decode[place](e)
	if err != nil || p.Wish == nil {
		return
	}
	p.Wish.Since = past.Believed(p.Since, time.Now())
	r.wishes[e.Key] = waiting{*p.Wish, p.Run, e.Revision}
}

// gameOf returns the game that two members play, or have just played, with each other; "" if they
// are not at the same table.
func (r *seating) gameOf(a, b string) string {
	var last Table
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.listed {
		if t.Playing() && t.Has(a) && t.Has(b) && !t.Since.Before(last.Since) {
			last = t
		}
	}
	if last.ID == "" {
		return ""
	}
	return fmt.Sprintf("%s-%d", last.ID, max(last.Number, 1))
}

// Waiting returns the number of members who wait for an opponent.
func (r *seating) Waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.wishes)
}

// each calls f with every value of a store that can be read.
func each[T any](ctx context.Context, s store[T], f func(key string, value T)) error {
	list, err := bus.Present(ctx, s.bucket)
	for _, e := range list {
		if value, err := decode[T](e); err == nil {
			f(e.Key, value)
		}
	}
	return err
}
