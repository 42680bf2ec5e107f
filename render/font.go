package render

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

//go:embed fonts/*.woff
var fontFiles embed.FS

// weightFiles are the files of each weight, most likely ones first. The first, Latin, has nearly
// all letters of the program's texts. The others are read only when a letter needs them.
var weightFiles = [...][]string{
	Regular: cut(600, 500),
	Bold:    cut(800, 700),
	Figures: append([]string{"nunito-latin-700"}, cut(800, 700)...),
	Display: append([]string{"macondo-latin-400"}, cut(800, 700)...),
}

// cut returns the files of a weight of Nunito, split by script, and of the matching weight of Noto
// Sans, for Greek.
func cut(nunito, noto int) (files []string) {
	for _, script := range [...]string{"latin", "latin-ext", "cyrillic", "cyrillic-ext", "vietnamese"} {
		files = append(files, fmt.Sprintf("nunito-%s-%d", script, nunito))
	}
	for _, script := range [...]string{"greek", "greek-ext"} {
		files = append(files, fmt.Sprintf("noto-sans-%s-%d", script, noto))
	}
	return files
}

// reach identifies the fonts that a text needs.
type reach uint8

const (
	latin    reach = iota // in the first file of the weight
	embedded              // in the files of the weight
	foreign               // some letters are in fonts found
	leftward              // some of them run from right to left
	written               // the whole line by the scribe
)

// fonts caches the faces of all weights.
type fonts struct {
	files map[string]*text.GoTextFaceSource
	faces map[faceKey]lettering
	reach map[rune]reach // by letter, if it can be drawn
	found fallback
	desk  desk
}

type faceKey struct {
	size   float64
	weight Weight
	reach  reach
}

func loadFonts() (*fonts, error) {
	f := &fonts{files: map[string]*text.GoTextFaceSource{}, faces: map[faceKey]lettering{}, reach: map[rune]reach{}}
	for _, files := range weightFiles {
		if _, err := fontFiles.ReadFile(path(files[0])); err != nil {
			return nil, fmt.Errorf("a font is missing from the program: %w", err)
		}
	}
	return f, nil
}

func path(name string) string { return "fonts/" + name + "-normal.woff" }

// source returns the font in a file of the program.
func (f *fonts) source(name string) *text.GoTextFaceSource {
	if s, ok := f.files[name]; ok {
		return s
	}
	data, err := fontFiles.ReadFile(path(name))
	if err == nil {
		f.files[name], err = text.NewGoTextFaceSource(bytes.NewReader(data))
	}
	if err != nil {
		panic(fmt.Errorf("the font %s cannot be read: %w", name, err)) // a test reads them all
	}
	return f.files[name]
}

// covers reports whether a font has a letter.
func covers(source *text.GoTextFaceSource, r rune) bool {
	face, ok := source.UnsafeInternal().(*font.Face)
	if !ok {
		return false
	}
	_, ok = face.Font.NominalGlyph(r) // the face has a cache, and a painter may be using it
	return ok
}

// missing stands for a letter that no font has.
const missing = "•"

// plain returns a text whose letters can all be drawn, and its reach. It replaces letters without a
// font by marks or emoticons, and removes invisible ones, such as accents and joiners.
func (f *fonts) plain(s string) (string, reach) {
	far := latin
	for i, r := range s {
		if r >= ' ' && r <= '~' {
			continue
		}
		at, ok := f.reachOf(r)
		if !ok {
			return f.marked(s, i, far)
		}
		far = max(far, at)
	}
	return s, far
}

// marked is plain for a text whose letter at byte i has no font. far is the reach of the letters
// before it.
func (f *fonts) marked(s string, i int, far reach) (string, reach) {
	var b strings.Builder
	b.WriteString(s[:i])
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	for _, r := range s[i:] {
		if at, ok := f.reachOf(r); ok {
			b.WriteRune(r)
			far = max(far, at)
		} else {
			b.WriteString(standIn(r, before))
		}
		before = r
	}
	return b.String(), far
}

