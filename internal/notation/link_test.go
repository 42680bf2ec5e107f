package notation

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// played returns a match with these plies.
func played(t testing.TB, g rules.Game) *match.Match {
	t.Helper()
	m := need.Must(match.New(g.Variant))(t)
	for _, h := range g.Plies {
		need.Must(m.Play(m.Position().ToMove(), h))(t)
	}
	return m
}

// TestLinks reads games of all rules again from their links: running, finished and resigned ones.
func TestLinks(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 0))
	for _, p := range rules.Presets() {
		for round := range 9 {
			m := played(t, randomGame(t, chance, p.Variant))
			if round == 0 && m.Running() {
				need.NoError(t, m.Resign(rules.Side(chance.IntN(2))))
			}
			names := [2]string{"Ann & #1 +é", "山田 \"Bo\""}
			fragment, err := Fragment(m, names)
			if err != nil || strings.ContainsAny(fragment, " \n#&()\"") {
				t.Fatalf("%v: %q, %v", m.Game(), fragment, err)
			}
			g, err := ReadFragment(fragment)
			if err != nil || g.Game.String() != m.Game().String() || g.Result != m.Result() || g.Names() != names {
				t.Errorf("%v\nis read as %v, %v, %v, %v", fragment, g.Game, g.Result, g.Names(), err)
			}
		}
	}
}

// TestLongLinks plays Oware without captures, as long as a link has room for the game.
func TestLongLinks(t *testing.T) {
	m, chance := played(t, rules.Game{Variant: need.Must(rules.ParseRuleSet("oware(6,6)"))(t)}), rand.New(rand.NewPCG(3, 0))
	for last := 0; m.Plies() < 3000; {
		fragment, err := Fragment(m, [2]string{"Ann", "Bo"})
		switch {
		case err != nil && last > 2000:
			return
		case err != nil || len(fragment) > 2048:
			t.Fatalf("after %d plies, a link of %d bytes, after one of %d: %v", m.Plies(), len(fragment), last, err)
		}
		var calm rules.House
		fewest := 2 * m.Position().Variant().Total()
		for h := range m.Position().Plies() {
			next, _ := need.Must2(rules.Play(m.Past(), h))(t)
			if kept := next.Store(rules.South) + next.Store(rules.North) + chance.IntN(2); kept < fewest {
				calm, fewest = h, kept
			}
		}
		need.Must(m.Play(m.Position().ToMove(), calm))(t)
		last = len(fragment)
	}
	t.Errorf("the link has room for %d plies", m.Plies())
}

// TestBadLinks gives the reader of links some that no program wrote. Each is refused by a sentence.
func TestBadLinks(t *testing.T) {
	for fragment, want := range map[string]string{
		"":                                  "was changed on its way",
		"game":                              "was changed on its way",
		"amber-fox-31":                      "was changed on its way",
		"game=":                             "no game in that text",
		"game=%":                            "was changed on its way",
		"game=%zz":                          "was changed on its way",
		"game=kalah%286%2C4%29+9":           "9",
		"game=kalah(6,4)+3+3+3":             "3",
		"game=chess+e4":                     "chess",
		"game=%00%ff%fe":                    "",
		"game=" + strings.Repeat("a", 2044): "longer than any",
		"game=" + url.QueryEscape("kalah(6,4) 3\n# south wins 30-2 (finished)"): "",
	} {
		g, err := ReadFragment(fragment)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, %v", fragment, g.Game, err)
		}
	}
}

// FuzzReadFragment feeds the reader of links arbitrary texts.
func FuzzReadFragment(f *testing.F) {
	f.Add("game=kalah%286%2C4%29+3+6%0A%23+South%3A+Ann")
	f.Fuzz(func(t *testing.T, fragment string) {
		g, err := ReadFragment(fragment)
		if err != nil {
			return
		}
		if last, err := g.Game.Replay(); err != nil || last != g.Last {
			t.Fatalf("%q: %v, %v", fragment, g.Game, err)
		}
	})
}
