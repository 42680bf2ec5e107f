package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mancala/internal/puzzle"
	"mancala/rules"
	"mancala/tools/need"
)

// found returns the puzzles of a search under the rules of that name.
func found(t *testing.T, name string, houses, seeds int, s search) []string {
	t.Helper()
	v, err := rules.ParseRuleSet(name)
	if err == nil {
		s.variant, err = v.WithSize(houses, seeds)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.memory = 16 << 20
	var list []string
	need.NoError(t, find(t.Context(), s, func(p puzzle.Puzzle) {
		if err := p.Check(); err != nil {
			t.Errorf("%v: %v", p, err)
		}
		list = append(list, p.String())
	}))
	return list
}

// The same search finds the same puzzles, and another seed others.
func TestFindIsDeterministic(t *testing.T) {
	s := search{seed: 7, positions: 150, least: 4, most: 12}
	once, twice := found(t, "kalah", 6, 3, s), found(t, "kalah", 6, 3, s)
	s.seed = 8
	if other := found(t, "kalah", 6, 3, s); len(once) < 5 || !slices.Equal(once, twice) || slices.Equal(once, other) {
		t.Errorf("%d puzzles, then %d, and %d with another seed", len(once), len(twice), len(other))
	}
}

// Openings under the pie rule ask whether to swap.
func TestFindSwaps(t *testing.T) {
	list := found(t, "kalah+pie", 3, 3, search{seed: 1, openings: 2, least: 1, most: 18})
	if !slices.ContainsFunc(list, func(text string) bool {
		p, err := puzzle.Parse(text)
		return err == nil && p.Position.CanSwap()
	}) {
		t.Errorf("no swap is asked for in %q", list)
	}
}

// A search ends with its context.
func TestFindEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v, _ := rules.Preset("kalah")
	if err := find(ctx, search{variant: v, positions: 10, most: 48, memory: 16 << 20}, nil); err == nil {
		t.Error("a search that was cancelled found its puzzles")
	}
}

// Packed puzzles stay: pack only appends.
func TestPackAppends(t *testing.T) {
	t.Chdir(t.TempDir())
	need.NoError(t, os.MkdirAll(listsFolder, 0o700))
	all := puzzle.Daily()
	write := func(list []puzzle.Puzzle) string {
		var b bytes.Buffer
		for _, p := range list {
			b.WriteString(p.String() + "\n")
		}
		name := filepath.Join(t.TempDir(), "list.txt")
		need.NoError(t, os.WriteFile(name, b.Bytes(), 0o600))
		return name
	}
	pack70 := func(list []puzzle.Puzzle) []puzzle.Puzzle {
		need.NoError(t, pack([]string{write(list)}))
		return need.Must(packed(filepath.Join(listsFolder, "1-kalah.puzzles")))(t)
	}
	first := pack70(all[:70])
	second := pack70(all[:140])
	if len(first) != 70 || len(second) != 140 {
		t.Fatalf("%d puzzles, and then %d", len(first), len(second))
	}
	for i, p := range second {
		if i < len(first) && p.String() != first[i].String() || p.Band() != i%puzzle.Bands {
			t.Errorf("puzzle %d has become %v", i, p)
		}
	}
}

// solves returns for each level the share of puzzles whose first ply it finds, with other random
// numbers than in the choice of the puzzles.
func solves(t *testing.T, list []puzzle.Puzzle) []float64 {
	t.Helper()
	r := need.Must(newRater(t.Context(), 99))(t)
	shares := make([]float64, len(ladder))
	for _, p := range list {
		found := need.Must(r.found(p))(t)
		for i, n := range found {
			shares[i] += float64(n) / float64(tries*len(list))
		}
	}
	return shares
}

// ladderOrder fails unless each level solves more puzzles of each band than the next lower level.
func ladderOrder(t *testing.T, list []puzzle.Puzzle) {
	t.Helper()
	var bands [puzzle.Bands][]puzzle.Puzzle
	for _, p := range list {
		bands[p.Band()] = append(bands[p.Band()], p)
	}
	for band, list := range bands {
		shares := solves(t, list)
		t.Logf("day %d: %.3f", band+1, shares)
		for rung := range shares[1:] {
			if shares[rung+1] < 0.999 && shares[rung+1] <= shares[rung] {
				t.Errorf("%s solves no more puzzles of day %d than %s: %.3f", ladder[rung+1].name, band+1, ladder[rung].name, shares)
			}
		}
	}
}

func TestLongLadderOrder(t *testing.T) { ladderOrder(t, puzzle.Daily()) }
