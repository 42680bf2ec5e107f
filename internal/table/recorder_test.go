package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mancala/internal/match"
	. "mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// recorded is the notebook of a recorder under test.
type recorded struct {
	records []match.Record
	scores  []match.Score
}

func record(table *Table, kinds [2]string) (*Recorder, *recorded) {
	notes := &recorded{}
	r := NewRecorder(table, kinds, func(rec match.Record) { notes.records = append(notes.records, rec) },
		func(s match.Score) { notes.scores = append(notes.scores, s) })
	return r, notes
}

func TestRecorderOfALocalGame(t *testing.T) {
	link := need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: variant(t, "kalah(1,1)"), Starter: match.Guest, Names: [2]string{"Ann", "Low"}}))(t)
	table := NewTable(link, match.Host, [2]string{"Ann", "Low"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	r, notes := record(table, [2]string{match.KindPerson, "low"})
	table.Poll()
	if len(notes.records) != 0 {
		t.Errorf("before the first ply there are %v", notes.records)
	}
	need.NoError(t, table.Play(1))
	if len(notes.records) != 1 { // the end
		t.Fatalf("%d records", len(notes.records))
	}
	got := notes.records[0]
	want := match.Record{
		ID: "id-1", Names: [2]string{"Low", "Ann"}, Kinds: [2]string{"low", match.KindPerson}, Starter: match.Guest,
		Result: match.Result{Ending: match.Finished, Outcome: rules.Draw, Stores: [2]int{1, 1}},
	}
	if got.Game.String() != "kalah(1,1) 1" || got.ID != want.ID || got.Names != want.Names || got.Kinds != want.Kinds ||
		got.Starter != match.Guest || got.Result != want.Result || !got.Local() {
		t.Errorf("kept %+v", got)
	}
	if _, won := r.Win(); won {
		t.Error("a draw is a win")
	}
	need.NoError(t, table.Rematch())
	if rec, ok := r.Record(); !ok || rec.ID != "id-2" || rec.Before.Draws != 1 {
		t.Errorf("the rematch is %+v", rec)
	}
}

// TestRecorderKeepsWhatUndoLeaves checks that a game is kept as it is when all its plies are taken
// back.
func TestRecorderKeepsWhatUndoLeaves(t *testing.T) {
	for _, plies := range [][]rules.House{nil, {1}} {
		link := need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: variant(t, "kalah(2,2)"), Plies: plies}))(t)
		table := NewTable(link, match.Host, [2]string{}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
		_, notes := record(table, [2]string{match.KindPerson, match.KindPerson})
		table.Poll()
		if len(plies) == 0 {
			need.NoError(t, table.Play(1))
		}
		need.NoError(t, table.Undo())
		table.Poll()
		if n := len(notes.records); n == 0 || len(notes.records[n-1].Game.Plies) != 0 {
			t.Errorf("after undo in a game of %d plies there are %+v", len(plies), notes.records)
		}
	}
}

func TestRecorderNamesAnOwnWinOnce(t *testing.T) {
	link, table := farTable(t, match.NewPerson())
	_, _ = link, table
	l := &farLink{}
	table = NewTable(l, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: match.NewPerson()})
	r, notes := record(table, [2]string{match.Guest: match.KindPerson})
	l.events = []News{
		Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(2,1)")},
		GameStarted{ID: "a", Self: rules.South},
	}
	table.Poll()
	l.farPlies(t, table, 2, 1)
	l.events = []News{GameOver{}}
	table.Poll()
	score, ok := r.NameWin("Ann the Great")
	want := match.Score{
		GameID: "a", Variant: variant(t, "kalah(2,1)"), Name: "Ann the Great", Opponent: "Bob", Seeds: 3, Margin: 2, Turns: 1,
	}
	if !ok || score != want {
		t.Errorf("the score is %+v, %v", score, ok)
	}
	if _, again := r.NameWin("Someone else"); again {
		t.Error("a win was named twice")
	}
	last := notes.records[len(notes.records)-1]
	if last.Kinds != [2]string{match.KindPerson, match.KindRemote} || last.Local() || !slices.Contains(l.said, "winner Ann the Great") {
		t.Errorf("kept %+v, said %v", last, l.said)
	}
}

