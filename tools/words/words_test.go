package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

const root = "../.."

// TestCatalogues checks that the files are up to date: make words would change nothing.
func TestCatalogues(t *testing.T) {
	list := need.Must(extract(root))(t)
	if len(list) < 100 {
		t.Errorf("only %d texts", len(list))
	}
	check := func(name string, fresh func(old string) (string, error)) {
		t.Helper()
		old := need.Must(os.ReadFile(name))(t)
		if text, err := fresh(string(old)); err != nil || text != string(old) {
			t.Errorf("%s is not up to date (%v); run make words", name, err)
		}
	}
	check(filepath.Join(root, "internal/words/po/mancala.pot"), func(string) (string, error) { return template(list), nil })
	files, err := filepath.Glob(filepath.Join(root, "internal/words/po/*.po"))
	if err != nil || len(files) == 0 {
		t.Fatal("no languages", err)
	}
	for _, name := range files {
		check(name, func(old string) (string, error) { return merge(old, list) })
	}
}

// write writes a small program and returns its folder.
func write(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	need.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n\nimport \"mancala/internal/words\"\n\n"+source), 0o600))
	return dir
}

func TestExtract(t *testing.T) {
	list := need.Must(extract(write(t, `
func f(n int) {
	words.T("one" + " two")
	// Translators: a button,
	// not a sentence
	words.C("menu", `+"`Op\"en`"+`)
	words.N("%d seed", "%d seeds", n, n)
	words.T("one two")
	words.T("%d seed", n)
	_ = words.Msg("later")
	words.Number(n)
	other.T(n)
}
`)))(t)
	text := template(list)
	_, text, _ = strings.Cut(text, "\n\n")
	const want = `#: .
msgid "one two"
msgstr ""

#. a button, not a sentence
#: .
msgctxt "menu"
msgid "Op\"en"
msgstr ""

#: .
#, c-format
msgid "%d seed"
msgid_plural "%d seeds"
msgstr[0] ""
msgstr[1] ""

#: .
msgid "later"
msgstr ""
`
	if text != want {
		t.Errorf("the template is\n%s\ninstead of\n%s", text, want)
	}
}

func TestNoLiteral(t *testing.T) {
	for _, source := range []string{
		"func f(s string) { words.T(s) }",
		"func f(s string) { words.T(\"a\" + s) }",
		"func f(s string) { words.N(\"a\", s, 1) }",
		"func f(s string) { words.C(s, \"a\") }",
		"func f() { words.T(\"\") }",
		"func f() { words.T(\"%s\", 1, 2) }",
		"func f() { words.T(\"%s and %[2]s\", 1) }",
		"func f(n int) { words.N(\"a\", \"b\", n, n) }",
		"func f() { words.C(\"a\") }",
		"func f() { words.N(\"a\", \"b\", 1); words.N(\"a\", \"c\", 1) }",
	} {
		if _, err := extract(write(t, source)); err == nil {
			t.Errorf("%s is no error", source)
		}
	}
}

func TestMerge(t *testing.T) {
	const header = `# Glossary: store = Speicher.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
`
	list := []*message{
		{id: "Yes", rooms: []string{"a"}},
		{context: "menu", id: "Open", rooms: []string{"a"}},
		{id: "%d seed", plural: "%d seeds", rooms: []string{"b"}},
		{id: "New\nline \"q\" \\", rooms: []string{"b"}},
	}
	old := header + `
msgid "Gone"
msgstr "Weg"

msgid "%d seed"
msgid_plural "%d seeds"
msgstr[0] "%d Stein"
msgstr[1] "%d Steine"

msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

msgid "New\nline \"q\" \\"
msgstr "Neue\nZeile \"q\" \\"
`
	got, err := merge(old, list)
	const want = header + `
#: a
msgid "Yes"
msgstr ""

#: a
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

#: b
#, c-format
msgid "%d seed"
msgid_plural "%d seeds"
msgstr[0] "%d Stein"
msgstr[1] "%d Steine"

#: b
msgid ""
"New\n"
"line \"q\" \\"
msgstr ""
"Neue\n"
"Zeile \"q\" \\"
`
	if err != nil || got != want {
		t.Errorf("merged to\n%s\ninstead of\n%s (%v)", got, want, err)
	}
	again, err := merge(got, list)
	if err != nil || again != got {
		t.Errorf("merged again to\n%s\n(%v)", again, err)
	}
	if _, err := merge("msgid \"\"\nmsgstr \"\"\n", list); err == nil {
		t.Error("a file without a header is merged")
	}
}
