package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The fonts of this machine are searched, whichever they are; a file of it that is no font must not
// matter.
func TestSystemFonts(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	fonts := filepath.Join(data, "fonts")
	if err := os.Mkdir(fonts, 0o755); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile("../../render/testdata/tajawal-arabic-400-normal.woff")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"none.ttf": []byte("this is no font"), "cut.ttf": good[:len(good)/2], "empty.otf": nil, "zeros.ttc": make([]byte, 4096),
	} {
		if err := os.WriteFile(filepath.Join(fonts, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
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
	if err := os.WriteFile(name, []byte("font"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := readFont(name); err != nil || !bytes.Equal(got, []byte("font")) {
		t.Errorf("a font is read as %q, %v", got, err)
	}
	if err := os.Truncate(name, largestFont+1); err != nil {
		t.Fatal(err)
	}
	if _, err := readFont(name); err == nil {
		t.Error("a font that is too large is read")
	}
	if _, err := readFont(name + "x"); err == nil {
		t.Error("a font that is not there is read")
	}
}
