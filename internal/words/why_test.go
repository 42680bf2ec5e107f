package words

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// Each ending has a sentence from the view of each player and of neither.
func TestWhy(t *testing.T) {
	me, they, both := [2]string{"", "Bo"}, [2]string{"Bo", ""}, [2]string{"Ann", "Bo"}
	for _, tt := range []struct {
		position string
		houses   []rules.House
		names    [2]string
		want     string
	}{
		{"kalah(2,4) <2,10,3,0,1,2,0> south", []rules.House{2}, me, "Your row is empty: Bo takes the 2 seeds that were left."},
		{"kalah(2,4) <2,10,3,0,1,2,0> south", []rules.House{2}, they, "The row of Bo is empty: you take the 2 seeds that were left."},
		{"kalah(2,4) <2,10,4,0,1,1,0> south", []rules.House{2}, both, "The row of Ann is empty: Bo takes the 1 seed that was left."},
		{"kalah(1,3) <1,0,0,3,3> south", []rules.House{1}, me, "Both rows are empty."},
		{"bowls(2,4) <2,7,6,0,1,2,0> south", []rules.House{2}, me, "Your row is empty: the 2 seeds that were left do not count."},
		{"mangala(2,4) <2,10,3,0,1,2,0> south", []rules.House{2}, me, "Your row is empty: you take the 2 seeds that were left."},
		{"mangala(2,4) <2,10,3,0,1,2,0> south", []rules.House{2}, they, "The row of Bo is empty: Bo takes the 2 seeds that were left."},
		{"oware(3,3) <3,8,8,0,0,1,1,0,0> south", []rules.House{3}, me, "You have no seeds, and Bo cannot give you any: Bo takes the 2 seeds that were left."},
		{"oware(3,3) <3,8,8,0,0,1,1,0,0> south", []rules.House{3}, they, "Bo has no seeds, and you cannot give any: you take the 2 seeds that were left."},
		{"oware(3,3) <3,8,8,0,0,1,1,0,0> south", []rules.House{3}, both, "Ann has no seeds, and Bo cannot give any: Bo takes the 2 seeds that were left."},
		{"custom(2,2,family=oware,majority=no,slam=forbid) <2,3,0,1,4,0,0> south", []rules.House{2}, me, "Bo cannot move: both take the seeds on their side."},
		{"custom(2,2,family=oware,majority=no,slam=forbid) <2,3,0,1,4,0,0> south", []rules.House{2}, they, "You cannot move: both take the seeds on their side."},
		{"video(2,4) <2,8,5,0,1,2,0> south", []rules.House{2}, me, "You have more than half of the seeds, 9 of 16."},
		{"video(2,4) <2,8,5,0,1,2,0> south", []rules.House{2}, they, "Bo has more than half of the seeds, 9 of 16."},
		{"oware(1,2)", []rules.House{1, 1, 1, 1}, me, "The position has come again: Bo takes the 4 seeds that were left."},
		{"togyz(1,2)", []rules.House{1, 1, 1, 1}, me, "The position has come again, so the game is drawn."},
	} {
		past := []rules.Position{}
		if strings.Contains(tt.position, "<") {
			past = append(past, rulestest.Position(t, tt.position))
		} else {
			past = append(past, need.Must(rules.Start(rulestest.VariantOf(t, tt.position)))(t))
		}
		got := ""
		for _, h := range tt.houses {
			before := past[len(past)-1]
			after, s, err := rules.Play(past, h)
			if err != nil {
				t.Fatal(tt.position, err)
			}
			if got = Why(before, s, after, tt.names); got != "" {
				break
			}
			past = rules.Extend(past, after)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.position, got, tt.want)
		}
	}
}

// TestEveryEndingHasItsSentence plays games of all rule sets, and of all ways in which games of
// their families can end, to their ends. Each ending has a sentence, in English and in German, that
// tells the number of seeds that a player gets; two kinds of endings do not share one.
func TestEveryEndingHasItsSentence(t *testing.T) {
	t.Cleanup(func() { _ = Use(English) })
	chance := rand.New(rand.NewPCG(42, 1))
	causes := map[string]rules.Cause{} // by sentence without names and numbers
	seen := map[rules.Cause]int{}
	for _, variant := range endings(t) {
		past := []rules.Position{need.Must(rules.Start(variant))(t)}
		for n := 0; n < 400 && !past[len(past)-1].Over(); n++ {
			before := past[len(past)-1]
			legal := slices.Collect(before.Plies())
			after, s := need.Must2(rules.Play(past, legal[chance.IntN(len(legal))]))(t)
			seen[s.End]++
			for _, names := range [][2]string{{"", "Bo"}, {"Bo", ""}, {"Bo", "Bo"}} {
				var said [2]string
				for i, code := range []string{English, "de"} {
					need.NoError(t, Use(code))
					said[i] = Why(before, s, after, names)
					if swept := s.Swept[0] + s.Swept[1]; swept > 0 && (s.Swept[0] == 0 || s.Swept[1] == 0) &&
						swept > 1 && !strings.Contains(said[i], fmt.Sprint(swept)) {
						t.Fatalf("%s: %v: %q", code, s, said[i])
					}
					cause, _, _ := strings.Cut(strings.TrimSuffix(said[i], "."), ":")
					cause = strings.Map(unnumbered, cause)
					if other, ok := causes[cause]; s.Ends() && ok && other != s.End {
						t.Fatalf("%s: %q is said of two kinds of endings", code, said[i])
					}
					causes[cause] = s.End
				}
				if (said[0] != "") != s.Ends() || s.Ends() && said[0] == said[1] {
					t.Fatalf("%v: %q", s, said)
				}
			}
			past = rules.Extend(past, after)
		}
	}
	for cause := rules.CauseEmptyRow; cause <= rules.CauseRepeated; cause++ {
		if seen[cause] < 3 {
			t.Errorf("%d games end for cause %d", seen[cause], cause)
		}
	}
}

// endings returns all rule sets, on boards of some sizes and with all values of the switches that
// concern the end.
func endings(t *testing.T) (list []rules.Variant) {
	t.Helper()
	for _, named := range rules.Presets() {
		for _, size := range [][2]int{{2, 2}, {3, 3}, {6, 4}, {9, 9}} {
			v := need.Must(named.Variant.WithSize(size[0], size[1]))(t)
			for i := range 24 {
				v.Majority = i%2 > 0
				switch v.Family {
				case rules.KalahFamily:
					v.Sweep, v.End = rules.SweepRule(i/2%4), rules.EndRule(i/8%2)
				default:
					v.Repeat, v.MustFeed = rules.RepeatRule(i/2%2), v.Family == rules.OwareFamily && i/4%2 > 0
					if v.Family == rules.OwareFamily {
						v.Slam = rules.SlamRule(i / 8)
					}
				}
				if _, err := rules.Start(v); err == nil {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// unnumbered drops digits.
func unnumbered(r rune) rune {
	if '0' <= r && r <= '9' {
		return -1
	}
	return r
}

// A lost position has advice, not a bare number.
func TestLeastLoss(t *testing.T) {
	line := []rules.House{2}
	for want, v := range map[string]match.Verdict{
		"House 2: you lose the fewest, by 7":       {Line: line, Value: -7, Exact: true},
		"House 2: you lose the fewest, by about 7": {Line: line, Value: -7},
		"House 2: it loses, as every house does":   {Line: line, Value: -1, Exact: true, Winner: true},
	} {
		if got := LeastLoss(v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
