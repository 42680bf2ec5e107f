package game

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene/scenetest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// advisedGame runs a test of the game screen in a synctest bubble, with a scripted judge. Seats are
// as in a Setup. "slow" is a computer player that thinks until someone hurries it.
func advisedGame(
	t *testing.T, v rules.Variant, seats [2]string, test func(t *testing.T, b *menustest.Bench, g *Screen, j *matchtest.Judge),
) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		j := matchtest.NewJudge(t)
		b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) {
			c.NewJudge = j.Make
			c.NewSeat = func(string) (match.Seat, error) { return matchtest.NewHurried(), nil }
		})
		b.Play(settings.Setup{Variant: v, Names: [2]string{"Ann", "Bo"}, Seats: seats})
		t.Cleanup(b.End)
		b.LayOut(1280, 720)
		test(t, b, screenOf(b), j)
	})
}

var (
	twoPersons   = [2]string{match.KindPerson, match.KindPerson}
	slowOpponent = [2]string{match.KindPerson, "slow"}
)

func TestTheKeyHAsksForAHintOnEveryBoard(t *testing.T) {
	for _, houses := range []int{6, 10} {
		advisedGame(t, rulestest.Variant(t, "kalah", houses, 4), twoPersons, func(t *testing.T, b *menustest.Bench, g *Screen, j *matchtest.Judge) {
			b.Press(ebiten.KeyH)
			c := j.Next(t)
			if b.Scene().Match().Plies() != 0 || g.scene.HintWords() != "Hint: thinking..." {
				t.Errorf("%d houses: %d plies, the bar says %q", houses, b.Scene().Match().Plies(), g.scene.HintWords())
			}
			if v := g.board.View(kit.State{}); v.HasHint {
				t.Error("a house is marked before there is a hint")
			}
			c.Answer(matchtest.Best(3, true, 3), nil)
			b.Pass(menustest.Tick)
			v := g.board.View(kit.State{})
			if want := (rules.Pit{Side: rules.South, House: 3}); !v.HasHint || v.Hint != want {
				t.Errorf("%d houses: marked is %v, %v", houses, v.Hint, v.HasHint)
			}
			if b.Click("#game.hint"); b.Info("#game.hint").Label != "Why?" || !strings.HasPrefix(g.scene.Story(), "Hint: house 3 wins by 3. The last seed ") {
				t.Errorf("%d houses: the button %q tells %q", houses, b.Info("#game.hint").Label, g.scene.Story())
			}
			b.Pass(time.Minute)
			b.Press(ebiten.KeyG)
			if m := b.Scene().Match(); houses == 10 && (m.Plies() != 1 || m.Game().Plies[0] != 7) {
				t.Errorf("G plays %v, want house 7", m.Game().Plies)
			}
			b.Press(ebiten.KeyDigit1)
			b.Pass(menustest.Tick)
			if v := g.board.View(kit.State{}); v.HasHint {
				t.Error("after a ply a house is marked")
			}
		})
	}
}

func TestHousesByDigitsAndLetters(t *testing.T) {
	for i := range rules.MaxHouses {
		keys := page.HouseKeys(i)
		if letter := slices.Contains(keys, ebiten.KeyA+ebiten.Key(i)); letter != (i < 7) {
			t.Errorf("house %d by letter: %v", i+1, letter)
		}
		if !slices.Contains(keys, ebiten.KeyDigit0+ebiten.Key((i+1)%10)) || slices.Contains(keys, ebiten.KeyH) {
			t.Errorf("house %d is played by %v", i+1, keys)
		}
	}
}

func TestHintsByButtonAndMenu(t *testing.T) {
	advisedGame(t, rulestest.Variant(t, "kalah", 6, 4), slowOpponent, func(t *testing.T, b *menustest.Bench, g *Screen, j *matchtest.Judge) {
		b.Click("Hint")
		j.Next(t).Answer(matchtest.Best(3, true, 3), nil)
		b.Pass(menustest.Tick)
		b.Press(ebiten.KeyDigit1)
		b.Pass(menustest.Tick)
		if b.Control("Hint").Focusable() {
			t.Error("the button can be pressed while the computer player is to move")
		}
		b.Press(ebiten.KeyH)
		if g.refusal != "Hints are for a person whose turn it is" {
			t.Errorf("H is answered %q", g.refusal)
		}
		b.Press(ebiten.KeyEscape)
		if b.Control("Hint").Focusable() {
			t.Error("the menu offers a hint while the computer player is to move")
		}
		b.Press(ebiten.KeyEscape)
		matchtest.Check(t, b.Scene().Undo())
		b.Pass(menustest.Tick)
		b.Press(ebiten.KeyEscape)
		b.Click("Hint")
		j.Next(t)
	})
}

