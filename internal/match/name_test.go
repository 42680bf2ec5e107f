package match_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"

	. "mancala/internal/match"
)

func TestCleanName(t *testing.T) {
	tests := []struct{ what, in, want string }{
		{"plain", "Ada Lovelace", "Ada Lovelace"},
		{"empty", "", ""},
		{"only spaces", " \t\n ", ""},
		{"spaces within and around", "  Ada \t\r\n  Lovelace ", "Ada Lovelace"},
		{"wide space", "Ada\u3000Lovelace", "Ada Lovelace"},
		{"other scripts", "Zoë Łukasz 王小明 Олег", "Zoë Łukasz 王小明 Олег"},
		{"terminal escape", "\x1b[31mRed\x1b[0m", "[31mRed[0m"},
		{"nul and bell", "A\x00d\x07a", "Ada"},
		{"C1 control", "A\u009bda", "Ada"},
		{"not UTF-8", "A\xff\xfeda", "Ada"},
		{"surrogate half in UTF-8", "A\xed\xa0\x80da", "Ada"},
		{"right-to-left override", "\u202eadA\u202c", "adA"},
		{"isolates", "\u2066Ada\u2069", "Ada"},
		{"zero width", "A\u200bd\u200da\ufeff", "Ada"},
		{"soft hyphen", "A\u00adda", "Ada"},
		{"Hangul filler", "\u3164\u115f", ""},
		{"braille blank", "\u2800\u2800", ""},
		{"empty head of a note", "\U0001d159", ""},
		{"blank hieroglyphs", "\U00013441\U00013442", ""},
		{"Khitan filler", "契\U00016fe4", "契"},
		{"in the place of an object", "\ufffc", ""},
		{"combining grapheme joiner", "A\u034fda", "Ada"},
		{"tag characters", "A\U000e0041da", "Ada"},
		{"private use", "A\ue000da", "Ada"},
		{"unassigned", "A\U0003ffffda", "Ada"},
		{"variation selector", "❤\ufe0f", "❤"},
		{"enclosing mark", "A\u20ddda", "Ada"},
		{"two marks stay", "e\u0301\u0323", "e\u0301\u0323"},
		{"stacked marks", "e" + strings.Repeat("\u0301", 40) + "a", "e\u0301\u0301a"},
		{"mark without a letter", "\u0301Ada", "Ada"},
		{"mark after a space", "Ada \u0301L", "Ada L"},
		{"emoji", "Ada 🐘", "Ada 🐘"},
		{"24 letters", strings.Repeat("x", 30), strings.Repeat("x", 24)},
		{"cut at a space", strings.Repeat("x", 23) + " yz", strings.Repeat("x", 23)},
		{"96 bytes", strings.Repeat("🐘", 30), strings.Repeat("🐘", 24)},
		{"96 bytes with marks", strings.Repeat("𝔸\u0301\u0323", 24), strings.Repeat("𝔸\u0301\u0323", 12)},
		{"very long", strings.Repeat(" ", 5000) + "Ada", ""},
	}
	for _, test := range tests {
		if got := CleanName(test.in); got != test.want {
			t.Errorf("%s: CleanName(%q) = %q, want %q", test.what, test.in, got, test.want)
		}
	}
}

// drawn are visible characters with names that sound blank.
var drawn = map[rune]bool{
	0x06ea: true, 0x06eb: true, 0x2205: true, 0x2400: true, 0x2420: true, 0x2422: true, 0x29b0: true, 0x29b1: true, 0x29b2: true,
	0x29b3: true, 0x29b4: true, 0x303f: true, 0xa837: true, 0xa8f9: true, 0x10af6: true, 0x1144e: true, 0x1145b: true, 0x11945: true,
	0x11c44: true, 0x11c45: true, 0x11f48: true, 0x1da7f: true, 0x1da80: true, 0x1ecac: true, 0x1f5c5: true, 0x1f5c6: true,
	0x1f5c7: true, 0x1f5cb: true, 0x1f5cc: true, 0x1f5cd: true, 0x1fab9: true,
}

// By the names of all characters, a cleaned name has no blank ones.
func TestACleanNameHoldsNothingBlank(t *testing.T) {
	sound := regexp.MustCompile(`\b(FILLER|BLANK|NULL|EMPTY|INVISIBLE|ZERO WIDTH|HIDDEN|SPACE|OBJECT|PLACEHOLDER)\b`)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := CleanName("a" + string(r))
		if strings.TrimPrefix(name, "a") != "" && !drawn[r] && sound.MatchString(runenames.Name(r)) {
			t.Errorf("a name may hold %U, %s", r, runenames.Name(r))
		}
	}
}

func TestTellApart(t *testing.T) {
	tests := []struct {
		what  string
		names [2]string
		want  string // the guest's
	}{
		{"different", [2]string{"Ann", "Bo"}, "Bo"},
		{"equal", [2]string{"Hilda", "Hilda"}, "Hilda (guest)"},
		{"upper and lower case", [2]string{"Hilda", "hILDA"}, "hILDA (guest)"},
		{"two ways to write an accent", [2]string{"Zo\u00eb", "Zoe\u0308"}, "Zoe\u0308 (guest)"},
		{"wide letters", [2]string{"Ann", "\uff21\uff4e\uff4e"}, "\uff21\uff4e\uff4e (guest)"},
		{"told apart already", [2]string{"Hilda", "Hilda (guest)"}, "Hilda (guest)"},
		{"taken by the host", [2]string{"Ann (guest)", "Ann (guest)"}, "Ann (guest) (guest)"},
		{"long", [2]string{strings.Repeat("x", 24), strings.Repeat("x", 24)}, strings.Repeat("x", 16) + " (guest)"},
		{"long, with a space at the cut", [2]string{"xxxxxxxxxxxxxxx xxxxxxxx", "xxxxxxxxxxxxxxx xxxxxxxx"}, "xxxxxxxxxxxxxxx (guest)"},
		{"none", [2]string{}, ""},
		{"a host named like guests", [2]string{"Guest", "Guest"}, "Guest (guest)"},
	}
	for _, test := range tests {
		got := TellApart(test.names, AtGuest)
		if want := [2]string{test.names[0], test.want}; got != want {
			t.Errorf("%s: %q, want %q", test.what, got, want)
		}
		if again := TellApart(got, AtGuest); again != got || CleanName(got[1]) != got[1] {
			t.Errorf("%s: again %q", test.what, again)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	for _, seed := range []string{"Ada", "\u202e\x1b[0m", "e\u0301\u0301\u0301", " a  b ", "\xff", strings.Repeat("🐘 ", 40)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := CleanName(text)
		if again := CleanName(name); again != name {
			t.Fatalf("cleaning twice: %q, then %q", name, again)
		}
		if !utf8.ValidString(name) || len(name) > MaxNameBytes || strings.TrimSpace(name) != name {
			t.Fatalf("CleanName(%q) = %q", text, name)
		}
		letters := 0
		for _, r := range name {
			if r != ' ' && !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("CleanName(%q) holds %U", text, r)
			}
			if !unicode.Is(unicode.M, r) {
				letters++
			}
		}
		if letters > MaxNameLetters {
			t.Fatalf("CleanName(%q) has %d letters", text, letters)
		}
	})
}
