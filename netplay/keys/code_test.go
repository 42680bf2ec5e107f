package keys

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mancala/tools/need"
)

func TestFingerprintAsText(t *testing.T) {
	f := Fingerprint{0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	text := f.String()
	if len(text) != CodeLength {
		t.Fatalf("%q has %d letters", text, len(text))
	}
	for _, text := range []string{text, strings.ToUpper(text)} {
		if got, err := ParseFingerprint(text); err != nil || got != f {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	last := text[CodeLength-1:]
	for _, bad := range []string{
		"", text[1:], text + "a", text[:25] + "1", text[:25] + "=", text[:24] + "\n" + last, text[:24] + "\u017f",
		text[:25] + string(last[0]+1),   // bits that no fingerprint has
		strings.Repeat("a", CodeLength), // the zero value
	} {
		if got, err := ParseFingerprint(bad); !errors.Is(err, ErrCode) {
			t.Errorf("%q is read as %v, %v", bad, got, err)
		}
	}
}

func FuzzParseFingerprint(f *testing.F) {
	f.Add("7uiq2ma5f4dx3ykbjohzt5cbwe")
	f.Add("aaaaaaaaaaaaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, text string) {
		code, err := ParseFingerprint(text)
		if err == nil && (code.IsZero() || code.String() != lower(text)) {
			t.Errorf("%q is read as %v", text, code)
		}
	})
}

func TestSecretOpens(t *testing.T) {
	s := Secret{1, 2, 3}
	other := Secret{1, 2, 3, 15: 1}
	if !s.Opens(s[:]) {
		t.Error("a secret does not open itself")
	}
	for _, shown := range [][]byte{nil, other[:], s[:15], append(s[:len(s):len(s)], 0)} {
		if s.Opens(shown) {
			t.Errorf("%x opens %x", shown, s[:])
		}
	}
	if none := (Secret{}); none.Opens(none[:]) || none.Opens(nil) {
		t.Error("something opens the secret that is none")
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	s := need.Must(NewSecret(seed(0x61)))(t)
	for _, text := range []string{fmt.Sprint(s), fmt.Sprintf("%v %s %q", s, &s, s)} {
		if strings.Contains(text, s.text()) || strings.Contains(text, "aaaa") {
			t.Errorf("the secret is printed: %s", text)
		}
	}
}
