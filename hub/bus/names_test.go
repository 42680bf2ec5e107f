package bus

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, subject string
		want             bool
	}{
		{"a", "a", true},
		{"a", "b", false},
		{"a", "a.b", false},
		{"a.b", "a", false},
		{"*", "a", true},
		{"*", "a.b", false},
		{"a.*.c", "a.b.c", true},
		{"a.*.c", "a.b.d", false},
		{"a.*", "a", false},
		{">", "a", true},
		{">", "a.b.c", true},
		{"a.>", "a", false},
		{"a.>", "a.b", true},
		{"a.>", "b.b", false},
		{"*.>", "a.b.c", true},
	} {
		if got := Match(test.pattern, test.subject); got != test.want {
			t.Errorf("Match(%q, %q) = %v", test.pattern, test.subject, got)
		}
	}
}

// FuzzNames checks that an accepted name, key or subject is valid, and matches itself.
func FuzzNames(f *testing.F) {
	for _, s := range []string{"a", "a.b", "A_-9", "*", "a.>", ".", "a..b", "a b", "a\n", "é", strings.Repeat("x", 201)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		subject, pattern, key, word := CheckMessage(s, nil) == nil, CheckPattern(s) == nil, CheckKey(s) == nil, CheckWord(s) == nil
		switch {
		case key && !subject, word && !subject, subject && !pattern:
			t.Errorf("%q: key %v, word %v, subject %v, pattern %v", s, key, word, subject, pattern)
		case subject && (strings.ContainsAny(s, "*> \t\r\n") || !utf8.ValidString(s) || len(s) > maxName || !Match(s, s) || !Match(">", s)):
			t.Errorf("%q is a subject", s)
		}
	})
}
