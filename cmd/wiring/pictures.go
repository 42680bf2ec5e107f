package wiring

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"time"
	"unicode"

	"mancala/internal/puzzle"
	"mancala/internal/words"
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

// PuzzlePicture returns the picture to share about an attempt at a puzzle, as a PNG: its board in a
// theme, and the marks, and nothing of its solution.
func PuzzlePicture(t render.Theme, p puzzle.Puzzle, marks []puzzle.Mark) ([]byte, error) {
	by, err := render.NewPainter(t)
	if err != nil {
		return nil, err
	}
	squares := make([]color.RGBA, len(marks))
	for i, m := range marks {
		squares[i] = markColours[m]
	}
	var b bytes.Buffer
	err = png.Encode(&b, by.Puzzle(p.Position, words.RulesTitle(p.Position.Variant()), squares))
	return b.Bytes(), err
}

// SavePictures returns the port that makes pictures in the background, and tells where they are.
// save saves a PNG under a title.
func SavePictures(told *Bulletin, save func(title string, picture []byte) (file string, err error)) func(string, func(func() bool) ([]byte, error)) {
	rest := func() bool {
		time.Sleep(time.Millisecond) // a browser has one thread, which does other things meanwhile
		return true
	}
	return func(title string, make func(pause func() bool) ([]byte, error)) {
		go func() {
			picture, err := make(rest)
			file := ""
			if err == nil {
				file, err = save(title, picture)
			}
			if err != nil {
				told.Post(words.Sentence(err))
				return
			}
			told.Post(words.T("The picture is saved as %s.", file))
		}()
	}
}