func TestRecorderOfAPeersWin(t *testing.T) {
	for _, c := range []struct {
		name     string
		then     []News
		want     string
		computer bool
	}{
		{"named", []News{WinnerNamed{"a", "Bob the Great"}}, "Bob the Great", false},
		{"named twice", []News{WinnerNamed{"a", "Bob"}, WinnerNamed{"a", "Rob"}}, "Bob", false},
		{"left", []News{PeerLeft{Note: rules.NewNote("bob-left")}}, "Bob", false},
		{"a computer left", []News{PeerLeft{}}, "", true},
		{"named, then left", []News{WinnerNamed{"a", "Rob"}, PeerLeft{}}, "Rob", false},
		{"another game", []News{WinnerNamed{"b", "Bob"}}, "", false},
		{"not yet", nil, "", false},
	} {
		l := &farLink{}
		table := NewTable(l, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: match.NewPerson()})
		r, notes := record(table, [2]string{match.Guest: match.KindPerson})
		l.events = []News{
			Connected{Peer: "Bob", Computer: c.computer, Self: match.Guest, Variant: variant(t, "kalah(2,1)")},
			GameStarted{ID: "a", Self: rules.North},
		}
		table.Poll()
		l.farPlies(t, table, 2, 1)
		l.events = append([]News{GameOver{}}, c.then...)
		table.Poll()
		var names []string
		for _, s := range notes.scores {
			names = append(names, s.Name)
		}
		if strings.Join(names, ",") != c.want {
			t.Errorf("%s: the scores are of %q", c.name, names)
		}
		if _, mine := r.Win(); mine {
			t.Errorf("%s: a peer's win is one's own", c.name)
		}
	}
}

func TestOpenedGamesAreNoWins(t *testing.T) {
	link := need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: variant(t, "kalah(2,1)"), Plies: []rules.House{2}, Opened: true}))(t)
	table := NewTable(link, match.Host, [2]string{}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	r, notes := record(table, [2]string{match.KindPerson, match.KindPerson})
	table.Poll()
	need.NoError(t, table.Play(1))
	if _, won := r.Win(); won || len(notes.records) == 0 || !notes.records[0].Opened {
		t.Errorf("won %v, kept %+v", won, notes.records)
	}
}

func TestGameIDs(t *testing.T) {
	for id, want := range map[string]int{"local-1f-3": 3, "ab-12": 12, "ab": 0, "-1": 0, "ab-0": 0, "ab-01": 0, "ab-x": 0, "": 0} {
		series, n, ok := match.SplitGameID(id)
		if ok != (want > 0) || ok && (n != want || match.GameID(series, n) != id) {
			t.Errorf("%q is %q, %d, %v", id, series, n, ok)
		}
	}
}

func TestCleanTalk(t *testing.T) {
	long := strings.Repeat("a", match.MaxTalk+1)
	for text, want := range map[string]string{
		" Good  game!\n": "Good game!", "\x1b[2Jboo\u202e": "[2Jboo", long: long[1:], "\u0301 x\u0301\u0301\u0301": "x\u0301\u0301", "": "",
	} {
		if got := match.CleanTalk(text); got != want || match.CleanTalk(got) != got {
			t.Errorf("%.30q becomes %q", text, got)
		}
	}
}

// A paused table plays nothing; a resumed one continues.
func TestPausedTable(t *testing.T) {
	l, table := farTable(t, match.NewPerson())
	l.farPlies(t, table, 1)
	l.events = []News{TakebackAsked{match.Host, 0}, Paused{Note: rules.NewNote("dropped"), Wait: 60}}
	table.Poll()
	if _, paused := table.Paused(); !paused || table.PersonToMove() || table.CanTakeback() || table.Play(1) == nil {
		t.Error("a paused table plays")
	}
	if n, asks := table.Asks(match.Host); !asks || n != 0 {
		t.Error("the request is forgotten")
	}
	l.events = []News{Resumed{}, TakebackAnswered{match.Guest, false}}
	table.Poll()
	if _, paused := table.Paused(); paused || !table.PersonToMove() {
		t.Error("the table does not go on")
	}
	if _, asks := table.Asks(match.Host); asks {
		t.Error("an answered request is still open")
	}
}

