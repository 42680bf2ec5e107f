package menus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/scene"
)

// someGame is a running game of plain Kalah between a person, South, and the computer player Low.
func someGame(id, south, north string, plies ...rules.House) ports.Game {
	return ports.Game{Ended: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Record: match.Record{
		ID: id, Names: [2]string{south, north}, Kinds: [2]string{match.KindPerson, "low"},
		Game: rules.Game{Variant: rules.Presets()[0].Variant, Plies: plies},
	}}
}

// wonGame is a game of Kalah(1,3) that a person wins by the one ply there is.
func wonGame(id, south, north string) ports.Game {
	g := someGame(id, south, north, 1)
	g.Game.Variant, _ = rules.Presets()[0].Variant.WithSize(1, 3)
	g.Result = match.Result{Ending: match.Finished, Outcome: rules.Winner(rules.South), Stores: [2]int{5, 1}}
	return g
}

// gamesOf returns a program at the list of games.
func gamesOf(t *testing.T, games ...ports.Game) (*bench, *gamesScreen) {
	t.Helper()
	b := newBench(t, shelf{}, nil)
	b.archive.games = games
	b.layOut(1280, 720)
	b.click("My games")
	b.layOut(1280, 720)
	return b, b.Top().(*gamesScreen)
}

func TestMyGamesAreSearchedAndFiltered(t *testing.T) {
	b, s := gamesOf(t, someGame("a-1", "Ann", "Low", 3), wonGame("b-1", "Zoe", "Low"), someGame("c-1", "Ann", "Low", 1))
	if s.table.Rows != 3 || s.cells(0)[3] != "unfinished" || !slices.Equal(s.cells(1)[1:], []string{"Zoe - Low", "5 : 1", "won", "Kalah 1x3"}) {
		t.Fatalf("%d rows: %q, %q", s.table.Rows, s.cells(0), s.cells(1))
	}
	b.write("Search", "zoE")
	if s.table.Rows != 1 || !strings.HasPrefix(s.cells(0)[1], "Zoe") {
		t.Errorf("the search finds %d games", s.table.Rows)
	}
	b.write("Search", "nobody")
	if s.table.Rows != 0 || !strings.HasPrefix(s.table.Empty, "No game fits.") || s.open.Focusable() {
		t.Errorf("the search for nobody finds %d games: %q", s.table.Rows, s.table.Empty)
	}
	s.search.SetText("")
	s.ask()
	b.key("Result", ebiten.KeyArrowRight)
	if s.table.Rows != 2 {
		t.Errorf("%d games are unfinished, want 2", s.table.Rows)
	}
	b.key("Opponent", ebiten.KeyArrowRight)
	if b.key("Opponent", ebiten.KeyArrowRight); s.table.Rows != 0 || s.opponent.Value() != "Over the network" {
		t.Errorf("%d games were played against %q", s.table.Rows, s.opponent.Value())
	}
}

func TestMyGamesAreEmptyAtFirst(t *testing.T) {
	b, s := gamesOf(t)
	if !strings.HasPrefix(s.table.Empty, "No game has been played here yet.") || s.table.Focusable() || s.delete.Focusable() {
		t.Errorf("an empty list says %q", s.table.Empty)
	}
	s.tabs.Choose(1)
	if !strings.HasPrefix(s.figures.empty, "No game has been played to its end here yet.") {
		t.Errorf("without figures it says %q", s.figures.empty)
	}
	b.archive.err = fmt.Errorf("the disk is full")
	s.tabs.Choose(0)
	if s.ask(); s.table.Empty != "The disk is full." {
		t.Errorf("what is wrong is told as %q", s.table.Empty)
	}
}

// Only the pages that come into view are asked for, however many games there are.
func TestManyGamesAreLoadedInPages(t *testing.T) {
	var games []ports.Game
	for i := range 5000 {
		games = append(games, someGame(fmt.Sprintf("g-%d", i+1), fmt.Sprintf("P%d", i), "Low", 3))
	}
	b, s := gamesOf(t, games...)
	asked := len(s.pages.pages)
	s.table.Select(2500)
	if s.cells(2500); s.table.Rows != 5000 || asked != 1 || len(s.pages.pages) != 2 {
		t.Errorf("%d rows, %d pages at first, %d then", s.table.Rows, asked, len(s.pages.pages))
	}
	if got := s.cells(2500)[1]; got != "P2499 - Low" {
		t.Errorf("row 2500 is %q", got)
	}
	for i := 0; i < 5000; i += gamesAPage {
		s.cells(i)
	}
	if len(s.pages.pages) > maxPages+1 {
		t.Errorf("%d pages are kept", len(s.pages.pages))
	}
	b.write("Search", "P4711")
	if s.table.Rows != 1 || s.table.Selected != 0 {
		t.Errorf("%d rows, row %d", s.table.Rows, s.table.Selected)
	}
}

