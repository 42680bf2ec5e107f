package wiring

import (
	"strings"
	"unicode"
)

// PictureTitle makes a title the name of a picture's file, without its ending, on any system:
// letters, digits and single spaces, and not too long.
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
