package lobby

import (
	"strings"
	"testing"

	wire "mancala/proto/mancala/v1"

	"mancala/match/lobby"
)

// TestHostileRatings: from a club's ratings, only possible ones are taken, and a text that is no
// name of a game is not shown.
func TestHostileRatings(t *testing.T) {
	list := []*wire.ClubRating{
		{Discipline: "oware", Rating: 1 << 31, Deviation: 1 << 30, RatedGames: 1 << 31, Won: 5},
		{Discipline: "oware", Rating: 3},
		{Rating: 1500, Deviation: 90},
		{Discipline: "kalah", Rating: 7},
		nil,
		{Discipline: "\x1b[31m"},
		{Discipline: strings.Repeat("a", 33)},
		{Discipline: "a-later-game", Rating: 1600},
	}
	want := []lobby.Rating{
		{Discipline: "oware", Rating: lobby.MaxRating, Deviation: lobby.MaxRating, RatedGames: maxCount, Won: 5},
		{Discipline: "kalah", Rating: 1500, Deviation: 90},
		{Discipline: "a-later-game", Rating: 1600},
	}
	got := ratingsFromWire(list)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	many := make([]*wire.ClubRating, 10_000)
	for i := range many {
		many[i] = &wire.ClubRating{Discipline: strings.Repeat("a", i%30) + strings.Repeat("b", i/30%3)}
	}
	if got := ratingsFromWire(many); len(got) > maxRatings {
		t.Errorf("%d ratings of one member", len(got))
	}
	r := ratedToWire(lobby.Rated{Game: entry.ID, Discipline: "Oware!", Me: profile})
	if _, err := RatedFromWire(r); err == nil {
		t.Error("a rating changes in a game without a name")
	}
	if c, err := standingsOfFromWire(&wire.ClubStandingsOf{Skip: 1 << 31, Limit: 1 << 31}); err != nil || c != lobby.Call(lobby.StandingsOf{Skip: maxSkip, Limit: lobby.MostGames, Discipline: "kalah"}) {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := standingsOfFromWire(&wire.ClubStandingsOf{Discipline: "../x"}); err == nil {
		t.Error("there are standings of a game without a name")
	}
}
