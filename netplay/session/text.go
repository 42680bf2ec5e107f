package session

import (
	"strings"
	"unicode"

	"mancala/match"
)

// maxText is the number of letters of a text from the network that are looked at.
const maxText = 200

// CleanText returns a text from the network as one line, without invisible characters.
func CleanText(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.Join(strings.Fields(text[:min(len(text), 4*maxText)]), " ") {
		if n++; n > maxText {
			break
		}
		if r == ' ' || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && r != unicode.ReplacementChar {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// nameOr returns a name cleaned for display, or a word for the party if nothing is left of it.
func nameOr(name string, p match.Party) string {
	if clean := match.CleanName(name); clean != "" {
		return clean
	}
	return match.DefaultName(p)
}
