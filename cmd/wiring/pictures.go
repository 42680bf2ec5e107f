package wiring

import (
	"image"
	"image/color"
	"strings"
	"unicode"

	"mancala/puzzle"
	"mancala/render"
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

// markColours are the colours of the squares of a picture to share, by mark.
var markColours = [...]color.RGBA{
	puzzle.MarkWrong: {0xd0, 0x3b, 0x2f, 0xff}, puzzle.MarkHint: {0xe8, 0xb9, 0x2e, 0xff}, puzzle.MarkRight: {0x4c, 0xa3, 0x4c, 0xff},
}

// PuzzlePicture draws the picture to share about an attempt at a puzzle: its board and the marks,
// and nothing of its solution.
func PuzzlePicture(p puzzle.Puzzle, marks []puzzle.Mark) *image.RGBA {
	squares := make([]color.RGBA, len(marks))
	for i, m := range marks {
		squares[i] = markColours[m]
	}
	return render.PuzzlePicture(p.Position, squares)
}
