package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

// The search covers any fonts of this machine, and must skip files that are not fonts.
func TestSystemFonts(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	fonts := filepath.Join(data, "fonts")
	need.NoError(t, os.Mkdir(fonts, 0o755))
	good := need.Must(os.ReadFile("../../render/testdata/tajawal-arabic-400-normal.woff"))(t)
	for name, content := range map[string][]byte{
		"none.ttf": []byte("this is no font"), "cut.ttf": good[:len(good)/2], "empty.otf": nil, "zeros.ttc": make([]byte, 4096),
	} {
		need.NoError(t, os.WriteFile(filepath.Join(fonts, name), content, 0o644))
	}
	s := &systemFonts{folder: t.TempDir()}
	for _, r := range []rune{'ع', '田', '\U000e0001', -1} {
		file, index, err := s.find(r)
		if err == nil && (len(file) == 0 || index < 0) {
			t.Errorf("for %q it finds %d bytes, index %d", r, len(file), index)
		}
	}
}

func TestReadFontHasALimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "font.ttf")
	need.NoError(t, os.WriteFile(name, []byte("font"), 0o644))
	if got, err := readFont(name); err != nil || !bytes.Equal(got, []byte("font")) {
		t.Errorf("a font is read as %q, %v", got, err)
	}
	need.NoError(t, os.Truncate(name, largestFont+1))
	if _, err := readFont(name); err == nil {
		t.Error("a font that is too large is read")
	}
	if _, err := readFont(name + "x"); err == nil {
		t.Error("a font that is not there is read")
	}
}
