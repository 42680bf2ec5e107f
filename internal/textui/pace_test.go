package textui

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

// TestPace follows two computers, one of which thinks: fast without a watcher, and otherwise a ply
// every two seconds. Enter and skip shorten the wait.
func TestPace(t *testing.T) {
	const goFaster = "0s Press Enter for the next move, or type skip to see the end.\n"
	end := func(at string) string {
		return at + "Player 2 wins!\n" + at + "Player 1: 1\n" + at + "Player 2: 3\n"
	}
	for _, c := range []struct {
		name   string
		pace   time.Duration
		takes  time.Duration
		script []timed
		want   string
	}{
		{"no pace", 0, 0, nil, "0s Player 1 selects bowl 1.\n0s Player 2 selects bowl 4.\n0s Player 1 selects bowl 2.\n" + end("0s ")},
		{"untouched", 2 * time.Second, 0, nil, goFaster + "2s Player 1 selects bowl 1.\n4s Player 2 selects bowl 4.\n6s Player 1 selects bowl 2.\n" + end("6s ")},
		{"thought is part of the pace", 2 * time.Second, time.Second, nil, goFaster + "2s Player 1 selects bowl 1.\n4s Player 2 selects bowl 4.\n" +
			"6s Player 1 selects bowl 2.\n" + end("6s ")},
		{"Enter", 5 * time.Second, 0, []timed{{time.Second, "\n"}, {2 * time.Second, "\n"}}, goFaster +
			"1s Player 1 selects bowl 1.\n2s Player 2 selects bowl 4.\n7s Player 1 selects bowl 2.\n" + end("7s ")},
		{"Enter hurries", 2 * time.Second, time.Hour, []timed{{3 * time.Second, "\n"}, {4 * time.Second, "quit\n"}}, goFaster +
			"3s Player 1 selects bowl 1.\n4s " + leftLine + "\n"},
		{"skip", 2 * time.Second, 0, []timed{{3 * time.Second, "skip\n"}}, goFaster + "2s Player 1 selects bowl 1.\n" +
			"3s Player 2 selects bowl 4.\n3s Player 1 selects bowl 2.\n" + end("3s ")},
		{"undo", 2 * time.Second, 0, []timed{{3 * time.Second, "undo\n"}, {4 * time.Second, "1\n"}, {6 * time.Second, "skip\n"}}, goFaster +
			"2s Player 1 selects bowl 1.\n4s That word does not work here. Type help to see what you can type.\n5s Player 1 selects bowl 1.\n" +
			"6s Player 2 selects bowl 4.\n6s Player 1 selects bowl 2.\n" + end("6s ")},
		{"Ctrl+D", 2 * time.Second, 0, []timed{{3 * time.Second, ""}}, goFaster + "2s Player 1 selects bowl 1.\n3s " + leftLine + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				player := hasty{newPonderer(c.takes)}
				sc := localScene(t, variant(t, "kalah(2,1)"), "", [2]match.Seat{player, player})
				got, err := playScene(t.Context(), t, sc, Config{NoBoard: true, Interactive: true, Pace: c.pace}, c.script...)
				if err != nil || got != c.want {
					t.Errorf("got %v and\n%s\nwant\n%s", err, got, c.want)
				}
			})
		})
	}
}

// TestNothingToSkip checks that a person's own game has no pace.
func TestNothingToSkip(t *testing.T) {
	who := newTypist("skip", "help", "quit")
	sc := localScene(t, variant(t, "kalah(2,1)"), "", [2]match.Seat{nil, byLow{}})
	need.NoError(t, play(t, sc, who, Config{NoBoard: true, Interactive: true, Pace: time.Hour}))
	if got := who.echo.String(); !strings.Contains(got, "\nThere is nothing to skip.\n") || strings.Contains(got, "Press Enter") || strings.Contains(got, "\n  skip") {
		t.Errorf("the transcript is\n%s", got)
	}
}
