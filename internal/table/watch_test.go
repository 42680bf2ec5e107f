package table_test

import (
	"errors"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// audience returns the table of a watcher of a game with the given plies, and its link.
func audience(t *testing.T, plies ...rules.House) (*table.Table, *tabletest.Link) {
	t.Helper()
	variant := rules.Presets()[0].Variant
	series := need.Must(match.NewSeries(variant, match.Guest))(t)
	link := &tabletest.Link{Games: tabletest.Games{Series: series}}
	tbl := table.NewWatchTable(link)
	link.Push(
		table.Connecting{Addr: "host:7000"},
		table.Watched{Names: [2]string{"Ann", "Bo"}, Variant: variant, Security: match.Encrypted},
		table.GameStarted{ID: "1"},
	)
	for _, house := range plies {
		need.NoError(t, link.PlayFor(series.Party(series.Match().Position().ToMove()), house))
	}
	tbl.Poll()
	return tbl, link
}

func TestOneWhoWatchesSeesTheGame(t *testing.T) {
	tbl, link := audience(t, 3, 6)
	if !tbl.Watching() || tbl.Stage() != table.StageGame || tbl.Match().Plies() != 2 || tbl.Security() != match.Encrypted {
		t.Errorf("watching %v, stage %d, %d plies", tbl.Watching(), tbl.Stage(), tbl.Match().Plies())
	}
	if tbl.Name(match.Host) != "Ann" || tbl.SideName(rules.South) != "Bo" || tbl.Persons() != 0 {
		t.Errorf("host %q, south %q, %d persons", tbl.Name(match.Host), tbl.SideName(rules.South), tbl.Persons())
	}
	if tbl.PersonToMove() || tbl.ComputerToMove() || tbl.CanUndo() || tbl.CanTakeback() {
		t.Error("one who watches can do something")
	}
	link.Push(table.Watched{Names: [2]string{"Ann", "Cy"}, Variant: rules.Presets()[0].Variant}, table.GameStarted{ID: "2"})
	tbl.Poll()
	if tbl.Name(match.Guest) != "Cy" || tbl.GameID() != "2" || tbl.Match().Plies() != 0 {
		t.Errorf("the next guest is %q, game %q", tbl.Name(match.Guest), tbl.GameID())
	}
}

// The last game stays on the board, with its players' names, until the next one begins.
func TestTheLastGameIsWatchedWhileTheHostWaits(t *testing.T) {
	tbl, link := audience(t, 3)
	alone := table.Watched{Names: [2]string{"Ann", ""}, Variant: rules.Presets()[0].Variant}
	link.Push(table.Paused{Wait: 60}, alone)
	tbl.Poll()
	_, paused := tbl.Paused()
	if tbl.Stage() != table.StageListening || tbl.Match() == nil || tbl.Name(match.Guest) != "Bo" || paused {
		t.Errorf("stage %d, guest %q, paused %v", tbl.Stage(), tbl.Name(match.Guest), paused)
	}
	fresh := table.NewWatchTable(&tabletest.Link{})
	if fresh.Name(match.Guest) != match.DefaultName(match.Guest) || fresh.Match() != nil || fresh.Stage() != table.StageConnecting {
		t.Errorf("at first: guest %q, stage %d", fresh.Name(match.Guest), fresh.Stage())
	}
}

func TestOneWhoWatchesIsRefusedEveryWish(t *testing.T) {
	tbl, link := audience(t, 3)
	for name, wish := range map[string]func() error{
		"play":             func() error { return tbl.Play(1) },
		"accept":           tbl.Link().Accept,
		"resign":           tbl.Resign,
		"rematch":          tbl.Rematch,
		"withdraw rematch": tbl.WithdrawRematch,
		"ask back":         tbl.AskTakeback,
		"ask back to 0":    func() error { return tbl.Link().Wish(match.Guest, table.KindAsk, 0, "") },
		"answer":           func() error { return tbl.AnswerTakeback(true) },
		"withdraw":         tbl.WithdrawTakeback,
		"say":              func() error { return tbl.Say("hello") },
		"name":             func() error { return tbl.Link().Wish(match.Guest, table.KindName, 0, "me") },
	} {
		if err := wish(); !errors.Is(err, table.ErrWatching) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tbl.Undo(); !errors.Is(err, match.ErrNothingToUndo) {
		t.Errorf("undo: %v", err)
	}
	link.Push(table.Paused{})
	tbl.Poll()
	if tbl.WaitAgain(); len(link.Said) > 0 || tbl.Match().Plies() != 1 {
		t.Errorf("the link was told %q", link.Said)
	}
	tbl.Link().Leave(table.ReasonQuit)
	_ = tbl.Close()
	if len(link.Said) != 2 {
		t.Errorf("the link was told %q", link.Said)
	}
}

// Neither the archive nor the top scores have a game that was only watched.
func TestAWatchedGameIsNotRecorded(t *testing.T) {
	tbl, link := audience(t)
	recorder := table.NewRecorder(tbl, [2]string{match.KindRemote, match.KindRemote},
		func(r match.Record) { t.Errorf("kept: %v", r) }, func(s match.Score) { t.Errorf("won: %v", s) })
	for !link.Series.Match().Position().Over() {
		p := link.Series.Match().Position()
		for h := range p.Plies() {
			need.NoError(t, link.PlayFor(link.Series.Party(p.ToMove()), h))
			break
		}
	}
	link.Push(table.PeerLeft{})
	tbl.Poll()
	if _, won := recorder.Win(); won || tbl.Match().Result().Ending != match.Finished {
		t.Errorf("a win: %v, %v", won, tbl.Match().Result())
	}
}
