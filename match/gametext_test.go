package match

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mancala/rules"

	"pgregory.net/rapid"
)

func TestGameText(t *testing.T) {
	resigned := begin(t, "bowls(3,2)", 3)
	must(t, resigned.Resign(rules.North))
	for _, c := range []struct {
		name         string
		m            *Match
		south, north string
		want         string
	}{
		{
			"finished, with an extra turn, a capture and a sweep", begin(t, "kalah(2,1)", 2, 1), "Ann", "Bob",
			`mancala show --rules kalah --houses 2 --seeds 1 2 1
# South: Ann
# North: Bob
# 1. south sows 1 from house 2, extra turn
# 2. south sows 1 from house 1, captures 2, 1 left go to north
# south wins 3-1 (finished)
`,
		},
		{
			"running", begin(t, "video(6,3)"), "Ann", "Low",
			`mancala show --rules video --houses 6 --seeds 3
# South: Ann
# North: Low
# south to move
`,
		},
		{
			"resigned", resigned, "Ann", "Bob",
			`mancala show --rules bowls --houses 3 --seeds 2 3
# South: Ann
# North: Bob
# 1. south sows 2 from house 3
# south wins 1-0 (resigned)
`,
		},
		{
			"a swap, and a name with a line of its own", begin(t, "kalah(6,4)+pie", 1, rules.Swap), "Ann\n6 6 6", "\x1b[2JBob",
			`mancala show --rules 'kalah(6,4)+pie' --houses 6 --seeds 4 1 swap
# South: Ann 6 6 6
# North: [2JBob
# 1. south sows 4 from house 1
# 2. north swaps sides
# south to move
`,
		},
		{
			"custom rules", begin(t, "custom(1,1,take=opposite)"), "Ann", "Bob",
			`mancala show --rules 'custom(1,1,store=skip,extra=no,capture=never,empty=no,take=opposite,end=either,majority=no,sweep=owner)' --houses 1 --seeds 1
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

// showCommand reads the words after "mancala show" as that command does: flags first, then houses. A shell has taken the
// quotes off.
func showCommand(t rapid.TB, line string) (rules.Variant, []rules.House) {
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	if len(words) < 2 || words[0] != "mancala" || words[1] != "show" {
		t.Fatalf("%q is not the command", line)
	}
	fs := flag.NewFlagSet("show", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	set, houses, seeds := fs.String("rules", "", ""), fs.Int("houses", 0, ""), fs.Int("seeds", 0, "")
	if err := fs.Parse(words[2:]); err != nil {
		t.Fatal(err)
	}
	v, err := rules.ParseRuleSet(*set)
	if err == nil {
		v, err = v.WithSize(*houses, *seeds)
	}
	if err != nil {
		t.Fatal(err)
	}
	plies := make([]rules.House, fs.NArg())
	for i, arg := range fs.Args() {
		if plies[i], err = rules.ParseHouse(arg); err != nil {
			t.Fatal(err)
		}
	}
	return v, plies
}

// Every game reads back from its text, and the first line of the text is a command that shows it.
func TestGameTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMatch(t)
		if rapid.IntRange(0, 4).Draw(t, "resigns") == 0 {
			_ = m.Resign(rules.South) // refused when it has ended
		}
		text := GameText(m, rapid.String().Draw(t, "south"), rapid.String().Draw(t, "north"))
		if rapid.Bool().Draw(t, "from Windows") {
			text = "\r\n" + strings.ReplaceAll(text, "\n", "\r\n")
		}
		v, plies, err := ParseGame(text)
		if err != nil || v != m.Position().Variant() || !slices.Equal(plies, m.Houses()) {
			t.Fatalf("%s\nis read as %v %v, %v", text, v, plies, err)
		}
		if p, err := rules.Replay(v, plies...); err != nil || p != m.Position() {
			t.Fatalf("%s\nreplays to %v, %v", text, p, err)
		}
		first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
		if v2, plies2 := showCommand(t, first); v2 != v || !slices.Equal(plies2, plies) {
			t.Fatalf("%s\nis shown as %v %v", first, v2, plies2)
		}
		for line := range strings.Lines(rest) {
			if !strings.HasPrefix(line, "# ") {
				t.Fatalf("the line %q is no comment", line)
			}
		}
	})
}

func TestParseGame(t *testing.T) {
	for text, want := range map[string]struct {
		variant string
		plies   []rules.House
	}{
		"mancala show --rules kalah --houses 6 --seeds 4 3 6": {"kalah(6,4)", []rules.House{3, 6}},
		"# a comment\n\n  mancala show 3 6 \n# more\n1 2 3":   {"kalah(6,4)", []rules.House{3, 6}},
		"show --rules video":                         {"video(6,3)", nil},
		"--seeds 5":                                  {"kalah(6,5)", nil},
		"--rules=bowls --houses=7 1":                 {"bowls(7,4)", []rules.House{1}},
		`--rules "kalah(6,4)+pie" --houses 3 1 swap`: {"kalah(3,4)+pie", []rules.House{1, rules.Swap}},
		"--rules kalah(2,2)":                         {"kalah(2,2)", nil},
		"--rules 'custom(1,1,capture=own)' 1 1":      {"custom(1,1,capture=own)", []rules.House{1, 1}},
		"--houses 3 --rules video --houses 4":        {"video(4,3)", nil},
		"1 2 3":                                      {"kalah(6,4)", []rules.House{1, 2, 3}},
		"10 10":                                      {"kalah(6,4)", []rules.House{10, 10}}, // for the rules to refuse
		"mancala":                                    {"kalah(6,4)", nil},
		"\u00a0mancala\tshow\u20033\n" + strings.Repeat("# x\n", 9): {"kalah(6,4)", []rules.House{3}},
	} {
		v, plies, err := ParseGame(text)
		if err != nil || v != variant(t, want.variant) || !slices.Equal(plies, want.plies) {
			t.Errorf("%q is read as %v %v, %v", text, v, plies, err)
		}
	}
}

func TestParseGameRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                              `there is no game in that text; it begins with "mancala show"`,
		" \n# only a comment\n":         `there is no game in that text; it begins with "mancala show"`,
		strings.Repeat("1 ", 40000):     "that is too long for a game",
		"hello world":                   `ply 1: "hello" is no house`,
		"1 2 show":                      `ply 3: "show" is no house`,
		"mancala perft":                 `ply 1: "perft" is no house`,
		"1 0":                           `ply 2: "0" is no house`,
		"11":                            `ply 1: "11" is no house`,
		"-1":                            `ply 1: "-1" is no house`,
		"1 --rules kalah":               `ply 2: "--rules" is no house`,
		"--rules":                       `"--rules" needs a value after it`,
		"--houses x":                    `"x" is no number for --houses`,
		"--seeds ''":                    `"" is no number for --seeds`,
		"--houses 99999999999999999999": `"99999999999999999999" is no number for --houses`,
		"--houses 0":                    "0 houses a side is not possible; choose 1 to 10",
		"--houses 11":                   "11 houses a side is not possible; choose 1 to 10",
		"--seeds -3":                    "-3 seeds a house is not possible; choose 1 to 10",
		"--rules chess":                 `there is no rule set "chess"; choose one of kalah, empty-capture, video, bowls`,
		"--rules kalah(6":               `"kalah(6" is no rule set; write it as in "kalah(6,4)"`,
		"--colour red":                  `there is no option "--colour" in a game`,
		"--\x1b[2J red":                 `there is no option "--\x1b[2J" in a game`,
		"-- 3":                          `there is no option "--" in a game`,
	} {
		v, plies, err := ParseGame(text)
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, not %s", text, err, want)
		}
		if v != (rules.Variant{}) || plies != nil {
			t.Errorf("%.40q is refused, but gives %v, %v", text, v, plies)
		}
	}
}

// FuzzParseGame feeds it texts from anywhere. What is read is a game that can be replayed, or one that the rules refuse in
// a ply that is named; what is refused is refused in a short sentence that can be shown.
func FuzzParseGame(f *testing.F) {
	f.Add("mancala show --rules 'kalah(6,4)+pie' --houses 6 --seeds 4 1 swap 3\n# South: Ann\n")
	f.Add("--rules=custom(10,10,store=sow,extra=yes) 1 2 3")
	f.Add("--houses -1 --seeds x --rules")
	f.Add("\xff\xfe--\x00 '\"'")
	f.Fuzz(func(t *testing.T, text string) {
		v, plies, err := ParseGame(text)
		if err != nil {
			if n := len(err.Error()); n == 0 || n > 2000 || !utf8.ValidString(err.Error()) || v != (rules.Variant{}) {
				t.Fatalf("%q is refused with %q and %v", text, err, v)
			}
			return
		}
		m, err := New(v)
		if err != nil {
			t.Fatalf("%q is read as %v: %v", text, v, err)
		}
		p, err := rules.Replay(v, plies...)
		var refused *rules.PlyError
		if err != nil && !errors.As(err, &refused) {
			t.Fatalf("%q replays with %v", text, err)
		}
		if err != nil {
			plies = plies[:refused.Ply-1]
		}
		for _, h := range plies {
			if _, err := m.Play(m.Position().ToMove(), h); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		v2, plies2, err := ParseGame(GameText(m, text, text))
		if err != nil || v2 != v || !slices.Equal(plies2, plies) || m.Position() != p {
			t.Fatalf("%q becomes %v %v, %v", text, v2, plies2, err)
		}
	})
}
