package match_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// TestNewestLeft chooses between a local game and series, some of which have ended.
func TestNewestLeft(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 24, 12, minute, 0, 0, time.UTC) }
	game := func(text string) rules.Game {
		return need.Must(rules.ParseGame(text))(t)
	}
	mark := func(series, text string) match.Bookmark {
		return match.Bookmark{Series: series, Number: 1, Game: game(text), State: []byte{1}}
	}
	here := match.Record{ID: "here-1", Game: game("kalah(6,4) 3"), Ended: at(5)}
	over := mark("over", "kalah(1,1) 1") // as after a crash on the end card
	ended := mark("ended", "kalah(6,4) 3")
	told := match.Bookmark{Series: "told", Number: 1, Game: game("kalah(6,4) 3")}
	broken := mark("broken", "kalah(6,4) 3")
	broken.Game.Plies = []rules.House{9}
	archive := map[string]match.Record{
		"old-1": {Ended: at(4)}, "new-1": {Ended: at(6)}, "ended-1": {Ended: at(7), Result: match.Result{Ending: match.Abandoned}},
	}
	for _, test := range []struct {
		name  string
		local *match.Record
		marks []match.Bookmark
		want  string
	}{
		{"nothing", nil, nil, ""},
		{"only series that do not go on", nil, []match.Bookmark{over, ended, told, broken}, ""},
		{"a series behind them", nil, []match.Bookmark{over, ended, told, broken, mark("old", "kalah(6,4) 3")}, "old"},
		{"a newer series", &here, []match.Bookmark{mark("new", "kalah(6,4) 3")}, "new"},
		{"two series, the second newer", nil, []match.Bookmark{mark("old", "kalah(6,4) 3"), mark("new", "kalah(6,4) 3")}, "new"},
		{"a newer series behind one without a ply", &here, []match.Bookmark{mark("fresh", "kalah(6,4)"), mark("new", "kalah(6,4) 3")}, "new"},
		{"an older series", &here, []match.Bookmark{mark("old", "kalah(6,4) 3")}, "here-1"},
		{"a series without a ply", &here, []match.Bookmark{mark("fresh", "kalah(6,4)")}, "here-1"},
		{"only a series without a ply", nil, []match.Bookmark{mark("fresh", "kalah(6,4)")}, "fresh"},
		{"a game here and series that do not go on", &here, []match.Bookmark{ended, over}, "here-1"},
		{"a game here that is over", &match.Record{ID: "here-2", Game: game("kalah(1,1) 1")}, nil, ""},
	} {
		left := match.NewestLeft(test.local, test.marks, func(id string) (match.Record, bool) {
			r, found := archive[id]
			return r, found
		})
		got := ""
		if left != nil {
			if got = left.Record.ID; left.Bookmark != nil {
				got = left.Bookmark.Series
			}
		}
		if got != test.want {
			t.Errorf("%s: %q goes on, want %q", test.name, got, test.want)
		}
	}
}
