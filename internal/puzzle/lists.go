package puzzle

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// Each list is a file named after its place in the order and its game. New lists come last, and
// each list only grows, so the number of a puzzle never changes.
//
//go:embed lists
var files embed.FS

// gameList is the embedded list of a game. It is read when it is first needed.
type gameList struct {
	game    string
	puzzles func() []Puzzle
}

var lists = sync.OnceValue(func() (found []gameList) {
	entries, _ := files.ReadDir("lists") // it is embedded
	for _, e := range entries {
		_, game, _ := strings.Cut(strings.TrimSuffix(e.Name(), ".puzzles"), "-")
		found = append(found, gameList{game, sync.OnceValue(func() []Puzzle { return mustRead("lists/" + e.Name()) })})
	}
	return found
})

// mustRead reads an embedded list. A test reads each list.
func mustRead(name string) []Puzzle {
	data, _ := files.ReadFile(name)
	list, err := ReadList(data)
	if err != nil {
		panic(err)
	}
	return list
}

// Games returns the names of the games that have puzzles, as [rules.Variant.Discipline] gives them.
// The puzzles of the days are of the first.
func Games() (names []string) {
	for _, l := range lists() {
		names = append(names, l.game)
	}
	return names
}

// placeOf returns the place of the list of a game; the first place if the game has none.
func placeOf(game string) int { return max(0, slices.Index(Games(), game)) }

// firstOf returns the number of the first puzzle of a game.
func firstOf(game string) int { return placeOf(game) * mostListed }

// Of returns the embedded puzzles of one of the [Games], daily ones in the order of their days. The
// caller must not change them.
func Of(game string) []Puzzle { return lists()[placeOf(game)].puzzles() }

// ThemesOf returns the themes of a game's puzzles.
func ThemesOf(game string) (all Themes) {
	for _, p := range Of(game) {
		all |= p.Themes
	}
	return all
}

// Daily returns the puzzles of the days, in order from the first day on, as [Of] does.
func Daily() []Puzzle { return lists()[0].puzzles() }

// numberOf returns the number of a puzzle among all, or -1.
func numberOf(p Puzzle) int {
	game := p.Position.Variant().Discipline()
	i := slices.IndexFunc(Of(game), func(q Puzzle) bool { return q.Position == p.Position })
	if i < 0 {
		return -1
	}
	return firstOf(game) + i
}

// numbered returns the puzzle with a number, and whether there is one.
func numbered(n int) (Puzzle, bool) {
	place, i := n/mostListed, n%mostListed
	if n < 0 || place >= len(lists()) || i >= len(lists()[place].puzzles()) {
		return Puzzle{}, false
	}
	return lists()[place].puzzles()[i], true
}
