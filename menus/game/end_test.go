package game

import (
	"testing"
	"time"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/scene/scenetest"
	"mancala/words"
)

// ended waits for the end of a game, and for the finale.
func ended(t *testing.T, b *menustest.Bench) {
	t.Helper()
	g := screenOf(b)
	for range endAfter + liveAfter + 10 {
		b.Shared().Ports.Scores.Poll()
		b.Scene().Advance(menustest.Tick)
		b.Follow()
		b.Top().Update(&kit.Input{})
	}
	b.Pass(4 * time.Second)
	if b.Top().Name() != "end of game" || g.end == nil {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
}

// The toast about a top score leaves the result, the plates and the buttons visible.
func TestAMessageAtTheEndCoversNothing(t *testing.T) {
	for _, lang := range []string{words.English, "de"} {
		menustest.Speak(t, lang)
		for _, size := range [][2]int{{1280, 720}, {640, 400}, {600, 1000}} {
			b := finished(t, true, 4*time.Second)
			b.Write("Your name in the top scores", "Ann")
			b.Click("#end.save")
			window := b.LayOut(size[0], size[1])
			g, c := screenOf(b), b.Shared().Canvas
			var toast kit.Toast
			toast.Show(b.Said(), 1)
			above, _ := window.CutTop(window.H - page.StatusHeight)
			at := toast.Place(c, above, g.Controls.Taken()...)
			l := g.board.layout
			for name, r := range map[string]render.Rect{
				"score": g.end.band.score, "verdict": g.end.band.verdict, "controls": g.end.band.controls,
				"South's plate": l.Plate(rules.South), "North's plate": l.Plate(rules.North), "board": l.Board(),
			} {
				if b.Said() == "" || r.W == 0 || at.X < r.Right() && r.X < at.Right() && at.Y < r.Bottom() && r.Y < at.Bottom() {
					t.Errorf("%v, %s: %q at %v covers the %s at %v", size, lang, b.Said(), at, name, r)
				}
			}
		}
	}
}

func TestAGameThatBeganInTheMiddleIsNoTopScore(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 1, 3)
	for plies, asks := range map[int]bool{0: true, 1: false} {
		b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) { c.Scores = menustest.NewLedger() })
		b.Play(persons(v), []rules.House{1}[:plies]...)
		b.LayOut(1280, 720)
		if plies == 0 {
			b.Say("The game goes on.")
			scenetest.Press(t, b.Scene(), 1)
			b.Scene().Settle()
		}
		if ended(t, b); screenOf(b).end.naming != asks {
			t.Errorf("begun after %d plies, the winner is asked for a name: %v", plies, !asks)
		}
		if b.Said() != "" {
			t.Errorf("over the end stands %q, about the running game", b.Said())
		}
		if plies == 0 {
			continue
		}
		if err := b.Scene().Rematch(); err != nil { // the next game begins with its first ply
			t.Fatal(err)
		}
		b.Scene().Advance(0)
		b.Follow()
		scenetest.Press(t, b.Scene(), 1)
		b.Scene().Settle()
		if ended(t, b); !screenOf(b).end.naming {
			t.Error("the winner of the next game is not asked for a name")
		}
	}
}

// overTheNet returns a program in a network game, after plies of both sides.
func overTheNet(t *testing.T, v rules.Variant, plies ...rules.House) (*menustest.Bench, *matchtest.Link) {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, nil)
	sc, link := scenetest.Start(t, v, match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	for _, h := range plies {
		if err := link.PlayFor(sc.ToMove(), h); err != nil {
			t.Fatal(err)
		}
		sc.Advance(0)
	}
	sc.Settle()
	b.Follow()
	b.LayOut(1280, 720)
	return b, link
}
