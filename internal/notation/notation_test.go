package notation

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// read reads the first game of a text of one line.
func read(text string) (Reading, error) {
	g, _, err := NewReader(strings.NewReader(text), Asked{OneLine: true}).Nth(1)
	return g, err
}

// federationGames returns the games of the federation, a line each.
func federationGames(t testing.TB) (list []string) {
	t.Helper()
	f := need.Must(os.Open("../../rules/testdata/togyz-games.txt"))(t)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// TestFederationGames reads recorded games and writes them again; all houses and tuzdiks must
// agree.
func TestFederationGames(t *testing.T) {
	games := federationGames(t)
	if len(games) != 40 {
		t.Fatalf("%d games", len(games))
	}
	for _, line := range games {
		r, err := read(line)
		if err != nil || !r.HasGame || r.Game.Variant.Name() != "togyz" {
			t.Fatalf("%.60s: %v, %v", line, err, r.Game.Variant)
		}
		_, plies, _ := strings.Cut(line, " ")
		if got, err := Write("federation", r.Game); err != nil || got != plies {
			t.Errorf("%.60s is written %.60s, %v", plies, got, err)
		}
		numbered := ""
		for i, p := range strings.Fields(plies) {
			if i%2 == 0 {
				numbered += fmt.Sprintf("\n%d. ", i/2+1)
			}
			numbered += p + " "
		}
		if again, err := read(numbered); err != nil || again.Game.String() != r.Game.String() {
			t.Errorf("with numbers: %v", err)
		}
	}
}

// TestRoundTrips writes random games in each fitting notation, and reads them again.
func TestRoundTrips(t *testing.T) {
	chance := rand.New(rand.NewPCG(28, 3))
	tried := map[string]int{}
	for _, preset := range rules.Presets() {
		for range 40 {
			g := randomGame(t, chance, preset.Variant)
			for _, n := range notations {
				text, err := Write(n.Name, g)
				if (err == nil) != n.plays(preset.Variant) {
					t.Fatalf("%s in %s: %v", g, n.Name, err)
				}
				if err != nil {
					continue
				}
				tried[n.Name]++
				r, err := read(preset.Name + "\n" + text)
				if err != nil || !r.HasGame || r.Game.String() != g.String() {
					t.Fatalf("%s\nin %s is\n%s\nwhich is read as\n%s, %v", g, n.Name, text, r.Game, err)
				}
				if last, _ := g.Replay(); r.Last != last {
					t.Fatalf("%s ends at %v, not %v", g, r.Last, last)
				}
			}
		}
	}
	for _, name := range Names() {
		if tried[name] < 40 {
			t.Errorf("%d games in %s", tried[name], name)
		}
	}
}

func randomGame(t *testing.T, chance *rand.Rand, v rules.Variant) rules.Game {
	t.Helper()
	start := need.Must(rules.Start(v))(t)
	past, g := []rules.Position{start}, rules.Game{Variant: v}
	for range 3 + chance.IntN(120) {
		legal := slices.Collect(past[len(past)-1].Plies())
		if len(legal) == 0 {
			break
		}
		h := legal[chance.IntN(len(legal))]
		next, _ := need.Must2(rules.Play(past, h))(t)
		past, g.Plies = append(past, next), append(g.Plies, h)
	}
	return g
}

// TestRead reads texts of others. PlayStrategy's tests say the same of its three.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"f1e2 d2e1 i1a2 b2i1 b1g2 f2e1":               "togyz(9,9) 6 6 9 8 2 4",
		"oware e1d2":                                  "oware(6,4) 5",
		"4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1": "oware(6,4)",
		"[Event \"MSO\"]\n[White \"Ann\"]\n\n1. F f {a comment\nof two lines} 2. A a *": "oware(6,4) 6 6 1 1",
		"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S FfAa":                                            "oware(6,4) 6 6 1 1",
		"1. 76 98 2. 66":                                                                "togyz(9,9) 7 9 6",
		"bestemshe 54":                                                                  "bestemshe(5,5) 5",
		"FfA":                                                                           "oware(6,4) 6 6 1",
	} {
		r, err := read(text)
		if err != nil || !r.HasGame || r.Game.String() != want {
			t.Errorf("%q is %s, %v, want %s", text, r.Game, err, want)
		}
	}
	for text, want := range map[string]string{
		// f1 of PlayStrategy's test of a grand slam captures nothing.
		"3,2S,1S,2S/1S,3,2S,3S 20 17 S f1d2": "oware(6,4) <6,20,17,1,0,0,0,2,0,3,2,3,0,0,0> north",
		"0-0-2-1-1-0-0-8-0-0-2-0-13-21-N":    "oware(6,4) <6,13,21,0,0,2,1,1,0,0,8,0,0,2,0> north",
	} {
		r, err := read(text)
		if err != nil || r.HasGame || r.Last.String() != want {
			t.Errorf("%q is %v, %v, want %s", text, r.Last, err, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"54":                               "those plies are possible in togyz and in bestemshe; write the name of the game before them",
		"76 98 65":                         `ply 3: "65" does something else by the rules of togyz`,
		"76x":                              `ply 1: "76x" does something else by the rules of togyz`,
		"oware a1b1":                       `ply 1: "a1b1" does something else by the rules of oware`,
		"FfFf":                             "ply 3: house 6 is empty",
		"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S ff": "ply 1: it is the turn of the other side",
		"4-4-4-4-4-4-4-4-4-4-4-4-0-1-S":    "that board holds 49 seeds, which no number of seeds a house makes",
		"1S/1S 0 0 S":                      "no game with that notation has 1 houses a side",
		"3,2S,1S,2S/1S,3,2S,3S 20 17 S x":  `"x" is not a move as in e1f2`,
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	kalah := rules.Game{Variant: rulestest.Variant(t, "kalah", 6, 4)}
	var broken *rules.PlyError
	for name, g := range map[string]rules.Game{"chess": kalah, "ogn": kalah} {
		if text, err := Write(name, g); err == nil || text != "" {
			t.Errorf("%s: %q", name, text)
		}
	}
	g := rules.Game{Variant: rulestest.Variant(t, "oware", 6, 4), Plies: []rules.House{1, 7}}
	if _, err := Write("ogn", g); !errors.As(err, &broken) || broken.Ply != 2 {
		t.Errorf("a game with a wrong ply: %v", err)
	}
}
