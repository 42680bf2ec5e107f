package render

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

//go:embed fonts/*.woff
var fontFiles embed.FS

// weightFiles are the files of each weight, by how likely they hold a letter. The first one, of the
// Latin alphabet, holds nearly all that the program itself says; the others are read only when a
// letter asks for them.
var weightFiles = [...][]string{
	Regular: cut(600, 500),
	Bold:    cut(800, 700),
	Light:   cut(400, 400),
	Figures: append([]string{"nunito-latin-700"}, cut(800, 700)...),
	Display: append([]string{"macondo-latin-400"}, cut(800, 700)...),
}

// cut returns the files of a weight of Nunito, which comes cut into scripts, and of the weight of
// Noto Sans that looks like it, for Greek.
func cut(nunito, noto int) (files []string) {
	for _, script := range [...]string{"latin", "latin-ext", "cyrillic", "cyrillic-ext", "vietnamese"} {
		files = append(files, fmt.Sprintf("nunito-%s-%d", script, nunito))
	}
	for _, script := range [...]string{"greek", "greek-ext"} {
		files = append(files, fmt.Sprintf("noto-sans-%s-%d", script, noto))
	}
	return files
}

// reach is how far one has to look for the letters of a text.
type reach uint8

const (
	latin    reach = iota // the first file of the weight has them all
	embedded              // the files of the weight have them all
	foreign               // some are in fonts that were found
	leftward              // so are some that are written from right to left
)

// fonts keeps the faces of all weights made so far.
type fonts struct {
	files map[string]*text.GoTextFaceSource
	faces map[faceKey]text.Face
	reach map[rune]reach // of letters that can be drawn
	found fallback
}

type faceKey struct {
	size   float64
	weight Weight
	reach  reach
}

func loadFonts() (*fonts, error) {
	f := &fonts{files: map[string]*text.GoTextFaceSource{}, faces: map[faceKey]text.Face{}, reach: map[rune]reach{}}
	for _, files := range weightFiles {
		if _, err := fontFiles.ReadFile(path(files[0])); err != nil {
			return nil, fmt.Errorf("a font is missing from the program: %w", err)
		}
	}
	return f, nil
}

func path(name string) string { return "fonts/" + name + "-normal.woff" }

// source returns the font in one of the program's files.
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
	_, ok = face.NominalGlyph(r)
	return ok
}

// missing stands for a letter that no font has.
const missing = '•'

// plain returns a text in which every letter can be drawn, and how far one has to look for them.
// Letters that no font has are marks in it; what is not seen by itself, as an accent or a joiner,
// is left out if no font has it.
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

// marked returns what plain returns for a text with a letter at byte i that no font has; far is for
// the letters before.
func (f *fonts) marked(s string, i int, far reach) (string, reach) {
	var b strings.Builder
	b.WriteString(s[:i])
	for _, r := range s[i:] {
		at, ok := f.reachOf(r)
		switch {
		case ok:
			b.WriteRune(r)
			far = max(far, at)
		case !unicode.In(r, unicode.M, unicode.C):
			b.WriteRune(missing)
		}
	}
	return b.String(), far
}

// reachOf returns where a letter is found, and whether it is found at all.
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
	if !f.found.has(r) {
		return 0, false
	}
	f.reach[r] = foreign
	if unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam) {
		f.reach[r] = leftward
	}
	return f.reach[r], true
}

// face returns the face of a size in physical pixels for letters that are so far away. Faces are
// kept; a program uses few sizes.
func (f *fonts) face(size float64, weight Weight, far reach) text.Face {
	key := faceKey{size, weight, far}
	if face, ok := f.faces[key]; ok {
		return face
	}
	if len(f.faces) > 200 { // a window that is dragged to many sizes
		clear(f.faces)
	}
	face := f.newFace(key)
	f.faces[key] = face
	return face
}

func (f *fonts) newFace(key faceKey) text.Face {
	files := weightFiles[key.weight]
	if key.reach == latin {
		return faceOf(f.source(files[0]), key.size)
	}
	var parts []text.Face
	if key.reach == leftward { // its spaces belong to the run, or words would come in the wrong order
		parts = f.found.faces(key.size)
	}
	for _, name := range files {
		parts = append(parts, faceOf(f.source(name), key.size))
	}
	if key.reach == foreign {
		parts = append(parts, f.found.faces(key.size)...)
	}
	face, err := text.NewMultiFace(parts...)
	if err != nil { // only for faces of different directions
		return parts[0]
	}
	return face
}

// faceOf returns a font in a size, with digits that are all of the same width.
func faceOf(source *text.GoTextFaceSource, size float64) text.Face {
	face := &text.GoTextFace{Source: source, Size: size}
	face.SetFeature(text.MustParseTag("tnum"), 1)
	return face
}

// line is a text that is ready to be drawn.
type line struct {
	text string
	face text.Face
	far  reach
	// baseline is how far the baseline of the program's own letters is below the middle of the
	// line, in pixels.
	baseline float64
}

// line lays a text out in a style, size pixels high.
func (f *fonts) line(s string, size float64, weight Weight) line {
	s, far := f.plain(s)
	own := f.face(size, weight, latin).Metrics()
	return line{text: s, face: f.face(size, weight, far), far: far, baseline: (own.HAscent - own.HDescent) / 2}
}

// advance returns how far from the start of a text the caret before byte i stands, in pixels; i is
// in 0..len(s).
func (f *fonts) advance(s string, i int, size float64, weight Weight) (x float64) {
	l := f.line(s, size, weight)
	if len(l.text) != len(s) || l.text != s {
		before, _ := f.plain(s[:i])
		i = len(before)
	}
	if l.far < foreign {
		return text.AdvanceAt(l.text, i, l.face)
	}
	defer func() {
		if recover() != nil {
			f.distrust()
			x = f.advance(s, min(i, len(s)), size, weight)
		}
	}()
	return text.AdvanceAt(l.text, i, l.face)
}

// distrust gives up the fonts that were found: one of them is broken.
func (f *fonts) distrust() {
	f.found.giveUp()
	clear(f.faces)
	clear(f.reach)
}