// A resumed game begins with its plies so far.
func TestTableTakesAGameUp(t *testing.T) {
	game := rules.Game{Variant: variant(t, "kalah(6,4)"), Plies: []rules.House{3, 6}}
	series := need.Must(match.ResumeSeries(game, match.Guest, 3, match.Tally{Wins: [2]int{1, 1}}))(t)
	l := &farLink{Games: tabletest.Games{Series: series}}
	table := NewTable(l, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: match.NewPerson()})
	l.events = []News{
		Connected{Peer: "Bob", Self: match.Guest, Variant: game.Variant},
		GameStarted{ID: "a-3", Self: rules.South},
		Paused{Wait: 60},
	}
	table.Poll()
	if m := table.Match(); m.Plies() != 2 || table.Number() != 3 || table.Tally().Wins != [2]int{1, 1} {
		t.Errorf("taken up at ply %d of game %d, %v", m.Plies(), table.Number(), table.Tally())
	}
	if _, paused := table.Paused(); !paused {
		t.Error("it is not paused")
	}
}

// A computer player grants requests, but keeps every game: it goes back to the start only from the
// other party's first decision, and only once.
func TestComputerGrantsTakeback(t *testing.T) {
	l := &farLink{}
	asks := func(table *Table, plies int, want bool) {
		t.Helper()
		l.said = nil
		l.events = []News{TakebackAsked{match.Host, plies}}
		table.Poll()
		if !slices.Contains(l.said, fmt.Sprint("answer ", want)) {
			t.Errorf("back to %d from ply %d: the link was told %v", plies, table.Match().Plies(), l.said)
		}
		if want {
			need.NoError(t, l.Series.Match().Rewind(plies))
			l.events = []News{TakebackAnswered{match.Guest, true}, Rewound{}}
			table.Poll()
		}
	}
	table := NewTable(l, match.Guest, [2]string{match.Guest: "Low"}, [2]match.Seat{match.Guest: &computer{}})
	l.events = []News{
		Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(6,4)")},
		GameStarted{ID: "a", Self: rules.North},
	}
	table.Poll()
	l.farPlies(t, table, 1, 1)
	asks(table, 0, true)
	l.farPlies(t, table, 1, 1, 2)
	asks(table, 0, false)
	asks(table, 2, true)
	asks(table, 0, false)
}

// A record continues as its local series, with everyone in their seat.
func TestRecordResumes(t *testing.T) {
	r := match.Record{
		ID: "ab-3", Game: rules.Game{Variant: variant(t, "kalah(6,4)"), Plies: []rules.House{3}},
		Names: [2]string{"Low", "Ann"}, Kinds: [2]string{"low", match.KindPerson}, Starter: match.Guest,
		Before: match.Tally{Wins: [2]int{1, 1}}, Opened: true,
	}
	cfg, kinds := r.Resume(func() string { return "new" })
	if cfg.ID != "ab" || cfg.Number != 3 || cfg.Starter != match.Guest || cfg.Before != r.Before || !cfg.Opened ||
		cfg.Names != [2]string{"Ann", "Low"} || kinds != [2]string{match.KindPerson, "low"} || len(cfg.Plies) != 1 {
		t.Errorf("it goes on as %+v, %v", cfg, kinds)
	}
	r.ID, r.Starter = "odd", match.Host
	if cfg, kinds := r.Resume(func() string { return "new" }); cfg.ID != "new" || cfg.Number != 1 || kinds != r.Kinds || cfg.Names != r.Names {
		t.Errorf("it goes on as %+v, %v", cfg, kinds)
	}
}

// TestRecordsOfPrograms: a game of another program is kept with any command. A long command is cut
// to its name.
func TestRecordsOfPrograms(t *testing.T) {
	for command, want := range map[string]string{
		"/usr/bin/aalina": "engine:/usr/bin/aalina", "java -cp a:b Main": "engine:java%20-cp%20a:b%20Main",
		"'/opt/games of mine/bin/aalina-engine' --threads 4 --memory 512M --rules oware": "engine:aalina-engine",
		"/opt/games/bin/aalina-engine --threads 4 --memory 512M --rules oware --quiet":   "engine:aalina-engine",
		`C:\Games\` + strings.Repeat("x", 100) + " -a":                                   "engine:" + strings.Repeat("x", 57),
	} {
		link := need.Must(NewLocal(match.LocalConfig{ID: "id", Variant: variant(t, "kalah(2,2)")}))(t)
		table := NewTable(link, match.Host, [2]string{"Ann", "Aalina"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
		_, notes := record(table, [2]string{match.KindPerson, match.ProgramKind(command)})
		table.Poll()
		need.NoError(t, table.Play(1))
		if len(notes.records) != 1 || notes.records[0].Kinds[rules.North] != want {
			t.Errorf("of %q there is %+v", command, notes.records)
		}
	}
}
