package game

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
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

// A sentence is in its lane, which covers no other part of the screen, during a game and at its
// end.
func TestSentencesCoverNothing(t *testing.T) {
	for _, lang := range menustest.Languages() {
		menustest.Speak(t, lang)
		for _, size := range menustest.Windows {
			won, far := wonHere(t), newBench(t, menustest.Shelf{}, nil)
			ended(t, won)
			won.Write("#end.name", "Ann")
			won.Click("#end.save")
			sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
			far.Begin(sc)
			far.Follow()
			for _, b := range []*menustest.Bench{won, far} {
				b.LayOut(size[0], size[1])
				g := screenOf(b)
				for _, said := range []string{
					b.Said(), words.T("Copied the game. Open it again from the main menu, or give its first line to mancala show."),
				} {
					checkLane(t, b, g, said)
				}
			}
		}
	}
}

// checkLane checks that a sentence is announced in full, and covers nothing.
func checkLane(t *testing.T, b *menustest.Bench, g *Screen, said string) {
	t.Helper()
	g.Controls.Announced = said
	lines, others := lettering(b, said)
	if g.Controls.Announced = ""; said == "" {
		return
	}
	l := g.board.Layout
	others = append(others, l.Plate(rules.South), l.Plate(rules.North), l.Board())
	for _, w := range g.Controls.Widgets() {
		others = append(others, w.Bounds())
	}
	if len(lines) == 0 {
		t.Errorf("%q is not shown", said)
	}
	for _, at := range lines {
		for _, r := range others {
			if at.X < r.Right() && r.X < at.Right() && at.Y < r.Bottom() && r.Y < at.Bottom() {
				t.Errorf("%s: %q at %v covers %v", g.Name(), said, at, r)
			}
		}
	}
}

// lettering returns the places of the lines of a sentence on the topmost screen, and of all other
// lines.
func lettering(b *menustest.Bench, said string) (lines, others []render.Rect) {
	b.Overhear(func(l render.Lettering) {
		if l.Whole == said || l.Paragraph == said {
			lines = append(lines, l.Place)
		} else {
			others = append(others, l.Place)
		}
	})
	return lines, others
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
		if ended(t, b); b.Shows("#end.name") != asks {
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
		if ended(t, b); !b.Shows("#end.name") {
			t.Error("the winner of the next game is not asked for a name")
		}
	}
}

// overTheNet returns a program in a network game, after plies of both sides.
func overTheNet(t *testing.T, v rules.Variant, plies ...rules.House) (*menustest.Bench, *tabletest.Link) {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, nil)
	sc, link := scenetest.Start(t, v, match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	for _, h := range plies {
		need.NoError(t, link.PlayFor(sc.ToMove(), h))
		sc.Advance(0)
	}
	sc.Settle()
	b.Follow()
	b.LayOut(1280, 720)
	return b, link
}

// The end says why the game is over, on windows of all sizes.
func TestTheEndSaysWhy(t *testing.T) {
	for _, lang := range menustest.Languages() {
		menustest.Speak(t, lang)
		for _, size := range menustest.Windows {
			b := newBench(t, menustest.Shelf{}, nil)
			sc, far := scenetest.Start(t, rulestest.Variant(t, "kalah", 2, 2), match.Host, match.Host)
			b.Begin(sc)
			b.Follow()
			for !sc.Match().Position().Over() {
				for h := range sc.Match().Position().Plies() {
					if sc.Match().Position().ToMove() == rules.South {
						need.NoError(t, sc.Play(h))
					} else {
						need.NoError(t, far.PlayFor(match.Guest, h))
					}
					break
				}
				b.Pass(4 * time.Second)
			}
			ended(t, b)
			b.LayOut(size[0], size[1])
			why := sc.Why()
			if !strings.Contains(b.Text(), why) || !strings.Contains(why, ":") {
				t.Errorf("%s, %v: the end does not say %q", lang, size, why)
			}
		}
	}
}

// The end offers to tell why: the last move again, with its sentence, by a button and by a key. It
// never begins by itself.
func TestTheEndIsToldAgain(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	b.Press(ebiten.KeyDigit1)
	b.Pass(4 * time.Second)
	ended(t, b)
	if b.LayOut(1280, 720); sc.Story() != "" || sc.Moving() {
		t.Error("the end is told unasked")
	}
	for name, ask := range map[string]func(){
		"the button": func() { b.Click("#end.why") }, "the key": func() { b.Press(ebiten.KeyW) },
	} {
		ask()
		if sc.StoryWay() == nil || sc.Story() != sc.Why() || !slices.Contains(b.Told, sc.Why()) {
			t.Errorf("%s tells %q, and a reader hears %q", name, sc.Story(), b.Told)
		}
		if b.Pass(20 * time.Second); sc.Moving() {
			t.Errorf("%s: it does not end", name)
		}
	}
}

// solver is a judge that solves small games.
type solver struct{}

func (solver) Judge(_ context.Context, past []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	return solved(past[len(past)-1]), nil
}

// solved returns the value of a position with a best ply.
func solved(p rules.Position) match.Verdict {
	if p.Over() {
		return match.Over(p)
	}
	best := match.Verdict{Value: -100, Exact: true}
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // legal
		v := solved(next)
		if next.ToMove() != p.ToMove() {
			v = v.Flipped()
		}
		if v.Value > best.Value {
			best.Value, best.Line = v.Value, []rules.House{h}
		}
	}
	return best
}

