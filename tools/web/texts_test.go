package main

import "testing"

// The page has the texts of its packages, and the header, which belongs to none.
func TestTextsOf(t *testing.T) {
	const all = `# Deutsch
msgid ""
msgstr ""
"Language: de\n"

#: cmd/mancala
msgid "a flag"
msgstr "ein Schalter"

#: textui words
#, c-format
msgctxt "a seed"
msgid "# %d"
msgid_plural "%d seeds"
msgstr[0] "# %d"
msgstr[1] "%d Steine"

#: textui
msgid "words"
msgstr "Wörter"
`
	const want = `msgid ""
msgstr ""
"Language: de\n"

msgctxt "a seed"
msgid "# %d"
msgid_plural "%d seeds"
msgstr[0] "# %d"
msgstr[1] "%d Steine"
`
	if got := string(textsOf([]byte(all), map[string]bool{"words": true, "menus": true})); got != want {
		t.Errorf("the texts are\n%s", got)
	}
}
