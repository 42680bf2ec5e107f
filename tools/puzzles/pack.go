package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"mancala/puzzle"
)

const (
	// weeks is the number of weeks that the list has puzzles for.
	weeks = 260
	// seedsEvery is one more than the number of result puzzles between two seeds puzzles.
	seedsEvery = 4
	// mostBytes is the largest size of the list and the replies to its wrong answers together.
	mostBytes = 60 << 10
)

// The files of the days.
var (
	dailyFile   = filepath.Join("puzzle", "daily.puzzles")
	repliesFile = filepath.Join("puzzle", "daily.replies")
)

// pack adds puzzles of the lists in some files to the puzzles of the days.
func pack(names []string) error {
	list, err := packed(dailyFile)
	if err != nil {
		return err
	}
	p := newPacker(list)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		more, err := puzzle.ParseList(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, next := range more {
			p.offer(next)
		}
	}
	list = p.fill(list)
	data := puzzle.WriteList(list)
	fmt.Fprintf(os.Stderr, "%d puzzles, %d bytes\n", len(list), len(data))
	if len(data) > mostBytes {
		return fmt.Errorf("the list may have %d bytes", mostBytes)
	}
	return os.WriteFile(dailyFile, data, 0o644)
}

// packed returns the puzzles that a file has already.
func packed(file string) ([]puzzle.Puzzle, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return puzzle.ReadList(data)
}

// packer chooses puzzles for the days.
type packer struct {
	seen    map[puzzle.Key]bool
	waiting [puzzle.Bands][2][]puzzle.Puzzle // by band and kind
}

func newPacker(list []puzzle.Puzzle) *packer {
	p := &packer{seen: map[puzzle.Key]bool{}}
	for _, known := range list {
		p.isNew(known)
	}
	return p
}

// isNew reports whether no puzzle before was the same.
func (p *packer) isNew(next puzzle.Puzzle) bool {
	keys := next.Keys()
	if p.seen[keys[0]] || p.seen[keys[1]] {
		return false
	}
	p.seen[keys[0]], p.seen[keys[1]] = true, true
	return true
}

// offer adds a puzzle to those to choose from. It leaves out those that ask how to lose by less.
func (p *packer) offer(next puzzle.Puzzle) {
	if next.Good() && next.Best() >= 0 && p.isNew(next) {
		list := &p.waiting[next.Band()][next.Kind]
		*list = append(*list, next)
	}
}

// fill appends puzzles to a list until there is one for each day of all weeks, or one is missing.
func (p *packer) fill(list []puzzle.Puzzle) []puzzle.Puzzle {
	rng := rand.New(rand.NewPCG(uint64(len(list)), 0))
	for band := range p.waiting {
		for kind, waiting := range p.waiting[band] {
			fmt.Fprintf(os.Stderr, "day %d: %d of kind %v\n", band+1, len(waiting), puzzle.Kind(kind))
			rng.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
		}
	}
	for len(list) < weeks*puzzle.Bands {
		band, week := len(list)%puzzle.Bands, len(list)/puzzle.Bands
		kind := puzzle.Result
		if week%seedsEvery == seedsEvery-1 {
			kind = puzzle.Seeds
		}
		if len(p.waiting[band][kind]) == 0 {
			kind = puzzle.Seeds - kind
		}
		from := &p.waiting[band][kind]
		if len(*from) == 0 {
			fmt.Fprintf(os.Stderr, "day %d has puzzles for %d weeks\n", band+1, week)
			break
		}
		list, *from = append(list, (*from)[0]), (*from)[1:]
	}
	return list
}
