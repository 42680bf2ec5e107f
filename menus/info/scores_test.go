package info

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
)

// bests are top scores.
type bests struct {
	menustest.Shelf
	rows []match.Score
}

func (b *bests) Top(_ rules.Variant, done func([]match.Score, error)) { done(b.rows, nil) }

// The selected score is deleted, after a question.
func TestATopScoreIsDeleted(t *testing.T) {
	list := &bests{Shelf: menustest.Shelf{}, rows: []match.Score{
		{GameID: "a-1", Name: "Ann", Seeds: 30}, {GameID: "b-1", Name: "Bo", Seeds: 28},
	}}
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = list })
	s := NewScores(b)
	b.Push(s)
	b.LayOut(1280, 720)
	b.Choose("#scores.table", 1)
	if b.LayOut(2560, 1440); !b.Reads("Bo: 28") || b.Reads("Ann: 30") {
		t.Errorf("the board of the second win is in\n%s", b.Text())
	}
	b.Click("Delete...")
	if b.Top().Name() != "question" || len(b.Cabinet.Deleted) != 0 {
		t.Fatalf("the screen is %q, deleted is %q", b.Top().Name(), b.Cabinet.Deleted)
	}
	list.rows = list.rows[:1]
	b.Click("Delete")
	if !slices.Equal(b.Cabinet.Deleted, []string{"score of b-1"}) || b.Info("#scores.table").Rows != 1 || b.Top() != page.Screen(s) {
		t.Errorf("deleted is %q, %d rows are left", b.Cabinet.Deleted, b.Info("#scores.table").Rows)
	}
	list.rows = nil
	s.load()
	if b.Shows("#scores.delete") || !b.Shows("#scores.play") {
		t.Error("without a score there is one to delete, or no way to a game")
	}
}

// The game of the selected score is opened, unless it was deleted.
func TestTheGameOfATopScoreIsOpened(t *testing.T) {
	list := &bests{Shelf: menustest.Shelf{}, rows: []match.Score{{GameID: "a-1", Name: "Ann"}, {GameID: "b-1", Name: "Bo"}}}
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = list })
	b.Cabinet.SaveGame(menustest.WonGame("a-1", "Ann", "Low"))
	s := NewScores(b)
	b.Push(s)
	b.LayOut(1280, 720)
	if stores := [2]int{s.last.Store(rules.South), s.last.Store(rules.North)}; stores != s.game.Result.Stores {
		t.Errorf("the board has %v in its stores", stores)
	}
	b.Click("Open")
	if to, ok := b.Route().(page.ToReplay); !ok || to.Game.ID != "a-1" {
		t.Errorf("opened is %+v", b.Route())
	}
	if b.Key("#scores.table", ebiten.KeyArrowDown); b.Info("#scores.table").Selected != 1 || b.Info("#scores.open").Enabled {
		t.Error("a deleted game can be opened")
	}
}
