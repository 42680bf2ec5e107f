package main

import (
	"path/filepath"
	"strings"
	"testing"

	"mancala/tools/need"
)

// spoken are the packages that send all texts for people through package words, with the
// exceptions: parts of literals for programs.
var spoken = map[string][]string{
	"internal/scene": nil,
	"menus":          {`"Mancala"`, `"Ctrl"`, `"Control"`}, // keys, in ARIA's words
	"menus/game":     {`"end of game"`, `"leave game"`, `"game menu"`, `"remove player"`, `"Ctrl+`},
	"menus/info":     {`"Mancala"`, `"my games"`, `"top scores"`},
	"menus/newgame":  {`"Mancala"`, `"main menu"`, `"two players here"`, `"new game"`, `"open game"`, `"who may come in"`, `"over the internet"`, `"South"`, `"North"`},
	"menus/page":     {`keys.go:`, `"key changed"`, `"bad link"`}, // labels of keys
	"menus/club":     {`"new table"`, `"club line"`, `"club games"`},
	"menus/ruleset":  {`"custom rules"`},
	"menus/review":   {`"play on"`},
	"internal/textui": {
		`"Winner"`, `"let in"`, `"not now"`, `"Player 1"`, `"Player 2"`, // as stored in the records
	},
	"cmd/web":      {`"Date"`, `"Uint8Array"`, `"main menu"`, `"(prefers-reduced-motion: reduce)"`, `"(pointer: coarse)"`},
	"cmd/web/page": nil,
	"cmd/wiring":   {`"Mancala "`},
	"cmd/mancala": {
		`webpage.go:`,                                                                // the version, for programs, too
		`[options]`, `mancala `, `"completion SHELL"`, `"help options"`, `"to move"`, // commands and the text form of a position
		`"name, addr"`, `"rules, full"`, `"id, text"`, `"south, north, `, `"stores, plies, `, `"started, ended"`, // fields of JSON
		`"exit code %d"`,                                      // never shown
		`"--`, `"lines lost"`, `"not announced"`, `"by code"`, // flags, and the log
		`"UTCDate"`, `"Date"`, `"UTCTime"`, // tags of records
		`"VirtualAlloc"`, `"VirtualFree"`, `"Mancala`, `"Pictures"`,
	},
}

// TestNothingIsLeftOut looks for texts that translators would miss.
func TestNothingIsLeftOut(t *testing.T) {
	for dir, allowed := range spoken {
		list := need.Must(left(filepath.Join(root, dir)))(t)
		for _, found := range list {
			known := false
			for _, part := range allowed {
				known = known || strings.Contains(found, part)
			}
			if !known {
				t.Errorf("%s does not go through package words", found)
			}
		}
	}
}

func TestLeft(t *testing.T) {
	dir := write(t, `
var known = words.Msg("A text")

type s struct {
	a int `+"`json:\"A text\"`"+`
}

func f() (string, error) {
	_ = words.T("Another %s", "Forgotten in an argument")
	panic("Never mind")
	return "Two words", errors.New("for programmers alone")
}

const short, word, id, title = "x y", "word", "an-id", "Title"
`)
	list := need.Must(left(dir))(t)
	got := strings.Join(list, "\n")
	if len(list) != 2 || !strings.Contains(got, `"Two words"`) || !strings.Contains(got, `"Title"`) {
		t.Errorf("found are\n%s", got)
	}
}
