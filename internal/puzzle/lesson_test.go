package puzzle

import (
	"testing"

	"mancala/rules"
)

// Each theme has a lesson of three different boards that show it.
func TestLessons(t *testing.T) {
	for _, name := range ThemeNames() {
		theme, err := ParseTheme(name)
		if err != nil {
			t.Fatal(err)
		}
		list, seen, swaps := Lesson(theme), map[rules.Board]bool{}, 0
		for i, p := range list {
			seen[p.Position.Board()] = true
			if p.Line[0] == rules.Swap {
				swaps++
			}
			if p.Themes&theme == 0 || i > 0 && p.Rating() < list[i-1].Rating() {
				t.Errorf("%s: board %d shows %v at %d", name, i+1, p.Names(), p.Rating())
			}
		}
		if len(seen) != LessonBoards || swaps == LessonBoards {
			t.Errorf("the lesson of %s has %d boards, %d of them to swap", name, len(seen), swaps)
		}
	}
}
