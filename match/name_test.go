package match

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
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
