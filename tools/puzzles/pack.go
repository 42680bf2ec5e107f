package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"mancala/internal/puzzle"
)

const (
	// weeks is the number of weeks that the first list has puzzles for, a day each.
	weeks = 260
	// mostOthers is the number of puzzles of another game.
	mostOthers = 90
	// seedsEvery is one more than the number of result puzzles between two seeds puzzles.
	seedsEvery = 4
	// mostBytes is the largest size of a list.
	mostBytes = 60 << 10
)

// listsFolder is where the lists are, as package puzzle names them.
var listsFolder = filepath.Join("internal", "puzzle", "lists")

// listOf returns the file of the list of a game, and its place among all lists, from 1.
func listOf(game string) (file string, place int, err error) {
	all, err := filepath.Glob(filepath.Join(listsFolder, "*.puzzles"))
	for i, name := range all {
		if strings.HasSuffix(name, "-"+game+".puzzles") {
			return name, i + 1, err
		}
	}
	return filepath.Join(listsFolder, fmt.Sprintf("%d-%s.puzzles", len(all)+1, game)), len(all) + 1, err
}

// pack adds puzzles of the lists in some files, all of one game, to the list of that game.
func pack(names []string) error {
	var more []puzzle.Puzzle
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		list, err := puzzle.ParseList(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		more = append(more, list...)
	}
	if len(more) == 0 {
		return errors.New("there are no puzzles to pack")
	}
	file, place, err := listOf(more[0].Position.Variant().Discipline())
	if err != nil {
		return err
	}
	list, err := packed(file)
	if err != nil {
		return err
	}
	p := newPacker(list, place == 1)
	for _, next := range more {
		if err := p.offer(next, more[0]); err != nil {
			return err
		}
	}
	return write(file, p.fill(list))
}

// write writes a list to a file.
func write(file string, list []puzzle.Puzzle) error {
	data := puzzle.WriteList(list)
	fmt.Fprintf(os.Stderr, "%s: %d puzzles, %d bytes\n", file, len(list), len(data))
	if len(data) > mostBytes {
		return fmt.Errorf("the list may have %d bytes", mostBytes)
	}
	return os.WriteFile(file, data, 0o644)
}

// packed returns the puzzles that the list in a file has already.
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

// packer chooses puzzles of a game.
type packer struct {
	days    bool // one for each day, as hard as the day is
	seen    map[puzzle.Key]bool
	waiting [puzzle.Bands][2][]puzzle.Puzzle // by band and kind
}

func newPacker(list []puzzle.Puzzle, days bool) *packer {
	p := &packer{days: days, seen: map[puzzle.Key]bool{}}
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

// offer adds a puzzle to those to choose from, which must be of the same game as another. It leaves
// out those that ask how to lose by less.
func (p *packer) offer(next, other puzzle.Puzzle) error {
	if a, b := next.Position.Variant().Discipline(), other.Position.Variant().Discipline(); a != b {
		return fmt.Errorf("puzzles of %s and %s are not packed together", a, b)
	}
	if next.Good() && next.Best() >= 0 && p.isNew(next) {
		list := &p.waiting[next.Band()][next.Kind]
		*list = append(*list, next)
	}
	return nil
}

// fill appends puzzles to a list until there is one for each day of all weeks, or one is missing.
// To the list of another game it appends puzzles of all bands in turn.
func (p *packer) fill(list []puzzle.Puzzle) []puzzle.Puzzle {
	rng := rand.New(rand.NewPCG(uint64(len(list)), 0))
	for band := range p.waiting {
		for kind, waiting := range p.waiting[band] {
			fmt.Fprintf(os.Stderr, "day %d: %d of kind %v\n", band+1, len(waiting), puzzle.Kind(kind))
			rng.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
		}
	}
	most := mostOthers
	if p.days {
		most = weeks * puzzle.Bands
	}
	for len(list) < most {
		band, round := len(list)%puzzle.Bands, len(list)/puzzle.Bands
		from := p.from(band, round)
		for i := 0; !p.days && from == nil && i < puzzle.Bands; i++ {
			from = p.from(i, round)
		}
		if from == nil {
			fmt.Fprintf(os.Stderr, "day %d has puzzles for %d weeks\n", band+1, round)
			break
		}
		list, *from = append(list, (*from)[0]), (*from)[1:]
	}
	return list
}

// from returns a band's puzzles for the choice in a round, or nil if there are none.
func (p *packer) from(band, round int) *[]puzzle.Puzzle {
	kind := puzzle.Result
	if round%seedsEvery == seedsEvery-1 {
		kind = puzzle.Seeds
	}
	if len(p.waiting[band][kind]) == 0 {
		kind = puzzle.Seeds - kind
	}
	if len(p.waiting[band][kind]) == 0 {
		return nil
	}
	return &p.waiting[band][kind]
}
