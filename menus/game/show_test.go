package game

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/motion"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need/screen"
)

// wonHere returns a program with two people just before the last ply of South's win. Every win is a
// top score.
func wonHere(t *testing.T) *menustest.Bench {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = menustest.NewLedger() })
	b.Play(persons(rulestest.Variant(t, "kalah", 1, 3)))
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 1)
	b.Follow()
	return b
}

// until runs ticks until cond holds, and fails after 20 seconds.
func until(t *testing.T, b *menustest.Bench, what string, cond func() bool) {
	t.Helper()
	for range 20 * 60 {
		if cond() {
			return
		}
		b.Pass(menustest.Tick)
	}
	t.Fatalf("%s did not come about; the screen is %q", what, b.Top().Name())
}

func TestAWinIsCelebratedOnALitBoard(t *testing.T) {
	b := wonHere(t)
	g := screenOf(b)
	if g.board.finale != nil || b.Top().Name() != "game" {
		t.Fatalf("while the ply is shown the screen is %q", b.Top().Name())
	}
	until(t, b, "the end", g.ended)
	if b.Top().IsCard() || b.Top() != page.Screen(g) {
		t.Error("something lies over the board")
	}
	rain, glow := 0, 0.0
	for range 200 {
		b.Pass(menustest.Tick)
		view := g.board.View(kit.State{})
		rain, glow = max(rain, len(view.Finale.Rain)), max(glow, view.Finale.Glow)
	}
	if rain == 0 || glow < 0.9 || g.end.celebrating() {
		t.Errorf("%d seeds rain, the glow is %v, and it goes on: %v", rain, glow, g.end.celebrating())
	}
	if last := g.board.View(kit.State{}).Finale; last == nil || last.Glow == 0 || len(last.Rain) != 0 {
		t.Errorf("what stays is %+v", last)
	}
	if n := b.Pass(2 * time.Second); n > 4 { // the caret blinks
		t.Errorf("an end at rest is painted %d times in two seconds", n)
	}
}

func TestAnyKeySkipsTheFinaleAndDoesNothingElse(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyEnter, ebiten.KeyEscape, ebiten.KeySpace, ebiten.KeyL, ebiten.KeyZ, ebiten.KeyDigit1} {
		b := wonHere(t)
		g := screenOf(b)
		until(t, b, "the end", g.ended)
		b.Pass(liveAfter * menustest.Tick)
		if b.Press(key); g.end.celebrating() || !g.Naming() || b.Top().Name() != "end of game" {
			t.Errorf("%v: it goes on: %v, asks for a name: %v, the screen is %q", key, g.end.celebrating(), g.Naming(), b.Top().Name())
		}
	}
}

func TestAButtonOfTheEndWorksDuringTheFinale(t *testing.T) {
	b := wonHere(t)
	until(t, b, "the end", screenOf(b).ended)
	b.Pass((liveAfter + 1) * menustest.Tick)
	b.Click("#end.dont-save")
	if screenOf(b).Naming() || !b.Shows("#end.play-again") {
		t.Error("the button does nothing")
	}
}

// A click meant for the board does not press a new button under it.
func TestTheEndIsNotPressedByAccident(t *testing.T) {
	b := wonHere(t)
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Speed = motion.Off })
	g := screenOf(b)
	until(t, b, "the end", g.ended)
	if b.Click("#end.dont-save"); !g.Naming() {
		t.Error("the name is not asked for any more")
	}
}

func TestWithoutMotionTheEndIsThereAtOnce(t *testing.T) {
	for setting, ticks := range map[string]int{"speed": 3, "still": 20 * 60} {
		b := wonHere(t)
		b.Shared().Settings.Change(func(s *settings.Settings) {
			if s.Still = setting == "still"; !s.Still {
				s.Speed = motion.Off
				b.Scene().Settle() // the ply that began before
			}
		})
		g := screenOf(b)
		for i := 0; !g.ended(); i++ {
			if i >= ticks {
				t.Fatalf("%s: the end is not there", setting)
			}
			b.Pass(menustest.Tick)
		}
		if g.end.celebrating() || g.board.finale == nil || g.board.finale.Glow == 0 {
			t.Errorf("%s: a finale runs: %v", setting, g.end.celebrating())
		}
	}
}

func TestCloseGamesHaveALineOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		stores [2]int
		want   string
	}{
		{[2]int{24, 24}, "Nothing between you: 24 seeds each."},
		{[2]int{25, 24}, "By a single seed!"},
		{[2]int{25, 23}, "By just two seeds!"},
		{[2]int{40, 8}, ""},
	} {
		r := match.Result{Ending: match.Finished, Outcome: rules.Winner(rules.South), Stores: c.stores}
		if c.stores[0] == c.stores[1] {
			r.Outcome = rules.Draw
		}
		if got := remark(r, false); got != c.want {
			t.Errorf("%v: %q, want %q", c.stores, got, c.want)
		}
		if got := remark(r, true); c.stores[0]-c.stores[1] == 1 && got != "One seed short. So close!" {
			t.Errorf("the loser of %v reads %q", c.stores, got)
		}
	}
	repeated := match.Result{Ending: match.Finished, Outcome: rules.Draw, Stores: [2]int{20, 14}}
	if got := remark(repeated, false); got != "" {
		t.Errorf("of a game that a repetition has drawn, which has its reason: %q", got)
	}
	if got := remark(match.Result{Ending: match.Resigned, Outcome: rules.Winner(rules.South), Stores: [2]int{2, 1}}, false); got != "" {
		t.Errorf("of a game that was given up: %q", got)
	}
}

func TestAPictureOfTheGameIsSaved(t *testing.T) {
	screen.Need(t)
	b := wonHere(t)
	ended(t, b)
	b.Click("#end.dont-save")
	for i, kind := range []string{"turn", "game", "board"} {
		b.Click("#end.send")
		b.Click("#send." + kind)
		if len(b.Pictures) != i+1 || b.Pictures[i] != "Player 1 wins against Player 2" || b.Said() != "The picture is being made." {
			t.Fatalf("%s: saved are %q, the window says %q", kind, b.Pictures, b.Said())
		}
		picture, err := b.Painting(func() bool { return true })
		if moving := bytes.Contains(picture, []byte("acTL")); err != nil || moving != (kind != "board") || b.Top().Name() != "end of game" {
			t.Errorf("%s: a moving picture: %v, %v, on the screen %q", kind, moving, err, b.Top().Name())
		}
	}
	b.Press(ebiten.KeyF10)
	if b.Click("#menu.send"); b.Top().Name() != "send" {
		t.Errorf("from the menu: the screen %q", b.Top().Name())
	}
	if b.Click("#send.back"); b.Top().Name() != "end of game" || len(b.Pictures) != 3 {
		t.Errorf("back on the screen %q, saved are %q", b.Top().Name(), b.Pictures)
	}
}

// The board has most of a wide window while the log is open, and nearly all of it otherwise.
func TestTheBoardOwnsTheWindow(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	g := screenOf(b)
	for _, size := range [][2]int{{1280, 720}, {2560, 1440}, {1920, 1080}} {
		window := b.LayOut(size[0], size[1])
		if share := g.board.Layout.Board().W / window.W; share < 0.9 {
			t.Errorf("%v: the board has %.2f of the width", size, share)
		}
		b.Shared().Settings.Change(func(s *settings.Settings) { s.Log = true })
		window = b.LayOut(size[0], size[1])
		left := g.glide.panels[logDrawer].place.X / window.W
		if left < 0.845 {
			t.Errorf("%v: the log begins at %.2f of the width", size, left)
		}
		b.Shared().Settings.Change(func(s *settings.Settings) { s.Log = false })
	}
}

// Every action of a game has a key, shown on its tool.
func TestToolsHaveKeys(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.LayOut(1280, 720)
	var keys []string
	for _, s := range b.Top().Form().Shortcuts() {
		keys = append(keys, s.ID+" "+s.Key)
	}
	if got := strings.Join(keys, ", "); got != "game.hint H, game.undo Ctrl+Z, game.redo Ctrl+Shift+Z, game.log L, game.menu F10" {
		t.Errorf("the keys are %s", got)
	}
	b.Press(ebiten.KeyDigit1)
	b.Pass(3 * time.Second)
	b.Ctrl(ebiten.KeyZ)
	b.Pass(menustest.Tick)
	if n := b.Scene().Match().Plies(); n != 0 {
		t.Fatalf("after Ctrl+Z there are %d plies", n)
	}
	b.Top().Update(&kit.Input{Source: kit.Pad, Keys: []kit.KeyPress{{Key: ebiten.KeyZ, Ctrl: true, Shift: true}}}) // a shoulder button
	b.Pass(menustest.Tick)
	if n := b.Scene().Match().Plies(); n != 1 {
		t.Errorf("after the shoulder button there are %d plies", n)
	}
	b.Press(ebiten.KeyL)
	if !b.Shared().Settings.Now().Log || !b.Shows("#log.moves") {
		t.Error("L does not open the log")
	}
}

