package record

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/past"
	"mancala/rules"
)

// memory is a book with its rows in memory. They last as long as its backing keeps them; with
// nowhere, they end with the program.
type memory struct {
	back     backing
	scores   map[string]match.Score // by game id
	settings map[string]string
	archive  map[string]match.Record   // by game id
	marks    map[string]match.Bookmark // by series
	hosts    map[string]Host           // by address
	drills   map[string]match.Exercise // by kind and id
	leases   map[string]lease          // by game id
	most     int                       // exercises of a kind

	saves int            // of games
	nth   map[string]int // the save of each game; 0 if it was not saved by this program
}

func newMemory() *memory {
	return &memory{
		back: nowhere{}, scores: map[string]match.Score{}, settings: map[string]string{}, archive: map[string]match.Record{},
		marks: map[string]match.Bookmark{}, hosts: map[string]Host{}, drills: map[string]match.Exercise{}, most: MaxExercises,
		leases: map[string]lease{}, nth: map[string]int{},
	}
}

// backing is the place outside the program that keeps a memory's rows.
type backing interface {
	// look updates one row of a kind in memory, or all of them if id is empty.
	look(k anyKind, id string) error
	// write writes a row before it changes in memory, or deletes it if it is nil.
	write(k anyKind, id string, row any) error
}

// nowhere is the backing of a memory that ends with the program.
type nowhere struct{}

func (nowhere) look(anyKind, string) error       { return nil }
func (nowhere) write(anyKind, string, any) error { return nil }

func (m *memory) get(_ context.Context, k anyKind, id string) (any, error) {
	err := m.back.look(k, id)
	return k.row(m, id), err
}

func (m *memory) put(_ context.Context, k anyKind, id string, row any) error {
	if k.word() == gameRows.name {
		m.saves++
		m.nth[id] = m.saves
	}
	err := m.back.write(k, id, row)
	if err == nil {
		k.take(m, id, row)
	}
	return err
}

func (m *memory) drop(_ context.Context, k anyKind, id string) error {
	err := m.back.write(k, id, nil)
	if err == nil {
		k.forget(m, id)
	}
	return err
}

func (m *memory) eraseExercises(ctx context.Context) error {
	if err := m.back.look(exerciseRows, ""); err != nil {
		return err
	}
	for id := range m.drills {
		if err := m.drop(ctx, exerciseRows, id); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) change(_ context.Context, change func(rows) error) error { return change(m) }

func (m *memory) room() int { return m.most }

func (m *memory) after(error) (book, []Notice) { return nil, nil }

func (m *memory) explain(err error) error { return err }

func (m *memory) catchUp(context.Context) (book, []Notice, time.Duration) { return nil, nil, 0 }

func (m *memory) close() error { return nil }

// looked returns the result of read once the rows of some kinds are up to date.
func looked[T any](m *memory, read func() T, kinds ...anyKind) (result T, err error) {
	for _, kind := range kinds {
		if err := m.back.look(kind, ""); err != nil {
			return result, err
		}
	}
	return read(), nil
}

func (m *memory) top(_ context.Context, v rules.Variant, n int) ([]match.Score, error) {
	return looked(m, func() []match.Score {
		list := slices.SortedFunc(maps.Values(m.scores), rank)
		list = slices.DeleteFunc(list, func(s match.Score) bool { return s.Variant != v })
		return list[:min(n, len(list))]
	}, scoreRows)
}

func (m *memory) variants(context.Context) ([]rules.Variant, error) {
	return looked(m, func() []rules.Variant {
		seen := map[rules.Variant]bool{}
		for _, s := range m.scores {
			seen[s.Variant] = true
		}
		return slices.Collect(maps.Keys(seen))
	}, scoreRows)
}

// believed returns when a game ended. If that is later than now it is just before the first of the
// games that were saved after it, or else now.
func (m *memory) believed(g match.Record, now time.Time) time.Time {
	at := past.Believed(g.Ended, now)
	if at.Equal(g.Ended) {
		return at
	}
	for _, later := range m.archive {
		if m.nth[later.ID] > m.nth[g.ID] && !later.Ended.After(at) {
			at = later.Ended.Add(-time.Millisecond)
		}
	}
	return at
}

func (m *memory) ended(_ context.Context, g match.Record, now time.Time) (time.Time, error) {
	return m.believed(g, now), nil
}

// chosen returns the games that satisfy f, newest first.
func (m *memory) chosen(now time.Time, f func(match.Record) bool) []match.Record {
	type place struct {
		at  time.Time
		nth int // of those later than now
	}
	places := map[string]place{}
	var list []match.Record
	for _, g := range m.archive {
		if f(g) {
			list = append(list, normalGame(g))
			p := place{at: m.believed(g, now)}
			if g.Ended.After(now) {
				p.nth = m.nth[g.ID]
			}
			places[g.ID] = p
		}
	}
	slices.SortFunc(list, func(a, b match.Record) int {
		pa, pb := places[a.ID], places[b.ID]
		return cmp.Or(pb.at.Compare(pa.at), cmp.Compare(pb.nth, pa.nth), newest(a, b))
	})
	return list
}

func (m *memory) games(_ context.Context, q match.GameQuery, now time.Time) ([]match.Record, int, error) {
	list, err := looked(m, func() []match.Record {
		return m.chosen(now, func(r match.Record) bool { return matches(q, r) })
	}, gameRows)
	from := min(q.Offset, len(list))
	return list[from : from+min(q.Limit, len(list)-from)], len(list), err
}

func (m *memory) gameIDs(_ context.Context, prefix string, n int, f func(string) bool) ([]string, error) {
	return looked(m, func() []string {
		ids := slices.Sorted(maps.Keys(m.archive))
		ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, prefix) || !f(id) })
		return ids[:min(n, len(ids))]
	}, gameRows)
}

func (m *memory) figures(context.Context) ([]match.Figure, error) {
	return looked(m, func() (list []match.Figure) {
		for _, g := range m.archive {
			if f, ok := figure(g); ok {
				list = append(list, f)
			}
		}
		return list
	}, gameRows)
}

func (m *memory) unfinished(_ context.Context, now time.Time) (g match.Record, found bool, err error) {
	list, err := looked(m, func() []match.Record { return m.chosen(now, unfinished) }, gameRows)
	if len(list) > 0 {
		g = list[0]
	}
	return g, len(list) > 0, err
}

func (m *memory) bookmarks(context.Context) ([]match.Bookmark, error) {
	return looked(m, func() []match.Bookmark {
		list := slices.Collect(maps.Values(m.marks))
		for i := range list {
			list[i] = normalBookmark(list[i])
		}
		return list
	}, markRows)
}
