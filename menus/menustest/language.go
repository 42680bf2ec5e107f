package menustest

import (
	"regexp"
	"strings"
	"testing"

	"mancala/menus/page"
	"mancala/words"
)

// Languages returns the languages of the program, English first, and the pseudo-language for tests.
func Languages() []string {
	var codes []string
	for _, l := range words.Languages() {
		codes = append(codes, l.Code)
	}
	return append(codes, words.Long)
}

// Speak switches the process to a language until the end of a test.
func Speak(t testing.TB, code string) {
	t.Helper()
	before := words.Current()
	if err := words.Use(code); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = words.Use(before) })
}

// data matches labels that are the same in all languages: names, numbers, addresses, keys, the
// program's name.
var data = regexp.MustCompile(`^(Ann|Bo|Mancala|[0-9 .:x+%-]*|on|off|[0-9a-f.:\[\]]+|[a-zA-Z]|Level .*|<.*)$`)

// CheckTranslated checks that the labels of the controls of screens go through package words.
func CheckTranslated(t *testing.T, screens map[string]func(b *Bench) page.Screen) {
	t.Helper()
	Speak(t, words.Long)
	for name, open := range screens {
		b := New(t, Shelf{}, nil)
		b.Push(open(b))
		b.checkLabels(name)
	}
}

// checkLabels checks that no label of the topmost screen is still in English.
func (d *Driver) checkLabels(where string) {
	d.T.Helper()
	for _, w := range d.Shell.Top().Form().Widgets() {
		info := d.Shell.Top().Form().Info(w)
		for _, text := range []string{info.Label, info.Value} {
			if !strings.Contains(text, "[!! ") && !data.MatchString(text) {
				d.T.Errorf("%s: %q is not translated", where, text)
			}
		}
	}
}