func TestAHintToSwapMarksTheButton(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	advisedGame(t, v, twoPersons, func(t *testing.T, b *menustest.Bench, g *Screen, j *matchtest.Judge) {
		b.Press(ebiten.KeyDigit1)
		b.Pass(5 * time.Second)
		b.Press(ebiten.KeyH)
		j.Next(t).Answer(matchtest.Best(2, true, rules.Swap), nil)
		b.Pass(2 * menustest.Tick)
		if view := g.board.View(kit.State{}); !g.tools.swap.Primary || view.HasHint {
			t.Errorf("the button is marked: %v, a house is: %v", g.tools.swap.Primary, view.HasHint)
		}
		b.Press(ebiten.KeyS)
		b.Pass(2 * menustest.Tick)
		if g.tools.swap.Primary {
			t.Error("after the swap the button is marked")
		}
	})
}

func TestNoAdviceOnTheScreenOfANetworkGame(t *testing.T) {
	b := newBench(t, menustest.Shelf{"bar": "yes"}, func(c *ports.Ports) {
		c.NewJudge = func(time.Duration) match.Judge {
			t.Error("a judge is asked in a network game")
			return nil
		}
	})
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	g := screenOf(b)
	b.LayOut(1280, 720)
	if !b.Shared().Settings.Now().Bar || b.Shows("#game.hint") {
		t.Errorf("the setting is %v, there is a button for hints: %v", b.Shared().Settings.Now().Bar, b.Shows("#game.hint"))
	}
	for key, want := range map[ebiten.Key]string{
		ebiten.KeyH: "There are no hints in a network game",
		ebiten.KeyV: "There is no evaluation bar in a network game",
	} {
		if b.Press(key); g.refusal != want {
			t.Errorf("%v is answered %q", key, g.refusal)
		}
	}
	b.Pass(time.Second)
	b.Press(ebiten.KeyEscape)
	for _, label := range []string{"Hint", "Evaluation bar"} {
		if b.Shows(label) {
			t.Errorf("the menu offers %q", label)
		}
	}
}

func TestTheBarIsSwitchedAndRemembered(t *testing.T) {
	advisedGame(t, rulestest.Variant(t, "kalah", 6, 4), twoPersons, func(t *testing.T, b *menustest.Bench, _ *Screen, j *matchtest.Judge) {
		b.Pass(menustest.Tick)
		j.Idle(t)
		b.Press(ebiten.KeyV)
		b.Pass(menustest.Tick)
		c := j.Next(t)
		if b.Texts["bar"] != "yes" || !newBench(t, b.Texts, nil).Shared().Settings.Now().Bar {
			t.Error("the bar is not remembered")
		}
		c.Answer(matchtest.Best(2, false, 3), nil)
		b.Pass(menustest.Tick)
		if n := b.Pass(time.Second); n != 0 {
			t.Errorf("a second of an idle game with the bar is painted %d times", n)
		}
		b.Press(ebiten.KeyEscape)
		b.Click("#menu.bar")
		if b.Control("#menu.bar").(*kit.Switch).On || b.Shared().Settings.Now().Bar || b.Texts["bar"] != "no" {
			t.Error("the menu does not switch the bar off")
		}
		b.Press(ebiten.KeyEscape)
		b.Press(ebiten.KeyDigit1)
		b.Pass(time.Second)
		j.Idle(t)
	})
}

