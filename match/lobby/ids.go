package lobby

import (
	"strconv"
	"strings"
)

// IDLength is the number of letters of the id of a member or a table.
const IDLength = 16

// IsID reports whether a text is the id of a member or a table: 16 of the letters a to z and the
// digits 2 to 7.
func IsID(text string) bool {
	if len(text) != IDLength {
		return false
	}
	for _, c := range []byte(text) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// MaxNumber is the largest number of a game at a table.
const MaxNumber = 1_000_000

// IsGameID reports whether a text is the id of a game: that of its table, a hyphen and the number
// of the game there.
func IsGameID(text string) bool {
	table, number, ok := strings.Cut(text, "-")
	n, err := strconv.Atoi(number)
	return ok && IsID(table) && err == nil && n >= 1 && n <= MaxNumber && strconv.Itoa(n) == number
}