// A game is opened, gone through, played on from any ply, and deleted after a question.
func TestAReplay(t *testing.T) {
	b, s := gamesOf(t, someGame("b-1", "Bo", "Low", 3, 1), someGame("a-1", "Ann", "Low", 3, 1, 2, 3))
	b.click("Open")
	r, ok := b.Top().(*replayScreen)
	if !ok || r.at != 4 {
		t.Fatalf("Open shows %q", b.Top().Name())
	}
	b.press(ebiten.KeyHome)
	if r.at != 0 || r.first.Focusable() {
		t.Errorf("Home leads to %d", r.at)
	}
	b.press(ebiten.KeyArrowRight)
	if r.at != 1 || r.motion == nil {
		t.Errorf("a step leads to %d, in motion: %v", r.at, r.motion != nil)
	}
	b.press(ebiten.KeySpace)
	for range 60 * 60 {
		r.Update(&kit.Input{})
	}
	if r.at != 4 || r.auto || r.run.Label != "Autoplay" {
		t.Errorf("by itself it goes to %d, goes on: %v", r.at, r.auto)
	}
	b.layOut(1280, 720)
	at := r.slider.track()
	b.Top().Update(&kit.Input{Cursor: at.Center(), CursorMoved: true, Pressed: true, Down: true})
	b.Top().Update(&kit.Input{Cursor: at.Center(), Released: true})
	if r.at != 2 {
		t.Errorf("the middle of the slider leads to %d", r.at)
	}
	b.click("Copy")
	if !strings.HasPrefix(b.pad.text, "kalah(6,4) 3 1 2 3\n") {
		t.Errorf("copied is %q", b.pad.text)
	}
	b.click("Play on")
	if card, ok := b.Top().(*playOnCard); !ok || card.plies != 2 || card.setup().Seats[rules.South] != match.KindPerson {
		t.Fatalf("Play on shows %q", b.Top().Name())
	}
	b.press(ebiten.KeyEscape)
	b.click("Delete...")
	b.press(ebiten.KeyEscape)
	if len(b.archive.deleted) != 0 {
		t.Fatal("Escape deletes the game")
	}
	b.click("Delete...")
	b.click("Delete")
	if !slices.Equal(b.archive.deleted, []string{"a-1"}) || b.Top() != page.Screen(s) || s.table.Rows != 1 {
		t.Errorf("deleted is %q, the screen is %q with %d rows", b.archive.deleted, b.Top().Name(), s.table.Rows)
	}
}

// An unfinished game of the list can be gone on with, and looking at one keeps nothing.
func TestAnOldUnfinishedGameGoesOn(t *testing.T) {
	b, _ := gamesOf(t, someGame("old-3", "Ann", "Low", 3, 1), someGame("new-1", "Ann", "Low", 1))
	b.press(ebiten.KeyEscape)
	b.click("My games")
	b.Top().(*gamesScreen).table.Select(1)
	b.click("Open")
	b.click("Review")
	b.press(ebiten.KeyEscape)
	if len(b.archive.games) != 2 || b.scene != nil {
		t.Fatal("looking at a game keeps one")
	}
	b.click("Continue")
	if b.Top().Name() != "game" || b.scene.GameID() != "old-3" || b.scene.Number() != 3 || b.scene.Opened() {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

// A finished game, a resigned one and one that was broken off end in a replay as they did.
func TestEndingsOfTheArchive(t *testing.T) {
	resigned := someGame("r-1", "Ann", "Low", 3)
	resigned.Result = match.Result{Ending: match.Resigned, Outcome: rules.Winner(rules.North)}
	broken := someGame("x-1", "Ann", "Low", 3)
	broken.Result.Ending = match.Abandoned
	for _, c := range []struct {
		g             ports.Game
		verdict, word string
	}{
		{wonGame("w-1", "Ann", "Low"), "You win", "Ann won 5 to 1"},
		{resigned, "Low wins", "Ann resigned"},
		{broken, "The game was broken off", "broken off"},
		{someGame("u-1", "Ann", "Low", 3), "The game was broken off", "unfinished"},
	} {
		sc, err := scene.Archived(c.g.Record)
		if err != nil {
			t.Fatal(err)
		}
		if sc.Verdict() != c.verdict || resultWords(c.g.Record) != c.word || !sc.CanReview() {
			t.Errorf("%s: %q, %q", c.g.ID, sc.Verdict(), resultWords(c.g.Record))
		}
	}
	bad := someGame("b-1", "Ann", "Low", 3, 3)
	if _, err := scene.Archived(bad.Record); err == nil {
		t.Error("a game that cannot be played is shown")
	}
}

func TestFiguresLeadToTheGames(t *testing.T) {
	b, s := gamesOf(t, wonGame("a-1", "Ann", "Low"), wonGame("b-1", "Ann", "Greedy"))
	b.archive.figures = match.Figures{
		Total: match.Figure{Played: 2, Won: 2},
		By:    []match.Figure{{Opponent: "Greedy", Kind: "greedy", Played: 1, Won: 1}, {Opponent: "Low", Kind: "low", Played: 1, Won: 1}},
	}
	s.tabs.Choose(1)
	b.layOut(1280, 720)
	if s.figures.list.Rows != 2 || s.figures.list.Words(1) != "Low: 1 played, 1 won, 0 drawn, 0 lost" {
		t.Fatalf("%d opponents", s.figures.list.Rows)
	}
	s.Controls.Focus(s.figures.list)
	b.press(ebiten.KeyArrowDown, ebiten.KeyEnter)
	if s.tabs.Selected != 0 || s.search.Text() != "Low" || s.opponent.Value() != "Low" || s.table.Rows != 1 {
		t.Errorf("the row leads to %q, %q, %d games", s.search.Text(), s.opponent.Value(), s.table.Rows)
	}
}

// While the connection is down the game can be looked back at, and the screen goes when the peer is
// back.
func TestLookingBackDuringAPause(t *testing.T) {
	b, link := farGame(t)
	link.Push(down)
	b.pass(tick)
	b.press(ebiten.KeyEscape)
	if b.shows("Review") {
		t.Error("a review tells the best moves of a game that goes on")
	}
	b.click("Look back")
	if b.Top().Name() != "replay" {
		t.Fatalf("Look back shows %q", b.Top().Name())
	}
	b.press(ebiten.KeyHome)
	link.Push(match.Resumed{})
	b.pass(2 * tick)
	if b.Top().Name() != "game" || b.scene.Match().Plies() != 3 {
		t.Errorf("when the peer is back the screen is %q", b.Top().Name())
	}
}
