package review

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/tools/need"
)

// replayOf returns the replay of an archived game, in a program.
func replayOf(b *menustest.Bench, g match.Record) (*menustest.Bench, *Replay) {
	sc, err := scene.Archived(g)
	if err != nil {
		panic(err)
	}
	return b, NewReplay(b, page.ToReplay{Scene: sc, Game: &g, Deleted: func() {}})
}

// openReplay shows the replay of a game.
func openReplay(t *testing.T, g match.Record) (*menustest.Bench, *Replay) {
	t.Helper()
	b, s := replayOf(menustest.New(t, menustest.Shelf{}, nil), g)
	b.Push(s)
	b.LayOut(1280, 720)
	return b, s
}

// The user opens a game, steps through it, continues it from any ply, and deletes it after a
// question.
func TestAReplay(t *testing.T) {
	b, r := openReplay(t, menustest.Game("a-1", "Ann", "Low", 3, 1, 2, 3))
	if at(b) != 4 {
		t.Fatalf("the replay begins after %d plies", at(b))
	}
	b.Press(ebiten.KeyHome)
	if at(b) != 0 || b.Info("#first").Enabled {
		t.Errorf("Home leads to %d", at(b))
	}
	b.Press(ebiten.KeyArrowRight)
	if at(b) != 1 || !r.moving() {
		t.Errorf("a step leads to %d, in motion: %v", at(b), r.moving())
	}
	b.Press(ebiten.KeySpace)
	b.Pass(time.Minute)
	if at(b) != 4 || !b.Shows("Autoplay") {
		t.Errorf("by itself it goes to %d, goes on: %v", at(b), b.Shows("Stop"))
	}
	slider := b.Control("#slider").(*kit.Slider)
	middle := slider.Bounds().Center()
	middle.X -= slider.Room / 2 // of the value, beside the track
	if b.Tap(kit.Mouse, middle); at(b) != 2 {
		t.Errorf("the middle of the slider leads to %d", at(b))
	}
	b.Pass(menustest.Tick)
	if info := b.Info("#slider"); info.Label != "Position" || info.Value != "move 2 of 4" || info.Selected != 2 || info.High != 4 {
		t.Errorf("the slider is told as %+v", info)
	}
	b.Click("Copy")
	if !strings.HasPrefix(b.Pad.Text, "kalah(6,4) 3 1 2 3\n") {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	b.Click("Play on")
	if card, ok := b.Top().(*playOnCard); !ok || card.plies != 2 || seat(b, rules.South).Selected != 0 {
		t.Fatalf("Play on shows %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	b.Click("Delete...")
	b.Press(ebiten.KeyEscape)
	if len(b.Cabinet.Deleted) != 0 {
		t.Fatal("Escape deletes the game")
	}
	b.Click("Delete...")
	b.Click("Delete")
	if !slices.Equal(b.Cabinet.Deleted, []string{"a-1"}) || b.Top().Name() != "main menu" {
		t.Errorf("deleted is %q, the screen is %q", b.Cabinet.Deleted, b.Top().Name())
	}
}

// A replay tells the move that led to the position on the board.
func TestAReplayTellsWhy(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	game := menustest.Game("a-1", "Ann", "Low", 3, 1)
	s := NewReplay(b, page.ToReplay{Scene: need.Must(scene.Archived(game))(t), Game: &game})
	b.Push(s)
	b.LayOut(1280, 720)
	s.begin(0)
	if b.Pass(menustest.Tick); b.Info("#why").Enabled {
		t.Error("the start can be told")
	}
	s.begin(1)
	b.Pass(menustest.Tick)
	b.Click("#why")
	b.LayOut(1280, 720)
	b.Says("falls into")
	if s.ply.StoryWay() == nil || s.moment().Board != s.review.Position(0).Board() {
		t.Error("the move is not told")
	}
}

// A game from a link plays by itself, until the user asks why, and is in no archive.
func TestAGameFromALinkPlays(t *testing.T) {
	b, _ := openReplay(t, match.Record{Game: menustest.Game("", "Ann", "Low", 3, 1, 2, 3).Game, Names: [2]string{"Ann", "Bo"}})
	if at(b) != 0 || !b.Shows("Stop") || b.Shows("#delete") || b.Shows("#continue") || !b.Shows("#review") {
		t.Fatalf("it begins after %d plies", at(b))
	}
	for at(b) < 2 {
		b.Pass(menustest.Tick)
	}
	b.Click("#why")
	b.Pass(time.Minute)
	b.LayOut(1280, 720)
	if b.Says("The last seed"); at(b) != 2 || !b.Shows("Autoplay") {
		t.Errorf("while the story is read it goes on to %d", at(b))
	}
	b.Click("#autoplay")
	if b.Pass(time.Minute); at(b) != 4 {
		t.Errorf("it goes to %d", at(b))
	}
}

// Finished, resigned and broken-off games show their results in a replay.
func TestEndingsOfTheArchive(t *testing.T) {
	resigned := menustest.Game("r-1", "Ann", "Low", 3)
	resigned.Result = match.Result{Ending: match.Resigned, Outcome: rules.Winner(rules.North)}
	broken := menustest.Game("x-1", "Ann", "Low", 3)
	broken.Result.Ending = match.Abandoned
	for _, c := range []struct {
		g             match.Record
		verdict, word string
	}{
		{menustest.WonGame("w-1", "Ann", "Low"), "You win", "Ann won 6 to 0"},
		{resigned, "Low wins", "Ann resigned, Low won"},
		{broken, "The game was broken off", "broken off"},
		{menustest.Game("u-1", "Ann", "Low", 3), "The game was broken off", "unfinished"},
	} {
		sc := need.Must(scene.Archived(c.g))(t)
		if sc.Verdict() != c.verdict || resultWords(c.g) != c.word || !sc.CanReview() {
			t.Errorf("%s: %q, %q", c.g.ID, sc.Verdict(), resultWords(c.g))
		}
	}
	bad := menustest.Game("b-1", "Ann", "Low", 3, 3)
	if _, err := scene.Archived(bad); err == nil {
		t.Error("a game that cannot be played is shown")
	}
}

// My games also continues an unfinished network game with a kept series, even if it is not the
// newest.
func TestAnOlderSeriesGoesOnFromItsReplay(t *testing.T) {
	older, newer := menustest.Bookmark(match.Host, ":7001"), menustest.Bookmark(match.Host, ":7000")
	older.Series = "older"
	for _, late := range []bool{false, true} {
		b := menustest.New(t, menustest.Shelf{}, nil)
		answer := func() {}
		archive := &menustest.Cabinet{Marks: []match.Bookmark{newer, older}}
		b.Shared().Ports.Archive = archive
		if late {
			b.Shared().Ports.Archive = lateCabinet{archive, &answer}
		}
		g := match.Record{
			ID: match.GameID("older", older.Number), Names: [2]string{"Ann", "Bo"},
			Kinds: [2]string{match.KindPerson, match.KindRemote}, Game: older.Game,
		}
		sc := need.Must(scene.Archived(g))(t)
		b.Push(NewReplay(b, page.ToReplay{Scene: sc, Game: &g}))
		answer()
		b.LayOut(1280, 720)
		b.Click("Continue")
		if goOn, ok := b.Route().(page.ToContinue); !ok || goOn.Kept.Bookmark == nil || goOn.Kept.Bookmark.Series != "older" {
			t.Errorf("late %v: the route is %+v", late, b.Route())
		}
	}
}

// lateCabinet answers about bookmarks only when told to.
type lateCabinet struct {
	*menustest.Cabinet
	answer *func()
}

func (c lateCabinet) Bookmarks(done func([]match.Bookmark, error)) {
	*c.answer = func() { done(c.Marks, nil) }
}

// A replay without an entry in the archive, as of a club's game, stays. Only the replay of the game
// in progress ends with the pause.
func TestReplayOfAClubsGameStays(t *testing.T) {
	b, archived := openReplay(t, menustest.Game("a-1", "Ann", "Low", 3, 1, 2, 3))
	s := NewReplay(b, page.ToReplay{Scene: archived.scene, About: []page.Link{{Label: "About Bo...", Do: func() { b.Say("Bo") }}}})
	b.Push(s)
	b.LayOut(1280, 720)
	b.Pass(menustest.Tick)
	if _, left := b.Route().(page.ToBoard); left {
		t.Error("the replay is left for the board")
	}
	if b.Key("#about-1", ebiten.KeyEnter); b.Said() != "Bo" {
		t.Error("the button leads nowhere")
	}
}
