package match_test

import (
	"errors"
	"testing"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/rules"
	"mancala/tools/need"
)

// audience returns the table of a watcher of a game with the given plies, and its link.
func audience(t *testing.T, plies ...rules.House) (*match.Table, *matchtest.Link) {
	t.Helper()
	variant := rules.Presets()[0].Variant
	series := need.Must(match.NewSeries(variant, match.Guest))(t)
	link := &matchtest.Link{Series: series}
	table := match.NewWatchTable(link)
	link.Push(
		match.Connecting{Addr: "host:7000"},
		match.Watched{Names: [2]string{"Ann", "Bo"}, Variant: variant, Security: match.Encrypted},
		match.GameStarted{ID: "1", Number: 1, Starter: match.Guest},
	)
	for _, house := range plies {
		need.NoError(t, link.PlayFor(series.Party(series.Match().Position().ToMove()), house))
	}
	table.Poll()
	return table, link
}

func TestOneWhoWatchesSeesTheGame(t *testing.T) {
	table, link := audience(t, 3, 6)
	if !table.Watching() || table.Stage() != match.StageGame || table.Match().Plies() != 2 || table.Security() != match.Encrypted {
		t.Errorf("watching %v, stage %d, %d plies", table.Watching(), table.Stage(), table.Match().Plies())
	}
	if table.Name(match.Host) != "Ann" || table.SideName(rules.South) != "Bo" || table.Persons() != 0 {
		t.Errorf("host %q, south %q, %d persons", table.Name(match.Host), table.SideName(rules.South), table.Persons())
	}
	if table.PersonToMove() || table.ComputerToMove() || table.CanUndo() || table.CanTakeback() {
		t.Error("one who watches can do something")
	}
	link.Push(match.Watched{Names: [2]string{"Ann", "Cy"}, Variant: rules.Presets()[0].Variant}, match.GameStarted{ID: "2", Number: 1})
	table.Poll()
	if table.Name(match.Guest) != "Cy" || table.GameID() != "2" || table.Match().Plies() != 0 {
		t.Errorf("the next guest is %q, game %q", table.Name(match.Guest), table.GameID())
	}
}

// The last game stays on the board, with its players' names, until the next one begins.
func TestTheLastGameIsWatchedWhileTheHostWaits(t *testing.T) {
	table, link := audience(t, 3)
	alone := match.Watched{Names: [2]string{"Ann", ""}, Variant: rules.Presets()[0].Variant}
	link.Push(match.Paused{Wait: 60}, alone)
	table.Poll()
	_, paused := table.Paused()
	if table.Stage() != match.StageListening || table.Match() == nil || table.Name(match.Guest) != "Bo" || paused {
		t.Errorf("stage %d, guest %q, paused %v", table.Stage(), table.Name(match.Guest), paused)
	}
	fresh := match.NewWatchTable(&matchtest.Link{})
	if fresh.Name(match.Guest) != match.DefaultName(match.Guest) || fresh.Match() != nil || fresh.Stage() != match.StageConnecting {
		t.Errorf("at first: guest %q, stage %d", fresh.Name(match.Guest), fresh.Stage())
	}
}

func TestOneWhoWatchesIsRefusedEveryWish(t *testing.T) {
	table, link := audience(t, 3)
	for name, wish := range map[string]func() error{
		"play":             func() error { return table.Play(1) },
		"accept":           table.Link().Accept,
		"resign":           table.Resign,
		"rematch":          table.Rematch,
		"withdraw rematch": table.WithdrawRematch,
		"ask back":         table.AskTakeback,
		"ask back to 0":    func() error { return table.Link().Wish(match.Wish{Kind: match.WishTakeback, Plies: 0}) },
		"answer":           func() error { return table.AnswerTakeback(true) },
		"withdraw":         table.WithdrawTakeback,
		"say":              func() error { return table.Say("hello") },
		"name":             func() error { return table.Link().Wish(match.Wish{Kind: match.WishName, Text: "me"}) },
	} {
		if err := wish(); !errors.Is(err, match.ErrWatching) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := table.Undo(); !errors.Is(err, match.ErrNothingToUndo) {
		t.Errorf("undo: %v", err)
	}
	link.Push(match.Paused{})
	table.Poll()
	if table.WaitAgain(); len(link.Said) > 0 || table.Match().Plies() != 1 {
		t.Errorf("the link was told %q", link.Said)
	}
	table.Link().Leave(match.ReasonQuit)
	_ = table.Close()
	if len(link.Said) != 2 {
		t.Errorf("the link was told %q", link.Said)
	}
}

// Neither the archive nor the top scores have a game that was only watched.
func TestAWatchedGameIsNotRecorded(t *testing.T) {
	table, link := audience(t)
	recorder := match.NewRecorder(table, [2]string{match.KindRemote, match.KindRemote},
		func(r match.Record) { t.Errorf("kept: %v", r) }, func(s match.Score) { t.Errorf("won: %v", s) })
	for !link.Series.Match().Position().Over() {
		p := link.Series.Match().Position()
		for h := range p.Plies() {
			need.NoError(t, link.PlayFor(link.Series.Party(p.ToMove()), h))
			break
		}
	}
	link.Push(match.PeerLeft{})
	table.Poll()
	if _, won := recorder.Win(); won || table.Match().Result().Ending != match.Finished {
		t.Errorf("a win: %v, %v", won, table.Match().Result())
	}
}