// A gamepad selects a house with its directions and plays it.
func TestAGamepadPlays(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.LayOut(1280, 720)
	pad := func(k ebiten.Key) {
		b.Top().Update(&kit.Input{Source: kit.Pad, Keys: []kit.KeyPress{{Key: k}}})
	}
	pad(ebiten.KeyArrowRight)
	pad(ebiten.KeyArrowRight)
	pad(ebiten.KeyEnter)
	b.Pass(menustest.Tick)
	if m := b.Scene().Match(); m.Plies() != 1 || m.Game().Plies[0] != 2 {
		t.Errorf("played is %v", m.Game().Plies)
	}
}

func TestHousesHaveIDs(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.LayOut(1280, 720)
	for _, w := range b.Top().Form().Widgets() {
		if info := b.Top().Form().Info(w); info.ID == "" {
			t.Errorf("%q has no ID", info.Label)
		}
	}
	if parts := screenOf(b).board.Parts(); len(parts) != 6 || parts[2].ID != "house-3" || parts[2].Label != "house 3" {
		t.Errorf("the houses are %+v", parts)
	}
}

// The plates show both players the score of the series.
func TestTheRunningScore(t *testing.T) {
	b, link, _ := wonOverTheNet(t)
	g := screenOf(b)
	if g.plates.wonWords(rules.South) != "1 win" || g.plates.wonWords(rules.North) != "" {
		t.Errorf("after a win the plates say %q and %q", g.plates.wonWords(rules.South), g.plates.wonWords(rules.North))
	}
	matchtest.Check(t, link.Series.Next())
	link.Push(table.GameStarted{ID: "g-2", Self: rules.North})
	b.Pass(menustest.Tick)
	if g.ended() || g.plates.wonWords(rules.North) != "1 win" || g.board.finale != nil {
		t.Errorf("in the next game the plates say %q, the end is shown: %v", g.plates.wonWords(rules.North), g.ended())
	}
}

// A toast about a game is gone when the next one begins.
func TestAMessageDoesNotOutlastItsGame(t *testing.T) {
	b := wonHere(t)
	until(t, b, "the end of the finale", func() bool { return screenOf(b).Naming() && !screenOf(b).end.celebrating() })
	b.Write("#end.name", "Ann")
	b.Press(ebiten.KeyEnter)
	if b.Said() != "Ann, place 1 in the top scores." {
		t.Fatalf("the window says %q", b.Said())
	}
	b.Click("#end.play-again")
	b.Pass(menustest.Tick)
	if b.Said() != "" || b.Top().Name() != "game" {
		t.Errorf("in the next game the window says %q", b.Said())
	}
}

func TestTheLogWaitsForTheBoard(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
	b.Press(ebiten.KeyL)
	const line = "1. Player 1 sows 4 from house 1"
	scenetest.Press(t, b.Scene(), 1)
	b.Follow()
	b.LayOut(1280, 720)
	if !b.Scene().Moving() || b.Reads(line) {
		t.Errorf("while the ply is shown (%v) the screen reads %q", b.Scene().Moving(), b.Text())
	}
	until(t, b, "the end of the ply", func() bool { return !b.Scene().Moving() })
	b.LayOut(1280, 720)
	b.Says(line)
}

// Each ply has one row of the log. Beside the board it is short; screen readers get the whole
// sentence.
func TestTheLogHasARowForEachPly(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)), 3, 6, 1)
	b.Press(ebiten.KeyL)
	for _, size := range [][2]int{{1280, 720}, {640, 400}, {600, 1000}} {
		b.LayOut(size[0], size[1])
		b.LayOut(size[0], size[1])
		heights, drawn := map[string]map[float64]bool{}, ""
		b.Overhear(func(l render.Lettering) {
			if len(l.Paragraph) > 2 && l.Paragraph[1] == '.' {
				if heights[l.Paragraph] == nil {
					heights[l.Paragraph] = map[float64]bool{}
				}
				heights[l.Paragraph][l.Place.Center().Y] = true
				drawn += l.Text + "\n"
			}
		})
		want := b.Scene().Lines()
		for _, line := range want {
			if len(heights[line]) != 1 {
				t.Errorf("at %v %q is drawn at %v", size, line, heights[line])
			}
		}
		if short := strings.Contains(drawn, "1. Player 1: 3\n"); short != (size[0] != 600) {
			t.Errorf("at %v the log is %q", size, drawn)
		}
	}
}