func TestAComputerPlayerThatThinksForLongCanBeTold(t *testing.T) {
	for name, tell := range map[string]func(b *menustest.Bench){
		"by the button": func(b *menustest.Bench) { b.Click("Move now") },
		"by the key":    func(b *menustest.Bench) { b.Press(ebiten.KeyN) },
	} {
		t.Run(name, func(t *testing.T) {
			advisedGame(t, rulestest.Variant(t, "kalah", 6, 4), slowOpponent, func(t *testing.T, b *menustest.Bench, g *Screen, _ *matchtest.Judge) {
				b.Press(ebiten.KeyDigit1)
				for !b.Scene().Thinking() {
					b.Pass(menustest.Tick)
				}
				before := places(b)
				b.Press(ebiten.KeyN) // too early
				b.Pass(time.Second / 2)
				if b.Shows("Move now") {
					t.Error("the button is there at once")
				}
				b.Pass(time.Second)
				if n := b.Pass(time.Second); n < 3 || n > 10 {
					t.Errorf("a second of thinking is painted %d times", n)
				}
				for label, at := range places(b) {
					if label != "Move now" && before[label] != at {
						t.Errorf("%q was at %v and is at %v", label, before[label], at)
					}
				}
				tell(b)
				synctest.Wait()
				b.Pass(menustest.Tick)
				if b.Scene().Match().Plies() != 2 {
					t.Fatalf("%d plies", b.Scene().Match().Plies())
				}
				b.Pass(menustest.Tick)
				if b.Shows("Move now") || b.Focused() == "" {
					t.Error("the button stays, or nothing has the focus")
				}
			})
		})
	}
}

// places returns the rectangles of the controls of the topmost screen.
func places(b *menustest.Bench) map[string]render.Rect {
	at := map[string]render.Rect{}
	for _, w := range b.Top().Form().Widgets() {
		at[menustest.Label(w)] = w.Bounds()
	}
	return at
}

func TestAGameLiesInTheWindowAndApart(t *testing.T) {
	pie := rulestest.Variant(t, "kalah", 10, 4)
	pie.Pie = true
	for _, v := range []rules.Variant{rulestest.Variant(t, "kalah", 1, 4), rulestest.Variant(t, "kalah", 6, 4), pie} {
		for _, seats := range [][2]string{twoPersons, slowOpponent, {"slow", match.KindPerson}, {"slow", "slow"}} {
			for _, stepwise := range []bool{false, true} {
				advisedGame(t, v, seats, func(t *testing.T, b *menustest.Bench, g *Screen, _ *matchtest.Judge) {
					b.Scene().Stepwise, g.plates.hurries = stepwise, true
					b.Shared().Settings.Change(func(s *settings.Settings) { s.Bar = true })
					for _, log := range []bool{true, false} {
						b.Shared().Settings.Change(func(s *settings.Settings) { s.Log = log })
						g.compose()
						checkApart(b, g, fmt.Sprintf("%v, %v, step by step %v, log %v", v, seats, stepwise, log))
					}
				})
			}
		}
	}
}

// barPlace returns the place of the evaluation bar and the line above it.
func (g *Screen) barPlace() render.Rect {
	rows := g.aside.(*kit.Stack).Parts
	place, bar := rows[0].(*kit.Picture).Bounds(), rows[1].(*kit.Picture).Bounds()
	place.H = bar.Bottom() - place.Y
	return place
}

// checkApart checks that nothing on the game screen overlaps.
func checkApart(b *menustest.Bench, g *Screen, what string) {
	b.T.Helper()
	for _, size := range menustest.Windows {
		window := b.LayOut(size[0], size[1])
		rects := map[string]render.Rect{"board": g.board.Layout.Board(), "bar": g.barPlace()}
		for i, w := range g.Controls.Widgets() {
			if _, board := w.(page.Parted); !board {
				rects[fmt.Sprint(menustest.Label(w), i)] = w.Bounds()
			}
		}
		b.CheckText(fmt.Sprintf("%s at %v", what, size))
		for name, r := range rects {
			if r.X < 0 || r.Y < 0 || r.Right() > window.W || r.Bottom() > window.H {
				b.T.Errorf("%s at %v: %s lies at %+v", what, size, name, r)
			}
			for other, o := range rects {
				if name < other && r.X < o.Right() && o.X < r.Right() && r.Y < o.Bottom() && o.Y < r.Bottom() {
					b.T.Errorf("%s at %v: %s and %s overlap", what, size, name, other)
				}
			}
		}
		if wide := g.barPlace().W; wide < 140 {
			b.T.Errorf("%s at %v: the bar is only %.0f wide", what, size, wide)
		}
	}
}
