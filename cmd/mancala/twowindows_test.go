package main

import (
	"context"
	"testing"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/netplay/faults"
	"mancala/rules"
	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// script is a whole game of Kalah(3,2) that South wins 8-4, also a test case of package rules.
var script = []int{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// TestTwoWindows plays between two real windows only by clicks: a whole scripted game, a top score,
// a rematch with the other player first, another top score, and the exit. It reads the logs and the
// databases.
func TestTwoWindows(t *testing.T) {
	t.Parallel()
	drive.Need(t)
	program := buildProgram(t)
	display := need.XServer(t, "1700x760x24")
	ann := drive.Open(t, program, display, "Ann", 0, t.TempDir(), "--serve", "127.0.0.1:0", "--first", "host", "--houses", "3", "--seeds", "2")
	ann.Wait("listening", func() bool { return len(ann.Find("listening")) > 0 })
	bo := drive.Open(t, program, display, "Bo", 850, t.TempDir(), "--join", ann.Find("listening")[0].Addr)
	ann.On("game")
	bo.On("game")
	if got := ann.Find("connected")[0].Peer; got != "Bo" {
		t.Errorf("the host is connected with %q", got)
	}

	playScript(t, ann, bo, 0)
	ann.Click("Save")
	ann.Click("Play again")
	ann.Wait("the wish to reach Bo", func() bool { return ann.Shows("Withdraw") })
	bo.Click("Play again")
	bo.On("game")
	ann.On("game")
	playScript(t, bo, ann, len(script))
	bo.Click("Save")
	bo.Click("Main menu")
	ann.Wait("the goodbye", func() bool { return len(ann.Find("disconnected")) == 1 })
	bo.On("main menu")
	bo.Click("Exit")
	if code := bo.Exited(); code != 0 {
		t.Errorf("Bo's program ended with exit code %d", code)
	}
	ann.Click("Wait for another guest")
	ann.On("host")
	ann.Wait("listening again", func() bool { return len(ann.Find("listening")) == 2 })
	ann.Click("Cancel")
	ann.Click("Back")
	ann.Click("Exit")
	if code := ann.Exited(); code != 0 {
		t.Errorf("Ann's program ended with exit code %d", code)
	}
	for _, w := range []*drive.Window{ann, bo} {
		checkScores(t, w, []string{"Ann against Bo", "Bo against Ann"})
	}
}

// TestAKilledProgramComesBack cuts the line in the middle of a game, kills the guest's program,
// then the host's, and starts each again as before: the game resumes where it was and ends, and
// both archives hold it as one.
func TestAKilledProgramComesBack(t *testing.T) {
	t.Parallel()
	drive.Need(t)
	program := buildProgram(t)
	display := need.XServer(t, "1700x760x24")
	serve := func(addr string) []string {
		return []string{"--serve", addr, "--first", "host", "--houses", "3", "--seeds", "2"}
	}
	// A port that no outgoing connection uses while the program is dead, and after that any port.
	ann := drive.Open(t, program, display, "Ann", 0, t.TempDir(), serve(need.Addresses(t, 1)[0])...)
	ann.Wait("listening", func() bool { return len(ann.Find("listening")) > 0 })
	line := need.Must(faults.Start(ann.Find("listening")[0].Addr, faults.Config{}))(t)
	defer line.Close()
	join := []string{"--join", line.Addr()}
	bo := drive.Open(t, program, display, "Bo", 850, t.TempDir(), join...)
	ann.On("game")
	bo.On("game")
	goesOn := func(w *drive.Window) {
		t.Helper()
		w.On("game")
		w.Wait("the game to go on", func() bool { return !w.Shows("Options") })
	}
	const cut, first, second = 3, 5, 11
	playPlies(t, ann, bo, script[:cut], 0)
	line.Cut()
	for _, w := range []*drive.Window{ann, bo} {
		w.Wait("the line to come back", func() bool { return len(w.Find("paused")) == 1 && len(w.Find("resumed")) == 1 })
	}
	playPlies(t, ann, bo, script[:first], cut)
	bo.Kill()
	ann.Wait("the pause", func() bool { return ann.Shows("Options") })
	bo = drive.Open(t, program, display, "Bo", 850, bo.Dir, join...)
	goesOn(ann)
	goesOn(bo)
	playPlies(t, ann, bo, script[:second], first)
	ann.Kill()
	bo.Wait("the pause", func() bool { return bo.Shows("Options") })
	ann = drive.Open(t, program, display, "Ann", 0, ann.Dir, serve("127.0.0.1:0")...)
	goesOn(bo)
	goesOn(ann)
	playPlies(t, ann, bo, script, second)
	for _, w := range []*drive.Window{ann, bo} {
		w.On("end of game")
	}
	ann.Click("Save")
	bo.Click("Main menu")
	bo.On("main menu")
	bo.Click("Exit")
	if code := bo.Exited(); code != 0 {
		t.Errorf("Bo's program ended with exit code %d", code)
	}
	ann.Click("Main menu")
	ann.Click("Exit")
	if code := ann.Exited(); code != 0 {
		t.Errorf("Ann's program ended with exit code %d", code)
	}
	var games []match.Record
	for _, w := range []*drive.Window{ann, bo} {
		games = append(games, onlyGame(t, w))
		checkScores(t, w, []string{"Ann against Bo"})
	}
	if a, b := games[0], games[1]; a.ID != b.ID || a.Game.String() != b.Game.String() || a.Names != b.Names || a.Result != b.Result {
		t.Errorf("the archives differ:\n%+v\n%+v", a, b)
	}
}

// onlyGame returns the one game of a window's archive.
func onlyGame(t *testing.T, w *drive.Window) match.Record {
	t.Helper()
	ledger := record.Open(context.Background(), record.Config{Dir: w.Dir})
	defer ledger.Close()
	games, total, err := ledger.Games(context.Background(), match.GameQuery{})
	if err != nil || total != 1 {
		t.Fatalf("%s keeps %d games: %v", w.Name, total, err)
	}
	return games[0]
}

// playPlies plays the plies of a script from one on, between first, who moves first, and second.
func playPlies(t *testing.T, first, second *drive.Window, plies []int, from int) {
	t.Helper()
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(3, 2)
	p, err := rules.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	for i, house := range plies {
		mover := first
		if p.ToMove() == rules.North {
			mover = second
		}
		if p, _, err = p.Sow(rules.House(house)); err != nil {
			t.Fatal(err)
		}
		if i < from {
			continue
		}
		mover.Sow(house)
		for _, w := range []*drive.Window{first, second} {
			w.Wait("the ply", func() bool {
				list := w.Find("ply")
				return len(list) > 0 && list[len(list)-1].N == i+1 && list[len(list)-1].Position == p.Notation()
			})
		}
	}
}

// playScript plays the script between first, who moves first, and second, who are done plies into
// their logs.
func playScript(t *testing.T, first, second *drive.Window, done int) {
	t.Helper()
	playPlies(t, first, second, script, 0)
	for _, w := range []*drive.Window{first, second} {
		w.Wait("the end", func() bool { return len(w.Find("game over")) == (done/len(script))+1 })
		if got := w.Find("game over")[done/len(script)].Result; got != "south wins 8-4" {
			t.Errorf("%s logged the result %q", w.Name, got)
		}
	}
}

// checkScores reads a window's table of top scores from its database.
func checkScores(t *testing.T, w *drive.Window, want []string) {
	t.Helper()
	ledger := record.Open(context.Background(), record.Config{Dir: w.Dir})
	defer ledger.Close()
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(3, 2)
	rows := need.Must(ledger.Top(context.Background(), v, record.Best))(t)
	var got []string
	for _, r := range rows {
		if r.Seeds != 8 || r.Margin != 4 || r.GameID == "" {
			t.Errorf("%s keeps %+v", w.Name, r)
		}
		got = append(got, r.Name+" against "+r.Opponent)
	}
	if len(got) != len(want) {
		t.Fatalf("%s keeps %v, want %v", w.Name, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: place %d is %s, want %s", w.Name, i+1, got[i], want[i])
		}
	}
}
