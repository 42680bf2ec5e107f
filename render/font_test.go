package render

import (
	"errors"
	"math"
	"os"
	"reflect"
	"testing"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/hajimehoshi/ebiten/v2/text/v2"

	"mancala/internal/match"
	"mancala/tools/need"
)

func TestEveryFontCanBeRead(t *testing.T) {
	f := need.Must(loadFonts())(t)
	for _, files := range weightFiles {
		for _, name := range files {
			f.source(name)
		}
	}
}

// TestAskingAFontChangesNothing: a painter in another goroutine shares the fonts of a canvas.
func TestAskingAFontChangesNothing(t *testing.T) {
	source := need.Must(loadFonts())(t).source("nunito-latin-600")
	face := source.UnsafeInternal().(*font.Face)
	before := *face
	if !covers(source, 'q') || !draws(source, 'z') || covers(source, 'ж') || !reflect.DeepEqual(before, *face) {
		t.Error("to ask a font for letters changes it")
	}
}

func TestScriptsOfTheProgramsOwnFonts(t *testing.T) {
	f := need.Must(loadFonts())(t)
	for s, want := range map[string]reach{
		"Play the computer – 12 : 9 …":             latin,
		"Müßiggänger, Ångström, François, ¿Señor?": latin,
		"Łukasz Żółć, Dvořák, Ağaoğlu":             embedded,
		"Жанна Ёлкина, Їжак Ґанок":                 embedded,
		"Nguyễn Thị Hường":                         embedded,
		"Ελένη Παπαδοπούλου, Ἀχιλλεύς":             embedded,
	} {
		if got, far := f.plain(s); got != s || far != want {
			t.Errorf("%q is drawn as %q, with reach %d, want %d", s, got, far, want)
		}
	}
	for s, want := range map[string]string{
		"田中 Bo": "•• Bo", "a\u0f71b": "ab", "x\u200dy": "xy", "\xff": "•", "": "",
	} {
		if got, _ := f.plain(s); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
}

// Emoji without a font appear as emoticons or as a sign other than a letter, never as nothing.
func TestEmojiWithoutAFont(t *testing.T) {
	f := need.Must(loadFonts())(t)
	for s, want := range map[string]string{
		"Well played 👍🏽!": "Well played +1!", "❤️": "<3", "😀😢": ":-D:'(", "Ada 🐘": "Ada ¤", "👨‍👩‍👧 Bo": "¤ Bo",
		"🏽": "¤", "A🏽": "A¤", "🇩🇪": "¤¤", "x\u200dy": "xy",
	} {
		if got, _ := f.plain(s); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
	for r, sign := range emoticons {
		if got, far := f.plain(sign); got != sign || far != latin {
			t.Errorf("the emoticon of %c is drawn as %q", r, got)
		}
	}
}

// Letters have the spacing of their own size in any window, so that words are not set wide.
func TestLettersAreNotSetWide(t *testing.T) {
	f := need.Must(loadFonts())(t)
	const words = "Where the address comes from"
	want := f.advance(words, len(words), 1000, Regular) / 1000
	for size := 8.0; size < 60; size += 0.1 {
		drawn := f.face(size, Regular, latin).(*text.GoTextFace).Size
		got := f.advance(words, len(words), size, Regular) / drawn
		if math.Abs(got/want-1) > 0.005 {
			t.Errorf("at %.1f pixels, the letters take %.2f sizes, want %.2f", size, got, want)
		}
	}
}

// Every letter of a name must be visible. Marks are visible with their letters.
func TestNoLetterOfANameIsBlank(t *testing.T) {
	f := need.Must(loadFonts())(t)
	for _, file := range weightFiles[Regular] {
		face := f.source(file).UnsafeInternal().(*font.Face)
		for r := rune(0x21); r <= unicode.MaxRune; r++ {
			id, ok := face.NominalGlyph(r)
			if !ok || match.CleanName(string(r)) == "" {
				continue
			}
			outline, ok := face.GlyphData(id).(font.GlyphOutline)
			if !ok || len(outline.Segments) == 0 {
				t.Errorf("%s draws nothing for %U", file, r)
			}
		}
	}
}

// The measured width must be the drawn one, also with missing letters.
func TestMissingLettersHaveWidths(t *testing.T) {
	s := newStudio(t, 640, 100)
	c := s.canvas
	name := "A田\u0f71中é"
	if a, b := c.TextWidth(name, Body), c.TextWidth("A••é", Body); a != b || a == 0 {
		t.Errorf("the name is %g wide, want %g", a, b)
	}
	last := -1.0
	for i := range name + "." {
		x := c.CaretX(name, min(i, len(name)), Body)
		if x < last {
			t.Errorf("the caret before byte %d is at %g, left of %g", i, x, last)
		}
		last = x
	}
	c.Fill(Backdrop)
	before := s.read()
	c.Text("田", Point{50, 30}, Body)
	if differ(before, s.read()) < 10 {
		t.Error("a letter that no font has is not seen")
	}
}

// found waits until a canvas has found fonts.
func found(t *testing.T, c *Canvas) {
	t.Helper()
	need.Until(t, "a font is found", c.FontsFound)
}

func arabic(rune) ([]byte, int, error) {
	data, err := os.ReadFile("testdata/tajawal-arabic-400-normal.woff")
	return data, 0, err
}

// An Arabic name runs from right to left, with joined letters and its words in the right order.
func TestArabicRunsToTheLeft(t *testing.T) {
	s := newStudio(t, 640, 100)
	c := s.canvas
	c.FindFonts(arabic)
	const short, name = "علي", "علي محمد"
	marks := c.TextWidth(name, Body)
	found(t, c)
	if w := c.TextWidth(name, Body); w == marks || w <= 0 {
		t.Fatalf("the name is %g wide, as marks %g", w, marks)
	}
	ink := func(word string, x float64) (left, right int) {
		c.Fill(Backdrop)
		before := s.read()
		c.Text(word, Point{x, 30}, Heading)
		after := s.read()
		left, right = math.MaxInt, 0
		for y := range 100 {
			for x := range 640 {
				if distance(before.RGBAAt(x, y), after.RGBAAt(x, y)) > 40 {
					left, right = min(left, x), max(right, x)
				}
			}
		}
		return left, right
	}
	_, first := ink(short, 50)
	_, both := ink(name, 50)
	if both <= first+10 { // the second word is at the left and moves the first one to the right
		t.Errorf("one word ends at %d, two end at %d", first, both)
	}
	if early, late := c.CaretX(name, 2, Heading), c.CaretX(name, len(short), Heading); early <= late {
		t.Errorf("the caret is at %g after the first letter and at %g after the first word", early, late)
	}
	for i := range len(name) + 1 { // also between the bytes of a letter
		if x := c.CaretX(name, i, Heading); math.IsNaN(x) || x < 0 {
			t.Errorf("the caret before byte %d is at %g", i, x)
		}
	}
}

func TestFontsThatCannotBeHad(t *testing.T) {
	s := newStudio(t, 64, 64)
	asked := make(chan rune, 10)
	answers := map[rune]func() ([]byte, int, error){
		'あ': func() ([]byte, int, error) { return nil, 0, errors.New("no font has it") },
		'い': func() ([]byte, int, error) { return []byte("no font at all"), 0, nil },
		'う': func() ([]byte, int, error) { panic("a broken file") },
		'え': func() ([]byte, int, error) { return arabic('え') },
		'お': func() ([]byte, int, error) { data, _, err := arabic('お'); return data, 7, err },
		'ع': func() ([]byte, int, error) { return arabic('ع') },
	}
	s.canvas.FindFonts(func(r rune) ([]byte, int, error) {
		asked <- r
		return answers[r]()
	})
	for range 3 {
		if got, _ := s.canvas.fonts.plain("あいうえお ع"); got != "••••• •" {
			t.Errorf("letters without a font are drawn as %q", got)
		}
	}
	found(t, s.canvas)
	if got, far := s.canvas.fonts.plain("あいうえお ع"); got != "••••• ع" || far != leftward {
		t.Errorf("with one font found the text is drawn as %q", got)
	}
	if n := len(asked); n != len(answers) {
		t.Errorf("for %d letters it was asked %d times", len(answers), n)
	}
	s.canvas.fonts.distrust()
	if got, _ := s.canvas.fonts.plain("ع"); got != "•" {
		t.Errorf("with fonts that are not trusted the letter is drawn as %q", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add("Bo 田\xff\u0301عa")
	f.Fuzz(func(t *testing.T, s string) {
		fonts := need.Must(loadFonts())(t)
		last := 0
		for i := range s {
			if plain, _ := fonts.plain(s[:i]); len(plain) < last {
				t.Fatalf("the start of %q is shorter after %d bytes", s, i)
			} else {
				last = len(plain)
			}
		}
		if x := fonts.advance(s, len(s), 18, Regular); math.IsNaN(x) || x < 0 {
			t.Fatalf("%q is %g wide", s, x)
		}
	})
}
