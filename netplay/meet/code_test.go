package meet

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

// distance returns the edit distance of two words, up to 2: letters inserted, deleted, changed or
// swapped with the next one.
func distance(a, b string) int {
	if a == b {
		return 0
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case len(b) == len(a)+1 && b[1:] == a, len(b) == len(a) && len(a) > 0 && b[1:] == a[1:]:
		return 1
	case len(a) == len(b) && len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]:
		return 1
	}
	return 2
}

func TestWords(t *testing.T) {
	for _, list := range [][]string{adjectives, animals} {
		if len(list) != 256 || !slices.IsSorted(list) {
			t.Errorf("a list has %d words, sorted: %v", len(list), slices.IsSorted(list))
		}
	}
	all := slices.Concat(adjectives, animals)
	for i, a := range all {
		if len(a) < 3 || len(a) > 8 || strings.ContainsFunc(a, func(r rune) bool { return !isLetter(r) }) {
			t.Errorf("%q is no good word", a)
		}
		for _, b := range all[i+1:] {
			if distance(a, b) < 2 {
				t.Errorf("%q and %q look alike", a, b)
			}
		}
	}
}

func TestCodesAsPeopleWriteThem(t *testing.T) {
	for _, text := range []string{
		"amber-fox-31", "AMBER-FOX-31", "Amber Fox 31", "amber fox31", "amber_fox_31", " amber – fox—31 ", "amber\u00a0fox\u221231", "amber--fox - 31",
	} {
		if c, err := ParseCode(text); err != nil || c != (Code{"amber", "fox-31"}) {
			t.Errorf("%q is read as %v, %v", text, c, err)
		}
	}
	for text, want := range map[string]Code{
		"amber42-fox-31":   {"amber42", "fox-31"},
		"amber 42 fox 31":  {"amber42", "fox-31"},
		"amber-42-fox31":   {"amber42", "fox-31"},
		"amber":            {"amber", ""},
		"Amber 42":         {"amber42", ""},
		"zippy99-zebra-10": {"zippy99", "zebra-10"},
	} {
		if c, err := ParseCode(text); err != nil || c != want {
			t.Errorf("%q is read as %v, %v", text, c, err)
		}
	}
	for text, word := range map[string]string{
		"": "", "-": "", "31": "", "amber-fox": "", "amber-fox-3": "", "amber-fox-09": "", "amber-fox-313": "", "amber-fox-31-1": "",
		"amber-fox-31-fox": "", "amber.fox.31": "", "amber-fox-31@x": "", "ämber-fox-31": "", "amber-42-43": "",
		"ambre-fox-31": "ambre", "fox-31": "fox", "amber-foks-31": "foks", "amber42-amber-31": "amber", strings.Repeat("amber", 20): "",
		"amber-31-31-fox": "",
	} {
		c, err := ParseCode(text)
		if !errors.Is(err, ErrCode) {
			t.Errorf("%q is read as %v, %v", text, c, err)
		}
		unknown := (*UnknownWordError)(nil)
		if got := errors.As(err, &unknown); got != (word != "") || got && unknown.Word != word {
			t.Errorf("%q: the unknown word is %v, want %q", text, unknown, word)
		}
	}
}

func FuzzParseCode(f *testing.F) {
	for _, text := range []string{"amber-fox-31", "Amber 42 Fox 31", "amber", "–"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCode(text)
		if err != nil {
			return
		}
		again, err := ParseCode(strings.TrimSuffix(c.String(), "-"))
		if err != nil || again != c || !isLookup(c.Lookup) {
			t.Errorf("%q is read as %v, and that as %v, %v", text, c, again, err)
		}
	})
}

func TestSecrets(t *testing.T) {
	seen := map[string]bool{}
	for range 2000 {
		secret := need.Must(NewSecret(rand.Reader))(t)
		if c, err := ParseCode("amber-" + secret); err != nil || c.Secret != secret {
			t.Errorf("%q is read as %v, %v", secret, c, err)
		}
		seen[secret] = true
	}
	if len(seen) < 1850 { // 1,918 are expected of 23,040
		t.Errorf("2,000 secrets are %d different ones", len(seen))
	}
	if _, err := NewSecret(strings.NewReader("x")); err == nil {
		t.Error("there is a secret without chance")
	}
}
