package record

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

var day = time.Date(2026, 3, 14, 15, 9, 26, 535_000_000, time.UTC)

var variant = rulestest.VariantOf

// score returns a valid score of kalah(6,4).
func score(id string, seeds, turns int) match.Score {
	v, _ := rules.Preset("kalah")
	return match.Score{
		GameID: id, Variant: v, Name: "Ann", Opponent: "Bob", Seeds: seeds, Margin: 2*seeds - v.Total(), Turns: turns, Date: day,
	}
}

func ids(list []match.Score) string {
	var b []string
	for _, s := range list {
		b = append(b, s.GameID)
	}
	return strings.Join(b, " ")
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name   string
		change func(*match.Score)
		want   string // a part of the error; empty: valid
	}{
		{"as it is", func(*match.Score) {}, ""},
		{"no id", func(s *match.Score) { s.GameID = "" }, "game id"},
		{"long id", func(s *match.Score) { s.GameID = strings.Repeat("x", MaxGameID+1) }, "game id"},
		{"longest id", func(s *match.Score) { s.GameID = strings.Repeat("x", MaxGameID) }, ""},
		{"id with a space", func(s *match.Score) { s.GameID = "a b" }, "game id"},
		{"id with a zero byte", func(s *match.Score) { s.GameID = "a\x00" }, "game id"},
		{"no variant", func(s *match.Score) { s.Variant = rules.Variant{} }, "houses"},
		{"unknown rule", func(s *match.Score) { s.Variant.Capture = 9 }, "capture"},
		{"no name", func(s *match.Score) { s.Name = "" }, "name is needed"},
		{"bad opponent", func(s *match.Score) { s.Opponent = "a\nb" }, "U+000A"},
		{"all seeds", func(s *match.Score) { s.Seeds, s.Margin = 48, 48 }, ""},
		{"too many seeds", func(s *match.Score) { s.Seeds, s.Margin = 49, 49 }, "49 seeds"},
		{"fewer than none", func(s *match.Score) { s.Seeds, s.Margin = -1, -1 }, "-1 seeds"},
		{"loser below none", func(s *match.Score) { s.Seeds, s.Margin = 20, 21 }, "margin"},
		{"loser has the rest", func(s *match.Score) { s.Seeds, s.Margin = 20, -8 }, ""},
		{"loser has more than the rest", func(s *match.Score) { s.Seeds, s.Margin = 20, -9 }, "margin"},
		{"seeds left on the board", func(s *match.Score) { s.Seeds, s.Margin = 20, 10 }, ""},
		{"no turns", func(s *match.Score) { s.Turns = 0 }, ""},
		{"fewer than no turns", func(s *match.Score) { s.Turns = -1 }, "turns"},
		{"endless", func(s *match.Score) { s.Turns = 1 << 40 }, "turns"},
		{"no date", func(s *match.Score) { s.Date = time.Time{} }, "year 1"},
		{"far future", func(s *match.Score) { s.Date = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }, "year 10000"},
		{"the epoch", func(s *match.Score) { s.Date = time.Unix(0, 0) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := score("g", 30, 12)
			tt.change(&s)
			err := checkScore(s)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate = %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestCheckName(t *testing.T) {
	good := []string{
		"A", "Ann", "Zoë", "  spaced  ", "李小龍", "Robert'); DROP TABLE scores;--", "👩\u200d🚀", "משה", `\x00 "quoted" %s`,
		strings.Repeat("é", MaxName), "\ufffd",
	}
	for _, name := range good {
		if err := CheckName(name); err != nil {
			t.Errorf("CheckName(%q) = %v", name, err)
		}
	}
	bad := []string{
		"", "   ", "\u3000", "a\tb", "a\nb", "a\x00b", "a\x7f", "a\u0085b", "a\u2028b", "\u202eevil", "a\u2066b", "\xff\xfe", "a\xc3",
		strings.Repeat("x", MaxName+1), "\ufeffAnn", "a\ue000",
	}
	for _, name := range bad {
		if err := CheckName(name); err == nil {
			t.Errorf("CheckName(%q) accepts it", name)
		}
	}
}

// Every game that the rules can play ends in a score that can be kept, on every board and by every
// preset.
func TestEveryGameFits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, preset := range rules.Presets() {
		for houses := 1; houses <= rules.MaxHouses; houses++ {
			for range 12 {
				v := need.Must(preset.WithSize(houses, 1+random.IntN(rules.MaxSeeds)))(t)
				v.Pie = random.IntN(2) == 0
				checkRandomGame(t, v, random)
			}
		}
	}
}

func checkRandomGame(t *testing.T, v rules.Variant, random *rand.Rand) {
	t.Helper()
	p := need.Must(rules.Start(v))(t)
	turns, last := [2]int{}, rules.Side(9)
	for past := rules.Extend(nil, p); !p.Over(); past = rules.Extend(past, p) {
		plies := slices.Collect(p.Plies())
		if p.ToMove() != last {
			last = p.ToMove()
			turns[last]++
		}
		p, _ = need.Must2(rules.Play(past, plies[random.IntN(len(plies))]))(t)
	}
	for _, side := range []rules.Side{rules.South, rules.North} {
		seeds, other := p.Store(side), p.Store(side.Opponent())
		s := match.Score{GameID: "g", Variant: v, Name: "Ann", Opponent: "Bob", Seeds: seeds, Margin: seeds - other, Turns: turns[side], Date: day}
		if err := checkScore(s); err != nil {
			t.Fatalf("%v: %+v: %v", p, s, err)
		}
	}
}

func TestSortVariants(t *testing.T) {
	want := []string{
		"kalah(4,4)", "kalah(6,3)", "kalah(6,4)", "kalah(6,4)+pie", "kalah(10,1)", "empty-capture(6,4)", "bowls(2,2)",
	}
	var list []rules.Variant
	for _, text := range want {
		list = append(list, variant(t, text))
	}
	custom := list[0]
	custom.ExtraTurn = false
	list = append(list, custom)
	want = append(want, custom.String())
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	sortVariants(list)
	for i, v := range list {
		if v.String() != want[i] {
			t.Errorf("at %d stands %v, want %s", i, v, want[i])
		}
	}
}
