package club

import (
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

// TestGamesThatCannotBe: a game that cannot have been played is left out.
func TestGamesThatCannotBe(t *testing.T) {
	for name, spoil := range map[string]func(*lobby.Game){
		"no id":            func(g *lobby.Game) { g.Entry.ID = "" },
		"an odd id":        func(g *lobby.Game) { g.Entry.ID = "a b-1" },
		"one player twice": func(g *lobby.Game) { g.Entry.Members[1].ID = g.Entry.Members[0].ID },
		"no player":        func(g *lobby.Game) { g.Entry.Members[1].ID = "" },
		"an illegal ply":   func(g *lobby.Game) { g.Game.Plies[0] = 99 },
		"one that goes on": func(g *lobby.Game) { g.Entry.Result.Ending = match.Running },
		"too few plies":    func(g *lobby.Game) { g.Game.Plies = g.Game.Plies[:5] },
		"the wrong winner": func(g *lobby.Game) {
			g.Entry.Result = match.ResultOf(match.Finished, (g.Entry.Result.WinnerNumber()+1)%3, [2]int{})
		},
		"no clock":           func(g *lobby.Game) { g.Entry.Time.Base = 0 },
		"ended before":       func(g *lobby.Game) { g.Entry.Ended = g.Entry.Began.Add(-time.Second) },
		"no time":            func(g *lobby.Game) { g.Entry.Began = time.Time{} },
		"resigned when over": func(g *lobby.Game) { g.Entry.Result.Ending = match.Resigned },
	} {
		g := played(t)
		spoil(&g)
		if _, err := check(g); err == nil {
			t.Errorf("%s is counted", name)
		}
	}
	if stores, err := check(played(t)); err != nil || stores[0]+stores[1] != 48 {
		t.Errorf("a whole game: %v, %v", stores, err)
	}
}

// played returns a game that was played to its end, always by the first ply that is legal.
func played(t *testing.T) lobby.Game {
	t.Helper()
	g := game("tabletabletable2-1", Member{}, Member{})
	g.Entry.Members[0].ID, g.Entry.Members[1].ID = "adaadaadaadaada2", "bobbobbobbobbob2"
	g.Game.Plies = nil
	for {
		p := need.Must(g.Game.Replay())(t)
		if p.Over() {
			g.Entry.Result = match.Result{Ending: match.Finished, Outcome: p.Outcome()}
			return g
		}
		for h := range p.Plies() {
			g.Game.Plies = append(g.Game.Plies, h)
			break
		}
	}
}

// TestResultsCanBeKept turns results with every ending into games of the record.
func TestResultsCanBeKept(t *testing.T) {
	n := nodes(t, 1)[0]
	now := time.Now()
	g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{3}}, Entry: lobby.GameEntry{
		ID: "tabletabletable2-1", Members: [2]lobby.Member{{ID: "bobbobbobbobbob2"}, {ID: "adaadaadaadaada2"}}, Variant: kalah, Time: blitz.Time,
		Rated: true, Began: now.Add(-time.Minute), Ended: now, Plies: 1,
	}}
	for _, ending := range []match.Ending{match.Resigned, match.TimedOut, match.Abandoned, match.Desynced} {
		g.Entry.Result = match.ResultOf(ending, 2, [2]int{})
		if kept := n.counts(&g); kept == nil {
			t.Errorf("%v: %+v does not count", ending, g)
		}
	}
	for what, none := range map[string]lobby.Game{
		"players who never met": {Entry: lobby.GameEntry{Result: match.ResultOf(match.TimedOut, 1, [2]int{}), Ended: now}, Game: g.Game},
		"a game without a ply":  {Entry: lobby.GameEntry{Result: match.Result{Ending: match.Abandoned}, Began: now, Ended: now}, Game: rules.Game{Variant: kalah}},
	} {
		if n.counts(&none) != nil {
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
			if rated := bothPlayed(g); rated != want {
				t.Errorf("%q, %v: rated %v, want %v", text, ending, rated, want)
			}
			g.Entry.Result.Ending = match.Finished
			if !bothPlayed(g) {
				t.Errorf("%q, finished, is not rated", text)
			}
		}
	}
}
