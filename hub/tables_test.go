package main

import (
	"strings"
	"testing"
	"time"

	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
)

// TestResultsCanBeKept turns results with every ending into games of the record.
func TestResultsCanBeKept(t *testing.T) {
	now := time.Now()
	g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{3}}, Entry: lobby.GameEntry{
		ID: "tabletabletable2-1", Members: [2]lobby.Member{{ID: "bobbobbobbobbob2"}, {ID: "adaadaadaadaada2"}}, Variant: kalah, Time: terms.Time,
		Rated: true, Began: now.Add(-time.Minute), Ended: now, Plies: 1,
	}}
	for _, ending := range []match.Ending{match.Resigned, match.TimedOut, match.Abandoned, match.Desynced} {
		g.Entry.Result = match.ResultOf(ending, 2, [2]int{})
		if _, err := record.Encode(g); err != nil || !played(g) {
			t.Errorf("%v: %+v, %v", ending, g, err)
		}
	}
	for what, none := range map[string]lobby.Game{
		"players who never met": {Entry: lobby.GameEntry{Result: match.ResultOf(match.TimedOut, 1, [2]int{}), Ended: now}, Game: g.Game},
		"a game without a ply":  {Entry: lobby.GameEntry{Result: match.Result{Ending: match.Abandoned}, Began: now, Ended: now}, Game: rules.Game{Variant: kalah}},
	} {
		if played(none) {
			t.Errorf("%s is played", what)
		}
	}
}

// TestRatedGamesArePlayed: a game changes the ratings if both players have made a ply, or it was
// played to its end.
func TestRatedGamesArePlayed(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "2": false, "3": false, "3 1": false, "2 1": true, "3 1 1": true,
	} {
		var plies []rules.House
		for _, field := range strings.Fields(text) {
			plies = append(plies, rules.House(field[0]-'0'))
		}
		for _, ending := range []match.Ending{match.Resigned, match.TimedOut} {
			g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: plies}, Entry: lobby.GameEntry{Result: match.ResultOf(ending, 1, [2]int{}), Began: time.Now()}}
			if rated := bothPlayed(g); rated != want || !played(g) {
				t.Errorf("%q, %v: rated %v, want %v; played %v", text, ending, rated, want, played(g))
			}
			g.Entry.Result.Ending = match.Finished
			if !bothPlayed(g) {
				t.Errorf("%q, finished, is not rated", text)
			}
		}
	}
}
