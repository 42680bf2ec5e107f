package wiring

import (
	"strings"
	"unicode"
)

// PictureTitle turns a title into a file name for a picture, without extension, that is valid on
// every system: letters, digits, hyphens and single spaces, of limited length.
func PictureTitle(title string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' {
			return r
		}
		return ' '
	}, title)
	const most = 80
	runes := []rune(strings.Join(strings.Fields(safe), " "))
	return strings.TrimRight("Mancala "+string(runes[:min(len(runes), most)]), " ")
}
