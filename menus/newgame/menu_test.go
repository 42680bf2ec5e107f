package newgame

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// withLadder puts three of the computer players on a ladder.
func withLadder(p *ports.Ports) {
	for i := range p.Strategies {
		p.Strategies[i].Rung, p.Strategies[i].About = 3-i, "Looks a few moves ahead"
	}
}

// menuOf returns a program at its main menu.
func menuOf(t *testing.T, texts menustest.Shelf, games ...match.Record) (*menustest.Bench, *Menu) {
	t.Helper()
	b := menustest.New(t, texts, withLadder)
	b.Cabinet.List = games
	m := NewMenu(b, noneDue)
	b.Push(m)
	b.Pass(2 * menustest.Tick)
	return b, m
}

func TestTheMenuLeadsEverywhere(t *testing.T) {
	for id, want := range map[string]string{
		"main.computer": "ladder", "main.two-here": "two players here", "main.online": "online",
	} {
		b, _ := menuOf(t, menustest.Shelf{})
		if b.Enter("#" + id); b.Top().Name() != want {
			t.Errorf("%s shows %q", id, b.Top().Name())
		}
		b.Press(ebiten.KeyEscape)
		if b.Top().Name() != "main menu" {
			t.Errorf("Escape on %q shows %q", want, b.Top().Name())
		}
	}
	for id, want := range map[string]string{"online.host": "host", "online.join": "join"} {
		b, _ := menuOf(t, menustest.Shelf{})
		b.Enter("#main.online")
		if b.Enter("#" + id); b.Top().Name() != want {
			t.Errorf("%s shows %q", id, b.Top().Name())
		}
	}
	for id, want := range map[string]page.Route{
		"main.scores": page.ToScores{}, "main.games": page.ToGames{}, "main.help": page.ToHelp{}, "main.settings": page.ToSettings{}, "main.lesson": page.ToLesson{}, "main.learn": page.ToLearn{}, "main.about": page.ToAbout{},
		"main.exit": page.ToExit{},
	} {
		b, _ := menuOf(t, menustest.Shelf{})
		if b.Enter("#" + id); b.Route() != want {
			t.Errorf("%s takes the route %T", id, b.Route())
		}
	}
}

// The board of the menu has its place in every window, with and without the optional controls.
func TestTheBoardOfTheMenuHasItsPlace(t *testing.T) {
	for _, texts := range []menustest.Shelf{{}, {"greeted": "yes"}} {
		b, m := menuOf(t, texts)
		for _, size := range append(menustest.Windows, [2]int{600, 640}) {
			window := b.LayOut(size[0], size[1])
			v, ok := m.view(boardPlace(page.NewGrid(window), m.scenery.Bounds()))
			if at := v.Layout.Board(); !ok || at.X < 0 || at.Bottom() > window.H || at.W < 100 {
				t.Errorf("at %v the board lies at %+v", size, at)
			}
		}
	}
}

func TestTheLessonIsOfferedUntilItIsRefusedOrAGameIsOver(t *testing.T) {
	texts := menustest.Shelf{}
	b, m := menuOf(t, texts)
	if !b.Shows("#main.lesson") {
		t.Fatal("a newcomer is offered no lesson")
	}
	for _, id := range []string{"main.lesson", "main.computer", "main.online"} {
		if b.Enter("#" + id); texts["greeted"] != "" {
			t.Errorf("after %s it is not offered any more", id)
		}
		b.BackTo(m)
	}
	b.Enter("#main.not-now")
	if b.Pass(menustest.Tick); b.Shows("#main.lesson") || texts["greeted"] != "yes" {
		t.Errorf("after Not now it is still offered: %v, kept is %q", b.Shows("#main.lesson"), texts["greeted"])
	}
	if b, _ := menuOf(t, texts); b.Shows("#main.lesson") {
		t.Error("the next run offers it again")
	}
	if b, _ := menuOf(t, menustest.Shelf{}, menustest.Game("g-1", "Ann", "Low", 3)); !b.Shows("#main.lesson") {
		t.Error("it is not offered beside a game to go on with")
	}
	b = menustest.New(t, menustest.Shelf{}, withLadder)
	b.Cabinet.Sums = match.Figures{Total: match.Figure{Played: 1}}
	b.Push(NewMenu(b, noneDue))
	if b.Pass(menustest.Tick); b.Shows("#main.lesson") {
		t.Error("it is offered to a person who has finished a game")
	}
}

// noneDue says that no mistake is due.
func noneDue(bool) int { return 0 }

// Due mistakes replace the lesson as soon as there are any, and lead to the page with puzzles. The
// menu counts them each time the user returns to it.
func TestDueMistakesAreOnTheMenu(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{"greeted": "yes"}, withLadder)
	n, counted := 0, 0
	m := NewMenu(b, func(count bool) int {
		if count {
			counted++
		}
		return n
	})
	b.Push(m)
	if b.Pass(menustest.Tick); b.Shows("My mistakes") {
		t.Error("the menu says that mistakes are due before there are any")
	}
	n = 3
	b.Pass(menustest.Tick)
	b.LayOut(1280, 720)
	b.Says("3 of your mistakes are due.")
	b.Click("My mistakes")
	if len(b.Routes) != 1 || b.Routes[0] != (page.ToLearn{Mistakes: true}) {
		t.Errorf("it leads to %v", b.Routes)
	}
	n = 0
	m.Returned()
	b.Pass(menustest.Tick)
	if b.LayOut(1280, 720); b.Shows("My mistakes") || counted != 2 {
		t.Errorf("the menu says it though none is due, or has counted %d times", counted)
	}
}

