package sqlitefile

import (
	"strings"
	"unicode"
)

// Fold returns the same text for texts that differ only in letter case, for columns that are
// searched. SQLite itself knows only the case of ASCII letters.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			least = min(least, other)
		}
		return least
	}, text)
}
