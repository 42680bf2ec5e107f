package info

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// gamesOf returns a program at the list of games.
func gamesOf(t *testing.T, games ...match.Record) *menustest.Bench {
	t.Helper()
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Cabinet.List = games
	b.LayOut(1280, 720)
	b.Push(NewGames(b))
	b.LayOut(1280, 720)
	return b
}

// rows returns the number of games in the list.
func rows(b *menustest.Bench) int { return b.Info("#table").Rows }

// A search and filters are for many games.
func TestMyGamesAreSearchedAndFiltered(t *testing.T) {
	list := []match.Record{menustest.Game("a-1", "Ann", "Low", 3), menustest.WonGame("b-1", "Zoe", "Low"), menustest.Game("c-1", "Ann", "Low", 1)}
	if b := gamesOf(t, list...); rows(b) != 3 || b.Shows("Search") || b.Shows("Result") {
		t.Errorf("%d games are searched", rows(b))
	}
	for i := range 7 {
		list = append([]match.Record{menustest.WonGame(fmt.Sprintf("p-%d", i+1), "Pam", "Low")}, list...)
	}
	b := gamesOf(t, list...)
	shown := b.Info("#table").Options
	if len(shown) != 10 || !strings.Contains(shown[0], ", unfinished, ") || !strings.HasSuffix(shown[1], ", Zoe - Low, 6 : 0, won, Kalah 1x3") {
		t.Fatalf("the rows are %q", shown)
	}
	b.Write("Search", "zoE")
	if rows(b) != 1 || !strings.Contains(b.Info("#table").Value, ", Zoe - ") {
		t.Errorf("the search finds %d games", rows(b))
	}
	b.Write("Search", "nobody")
	if rows(b) != 0 || !strings.HasPrefix(b.Info("#table").Note, "No game matches.") || b.Info("#open").Enabled {
		t.Errorf("the search for nobody finds %d games: %q", rows(b), b.Info("#table").Note)
	}
	b.Key("Search", slices.Repeat([]ebiten.Key{ebiten.KeyBackspace}, len("nobody"))...)
	b.Key("Result", ebiten.KeyArrowRight)
	if rows(b) != 2 {
		t.Errorf("%d games are unfinished, want 2", rows(b))
	}
	b.Key("Opponent", ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	if against := b.Info("Opponent").Value; rows(b) != 0 || against != "Over the network" {
		t.Errorf("%d games were played against %q", rows(b), against)
	}
}

func TestMyGamesAreEmptyAtFirst(t *testing.T) {
	b := gamesOf(t)
	for i, want := range []string{
		"No game has been played here yet. Every game is saved from its first move on, and can be replayed here.",
		"No game has been finished here yet. Your rating against each opponent, your first houses, and the games that you won, drew and lost are shown here.",
	} {
		if b.Choose("#tabs", i); !b.Reads(want) || b.Shows("#table") || !b.Shows("#games.play") {
			t.Errorf("page %d does not say %q, or leads to no game", i, want)
		}
	}
	b.Cabinet.Err = fmt.Errorf("the disk is full")
	b.Choose("#tabs", 0)
	b.Top().(*Games).ask()
	b.LayOut(1280, 720)
	b.Says("The disk is full.")
}

// silent is an archive that never answers.
type silent struct{ ports.Archive }

func (silent) Games(match.GameQuery, func([]match.Record, int, error)) {}

// Until the disk has answered, there is no game to open or delete.
func TestNoGameIsOpenedBeforeItIsThere(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.LayOut(1280, 720)
	b.Shared().Ports.Archive = silent{b.Shared().Ports.Archive}
	b.Push(NewGames(b))
	if b.LayOut(1280, 720); b.Info("#open").Enabled || b.Info("#delete").Enabled {
		t.Error("there is a game to open or delete")
	}
}

// The list requests only the pages in view, for any number of games.
func TestManyGamesAreLoadedInPages(t *testing.T) {
	var games []match.Record
	for i := range 5000 {
		games = append(games, menustest.Game(fmt.Sprintf("g-%d", i+1), fmt.Sprintf("P%d", i), "Low", 3))
	}
	b := gamesOf(t, games...)
	s := b.Top().(*Games)
	asked := len(s.pages.pages)
	if b.Choose("#table", 2550); rows(b) != 5000 || asked != 1 || len(s.pages.pages) != 2 {
		t.Errorf("%d rows, %d pages at first, %d then", rows(b), asked, len(s.pages.pages))
	}
	if row := b.Info("#table").Value; !strings.Contains(row, ", P2449 - Low, ") {
		t.Errorf("row 2550 is %q", row)
	}
	for i := 0; i < 5000; i += gamesAPage {
		s.cells(i)
	}
	if len(s.pages.pages) > maxPages+1 {
		t.Errorf("%d pages are kept", len(s.pages.pages))
	}
	b.Write("Search", "P4711")
	if at := b.Info("#table"); at.Rows != 1 || at.Selected != 0 {
		t.Errorf("%d rows, row %d", at.Rows, at.Selected)
	}
}

func TestFiguresLeadToTheGames(t *testing.T) {
	greedy := menustest.WonGame("b-1", "Ann", "Greedy")
	greedy.Kinds[1] = "greedy"
	b := gamesOf(t, menustest.WonGame("a-1", "Ann", "Low"), greedy)
	b.Cabinet.Sums = match.Figures{
		Total: match.Figure{Played: 2, Won: 2},
		By:    []match.Figure{{Opponent: "Greedy", Kind: "greedy", Played: 1, Won: 1}, {Opponent: "Low", Kind: "low", Played: 1, Won: 1}},
	}
	b.Choose("#tabs", 1)
	if list := b.Info("#figures").Options; len(list) != 2 || list[1] != "Low: 1 played, 1 won, 0 drawn, 0 lost" {
		t.Fatalf("the opponents are %q", list)
	}
	b.Key("#figures", ebiten.KeyArrowDown, ebiten.KeyEnter)
	if b.Info("#tabs").Selected != 0 || b.Info("Search").Value != "" || b.Info("Opponent").Value != "Low" || rows(b) != 1 {
		t.Errorf("the row leads to %q, %q, %d games", b.Info("Search").Value, b.Info("Opponent").Value, rows(b))
	}
}

// TestStatisticsShowHowTheUserDeveloped checks the words of the statistics, and the way to a first
// game.
func TestStatisticsShowHowTheUserDeveloped(t *testing.T) {
	b := gamesOf(t)
	s := b.Top().(*Games)
	b.Cabinet.List, b.Cabinet.Sums = menustest.Season()
	s.ask()
	turns := s.Turns()
	if s.ask(); s.Turns() != turns {
		t.Error("the list fades though nothing has changed")
	}
	if b.Choose("#tabs", 1); s.Turns() == turns {
		t.Error("the statistics do not fade in")
	}
	b.Says(
		"Your rating against each opponent", "Games by your first house", "0: as strong as you", "90 games played",
	)
	if b.Shows("Play the computer") {
		t.Error("a first game is offered after 90")
	}
	b = gamesOf(t)
	b.Choose("#tabs", 1)
	b.Click("Play the computer")
	if b.Route() != (page.ToNewGame{Against: page.PlayComputer}) {
		t.Errorf("the first game leads to %v", b.Route())
	}
}

// Each row names its game in windows of all sizes, with the board below the list and beside it.
func TestMyGamesNameTheGame(t *testing.T) {
	for _, n := range []int{2, 6, 12} {
		var list []match.Record
		for i := range n {
			list = append(list, menustest.Game(fmt.Sprintf("g-%d", i), "Ann", "Low", 3))
		}
		b := gamesOf(t, list...)
		for _, size := range menustest.Windows {
			if b.LayOut(size[0], size[1]); !strings.Contains(b.Text(), "Kalah 6x4") {
				t.Errorf("%d games, %v: no row names its game\n%s", n, size, b.Text())
			}
		}
	}
}
