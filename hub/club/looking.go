package club

import (
	"context"
	"slices"
	"strings"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
)

// Listed is a table of the list, for those who run the club.
type Listed struct {
	lobby.Table
	Run   string    // names the node where it was opened or began, and its run
	Since time.Time // when it was opened or began
}

// Node returns the node where the table was opened or began.
func (l Listed) Node() string {
	return l.Run[:max(0, strings.LastIndex(l.Run, "_"))]
}

// ListedTables returns the tables of the list with facts that members are not told, in the order of
// their ids.
func (c *Club) ListedTables() []Listed {
	c.mu.Lock()
	list := make([]Listed, 0, len(c.listed))
	for _, l := range c.listed {
		list = append(list, Listed{l.table, l.run, l.since})
	}
	c.mu.Unlock()
	slices.SortFunc(list, func(a, b Listed) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Waiting returns the number of members who wait for an opponent.
func (c *Club) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.wishes)
}

// Find returns the members whose names have a part in them, in the order of the names, but at most
// that many.
func (c *Club) Find(ctx context.Context, part string, most int) ([]Member, error) {
	part = strings.ToLower(part)
	var found []Member
	err := each(ctx, c.members, func(_ string, m Member) {
		if strings.Contains(strings.ToLower(m.Name), part) {
			found = append(found, m)
		}
	})
	slices.SortFunc(found, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return found[:min(len(found), most)], err
}

// each calls f with every value of a store that can be read.
func each[T any](ctx context.Context, s store[T], f func(key string, value T)) error {
	return eachOf(ctx, s, "", f)
}

// eachOf is each for the keys with a prefix, which ends with a full stop.
func eachOf[T any](ctx context.Context, s store[T], prefix string, f func(key string, value T)) error {
	list, err := bus.Present(ctx, s.bucket, prefix)
	for _, e := range list {
		if value, err := decode[T](e); err == nil {
			f(e.Key, value)
		}
	}
	return err
}
