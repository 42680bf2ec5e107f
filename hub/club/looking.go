package club

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mancala/hub/bus"
)

// ListedTables returns the tables of the list with facts that members are not told, in the order of
// their ids.
func (r *seating) ListedTables() []Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.listed))
	r.mu.Unlock()
	slices.SortFunc(list, func(a, b Table) int { return strings.Compare(a.ID, b.ID) })
	return list
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
