package match_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	. "mancala/match"
	"mancala/rules"
	"mancala/tools/need"

	"mancala/rules/rulestest"
	"pgregory.net/rapid"
)

func TestGameText(t *testing.T) {
	resigned := begin(t, "bowls(3,2)", 3)
	need.NoError(t, resigned.Resign(rules.North))
	late := begin(t, "bowls(3,2)", 3)
	need.NoError(t, late.TimeOut(rules.South))
	for _, c := range []struct {
		name         string
		m            *Match
		south, north string
		want         string
	}{
		{
			"finished, with an extra turn, a capture and a sweep", begin(t, "kalah(2,1)", 2, 1), "Ann", "Bob",
			`kalah(2,1) 2 1
# South: Ann
# North: Bob
# 1. south sows 1 from house 2, extra turn
# 2. south sows 1 from house 1, captures 2, 1 left go to north
# south wins 3-1 (finished)
# Check: je3n-w2nb-bvzg-uspe
`,
		},
		{
			"running", begin(t, "video(6,3)"), "Ann", "Low",
			`video(6,3)
# South: Ann
# North: Low
# south to move
`,
		},
		{
			"resigned", resigned, "Ann", "Bob",
			`bowls(3,2) 3
# South: Ann
# North: Bob
# 1. south sows 2 from house 3
# south wins 1-0 (resigned)
# Check: ye2n-gxzz-t7xr-pm2v
`,
		},
		{
			"lost on time", late, "Ann", "Bob",
			`bowls(3,2) 3
# South: Ann
# North: Bob
# 1. south sows 2 from house 3
# north wins 1-0 (timed-out)
# Check: yvlz-27es-gwkj-tufd
`,
		},
		{
			"a swap, and a name with a line of its own", begin(t, "kalah(6,4)+pie", 1, rules.Swap), "Ann\n6 6 6", "\x1b[2JBob",
			`kalah(6,4)+pie 1 swap
# South: Ann 6 6 6
# North: [2JBob
# 1. south sows 4 from house 1
# 2. north swaps sides
# south to move
`,
		},
		{
			"custom rules", begin(t, "custom(1,1,store=sow)"), "Ann", "Bob",
			`custom(1,1,store=sow,extra=no,capture=never,empty=no,take=both,end=either,majority=no,sweep=owner)
# South: Ann
# North: Bob
# south to move
`,
		},
	} {
		if got := GameText(c.m, c.south, c.north); got != c.want {
			t.Errorf("%s:\n%s\nand not\n%s", c.name, got, c.want)
		}
	}
}

// Every game reads back from its text, at any place in another text. The first line is enough.
func TestGameTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatch(t)
		if rapid.IntRange(0, 4).Draw(t, "resigns") == 0 {
			_ = m.Resign(rules.South) // refused when it has ended
		}
		text := GameText(m, rapid.String().Draw(t, "south"), rapid.String().Draw(t, "north"))
		first, rest, _ := strings.Cut(text, "\n")
		for line := range strings.Lines(rest) {
			if !strings.HasPrefix(line, "# ") {
				t.Fatalf("the line %q is no comment", line)
			}
		}
		switch rapid.IntRange(0, 3).Draw(t, "where") {
		case 0:
			text = "\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = strings.ReplaceAll(text, "\n", " ")
		case 2:
			text = "Look at this:\n\n> " + text
		}
		for _, text := range []string{text, first} {
			g, err := ReadGame(text)
			if err != nil || g.String() != m.Game().String() {
				t.Fatalf("%s\nis read as %v, %v", text, g, err)
			}
		}
		if p, err := m.Game().Replay(); err != nil || p != m.Position() {
			t.Fatalf("%s\nreplays to %v, %v", text, p, err)
		}
	})
}

func TestReadGame(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(6,4) 3 6":                       "kalah(6,4) 3 6",
		"# a comment\n\n  3 6 \n# more\n1 2 3": "kalah(6,4) 3 6",
		"bowls(7,4)\n 1\n2 3":                  "bowls(7,4) 1 2 3",
		"video":                                "video(6,3)",
		"kalah+pie 1 swap":                     "kalah(6,4)+pie 1 swap",
		"look: custom(1,1,capture=own) 1 1":    "custom(1,1,store=skip,extra=no,capture=own,empty=no,take=both,end=either,majority=no,sweep=owner) 1 1",
		"10 10":                                "kalah(6,4) 10 10", // for the rules to refuse
		"\u00a0kalah\t\u20033\n" + strings.Repeat("# x\n", 9): "kalah(6,4) 3",
		"":                          `there is no game in that text; a game is written as in "kalah(6,4) 3 6"`,
		" \n# only a comment\n":     `there is no game in that text; a game is written as in "kalah(6,4) 3 6"`,
		strings.Repeat("1 ", 40000): "that is too long for a game",
		"hello world":               rulestest.NoPreset("hello"),
		"1 2 show":                  `ply 3: "show" is no house; houses are numbers from 1`,
		"kalah(6,4) -1":             `ply 1: "-1" is no house; houses are numbers from 1`,
	} {
		g, err := ReadGame(text)
		got := g.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.40q is read as %s, not %s", text, got, want)
		}
	}
}

// FuzzReadGame feeds ReadGame arbitrary texts. A game that it reads can be replayed, or breaks the
// rules in a ply that the error names; a refusal is a short sentence that can be shown.
func FuzzReadGame(f *testing.F) {
	f.Add("kalah(6,4)+pie 1 swap 3\n# South: Ann\n")
	f.Add("custom(10,10,store=sow,extra=yes) 1 2 3")
	f.Add("mancala show 1 2 3")
	f.Add("\xff\xfe--\x00 '\"'")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ReadGame(text)
		if err != nil {
			if n := len(err.Error()); n == 0 || n > 2000 || !utf8.ValidString(err.Error()) || g.Plies != nil {
				t.Fatalf("%q is refused with %q and %v", text, err, g)
			}
			return
		}
		m, err := New(g.Variant)
		if err != nil {
			t.Fatalf("%q is read as %v: %v", text, g, err)
		}
		p, err := g.Replay()
		var refused *rules.PlyError
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%q replays with %v", text, err)
		}
		if err != nil {
			g.Plies = g.Plies[:refused.Ply-1]
		}
		for _, h := range g.Plies {
			if _, err := m.Play(m.Position().ToMove(), h); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		again, err := ReadGame(GameText(m, text, text))
		if err != nil || again.String() != g.String() || m.Position() != p {
			t.Fatalf("%q becomes %v, %v", text, again, err)
		}
	})
}
