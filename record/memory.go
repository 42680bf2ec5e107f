package record

import (
	"context"
	"slices"

	"mancala/match"
	"mancala/rules"
)

// memory is a book that ends with the program.
type memory struct {
	scores   map[string]match.Score // by game id
	settings map[string]string
	archive  map[string]match.Record   // by game id
	marks    map[string]match.Bookmark // by series
	hosts    map[string]Host           // by address
	drills   map[string]match.Exercise // by kind and id
}

func newMemory() *memory {
	return &memory{
		scores: map[string]match.Score{}, settings: map[string]string{}, archive: map[string]match.Record{}, marks: map[string]match.Bookmark{},
		hosts: map[string]Host{}, drills: map[string]match.Exercise{},
	}
}

func (m *memory) top(_ context.Context, v rules.Variant, n int) ([]match.Score, error) {
	var list []match.Score
	for _, s := range m.scores {
		if s.Variant == v {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, rank)
	return list[:min(n, len(list))], nil
}

func (m *memory) add(_ context.Context, s match.Score) (bool, error) {
	if _, ok := m.scores[s.GameID]; ok {
		return false, nil
	}
	m.scores[s.GameID] = s
	return true, nil
}

func (m *memory) variants(context.Context) ([]rules.Variant, error) {
	seen := map[rules.Variant]bool{}
	var list []rules.Variant
	for _, s := range m.scores {
		if !seen[s.Variant] {
			seen[s.Variant] = true
			list = append(list, s.Variant)
		}
	}
	return list, nil
}

func (m *memory) setting(_ context.Context, key string) (string, error) { return m.settings[key], nil }

func (m *memory) setSetting(_ context.Context, key, value string) error {
	m.settings[key] = value
	return nil
}

func (m *memory) after(error) (book, []Notice) { return nil, nil }

func (m *memory) catchUp(context.Context) (book, []Notice, bool) { return nil, nil, false }

func (m *memory) close() error { return nil }
