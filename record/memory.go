package record

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"mancala/match"
	"mancala/past"
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
	most     int                       // exercises of a kind

	saves  int              // of games
	nth    map[string]int   // the save of each game; 0 if it was not saved by this program
	leased map[string]lease // with which games were saved last, by their ids
	added  map[string]bool  // exercises that do not replace kept ones
}

func newMemory() *memory {
	return &memory{
		back: nowhere{}, scores: map[string]match.Score{}, settings: map[string]string{}, archive: map[string]match.Record{},
		marks: map[string]match.Bookmark{}, hosts: map[string]Host{}, drills: map[string]match.Exercise{}, most: MaxExercises,
		nth: map[string]int{}, leased: map[string]lease{}, added: map[string]bool{},
	}
}

// backing is the place outside the program that keeps a memory's rows.
type backing interface {
	// look updates one row of a kind in memory, or all of them if id is empty.
	look(kind, id string) error
	// write writes a row before it changes in memory; without values it deletes the row.
	write(kind, id string, values url.Values) error
	// hold and free are lease and release of a book.
	hold(id string, w lease, take bool) (held bool, err error)
	free(id, holder string) error
}

// nowhere is the backing of a memory that ends with the program. No other program has its games.
type nowhere struct{}

func (nowhere) look(string, string) error              { return nil }
func (nowhere) write(string, string, url.Values) error { return nil }
func (nowhere) hold(string, lease, bool) (bool, error) { return true, nil }
func (nowhere) free(string, string) error              { return nil }

// looked returns the result of read once the rows of some kinds are up to date.
func looked[T any](m *memory, read func() T, kinds ...string) (result T, err error) {
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
	}, scoreRows.name)
}

func (m *memory) add(_ context.Context, s match.Score) (bool, error) {
	if err := m.back.look(scoreRows.name, s.GameID); err != nil {
		return false, err
	}
	if _, ok := m.scores[s.GameID]; ok {
		return false, nil
	}
	err := scoreRows.put(m, s.GameID, s)
	return err == nil, err
}

func (m *memory) deleteScore(_ context.Context, gameID string) error {
	return scoreRows.drop(m, gameID)
}

func (m *memory) variants(context.Context) ([]rules.Variant, error) {
	return looked(m, func() []rules.Variant {
		seen := map[rules.Variant]bool{}
		for _, s := range m.scores {
			seen[s.Variant] = true
		}
		return slices.Collect(maps.Keys(seen))
	}, scoreRows.name)
}

func (m *memory) setting(_ context.Context, key string) (string, error) {
	err := m.back.look(settingRows.name, key)
	return m.settings[key], err
}

func (m *memory) setSetting(_ context.Context, key, value string) error {
	return settingRows.put(m, key, value)
}

func (m *memory) host(_ context.Context, addr string) (Host, bool, error) {
	err := m.back.look(hostRows.name, addr)
	h, found := m.hosts[addr]
	return h, found, err
}

func (m *memory) saveHost(_ context.Context, h Host) error { return hostRows.put(m, h.Addr, h) }

func (m *memory) lease(_ context.Context, id string, w lease, take bool) (bool, error) {
	return m.back.hold(id, w, take)
}

func (m *memory) release(_ context.Context, id, holder string) error { return m.back.free(id, holder) }

func (m *memory) after(error) (book, []Notice) { return nil, nil }

func (m *memory) catchUp(context.Context) (book, []Notice, time.Duration) { return nil, nil, 0 }

func (m *memory) close() error { return nil }

func (m *memory) saveGame(_ context.Context, g match.Record, by lease) (held bool, err error) {
	if err := m.back.look(gameRows.name, g.ID); err != nil {
		return false, err
	}
	if by.holder != "" {
		if held, err := m.back.hold(g.ID, by, false); !held {
			return false, err
		}
	}
	m.leased[g.ID] = by
	old, found := m.archive[g.ID]
	if g, changed := merged(old, found, g); changed {
		m.saves++
		m.nth[g.ID] = m.saves
		return true, gameRows.put(m, g.ID, g)
	}
	return true, nil
}

func (m *memory) game(_ context.Context, id string) (match.Record, bool, error) {
	err := m.back.look(gameRows.name, id)
	g, found := m.archive[id]
	return normalGame(g), found, err
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
	}, gameRows.name)
	from := min(q.Offset, len(list))
	return list[from : from+min(q.Limit, len(list)-from)], len(list), err
}

func (m *memory) gameIDs(_ context.Context, prefix string, n int, f func(string) bool) ([]string, error) {
	return looked(m, func() []string {
		ids := slices.Sorted(maps.Keys(m.archive))
		ids = slices.DeleteFunc(ids, func(id string) bool { return !strings.HasPrefix(id, prefix) || !f(id) })
		return ids[:min(n, len(ids))]
	}, gameRows.name)
}

func (m *memory) deleteGame(_ context.Context, id string) error { return gameRows.drop(m, id) }

func (m *memory) figures(context.Context) ([]match.Figure, error) {
	return looked(m, func() (list []match.Figure) {
		for _, g := range m.archive {
			if f, ok := figure(g); ok {
				list = append(list, f)
			}
		}
		return list
	}, gameRows.name)
}

func (m *memory) unfinished(_ context.Context, now time.Time) (g match.Record, found bool, err error) {
	list, err := looked(m, func() []match.Record { return m.chosen(now, unfinished) }, gameRows.name)
	if len(list) > 0 {
		g = list[0]
	}
	return g, len(list) > 0, err
}

func (m *memory) saveBookmark(_ context.Context, b match.Bookmark) error {
	if b.Over() {
		return markRows.drop(m, b.Key())
	}
	return markRows.put(m, b.Key(), b)
}

func (m *memory) bookmarks(context.Context) ([]match.Bookmark, error) {
	return looked(m, func() []match.Bookmark {
		list := slices.SortedFunc(maps.Values(m.marks), newestBookmark)
		for i := range list {
			list[i] = normalBookmark(list[i])
		}
		return list
	}, markRows.name)
}
