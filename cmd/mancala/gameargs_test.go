package main

import (
	"strings"
	"testing"

	"mancala/internal/notation"
	"mancala/internal/words"
	"mancala/rules/rulestest"
)

// TestGameArguments gives games and boards to show in every form it takes.
func TestGameArguments(t *testing.T) {
	const custom = "custom(6,4,store=sow,extra=no,capture=either,empty=yes,take=opposite,end=either,majority=no,sweep=none)"
	after36 := "<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>\nnorth to move\n"
	for _, c := range []struct {
		args       []string
		stdin      string
		code       int
		out, wrong string
	}{
		{args: []string{"kalah(6,4) 3 6"}, out: after36},
		{args: []string{"kalah(6,4)", "3", "6"}, out: after36},
		{args: []string{"kalah", "3", "6"}, out: after36},
		{args: []string{"3 6"}, out: after36},
		{args: []string{"-"}, stdin: "kalah(6,4) 3 6\n# South: Ann\n", out: after36},
		{args: []string{"-"}, stdin: "mancala show --rules kalah --houses 6 --seeds 4 3 6\n# South: Ann\n", out: after36},
		{args: []string{"mancala show --rules kalah --houses 6 --seeds 4 3 6"}, out: after36},
		{args: []string{"-"}, stdin: after36, out: after36},
		{args: []string{"<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4>", "north"}, out: after36},
		{args: []string{"<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north to move"}, out: after36},
		{args: []string{"kalah(6,4) <6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north"}, out: after36},
		{args: []string{"--rules", "video", "<1,0,0,1,1>"}, out: "<1,0,0,1,1>\nsouth to move\n"},
		{args: []string{"<1,1,1,0,0> draw 1-1"}, out: "<1,1,1,0,0>\ndraw 1-1\n"},
		{args: []string{"<2,3,1,0,0,0,0> south wins 3-1"}, out: "<2,3,1,0,0,0,0>\nsouth wins 3-1\n"},
		{args: []string{"kalah+pie", "1", "S"}, out: "<6,0,0,4,4,4,4,4,4,0,5,5,5,5,4>\nsouth to move\n"},
		{args: []string{"kalah+pie", "1", "swap"}, out: "<6,0,0,4,4,4,4,4,4,0,5,5,5,5,4>\nsouth to move\n"},
		{args: []string{custom, "3", "6"}, out: "<6,1,5,5,5,1,5,5,5,4,4,4,0,4,0>\nsouth to move\n"},

		{args: []string{"-"}, code: 2, wrong: "There is no game in that text"},
		{args: []string{"-"}, stdin: strings.Repeat("1 ", 40000), code: 2, wrong: "too long for a game"},
		{args: []string{"--seeds", "3", "kalah(6,4)", "3"}, code: 2, wrong: "excludes --rules"},
		{args: []string{"<6,2>"}, code: 2, wrong: "not a board"},
		{args: []string{"<1,0,0,1,2>"}, code: 2, wrong: "holds 3 seeds"},
		{args: []string{"<1,0,0,x,2>"}, code: 2, wrong: "not a number of seeds"},
		{args: []string{"--houses", "2", "<1,0,0,1,1>"}, code: 2, wrong: "--houses says 2"},
		{args: []string{"--seeds", "2", "<1,0,0,1,1>"}, code: 2, wrong: "--seeds says 2"},
		{args: []string{"<1,0,0,1,1>", "east"}, code: 2, wrong: `"east" is not a side`},
		{args: []string{"<1,0,0,1,1>", "it", "is", "late", "now"}, code: 2, wrong: "cannot be said of a board"},
		{args: []string{"3", "6", "--rules", "video"}, out: "<6,0,1,4,4,0,4,4,4,3,3,3,3,3,0>\nsouth to move\n"},
		{args: []string{"mancala", "show", "--houses", "3", "--seeds", "2", "1"}, out: "<3,0,0,0,3,3,2,2,2>\nnorth to move\n"},
		{args: []string{"3 6 --rules video"}, code: 2, wrong: `"--rules" comes after the game. Options stand before it`},
		{args: []string{"kalah(6,4) 3 3"}, code: 1, wrong: "Ply 2: house 3 is empty"},
		{args: []string{"-"}, stdin: "mancala show --colour red 3", code: 2, wrong: "There is no option --colour"},
	} {
		var out, wrong strings.Builder
		code := run(t.Context(), append([]string{"show"}, c.args...), strings.NewReader(c.stdin), &out, &wrong)
		if code != c.code || out.String() != c.out || !strings.Contains(wrong.String(), c.wrong) {
			t.Errorf("show %.80q: code %d, %q, %q", c.args, code, out.String(), wrong.String())
		}
	}
}

// TestOldGameTexts opens texts that versions before 0.2 have put on the clipboard.
func TestOldGameTexts(t *testing.T) {
	for text, want := range map[string]string{
		"mancala show --rules kalah --houses 6 --seeds 4 3 6\n# South: Ann\n":       "kalah(6,4) 3 6",
		"Look:\n> mancala show --rules kalah --houses 6 --seeds 4 3 6 # South: A b": "kalah(6,4) 3 6",
		"# a comment\n\n  mancala show 3 6 \n# more\n1 2 3":                         "kalah(6,4) 3 6",
		"show --rules video": "video(6,3)",
		"--seeds 5":          "kalah(6,5)",
		"mancala show --rules 'kalah(6,4)+pie' --houses 3 --seeds 4 1 swap": "kalah(3,4)+pie 1 swap",
		"mancala show 'kalah(6,4) 3 6'":                                     "kalah(6,4) 3 6",
		"mancala":                                                           "kalah(6,4)",
		"kalah(6,4) 3 6":                                                    "kalah(6,4) 3 6",
		"1 2 3":                                                             "kalah(6,4) 1 2 3",
		"--rules":                                                           "--rules needs a value after it.",
		"--houses x":                                                        `"x" is not a possible value for --houses.`,
		"--rules chess":                                                     `There is no rule set "chess". Choose one of ` + rulestest.Names() + ".",
	} {
		g, _, err := notation.NewReader(strings.NewReader(text), notation.Asked{OneLine: true}).Nth(1)
		got := g.Game.String()
		if err != nil {
			got = words.Sentence(err)
		}
		if got != want {
			t.Errorf("%q is read as %s, not %s", text, got, want)
		}
	}
}

// FuzzGameText feeds it texts from anywhere: a game or an error, never a panic.
func FuzzGameText(f *testing.F) {
	f.Add("mancala show --rules 'kalah(6,4)+pie' --houses 6 --seeds 4 1 swap 3\n# South: Ann\n")
	f.Add("--rules=custom(10,10,store=sow,extra=yes) 1 2 3")
	f.Add("<6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north to move")
	f.Fuzz(func(t *testing.T, text string) {
		var out, wrong strings.Builder
		if code := run(t.Context(), []string{"show", "-"}, strings.NewReader(text), &out, &wrong); code != 0 && wrong.Len() == 0 {
			t.Fatalf("%q: code %d without a word", text, code)
		}
	})
}
