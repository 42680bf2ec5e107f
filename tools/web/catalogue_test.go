package main

import (
	"os"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestSpoken keeps the header and the texts of packages of the page, whole, and nothing else.
func TestSpoken(t *testing.T) {
	const catalogue = `# German
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: cmd/mancala
msgid "Usage"
msgstr "Aufruf"

#. A note
#: internal/textui menus/game
#, c-format
msgid "%d seed"
msgid_plural "%d seeds"
msgstr[0] "%d Stein"
msgstr[1] "%d Steine"

#: internal/words
msgctxt "menu"
msgid ""
"# a line\n"
"and another"
msgstr "# beide"
`
	const want = `msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "%d seed"
msgid_plural "%d seeds"
msgstr[0] "%d Stein"
msgstr[1] "%d Steine"

msgctxt "menu"
msgid ""
"# a line\n"
"and another"
msgstr "# beide"
`
	if got := spoken(catalogue, []string{"fmt", "mancala/menus/game", "mancala/internal/words"}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestGerman looks for texts of screens and of the command line in the page's German.
func TestGerman(t *testing.T) {
	t.Chdir("../..")
	all := need.Must(os.ReadFile("internal/words/po/de.po"))(t)
	linked := need.Must(browserGo("list", "-deps", "./cmd/web").Output())(t)
	small := spoken(string(all), strings.Fields(string(linked)))
	for text, want := range map[string]bool{
		"Plural-Forms: nplurals=2;": true,
		`msgid "Play the computer"`: true, // the menu
		`msgid "The first line is too long for an address, an invite or a code."`: false, // the command line
	} {
		if !strings.Contains(string(all), text) || strings.Contains(small, text) != want {
			t.Errorf("the page has %s: %v", text, !want)
		}
	}
}
