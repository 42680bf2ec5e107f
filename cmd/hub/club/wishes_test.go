package club

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
)

var (
	epoch    = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	kalah, _ = rules.Preset("kalah")
	blitz    = lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}, Rated: true}
	slow     = lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: time.Hour}, Rated: true}
)

// id returns the id of a member whose name is a short word.
func id(name string) string { return (name + "aaaaaaaaaaaaaaaa")[:16] }

func wish(name string, rating int, waited time.Duration, s lobby.Settings) Wish {
	return Wish{Member: lobby.Member{ID: id(name), Name: name, Rating: rating, Deviation: 60}, Settings: s, Since: epoch.Add(-waited)}
}

func TestPairs(t *testing.T) {
	const s = time.Second
	anti := wish("anti", 1500, 0, blitz)
	anti.Blocked = []string{id("bob")}
	for _, test := range []struct {
		what   string
		wishes []Wish
		want   string
	}{
		{"none", nil, ""},
		{"alone", []Wish{wish("ada", 1500, 0, blitz)}, ""},
		{"two", []Wish{wish("ada", 1500, 0, blitz), wish("bob", 1600, 0, blitz)}, "ada-bob"},
		{"too far apart yet", []Wish{wish("ada", 1500, 0, blitz), wish("bob", 1700, 0, blitz)}, ""},
		{"only one has waited", []Wish{wish("ada", 1500, 30*s, blitz), wish("bob", 1700, 0, blitz)}, ""},
		{"both have waited", []Wish{wish("ada", 1500, 5*s, blitz), wish("bob", 1700, 5*s, blitz)}, "ada-bob"},
		{"a minute", []Wish{wish("ada", 1000, 60*s, blitz), wish("bob", 2500, 60*s, blitz)}, "ada-bob"},
		{"other clocks", []Wish{wish("ada", 1500, 60*s, blitz), wish("bob", 1500, 60*s, slow)}, ""},
		{"the nearest", []Wish{wish("ada", 1500, 5*s, blitz), wish("bob", 1550, 0, blitz), wish("cyd", 1510, 0, blitz)}, "ada-cyd"},
		{"longest first", []Wish{wish("bob", 1550, 2*s, blitz), wish("cyd", 1510, s, blitz), wish("ada", 1500, 5*s, blitz)}, "ada-cyd"},
		{"blocked", []Wish{anti, wish("bob", 1500, 0, blitz)}, ""},
		{"blocked the other way", []Wish{wish("bob", 1500, s, blitz), anti, wish("cyd", 1600, 0, blitz)}, "bob-cyd"},
		{"two pairs", []Wish{
			wish("ada", 1500, 3*s, blitz), wish("bob", 1500, 3*s, slow), wish("cyd", 1500, 2*s, slow), wish("dan", 1500, s, blitz),
		}, "ada-dan bob-cyd"},
	} {
		got := ""
		for _, p := range Pairs(test.wishes, epoch) {
			got += fmt.Sprintf(" %s-%s", p[0].Member.Name, p[1].Member.Name)
		}
		if got != "" && got[1:] != test.want || got == "" && test.want != "" {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}

// TestPairsHoldTheirPromises matches wishes at random: no one is matched twice, matched members
// agree, and no two of the others could be matched.
func TestPairsHoldTheirPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var wishes []Wish
		for i := range rapid.IntRange(0, 12).Draw(t, "n") {
			w := wish(string(rune('a'+i)), rapid.IntRange(1000, 2000).Draw(t, "rating"),
				time.Duration(rapid.IntRange(0, 70).Draw(t, "waited"))*time.Second, rapid.SampledFrom([]lobby.Settings{blitz, slow}).Draw(t, "settings"))
			if rapid.Bool().Draw(t, "blocks") {
				w.Blocked = []string{id(string(rune('a' + rapid.IntRange(0, 11).Draw(t, "whom"))))}
			}
			wishes = append(wishes, w)
		}
		near := func(a, b Wish) bool {
			return a.agrees(b) && b.agrees(a) && apart(a.Member, b.Member) <= a.window(epoch) && apart(a.Member, b.Member) <= b.window(epoch)
		}
		left := slices.Clone(wishes)
		for _, p := range Pairs(wishes, epoch) {
			if !near(p[0], p[1]) {
				t.Fatalf("%+v", p)
			}
			for _, w := range p {
				i := slices.IndexFunc(left, func(o Wish) bool { return o.Member.ID == w.Member.ID })
				if i < 0 {
					t.Fatalf("%s is matched twice", w.Member.Name)
				}
				left = slices.Delete(left, i, i+1)
			}
		}
		for i, a := range left {
			for _, b := range left[:i] {
				if near(a, b) {
					t.Fatalf("%s and %s are left", a.Member.Name, b.Member.Name)
				}
			}
		}
	})
}

func TestWishFindsTables(t *testing.T) {
	table := func(name string, rating int, s lobby.Settings) lobby.Table {
		return lobby.Table{ID: id("t" + name), Settings: s, Members: []lobby.Member{{ID: id(name), Name: name, Rating: rating}}}
	}
	picky := blitz
	picky.MinRating = 1600
	busy := table("dan", 1500, blitz)
	busy.Members = append(busy.Members, lobby.Member{ID: id("gus"), Name: "gus", Rating: 1500})
	tables := []lobby.Table{
		table("bob", 1580, blitz), table("cyd", 1450, blitz), table("eve", 1500, picky), table("flo", 1500, slow), busy, table("ada", 1500, blitz),
	}
	w := wish("ada", 1500, 0, blitz)
	names := func() (all []string) {
		for _, fit := range w.Tables(tables, epoch) {
			all = append(all, fit.Members[0].Name)
		}
		return all
	}
	if got := names(); !slices.Equal(got, []string{"cyd", "bob"}) {
		t.Errorf("the tables of %q", got)
	}
	w.Blocked = []string{id("cyd")}
	if got := names(); !slices.Equal(got, []string{"bob"}) {
		t.Errorf("the tables of %q", got)
	}
	w.Blocked = append(w.Blocked, id("bob"))
	if got := names(); got != nil {
		t.Errorf("the tables of %q", got)
	}
}

// BenchmarkPairs matches a thousand who wait.
func BenchmarkPairs(b *testing.B) {
	var wishes []Wish
	for i := range 1000 {
		s := lobby.Settings{Variant: kalah, Time: blitz.Time, Rated: i%2 == 0}
		wishes = append(wishes, Wish{
			Member:   lobby.Member{ID: id(fmt.Sprintf("m%d", i)), Rating: 1000 + i, Deviation: 60},
			Settings: s, Since: epoch.Add(-time.Duration(i) * time.Millisecond),
		})
	}
	for b.Loop() {
		Pairs(wishes, epoch)
	}
}
