package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// largestFont is the largest size of a font file in bytes.
const largestFont = 64 << 20

// systemFonts finds fonts on this machine. The first search reads all of them, which may take
// seconds; the index is cached in a folder.
type systemFonts struct {
	folder string // empty means the user's folder for such things
	fonts  *fontscan.FontMap
}

// Printf drops the scanner's remarks on odd files.
func (*systemFonts) Printf(string, ...any) {}

// find finds a font with a letter; see render.FontFinder.
func (s *systemFonts) find(r rune) ([]byte, int, error) {
	if s.fonts == nil {
		fonts := fontscan.NewFontMap(s)
		if err := fonts.UseSystemFonts(s.place()); err != nil {
			return nil, 0, fmt.Errorf("the fonts of this machine cannot be read: %w", err)
		}
		fonts.SetQuery(fontscan.Query{Families: []string{fontscan.SansSerif}, Aspect: font.Aspect{Weight: font.WeightSemibold}})
		s.fonts = fonts
	}
	s.fonts.SetScript(language.LookupScript(r))
	face := s.fonts.ResolveFace(r)
	if face == nil {
		return nil, 0, fmt.Errorf("no font of this machine has %q", r)
	}
	at := s.fonts.FontLocation(face.Font)
	file, err := readFont(at.File)
	return file, int(at.Index), err
}

// place returns the folder for the index of fonts.
func (s *systemFonts) place() string {
	if s.folder != "" {
		return s.folder
	}
	if folder, err := os.UserCacheDir(); err == nil {
		folder = filepath.Join(folder, "mancala")
		if os.MkdirAll(folder, 0o755) == nil {
			return folder
		}
	}
	return os.TempDir()
}

// readFont reads a file that is not too large.
func readFont(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, largestFont+1))
	if err == nil && len(data) > largestFont {
		err = fmt.Errorf("the font %s is larger than %d bytes", name, largestFont)
	}
	return data, err
}
