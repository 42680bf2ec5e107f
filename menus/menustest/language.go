package menustest

import (
	"testing"

	"mancala/internal/words"
	"mancala/tools/need"
)

// Languages returns the languages of the program, English first, and the pseudo-language for tests.
func Languages() []string {
	var codes []string
	for _, l := range words.Languages() {
		codes = append(codes, l.Code)
	}
	return append(codes, words.Long)
}

// Speak switches the process to a language until the end of a test.
func Speak(t testing.TB, code string) {
	t.Helper()
	before := words.Current()
	need.NoError(t, words.Use(code))
	t.Cleanup(func() { _ = words.Use(before) })
}
