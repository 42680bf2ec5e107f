package lobby

import (
	"strings"
	"testing"
)

// TestHostileRatings: from a club's ratings, only possible ones are taken, and a text that is no
// name of a game is not shown.
func TestHostileRatings(t *testing.T) {
	want := []Rating{
		{Discipline: "oware", Rating: MaxRating, Deviation: MaxRating, RatedGames: maxCount, Won: 5},
		{Discipline: "kalah", Rating: 1500, Deviation: 90},
		{Discipline: "a-later-game", Rating: 1600},
	}
	got := checkRatings([]Rating{
		{Discipline: "oware", Rating: 1 << 31, Deviation: 1 << 30, RatedGames: 1 << 40, Won: 5, Lost: -1},
		{Discipline: "oware", Rating: 3},
		{Rating: 1500, Deviation: 90},
		{Discipline: "kalah", Rating: 7},
		{},
		{Discipline: "\x1b[31m"},
		{Discipline: strings.Repeat("a", 33)},
		{Discipline: "a-later-game", Rating: 1600},
	})
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	many := make([]Rating, 10_000)
	for i := range many {
		many[i].Discipline = strings.Repeat("a", i%30) + strings.Repeat("b", i/30%3)
	}
	if got := checkRatings(many); len(got) > maxRatings {
		t.Errorf("%d ratings of one member", len(got))
	}
	if c := (StandingsOf{Skip: 1 << 31, Limit: 1 << 31}); c.Check() != nil || c != (StandingsOf{Skip: maxSkip, Limit: MostGames, Discipline: "kalah"}) {
		t.Errorf("%+v", c)
	}
	if c := (StandingsOf{Discipline: "../x"}); c.Check() == nil {
		t.Error("there are standings of a game without a name")
	}
}
