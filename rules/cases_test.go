package rules

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"mancala/tools/need"
)

// readCases reads a file of testdata into a value.
func readCases(t testing.TB, file string, into any) {
	t.Helper()
	text := need.Must(os.ReadFile("testdata/" + file))(t)
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// board names the rule set and size of a case.
type board struct {
	Rules         string
	Houses, Seeds int
}

func (b board) String() string { return fmt.Sprintf("%s(%d,%d)", b.Rules, b.Houses, b.Seeds) }

func (b board) start(t testing.TB) Position {
	t.Helper()
	return start(t, preset(t, b.Rules), b.Houses, b.Seeds)
}

func TestGames(t *testing.T) {
	var cases struct {
		Games []struct {
			board
			Moves         []House
			Final, Result string
		}
	}
	readCases(t, "games.json", &cases)
	if len(cases.Games) < 24 {
		t.Fatalf("only %d games", len(cases.Games))
	}
	for i, g := range cases.Games {
		t.Run(fmt.Sprintf("%d %v", i, g.board), func(t *testing.T) {
			p := g.start(t)
			v := p.Variant()
			for n, h := range g.Moves {
				if p.Over() || p.Outcome() != Undecided {
					t.Fatalf("over after %d of %d plies", n, len(g.Moves))
				}
				p = play(t, p, h)
				if again, err := Replay(v, g.Moves[:n+1]...); err != nil || again != p {
					t.Fatalf("the first %d plies replayed: %v, %v, not %v", n+1, again, err, p)
				}
			}
			if p.Notation() != g.Final || p.Status() != g.Result {
				t.Errorf("ends with %s, %s, not %s, %s", p.Notation(), p.Status(), g.Final, g.Result)
			}
			for h := range House(MaxHouses + 1) {
				if err := p.Legal(h); err != ErrGameOver {
					t.Errorf("house %v after the end: %v", h, err)
				}
			}
		})
	}
}

// rest is the part of a position that decides the rest of a game, under rules without a majority:
// the stores do not matter.
type rest struct {
	house  [2][MaxHouses]uint8
	toMove Side
}

// solver computes, by plain minimax, how much South's lead in the stores grows from a position with
// best play by both.
type solver map[rest]int

func lead(p Position) int { return p.Store(South) - p.Store(North) }

func (s solver) gain(p Position) int {
	if p.Over() {
		return 0
	}
	key := rest{p.Board().House, p.ToMove()}
	if v, ok := s[key]; ok {
		return v
	}
	best, sign := -1000, 1
	if p.ToMove() == North {
		sign = -1
	}
	for h := range p.Plies() {
		next, _, _ := p.Sow(h)
		best = max(best, sign*(lead(next)-lead(p)+s.gain(next)))
	}
	s[key] = sign * best
	return sign * best
}

// value returns South's final store minus North's, best play by both.
func (s solver) value(p Position) int { return lead(p) + s.gain(p) }

// TestValues checks the rules from the first ply to the last sweep: a mistake in the rules changes
// the values.
func TestValues(t *testing.T) {
	var cases struct {
		Values []struct {
			board
			Value    int
			Openings []int
		}
	}
	readCases(t, "values.json", &cases)
	solved := 0
	for _, c := range cases.Values {
		if c.Houses > 3 && c.Seeds > 1 || c.Seeds > 4 {
			continue // too large for plain minimax
		}
		solved++
		t.Run(c.String(), func(t *testing.T) {
			p, s := c.start(t), solver{}
			if got := s.value(p); got != c.Value {
				t.Errorf("value %d, not %d", got, c.Value)
			}
			if len(c.Openings) != c.Houses {
				t.Fatalf("%d openings for %d houses", len(c.Openings), c.Houses)
			}
			for i, want := range c.Openings {
				if got := s.value(play(t, p, House(i+1))); got != want {
					t.Errorf("house %d: value %d, not %d", i+1, got, want)
				}
			}
			t.Logf("%d positions", len(s))
		})
	}
	if solved < 10 {
		t.Errorf("only %d boards solved", solved)
	}
}
