package lobby

import (
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// TestDisciplines: a club offers the games that it rates; one that has a single rating, only that.
func TestDisciplines(t *testing.T) {
	all := Profile{Ratings: []Rating{{Discipline: "oware"}, {Discipline: "kalah"}, {Discipline: "a-later-game"}, {Discipline: "togyz"}}}
	set := func(names ...string) (list RatedRules) {
		for _, name := range names {
			v := need.Must(rules.ParseRuleSet(name))(t)
			list = append(list, v)
		}
		return list
	}
	for _, tt := range []struct {
		in   Entered
		want string
	}{
		{Entered{}, "kalah"},
		{Entered{RatedRules: set("oware", "kalah")}, "kalah"}, // of an earlier version
		{Entered{Me: all}, "kalah oware togyz"},
		{Entered{Me: all, RatedRules: set("togyz", "oware+pie", "mangala")}, "oware togyz"},
		{Entered{Me: all, RatedRules: set("video", "kalah(6,6)")}, "kalah"},
		{Entered{Me: all, RatedRules: set("bestemshe")}, "kalah"},
	} {
		if got := strings.Join(tt.in.Disciplines(), " "); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.in.RatedRules, got, tt.want)
		}
	}
}

// TestRatingAt: a member sits at a table with the rating in its game, and the profile begins with
// the game that they play most.
func TestRatingAt(t *testing.T) {
	oware, _ := rules.Preset("oware")
	togyz, _ := rules.Preset("togyz")
	p := Profile{Member: Member{Rating: 1500, Deviation: 60}, RatedGames: 7, Won: 3, Lost: 5, Ratings: []Rating{
		{Discipline: "kalah", Rating: 1500, Deviation: 60, Won: 1}, {Discipline: "mangala", Rating: 1500}, {Discipline: "oware", Rating: 1700, Deviation: 80, Won: 2, Lost: 5},
	}}
	if a, b := p.At(oware), p.At(togyz); a.Rating != 1700 || a.Deviation != 80 || b.Rating != 1500 {
		t.Errorf("%+v, %+v", a, b)
	}
	if list := p.Played(); len(list) != 2 || list[0].Discipline != "oware" || list[1].Discipline != "kalah" {
		t.Errorf("%+v", list)
	}
	p.Ratings = nil
	if list := p.Played(); len(list) != 1 || list[0] != (Rating{Discipline: "kalah", Rating: 1500, Deviation: 60, RatedGames: 7, Won: 3, Lost: 5}) {
		t.Errorf("of an older club: %+v", list)
	}
}
