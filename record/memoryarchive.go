package record

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mancala/match"
)

func (m *memory) saveGame(_ context.Context, g match.Record, _ lease) (bool, error) {
	old, found := m.archive[g.ID]
	if g, changed := merged(old, found, g); changed {
		m.archive[g.ID] = g
	}
	return true, nil
}

// lease always gives the game to the holder: no other program has this memory.
func (m *memory) lease(context.Context, string, lease, bool) (bool, error) { return true, nil }

func (m *memory) release(context.Context, string, string) error { return nil }

func (m *memory) game(_ context.Context, id string) (match.Record, bool, error) {
	g, found := m.archive[id]
	return normalGame(g), found, nil
}

// chosen returns the games for which f holds, newest first.
func (m *memory) chosen(f func(match.Record) bool) []match.Record {
	var list []match.Record
	for _, g := range m.archive {
		if f(g) {
			list = append(list, normalGame(g))
		}
	}
	slices.SortFunc(list, newest)
	return list
}

func (m *memory) games(_ context.Context, q match.GameQuery) ([]match.Record, int, error) {
	list := m.chosen(func(r match.Record) bool { return matches(q, r) })
	from := min(q.Offset, len(list))
	return list[from : from+min(q.Limit, len(list)-from)], len(list), nil
}

func (m *memory) gameIDs(_ context.Context, prefix string, n int, f func(string) bool) ([]string, error) {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(m.archive)) {
		if strings.HasPrefix(id, prefix) && f(id) && len(ids) < n {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (m *memory) deleteGame(_ context.Context, id string) error {
	delete(m.archive, id)
	return nil
}

func (m *memory) deleteScore(_ context.Context, gameID string) error {
	delete(m.scores, gameID)
	return nil
}

func (m *memory) figures(context.Context) ([]match.Figure, error) {
	var list []match.Figure
	for _, g := range m.archive {
		if f, ok := figure(g); ok {
			list = append(list, f)
		}
	}
	return list, nil
}

func (m *memory) unfinished(context.Context) (match.Record, bool, error) {
	if list := m.chosen(unfinished); len(list) > 0 {
		return list[0], true, nil
	}
	return match.Record{}, false, nil
}

func (m *memory) saveBookmark(_ context.Context, b match.Bookmark) error {
	if b.Over() {
		delete(m.marks, b.Key())
	} else {
		m.marks[b.Key()] = b
	}
	return nil
}

func (m *memory) bookmarks(context.Context) ([]match.Bookmark, error) {
	list := slices.SortedFunc(maps.Values(m.marks), newestBookmark)
	for i := range list {
		list[i] = normalBookmark(list[i])
	}
	return list, nil
}
