package statistics

import (
	"fmt"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

var kalah = rules.Presets()[0].Variant

// start is when the first of some games ended.
var start = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// played returns a game that Ann began with a house, on a day, against a level.
func played(day int, kind string, first rules.House, winner rules.Side) match.Record {
	return match.Record{
		ID: fmt.Sprint("g-", day), Game: rules.Game{Variant: kalah, Plies: []rules.House{first, 2}},
		Names: [2]string{"Ann", kind}, Kinds: [2]string{match.KindPerson, kind},
		Result: match.Result{Ending: match.Resigned, Outcome: rules.Winner(winner)},
		Ended:  start.AddDate(0, 0, day),
	}
}

// newestFirst returns games as an archive does.
func newestFirst(oldestFirst ...match.Record) []match.Record {
	var list []match.Record
	for i := range oldestFirst {
		list = append(list, oldestFirst[len(oldestFirst)-1-i])
	}
	return list
}

func TestRatingRisesWithWinsAndFallsWithLosses(t *testing.T) {
	var games []match.Record
	for day := range 10 {
		games = append(games, played(day, "low", 3, rules.South))
	}
	games = append(games, played(10, "high", 3, rules.North), played(11, "high", 3, rules.North))
	s := Of(newestFirst(games...))
	if s.Games != 12 || !s.First.Equal(start) || !s.Last.Equal(start.AddDate(0, 0, 11)) {
		t.Fatalf("%d games from %v to %v", s.Games, s.First, s.Last)
	}
	if len(s.Curves) != 2 || s.Curves[0].Opponent != "low" || s.Curves[1].Kind != "high" {
		t.Fatalf("the curves are %+v", s.Curves)
	}
	low, high := s.Curves[0].Points, s.Curves[1].Points
	for i, p := range low {
		if p.Game != i || p.Lead <= 0 || i > 0 && p.Lead <= low[i-1].Lead {
			t.Errorf("after win %d the point is %+v", i+1, p)
		}
	}
	if len(high) != 2 || high[1].Game != 11 || high[0].Lead >= 0 || high[1].Lead >= high[0].Lead {
		t.Errorf("losses make %+v", high)
	}
}

func TestOpeningsAreCountedByHouse(t *testing.T) {
	swapped := played(5, "low", 4, rules.South)
	swapped.Game.Plies[1] = rules.Swap
	answered := played(6, "low", 1, rules.South) // Ann has North here
	answered.Names, answered.Kinds = [2]string{"low", "Ann"}, [2]string{"low", match.KindPerson}
	s := Of(newestFirst(
		played(0, "low", 3, rules.South), played(1, "low", 3, rules.North), played(2, "high", 6, rules.South), swapped, answered,
	))
	if s.Variant != kalah || len(s.Openings) != int(kalah.Houses) {
		t.Fatalf("%d openings of %v", len(s.Openings), s.Variant)
	}
	for _, o := range s.Openings {
		want := Opening{House: o.House}
		switch o.House {
		case 3:
			want.Won, want.Lost = 1, 1
		case 6:
			want.Won = 1
		}
		if o != want {
			t.Errorf("house %v: %+v, not %+v", o.House, o, want)
		}
	}
}

func TestGamesWithoutAResultDoNotCount(t *testing.T) {
	running := played(0, "low", 3, rules.South)
	running.Result = match.Result{}
	opened := played(1, "low", 3, rules.South)
	opened.Opened = true
	persons := played(2, "low", 3, rules.South)
	persons.Kinds = [2]string{match.KindPerson, match.KindPerson}
	odd := played(3, "low", 99, rules.South) // no house has this number
	odd.Game.Plies = odd.Game.Plies[:1]
	if s := Of([]match.Record{persons, opened, running}); s.Games != 0 || s.Curves != nil || s.Openings != nil {
		t.Errorf("%+v", s)
	}
	for _, o := range Of([]match.Record{odd}).Openings {
		if o.Played() != 0 {
			t.Errorf("house %v was played", o.House)
		}
	}
}

// BenchmarkOf is of as many games as the window asks for.
func BenchmarkOf(b *testing.B) {
	var games []match.Record
	for day := range 1000 {
		games = append(games, played(day, fmt.Sprint("level", day%7), rules.House(1+day%6), rules.Side(day%2)))
	}
	for b.Loop() {
		Of(newestFirst(games...))
	}
}

// Spellings of a name that are one to a reader are one opponent, as it was spelt last.
func TestSpellingsAreOneOpponent(t *testing.T) {
	var games []match.Record
	for day, name := range []string{"José", "Bo", "Jose\u0301", "JOSÉ", "Jose"} {
		g := played(day, match.KindRemote, 3, rules.South)
		g.Names[1] = name
		games = append(games, g)
	}
	s := Of(newestFirst(games...))
	if len(s.Curves) != 3 || s.Curves[0].Opponent != "JOSÉ" || len(s.Curves[0].Points) != 3 {
		t.Errorf("the curves are %+v", s.Curves)
	}
}
