package game

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
	"mancala/render"
	"mancala/rules"
	"mancala/tools/need"
)

// letters returns the texts of the topmost screen by their places.
func letters(b *menustest.Bench, width, height int) map[string]render.Rect {
	b.LayOut(width, height)
	c, seen := b.Shared().Canvas, map[string]render.Rect{}
	c.Begin(ebiten.NewImage(width, height), render.Scale(width, height, 1))
	c.Overhear(func(l render.Lettering) { seen[l.Text] = l.Place })
	b.Top().Draw(c)
	c.Overhear(nil)
	return seen
}

// timedGame returns a program in a game of one minute against Bo, and its time. Bo's clock is
// running.
func timedGame(t *testing.T) (*menustest.Bench, *tabletest.Link, *time.Time) {
	t.Helper()
	b, link := farGame(t)
	now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	b.Scene().Env.Now = func() time.Time { return now }
	link.KeepTime(match.TimeControl{Base: time.Minute, Increment: 2 * time.Second}, b.Scene().Env.Now)
	b.Pass(menustest.Tick)
	return b, link, &now
}

func TestClocksStandOnThePlates(t *testing.T) {
	b, link, now := timedGame(t)
	g := screenOf(b)
	seen := letters(b, 1280, 720)
	if _, ok := seen["1:00"]; !ok {
		t.Fatalf("no clock is among %v", seen)
	}
	*now = now.Add(35 * time.Second)
	b.Pass(menustest.Tick)
	seen = letters(b, 1280, 720)
	running := rules.North
	if link.Series.Match().Position().ToMove() == rules.South {
		running = rules.South
	}
	plate := g.board.Layout.Plate(running)
	if at, ok := seen["0:25"]; !ok || at.X < plate.Center().X || at.Right() > plate.Right() || at.Y < plate.Y || at.Bottom() > plate.Bottom() {
		t.Errorf("the clock that runs is at %v, the plate at %v", at, plate)
	}
	if text, _ := g.state(); text != "Connected - game 1, 1+2" {
		t.Errorf("the bar says %q", text)
	}
	link.Push(table.PeerAbsent{Absent: true})
	b.Pass(menustest.Tick)
	if text := g.strip.text(); text != "Bo is not connected - your clock is running" || b.Shows("#game.options") {
		t.Errorf("the strip says %q", text)
	}
	link.Push(table.PeerAbsent{})
	b.Pass(menustest.Tick)
	if text := g.strip.text(); text != "" {
		t.Errorf("the strip says %q", text)
	}
}

// Nothing on a plate moves while a clock runs down from minutes to tenths of a second.
func TestNothingMovesWhileAClockRuns(t *testing.T) {
	b, _, now := timedGame(t)
	g := screenOf(b)
	for _, size := range append(menustest.Windows, [2]int{600, 1000}, [2]int{640, 400}, [2]int{2560, 1440}) {
		b.LayOut(size[0], size[1])
		plate := g.board.Layout.Plate(rules.South)
		room := g.plates.clockWidth(plate)
		if room < 80 || room > plate.W/2 {
			t.Errorf("in %v the clock takes %g of %g", size, room, plate.W)
		}
		for range 65 {
			*now = now.Add(950 * time.Millisecond)
			b.Pass(menustest.Tick)
			if got := g.plates.clockWidth(plate); got != room {
				t.Fatalf("in %v the clock takes %g, and then %g", size, room, got)
			}
		}
		*now = now.Add(-65 * 950 * time.Millisecond)
	}
}

func TestThePadlockIsBesideTheClock(t *testing.T) {
	b, _, _ := timedGame(t)
	g := screenOf(b)
	for _, code := range menustest.Languages() {
		menustest.Speak(t, code)
		for _, size := range menustest.Windows {
			b.LayOut(size[0], size[1])
			clock := g.plates.cells(g.scene.Side(g.plates.peer())).clock
			if lock := g.plates.lock.Bounds(); lock.Right() > clock.X {
				t.Errorf("%v: the padlock at %v is on the clock", size, lock)
			}
		}
	}
}

func TestTheEndOnTime(t *testing.T) {
	b, link, _ := timedGame(t)
	me := link.Series.Party(link.Clocks.Side) == match.Host
	need.NoError(t, link.TimeOut())
	b.Pass(2 * time.Second)
	g := screenOf(b)
	title, why := "You win on time", "Bo ran out of time."
	if me {
		title, why = "Bo wins on time", "Your time was over."
	}
	if !g.ended() || b.Scene().Verdict() != title || b.Scene().Why() != why || g.end.finale != nil {
		t.Errorf("the end says %q, %q", b.Scene().Verdict(), b.Scene().Why())
	}
	if g.Naming() {
		t.Error("a win on time asks for a name")
	}
}

// A game with clocks is at a club. The program does not call it kept, and the user cannot end it
// without a loser, neither before leaving nor while the connection is down.
func TestHowAGameWithClocksIsLeft(t *testing.T) {
	b, link, _ := timedGame(t)
	b.Press(ebiten.KeyEscape)
	b.Click("#menu.leave")
	want := "Bo is told. Your clock goes on running when it is your turn, and you lose if your time runs out. To come back, choose Continue in the main menu."
	if b.Top().Name() != "leave game" || screenOf(b).LeaveWarning() != want || b.Shows("End it") || !b.Shows("Leave for now") {
		t.Errorf("the screen is %q, and says %q", b.Top().Name(), screenOf(b).LeaveWarning())
	}
	b.Click("Play on")
	link.Push(table.Paused{Note: rules.NewNote("netplay.dropped", "Bo"), Wait: 1})
	b.Pass(2 * time.Second)
	if b.Top().Name() != "paused" || b.Shows("End it") || !b.Shows("Leave for now") {
		t.Errorf("without a connection the screen is %q", b.Top().Name())
	}
}