// After a loss, and only then, the end offers the move that cost most, once it is known. The link
// leads to its story in the review.
func TestTheEndOffersTheMoveThatCostMost(t *testing.T) {
	chance, offers := rand.New(rand.NewPCG(42, 3)), map[bool]int{}
	for offers[true] < 2 || offers[false] < 2 {
		b := newBench(t, menustest.Shelf{"speed": "off"}, func(c *ports.Ports) {
			c.NewJudge = func(time.Duration) match.Judge { return solver{} }
		})
		sc, far := scenetest.Start(t, rulestest.Variant(t, "kalah", 2, 2), match.Host, match.Host)
		b.Begin(sc)
		b.Follow()
		for !sc.Match().Position().Over() {
			p := sc.Match().Position()
			legal := slices.Collect(p.Plies())
			need.NoError(t, far.PlayFor(sc.ToMove(), legal[chance.IntN(len(legal))]))
			b.Pass(menustest.Tick)
		}
		ended(t, b)
		review := match.NewReview(sc.Match())
		for n := range review.Plies() {
			review.Judged(n, solved(review.Position(n)), true)
		}
		side, won := sc.Match().Result().Winner()
		n, mistaken := review.Costliest(rules.South)
		lost := won && side == rules.North
		e := screenOf(b).end
		need.Until(t, "the judge", func() bool {
			b.Pass(menustest.Tick)
			return e.judged || !lost
		})
		b.Pass(time.Second)
		offered := b.Shows("#end.costly")
		if offers[offered]++; offered != (lost && mistaken) {
			t.Errorf("lost %v, mistaken %v, the move is offered: %v", lost, mistaken, offered)
		}
		if offered {
			b.Click("#end.costly")
			if r, ok := b.Route().(page.ToReview); !ok || r.Ply != n || r.Judging == nil || b.Shows("#end.why") {
				t.Errorf("the link leads to %+v, the move is %d", b.Route(), n)
			}
		}
	}
}

// slow is a judge that takes as long as it may.
type slow struct{}

func (slow) Judge(ctx context.Context, _ []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	<-ctx.Done()
	return match.Verdict{}, ctx.Err()
}

// The review goes on with the judging of the end. All judges serve one position at a time, so
// another one would wait until its time is up.
func TestTheReviewTakesTheJudgingOver(t *testing.T) {
	b := newBench(t, menustest.Shelf{"speed": "off"}, func(c *ports.Ports) {
		c.NewJudge = func(time.Duration) match.Judge { return slow{} }
	})
	sc, far := scenetest.Start(t, rulestest.Variant(t, "kalah", 3, 2), match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	need.NoError(t, far.PlayFor(match.Host, 3))
	b.Pass(menustest.Tick)
	need.NoError(t, far.Series.Match().Resign(rules.South))
	far.Push(table.GameOver{By: match.Host})
	ended(t, b)
	g := screenOf(b)
	if b.Pass(menustest.Tick); g.end.judging == nil {
		t.Fatal("a lost game is not judged")
	}
	b.Click("#end.review")
	if r, ok := b.Route().(page.ToReview); !ok || r.Judging != g.end.judging {
		t.Errorf("the end leads to %+v", b.Route())
	}
}

// The log has every ply, also the one that ends the game if its motion is skipped.
func TestTheLogHasTheLastPly(t *testing.T) {
	b := newBench(t, menustest.Shelf{"log": "yes", "speed": "slow"}, nil)
	sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 1, 3), match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	g := screenOf(b)
	b.Press(ebiten.KeyDigit1)
	b.Pass(menustest.Tick)
	if !sc.Match().Position().Over() || !sc.Moving() || len(g.log.lines) != 0 {
		t.Fatalf("the last ply is not shown; the log has %q", g.log.lines)
	}
	b.Press(ebiten.KeySpace)
	if len(g.log.lines) != sc.Match().Plies() || sc.Moving() {
		t.Errorf("of %d plies the log has %q", sc.Match().Plies(), g.log.lines)
	}
}

// People who have never played a house are told what to do, until their first seed falls.
func TestTheFirstTask(t *testing.T) {
	shelf := menustest.Shelf{}
	for first := range 2 {
		b := newBench(t, shelf, nil)
		sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
		b.Begin(sc)
		b.Follow()
		b.LayOut(1280, 720)
		if told := strings.Contains(b.Text(), "Choose a house of the lower row"); told != (first == 0) {
			t.Errorf("in game %d the board tells what to do: %v", first+1, told)
		}
		b.Press(ebiten.KeyDigit1)
		b.Pass(4 * time.Second)
		b.LayOut(1280, 720)
		if strings.Contains(b.Text(), "Choose a house of the lower row") {
			t.Errorf("in game %d the board still tells it after a move", first+1)
		}
	}
}

// A long story is read in full in small windows and with the largest text, in each language.
func TestALongStoryFits(t *testing.T) {
	for _, lang := range menustest.Languages() {
		menustest.Speak(t, lang)
		for _, size := range menustest.Windows {
			for _, text := range []string{"100", "126"} {
				b := newBench(t, menustest.Shelf{"text-size": text, "speed": "off"}, nil)
				sc, far := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 3), match.Host, match.Host)
				b.Begin(sc)
				b.Follow()
				chance, s := rand.New(rand.NewPCG(42, 4)), rules.Sowing{}
				for s.Captured < 2 && !sc.Match().Position().Over() {
					legal := slices.Collect(sc.Match().Position().Plies())
					need.NoError(t, far.PlayFor(sc.ToMove(), legal[chance.IntN(len(legal))]))
					b.Pass(menustest.Tick)
					_, s = sc.Match().Ply(sc.Match().Plies())
				}
				b.Press(ebiten.KeyW)
				if b.LayOut(size[0], size[1]); s.Captured == 0 || !b.Reads(sc.Story()) {
					t.Errorf("%s, %v, text %s: captures %d, and does not say %q", lang, size, text, s.Captured, sc.Story())
				}
			}
		}
	}
}
