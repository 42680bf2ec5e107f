package match_test

import (
	"strings"
	"testing"

	. "mancala/internal/match"
	"mancala/internal/notation"
	"mancala/rules"
	"mancala/tools/need"

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
			g, n, err := notation.NewReader(strings.NewReader(text), notation.Asked{}).Nth(1)
			if err != nil || n != 1 || g.Game.String() != m.Game().String() {
				t.Fatalf("%s\nis read as %d games, %v, %v", text, n, g.Game, err)
			}
		}
		if p, err := m.Game().Replay(); err != nil || p != m.Position() {
			t.Fatalf("%s\nreplays to %v, %v", text, p, err)
		}
	})
}
