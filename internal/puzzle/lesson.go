package puzzle

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"mancala/rules"
)

// LessonBoards is the number of puzzles in the lesson of a theme.
const LessonBoards = 3

// Lesson returns the puzzles that show a theme, the easiest first: of all embedded puzzles of the
// theme those on the usual board, with few answers and few other themes. Not all are solved by a
// swap.
func Lesson(theme Themes) []Puzzle {
	usual := rules.Presets()[0].Variant
	var list []Puzzle
	for _, p := range Daily() {
		if p.Themes&theme != 0 {
			list = append(list, p)
		}
	}
	unusual := func(p Puzzle) int {
		if p.Position.Variant() == usual {
			return 0
		}
		return 1
	}
	// Package slices would put a sort for each large type into the page for browsers.
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(
			unusual(a)-unusual(b), a.Answers()-b.Answers(),
			bits.OnesCount16(uint16(a.Themes))-bits.OnesCount16(uint16(b.Themes)), a.Rating()-b.Rating(),
		) < 0
	})
	seen, swaps := map[rules.Board]bool{}, 0
	list = slices.DeleteFunc(list, func(p Puzzle) bool {
		swap := p.Line[0] == rules.Swap
		if seen[p.Position.Board()] || len(seen) >= LessonBoards || swap && swaps == LessonBoards-1 {
			return true
		}
		if seen[p.Position.Board()] = true; swap {
			swaps++
		}
		return false
	})
	sort.SliceStable(list, func(i, j int) bool { return list[i].Rating() < list[j].Rating() })
	return list
}
