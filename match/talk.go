package match

import (
	"strings"
	"unicode"
)

// MaxTalk is the largest number of characters (Unicode code points) in a line of talk.
const MaxTalk = 280

// Phrases are ready-made lines of talk.
var Phrases = [...]string{"Hello!", "Good luck!", "Well played!", "Thank you!"}

// CleanTalk returns the part of a line of talk that is fit to be shown and logged: one line of
// letters, marks, digits, punctuation and symbols, with single spaces between words and none around
// them, at most [MaxTalk] characters and two marks on a letter. The result may be empty. Cleaning a
// clean line changes nothing.
func CleanTalk(text string) string { return CleanLine(text, MaxTalk) }

// CleanLine is [CleanTalk] for a text of at most that many characters, and 4,096 bytes.
func CleanLine(text string, most int) string {
	var b strings.Builder
	space, marks, n := false, 0, 0
	for _, r := range text[:min(len(text), maxNameScan)] {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case !visible(r):
			continue
		case unicode.Is(unicode.M, r):
			if n == 0 || space || marks == maxMarks {
				continue
			}
			marks++
		default:
			marks = 0
		}
		need := 1
		if space {
			need = 2
		}
		if n+need > most {
			break
		}
		if space {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		n, space = n+need, false
	}
	return b.String()
}