// The controls of the menu keep their places when the lesson or a game to continue comes or goes.
func TestNothingOnTheMenuMoves(t *testing.T) {
	places := func(texts menustest.Shelf, games ...match.Record) map[string]render.Rect {
		b, m := menuOf(t, texts, games...)
		b.LayOut(1280, 720)
		at := map[string]render.Rect{}
		for _, w := range m.Controls.Widgets() {
			at[m.Controls.Info(w).ID] = w.Bounds()
		}
		return at
	}
	game := menustest.Game("g-1", "Ann", "Low", 3)
	all := places(menustest.Shelf{}, game)
	for name, some := range map[string]map[string]render.Rect{
		"the lesson": places(menustest.Shelf{}), "a game": places(menustest.Shelf{"greeted": "yes"}, game), "nothing": places(menustest.Shelf{"greeted": "yes"}),
	} {
		for id, r := range some {
			if all[id] != r {
				t.Errorf("with %s %s is at %v, with all at %v", name, id, r, all[id])
			}
		}
	}
	if len(all) < 12 {
		t.Errorf("there are only %d controls", len(all))
	}
}

func TestContinueSaysHowTheGameStands(t *testing.T) {
	b, _ := menuOf(t, menustest.Shelf{}, menustest.Game("g-1", "Ann", "Low", 3))
	if line := b.Info("#main.continue").Value; line != "Kalah: You 1 - Low 0, your turn" || b.Focused() != "main.continue" {
		t.Errorf("it says %q", line)
	}
	two := menustest.Game("g-1", "Ann", "Bo", 3, 1)
	two.Kinds[rules.North] = match.KindPerson
	b, _ = menuOf(t, menustest.Shelf{}, two)
	if line := b.Info("#main.continue").Value; line != "Kalah: Ann 1 - Bo 0, Bo to move" {
		t.Errorf("it says %q", line)
	}
}

// awake marks the program of a bench as the one in front.
func awake(b *menustest.Bench) { b.Shared().InFront = true }

func TestTheBoardOfTheMenuLivesAndRests(t *testing.T) {
	b, m := menuOf(t, menustest.Shelf{"greeted": "yes"})
	start := m.alive.View(render.Rect{}).Moment.Board
	if b.Pass(10*time.Second) > 0 || m.alive.View(render.Rect{}).Moment.Board != start {
		t.Error("it lives in a window that is not in front")
	}
	awake(b)
	if b.Pass(2*time.Second) > 0 {
		t.Error("it does not rest before the first ply")
	}
	if b.Pass(5*time.Second) == 0 || m.alive.View(render.Rect{}).Moment.Board == start {
		t.Error("nothing has been played")
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = true })
	b.Pass(10 * time.Second) // the ply is shown in full
	before := m.alive.View(render.Rect{}).Moment.Board
	if b.Pass(10*time.Second) > 0 || m.alive.View(render.Rect{}).Moment.Board != before {
		t.Error("it lives although the person wants no motion")
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = false })
	b.Pass(30 * time.Second)
	if before = m.alive.View(render.Rect{}).Moment.Board; b.Pass(10*time.Second) > 0 || m.alive.View(render.Rect{}).Moment.Board != before {
		t.Error("it lives on in a window that was left alone")
	}
	m.Update(&kit.Input{CursorMoved: true})
	if b.Pass(10*time.Second) == 0 {
		t.Error("it does not live again for a person who is back")
	}
	if _, m := menuOf(t, menustest.Shelf{}, menustest.Game("g-1", "Ann", "Low", 3)); m.Shell != nil {
		v, _ := m.view(render.Rect{})
		if v.Moment.Board != m.kept.Last.Board() {
			t.Error("the game that was left is not the one to be seen")
		}
	}
}

// No link is alone in its row, and all have room for their labels.
func TestTheLinksOfTheMenuFillTheirRows(t *testing.T) {
	for _, language := range []string{words.English, "de"} {
		for _, size := range append(menustest.Windows, [2]int{390, 664}, [2]int{390, 844}) {
			menustest.Speak(t, language)
			b, m := menuOf(t, menustest.Shelf{"greeted": "yes"})
			b.LayOut(size[0], size[1])
			rows := map[float64]int{}
			for _, link := range m.links {
				r := link.Bounds()
				if rows[r.Y]++; r.W < m.Canvas.TextWidth(link.Label, render.Body)+kit.SignRoom {
					t.Errorf("%s at %v: %q has only %.0f units", language, size, link.Label, r.W)
				}
			}
			for y, n := range rows {
				if n < len(m.links)/len(rows) || n > len(m.links)/len(rows)+1 {
					t.Errorf("%s at %v: in the row at %.0f are %d of %d links", language, size, y, n, len(m.links))
				}
			}
		}
	}
}
