package settings

import (
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
)

func someSetup(t *testing.T) Setup {
	v := rulestest.Variant(t, "bowls", 5, 3)
	v.Pie, v.Majority = true, true
	return Setup{
		Variant: v, Starter: match.Guest, Names: [2]string{"Ann | \"the\" one", ""},
		Seats: [2]string{match.KindPerson, "greedy"}, StepByStep: true,
	}
}

func TestSetupTextRoundTrip(t *testing.T) {
	for _, s := range []Setup{
		someSetup(t),
		{Variant: rulestest.Variant(t, "kalah", 6, 4), Seats: [2]string{"low", "level-3"}},
		{Variant: rulestest.Variant(t, "video", 10, 10), Names: [2]string{"", "Zoë 王"}, Seats: [2]string{match.KindPerson, match.KindPerson}},
	} {
		if got, ok := parseSetup(s.encode()); !ok || got != s {
			t.Errorf("%+v comes back as %+v, %v", s, got, ok)
		}
	}
}

func TestHostileSetupsAreRefused(t *testing.T) {
	good := someSetup(t).encode()
	change := func(line int, to string) string {
		lines := strings.Split(good, "\n")
		lines[line] = to
		return strings.Join(lines, "\n")
	}
	for name, text := range map[string]string{
		"nothing":            "",
		"another form":       change(0, "setup 2"),
		"no rules":           change(1, "chess(8,8)"),
		"no size":            change(1, "kalah(0,4)"),
		"too large":          change(1, "kalah(6,200)"),
		"a starter":          change(2, "nobody"),
		"no seat":            change(3, ""),
		"a seat with spaces": change(3, "person here"),
		"a seat with escape": change(4, "\x1b[2J"),
		"a pace":             change(5, "slowly"),
		"a dirty name":       change(6, "Ann\u202e"),
		"a long name":        change(6, strings.Repeat("A", 40)),
		"a blank name":       change(7, "  "),
		"a line too many":    good + "\n",
		"a line too few":     good[:strings.LastIndexByte(good, '\n')],
		"not UTF-8":          change(7, "\xff\xfe"),
		"endless":            change(6, strings.Repeat("A", 1<<20)),
	} {
		if s, ok := parseSetup(text); ok || s != (Setup{}) {
			t.Errorf("%s: taken as %+v", name, s)
		}
	}
}

func FuzzParseSetup(f *testing.F) {
	f.Add(Setup{Variant: rules.Presets()[0].Variant, Seats: [2]string{match.KindPerson, "low"}}.encode())
	f.Add("setup 1\nkalah(6,4)\nhost\nperson\nperson\nrun\nAnn\nBo")
	f.Add("setup 1\n\n\n\n\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, ok := parseSetup(text)
		if !ok {
			return
		}
		if s.Variant.Validate() != nil || s.encode() != text || match.CleanName(s.Names[0]) != s.Names[0] {
			t.Errorf("%q is taken as %+v", text, s)
		}
	})
}
