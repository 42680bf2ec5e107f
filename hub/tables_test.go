package main

import (
	"strings"
	"testing"
	"time"

	"mancala/hub/record"
	"mancala/hub/tables"
	"mancala/match"
	"mancala/rules"
)

// TestResultsCanBeKept turns results with every ending into games of the record.
func TestResultsCanBeKept(t *testing.T) {
	setup := tables.Setup{ID: "tabletabletable2", Variant: kalah, Time: terms.Time, Rated: true}
	setup.Players[0].ID, setup.Players[1].ID = "adaadaadaadaada2", "bobbobbobbobbob2"
	now := time.Now()
	result := tables.Result{
		ID: "tabletabletable2-1", Setup: setup, Number: 1, South: 1, Game: rules.Game{Variant: kalah, Plies: []rules.House{3}},
		Winner: 0, Began: now.Add(-time.Minute), Ended: now,
	}
	for _, ending := range []match.Ending{match.Resigned, match.TimedOut, match.Abandoned, match.Desynced} {
		result.Ending = ending
		g, played := gameOf(result)
		if _, err := record.Encode(g); err != nil || !played {
			t.Errorf("%v: %+v, %v", ending, g, err)
		}
		if g.Players[0] != "bobbobbobbobbob2" || g.Winner != 2 {
			t.Errorf("south is %s, and %d has won", g.Players[0], g.Winner)
		}
	}
	result.Winner = -1
	if g, _ := gameOf(result); g.Winner != 0 {
		t.Errorf("no one has won, and %d has", g.Winner)
	}
	for what, none := range map[string]tables.Result{
		"players who never met": {ID: result.ID, Setup: setup, Ending: match.TimedOut, Game: result.Game, Ended: now},
		"a game without a ply":  {ID: result.ID, Setup: setup, Ending: match.Abandoned, Game: rules.Game{Variant: kalah}, Began: now, Ended: now},
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
				ID: "tabletabletable2-1", Setup: tables.Setup{Rated: true}, Game: rules.Game{Variant: kalah, Plies: plies},
				Ending: ending, Winner: 1, Began: now, Ended: now,
			}
			if g, played := gameOf(r); g.Rated != want || !played {
				t.Errorf("%q, %v: rated %v, want %v; played %v", text, ending, g.Rated, want, played)
			}
			r.Ending = match.Finished
			if g, _ := gameOf(r); !g.Rated {
				t.Errorf("%q, finished, is not rated", text)
			}
		}
	}
}
