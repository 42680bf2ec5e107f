package render

import (
	"bytes"
	"fmt"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// FontFinder finds a font for a letter that the program's fonts lack. It returns a font file, and
// the index of the font in it. Calls come from a separate goroutine, one at a time.
type FontFinder func(r rune) (file []byte, index int, err error)

// Limits of the search, since a peer may choose unusual names.
const (
	mostFonts   = 8
	mostLetters = 2000
	largestFont = 64 << 20 // bytes
)

// fallback holds the fonts found for letters that the program's fonts lack. A letter counts as
// missing until its font has arrived.
type fallback struct {
	find    FontFinder
	sources []*text.GoTextFaceSource
	asked   map[rune]bool
	waiting []rune
	looking bool
	results chan *text.GoTextFaceSource // nil means not found
}

// has reports whether a letter can be drawn. If not, it starts a search, once.
func (f *fallback) has(r rune) bool {
	for _, s := range f.sources {
		if draws(s, r) {
			return true
		}
	}
	if f.find != nil && !f.asked[r] && len(f.asked) < mostLetters && unicode.IsGraphic(r) {
		f.asked[r] = true
		f.waiting = append(f.waiting, r)
		f.next()
	}
	return false
}

// next searches for the next letter.
func (f *fallback) next() {
	for !f.looking && len(f.waiting) > 0 && len(f.sources) < mostFonts {
		r := f.waiting[0]
		f.waiting = f.waiting[1:]
		covered := false
		for _, s := range f.sources {
			covered = covered || draws(s, r)
		}
		if !covered {
			f.looking = true
			find, results := f.find, f.results
			go func() {
				source, _ := findFont(find, r) // a letter without a font is drawn as a mark
				results <- source
			}()
		}
	}
}

// findFont returns a font that has a letter.
func findFont(find FontFinder, r rune) (source *text.GoTextFaceSource, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			source, err = nil, fmt.Errorf("the font for %q is broken: %v", r, trouble)
		}
	}()
	file, index, err := find(r)
	if err != nil {
		return nil, err
	}
	if len(file) > largestFont {
		return nil, fmt.Errorf("the font for %q is too large", r)
	}
	list, err := text.NewGoTextFaceSourcesFromCollection(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= len(list) || !draws(list[index], r) {
		return nil, fmt.Errorf("the font for %q does not draw it", r)
	}
	return list[index], nil
}

// draws reports whether a font has an outline, and not a picture, for a letter.
func draws(source *text.GoTextFaceSource, r rune) bool {
	face, ok := source.UnsafeInternal().(*font.Face)
	if !ok {
		return false
	}
	glyph, ok := face.Font.NominalGlyph(r) // as in covers
	if !ok {
		return false
	}
	outline, ok := face.GlyphData(glyph).(font.GlyphOutline)
	return ok && (len(outline.Segments) > 0 || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r))
}

// arrived adopts the new fonts, and reports whether there were any.
func (f *fallback) arrived() bool {
	any := false
	for f.looking {
		select {
		case source := <-f.results:
			f.looking = false
			if source != nil {
				f.sources, any = append(f.sources, source), true
			}
			f.next()
		default:
			return any
		}
	}
	return any
}

// faces returns the fonts in a size in pixels.
func (f *fallback) faces(size float64) []text.Face {
	list := make([]text.Face, len(f.sources))
	for i, s := range f.sources {
		list[i] = &text.GoTextFace{Source: s, Size: size}
	}
	return list
}
