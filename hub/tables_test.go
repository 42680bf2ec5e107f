package main

import (
	"strings"
	"testing"
	"time"

	"mancala/hub/record"
	"mancala/hub/tables"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
)

// TestResultsCanBeKept turns results with every ending into games of the record.
func TestResultsCanBeKept(t *testing.T) {
	setup := lobby.Setup{ID: "tabletabletable2", Variant: kalah, Time: terms.Time, Rated: true}
	setup.Players[0].ID, setup.Players[1].ID = "adaadaadaadaada2", "bobbobbobbobbob2"
	now := time.Now()
	result := tables.Result{
		ID: "tabletabletable2-1", Setup: setup, Number: 1, South: 1, Game: rules.Game{Variant: kalah, Plies: []rules.House{3}},
		Began: now.Add(-time.Minute), Ended: now,
	}
	for _, ending := range []match.Ending{match.Resigned, match.TimedOut, match.Abandoned, match.Desynced} {
		result.Result = match.ResultOf(ending, 2, [2]int{})
		g, played := gameOf(result)
		if _, err := record.Encode(g); err != nil || !played {
			t.Errorf("%v: %+v, %v", ending, g, err)
		}
		if g.Entry.Members[0].ID != "bobbobbobbobbob2" || g.Entry.Result != result.Result {
			t.Errorf("south is %s, and it ended as %v", g.Entry.Members[0].ID, g.Entry.Result)
		}
	}
	for what, none := range map[string]tables.Result{
		"players who never met": {ID: result.ID, Setup: setup, Result: match.ResultOf(match.TimedOut, 1, [2]int{}), Game: result.Game, Ended: now},
		"a game without a ply":  {ID: result.ID, Setup: setup, Result: match.Result{Ending: match.Abandoned}, Game: rules.Game{Variant: kalah}, Began: now, Ended: now},
	} {
		if g, played := gameOf(none); played {
			t.Errorf("%s: %+v", what, g)
		}
	}
}

// TestRatedGamesArePlayed: a game changes the ratings once both have made a ply, or at its end.
func TestRatedGamesArePlayed(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "2": false, "3": false, "3 1": false, "2 1": true, "3 1 1": true,
	} {
		var plies []rules.House
		for _, field := range strings.Fields(text) {
			plies = append(plies, rules.House(field[0]-'0'))
		}
		for _, ending := range []match.Ending{match.Resigned, match.TimedOut} {
			now := time.Now()
			r := tables.Result{
				ID: "tabletabletable2-1", Setup: lobby.Setup{Rated: true}, Game: rules.Game{Variant: kalah, Plies: plies},
				Result: match.ResultOf(ending, 1, [2]int{}), Began: now, Ended: now,
			}
			if g, played := gameOf(r); g.Entry.Rated != want || !played {
				t.Errorf("%q, %v: rated %v, want %v; played %v", text, ending, g.Entry.Rated, want, played)
			}
			r.Result.Ending = match.Finished
			if g, _ := gameOf(r); !g.Entry.Rated {
				t.Errorf("%q, finished, is not rated", text)
			}
		}
	}
}