// reachOf returns the reach of a letter, and whether any font has it.
func (f *fonts) reachOf(r rune) (reach, bool) {
	if at, ok := f.reach[r]; ok {
		return at, true
	}
	for i, name := range weightFiles[Regular] {
		if covers(f.source(name), r) {
			f.reach[r] = min(reach(i), embedded)
			return f.reach[r], true
		}
	}
	if f.desk.has(r) {
		if len(f.reach) >= mostKnown {
			clear(f.reach)
		}
		f.reach[r] = written
		return written, true
	}
	if !f.found.has(r) {
		return 0, false
	}
	f.reach[r] = foreign
	if runsLeft(r) {
		f.reach[r] = leftward
	}
	return f.reach[r], true
}

// runsLeft reports whether a letter belongs to a script that runs from right to left.
func runsLeft(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// face returns the face of a size in physical pixels, for letters up to a reach. It rounds the size
// to whole pixels, because letters of a fractional size get the spacing of a whole one. It caches
// faces; a program uses few sizes.
func (f *fonts) face(size float64, weight Weight, far reach) text.Face {
	return f.lettering(size, weight, far).Face
}

// lettering returns the face with its parts.
func (f *fonts) lettering(size float64, weight Weight, far reach) lettering {
	key := faceKey{wholeSize(size), weight, far}
	if face, ok := f.faces[key]; ok {
		return face
	}
	if len(f.faces) > 200 { // a window dragged through many sizes
		clear(f.faces)
	}
	face := f.newFace(key)
	f.faces[key] = face
	return face
}

// wholeSize returns a size in whole pixels.
func wholeSize(size float64) float64 { return max(1, math.Round(size)) }

func (f *fonts) newFace(key faceKey) lettering {
	files := weightFiles[key.weight]
	if key.reach == latin {
		face := faceOf(f.source(files[0]), key.size)
		return lettering{face, []text.Face{face}}
	}
	var parts []text.Face
	if key.reach == leftward { // includes spaces, or the words would be in the wrong order
		parts = f.found.faces(key.size)
	}
	for _, name := range files {
		parts = append(parts, faceOf(f.source(name), key.size))
	}
	if key.reach == foreign {
		parts = append(parts, f.found.faces(key.size)...)
	}
	face, err := text.NewMultiFace(parts...)
	if err != nil { // only if directions differ
		return lettering{parts[0], parts[:1]}
	}
	return lettering{face, parts}
}

// faceOf returns the face of a font at a size, with tabular digits.
func faceOf(source *text.GoTextFaceSource, size float64) text.Face {
	face := &text.GoTextFace{Source: source, Size: size}
	face.SetFeature(text.MustParseTag("tnum"), 1)
	return face
}

// line is a text with its face and metrics, ready for drawing.
type line struct {
	text string
	face lettering // none if the line is written
	far  reach
	// size, in whole pixels, and weight are those of the face.
	size   float64
	weight Weight
	// baseline is the distance from the middle of the line down to the baseline of the program's
	// fonts, in pixels.
	baseline float64
}

// line prepares a text, size pixels high.
func (f *fonts) line(s string, size float64, weight Weight) line {
	s, far := f.plain(s)
	own := f.face(size, weight, latin).Metrics()
	l := line{text: s, far: far, size: wholeSize(size), weight: weight, baseline: (own.HAscent - own.HDescent) / 2}
	if far < written {
		l.face = f.lettering(size, weight, far)
	}
	return l
}

// advance returns the distance, in pixels, from the start of a text to the caret before byte i,
// 0..len(s).
func (f *fonts) advance(s string, i int, size float64, weight Weight) (x float64) {
	l := f.line(s, size, weight)
	if len(l.text) != len(s) || l.text != s {
		before, _ := f.plain(s[:i])
		i = len(before)
	}
	switch {
	case l.far == written:
		return f.desk.caret(l, i)
	case l.far < foreign:
		return text.AdvanceAt(l.text, i, l.face.Face)
	}
	defer func() {
		if recover() != nil {
			f.distrust()
			x = f.advance(s, min(i, len(s)), size, weight)
		}
	}()
	return text.AdvanceAt(l.text, i, l.face.Face)
}

// distrust drops the fonts found, of which one is broken, and stops searching.
func (f *fonts) distrust() {
	f.found.find, f.found.sources, f.found.waiting = nil, nil, nil
	clear(f.faces)
	clear(f.reach)
}
