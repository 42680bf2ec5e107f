package info

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
)

// gamesOf returns a program at the list of games.
func gamesOf(t *testing.T, games ...match.Record) (*menustest.Bench, *Games) {
	t.Helper()
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Cabinet.List = games
	b.LayOut(1280, 720)
	b.Push(NewGames(b))
	b.LayOut(1280, 720)
	return b, b.Top().(*Games)
}

// A search and filters are for many games.
func TestMyGamesAreSearchedAndFiltered(t *testing.T) {
	list := []match.Record{menustest.Game("a-1", "Ann", "Low", 3), menustest.WonGame("b-1", "Zoe", "Low"), menustest.Game("c-1", "Ann", "Low", 1)}
	if b, s := gamesOf(t, list...); s.table.Rows != 3 || b.Shows("Search") || b.Shows("Result") {
		t.Errorf("%d games are searched", s.table.Rows)
	}
	for i := range 7 {
		list = append([]match.Record{menustest.WonGame(fmt.Sprintf("p-%d", i+1), "Pam", "Low")}, list...)
	}
	b, s := gamesOf(t, list...)
	if s.table.Rows != 10 || s.cells(0)[3] != "unfinished" || !slices.Equal(s.cells(1)[1:], []string{"Zoe - Low", "6 : 0", "won", "Kalah 1x3"}) {
		t.Fatalf("%d rows: %q, %q", s.table.Rows, s.cells(0), s.cells(1))
	}
	b.Write("Search", "zoE")
	if s.table.Rows != 1 || !strings.HasPrefix(s.cells(0)[1], "Zoe") {
		t.Errorf("the search finds %d games", s.table.Rows)
	}
	b.Write("Search", "nobody")
	if s.table.Rows != 0 || !strings.HasPrefix(s.table.Empty, "No game matches.") || s.open.Focusable() {
		t.Errorf("the search for nobody finds %d games: %q", s.table.Rows, s.table.Empty)
	}
	s.search.SetText("")
	s.ask()
	b.Key("Result", ebiten.KeyArrowRight)
	if s.table.Rows != 2 {
		t.Errorf("%d games are unfinished, want 2", s.table.Rows)
	}
	b.Key("Opponent", ebiten.KeyArrowRight)
	if b.Key("Opponent", ebiten.KeyArrowRight); s.table.Rows != 0 || s.opponent.Value() != "Over the network" {
		t.Errorf("%d games were played against %q", s.table.Rows, s.opponent.Value())
	}
}

func TestMyGamesAreEmptyAtFirst(t *testing.T) {
	b, s := gamesOf(t)
	for i, want := range []string{
		"No game has been played here yet. Every game is saved from its first move on, and can be replayed here.",
		"No game has been finished here yet. Your rating against each opponent, your first houses, and the games that you won, drew and lost are shown here.",
	} {
		s.tabs.Choose(i)
		if b.LayOut(1280, 720); !b.Reads(want) || b.Shows("#table") || !b.Shows("#games.play") {
			t.Errorf("page %d does not say %q, or leads to no game", i, want)
		}
	}
	b.Cabinet.Err = fmt.Errorf("the disk is full")
	s.tabs.Choose(0)
	s.ask()
	if b.LayOut(1280, 720); !b.Reads("The disk is full.") {
		t.Error("what is wrong is not told")
	}
}

// The list requests only the pages in view, for any number of games.
func TestManyGamesAreLoadedInPages(t *testing.T) {
	var games []match.Record
	for i := range 5000 {
		games = append(games, menustest.Game(fmt.Sprintf("g-%d", i+1), fmt.Sprintf("P%d", i), "Low", 3))
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
	b.Write("Search", "P4711")
	if s.table.Rows != 1 || s.table.Selected != 0 {
		t.Errorf("%d rows, row %d", s.table.Rows, s.table.Selected)
	}
}

func TestFiguresLeadToTheGames(t *testing.T) {
	greedy := menustest.WonGame("b-1", "Ann", "Greedy")
	greedy.Kinds[1] = "greedy"
	b, s := gamesOf(t, menustest.WonGame("a-1", "Ann", "Low"), greedy)
	b.Cabinet.Sums = match.Figures{
		Total: match.Figure{Played: 2, Won: 2},
		By:    []match.Figure{{Opponent: "Greedy", Kind: "greedy", Played: 1, Won: 1}, {Opponent: "Low", Kind: "low", Played: 1, Won: 1}},
	}
	s.tabs.Choose(1)
	b.LayOut(1280, 720)
	if s.figures.list.Rows != 2 || s.figures.list.Words(1) != "Low: 1 played, 1 won, 0 drawn, 0 lost" {
		t.Fatalf("%d opponents", s.figures.list.Rows)
	}
	s.Controls.Focus(s.figures.list)
	b.Press(ebiten.KeyArrowDown, ebiten.KeyEnter)
	if s.tabs.Selected != 0 || s.search.Text() != "" || s.opponent.Value() != "Low" || s.table.Rows != 1 {
		t.Errorf("the row leads to %q, %q, %d games", s.search.Text(), s.opponent.Value(), s.table.Rows)
	}
}

// TestStatisticsShowHowTheUserDeveloped checks the words of the statistics, and the way to a first
// game.
func TestStatisticsShowHowTheUserDeveloped(t *testing.T) {
	b, s := gamesOf(t)
	b.Cabinet.List, b.Cabinet.Sums = menustest.Season()
	s.ask()
	turns := s.Turns()
	if s.ask(); s.Turns() != turns {
		t.Error("the list fades though nothing has changed")
	}
	if s.tabs.Choose(1); s.Turns() == turns {
		t.Error("the statistics do not fade in")
	}
	b.LayOut(1280, 720)
	for _, want := range []string{
		"Your rating against each opponent", "Games by your first house", "0: as strong as you", "90 games played",
	} {
		if !b.Reads(want) {
			t.Errorf("the statistics do not say %q", want)
		}
	}
	if b.Shows("Play the computer") {
		t.Error("a first game is offered after 90")
	}
	b, s = gamesOf(t)
	s.tabs.Choose(1)
	b.LayOut(1280, 720)
	b.Click("Play the computer")
	if b.Route() != (page.ToNewGame{Against: page.PlayComputer}) {
		t.Errorf("the first game leads to %v", b.Route())
	}
}
