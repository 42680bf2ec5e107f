package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"mancala/tools/need"

	"github.com/go-text/typesetting/font"
)

// TestUnpackFont compares all glyphs of the page's fonts with the embedded files.
func TestUnpackFont(t *testing.T) {
	names, err := filepath.Glob("../../render/fonts/*.woff")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no fonts", err)
	}
	for _, name := range names {
		woff := need.Must(os.ReadFile(name))(t)
		small, err := unpackFont(woff)
		if err != nil {
			t.Fatal(name, err)
		}
		want, err := font.ParseTTF(bytes.NewReader(woff))
		if err != nil {
			t.Fatal(name, err)
		}
		got, err := font.ParseTTF(bytes.NewReader(small))
		if err != nil {
			t.Fatal(name, err)
		}
		runes := 0
		for it := want.Cmap.Iter(); it.Next(); runes++ {
			r, glyph := it.Char()
			if g, ok := got.NominalGlyph(r); !ok || g != glyph {
				t.Errorf("%s: the glyph of %q is %v, want %v", name, r, g, glyph)
			}
			if !reflect.DeepEqual(got.GlyphData(glyph), want.GlyphData(glyph)) || got.HorizontalAdvance(glyph) != want.HorizontalAdvance(glyph) {
				t.Errorf("%s: %q is drawn otherwise", name, r)
			}
		}
		if runes == 0 || !reflect.DeepEqual(got.GSUB, want.GSUB) || !reflect.DeepEqual(got.GPOS, want.GPOS) {
			t.Errorf("%s: %d letters, or other rules for pairs of letters", name, runes)
		}
	}
	if _, err := unpackFont([]byte("wOFF")); err == nil {
		t.Error("a font that is cut off is unpacked")
	}
}
