package review

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// judgeFunc is a judge that answers at once.
type judgeFunc func(p rules.Position) (match.Verdict, error)

// Judge implements match.Judge.
func (j judgeFunc) Judge(_ context.Context, past []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	return j(past[len(past)-1])
}

// exhaust searches a position exhaustively.
func exhaust(p rules.Position) (match.Verdict, error) {
	best := match.Verdict{Value: -1000, Exact: true}
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // legal
		v, _ := exhaust(next)  // never an error
		if next.ToMove() != p.ToMove() {
			v.Value = -v.Value
		}
		if v.Value > best.Value {
			best.Value, best.Line = v.Value, append([]rules.House{h}, v.Line...)
		}
	}
	if p.Over() {
		best.Value = p.Store(p.ToMove()) - p.Store(p.ToMove().Opponent())
	}
	return best, nil
}

// opened is the setup of an opened game: two people at this machine.
func opened(v rules.Variant) settings.Setup {
	return settings.Setup{Variant: v, Names: [2]string{"South", "North"}, Seats: [2]string{match.KindPerson, match.KindPerson}}
}

// small is a whole game of Kalah(3,2), with mistakes, that an exhaustive search can solve.
var small = []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// openSmall opens the small game and its review with a judge.
func openSmall(t *testing.T, judge match.Judge) (*menustest.Bench, *Screen) {
	t.Helper()
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.NewJudge = func(time.Duration) match.Judge { return judge } })
	s := New(b, page.ToReview{Scene: b.Play(opened(rulestest.Variant(t, "kalah", 3, 2)), small...)})
	b.Push(s)
	b.LayOut(1280, 720)
	return b, s
}

// at returns the position on the board, which the list of moves shows.
func at(b *menustest.Bench) int { return b.Info("#moves").Selected }

// rowOf returns a row of the list of moves.
func rowOf(b *menustest.Bench, i int) string { return b.Control("#moves").(*kit.List).Words(i) }

// moving reports whether a ply is being shown.
func (s *stepper) moving() bool {
	line, _, _ := s.Motion()
	return line != nil
}

// judged waits until the judge is done.
func judged(t *testing.T, s *Screen) {
	t.Helper()
	for end := time.Now().Add(need.Patience); ; runtime.Gosched() {
		s.Update(&kit.Input{})
		if done, all := s.review.Progress(); done == all || s.stuck() != "" {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the review does not end: %s", s.progressWords())
		}
	}
}

// A review that is asked for a move opens there, and tells it.
func TestAReviewOpensWithAStory(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	judged(t, s)
	for side := range rules.Side(2) {
		n, ok := s.review.Costliest(side)
		if a, _ := s.review.Assess(n); !ok || a.Mover != side || a.Cost == 0 {
			t.Fatalf("of %v the costliest move is %d: %+v", side, n, a)
		}
		b.Back()
		b.Push(New(b, page.ToReview{Scene: s.scene, Judging: s.judging, Ply: n}))
		again := b.Top().(*Screen)
		if b.Pass(menustest.Tick); at(b) != n-1 || again.ply.StoryWay() == nil {
			t.Errorf("asked for move %d, the review shows %d", n, at(b))
		}
		if done, all := again.review.Progress(); done != all {
			t.Errorf("%d of %d positions are judged at once", done, all)
		}
	}
}

// Any move of a review can be told again, where it stands in the list, and at the end the last one.
// The sentence goes with the next step.
func TestAReviewTellsWhy(t *testing.T) {
	b, s := openSmall(t, matchtest.Mute{})
	for _, n := range []int{0, 4, len(small)} {
		s.begin(n)
		before, ply := s.review.Ply(min(n+1, len(small)))
		want := words.Story(before, ply, s.review.Position(min(n+1, len(small))), s.scene.SideNames())
		b.Press(ebiten.KeyW)
		if s.ply.StoryWay() == nil || s.moment().Board != before.Board() || s.ply.Story() != want {
			t.Errorf("position %d tells %q, want %q", n, s.ply.Story(), want)
		}
		if b.LayOut(1280, 720); !b.Reads(want) {
			t.Errorf("position %d does not show %q", n, want)
		}
		if b.Pass(20 * time.Second); s.moving() || at(b) != n || s.moment().Board != s.review.Position(n).Board() {
			t.Errorf("after its story the review is at %d, not at %d", at(b), n)
		}
	}
	if b.Press(ebiten.KeyArrowLeft); s.ply.Story() != "" {
		t.Error("the story stays at another move")
	}
}

func TestReviewStepsThroughTheGame(t *testing.T) {
	b, s := openSmall(t, matchtest.Mute{})
	last := len(small)
	if at(b) != last {
		t.Fatalf("a review begins at position %d, want the last one", at(b))
	}
	steps := []struct {
		key  ebiten.Key
		want int
	}{
		{ebiten.KeyArrowRight, last},
		{ebiten.KeyArrowLeft, last - 1},
		{ebiten.KeyHome, 0},
		{ebiten.KeyArrowLeft, 0},
		{ebiten.KeyArrowRight, 1},
		{ebiten.KeyPageDown, 11},
		{ebiten.KeyPageUp, 1},
		{ebiten.KeyEnd, last},
		{ebiten.KeyArrowUp, last - 1}, // the list has the focus
		{ebiten.KeyArrowDown, last},
	}
	for i, step := range steps {
		b.Press(step.key)
		if shown := b.Info("#graph").Selected; shown != step.want || at(b) != step.want {
			t.Fatalf("step %d, %v: position %d, row %d; want %d", i, step.key, shown, at(b), step.want)
		}
	}
	for label, want := range map[string]int{"First": 0, "Last": last} {
		if b.Click(label); at(b) != want {
			t.Errorf("%s leads to position %d", label, at(b))
		}
	}
	b.Press(ebiten.KeyHome)
	b.Click("Next")
	b.Click("Next")
	b.Click("Previous")
	if at(b) != 1 {
		t.Errorf("Next, Next, Previous lead to position %d", at(b))
	}
	over := b.Control("#board").Bounds().Center()
	for wheel, want := range map[float64]int{page.WheelNotch: 2, 3 * page.WheelNotch: 4} {
		b.Press(ebiten.KeyHome, ebiten.KeyArrowRight)
		if s.Update(&kit.Input{Cursor: over, Wheel: wheel}); at(b) != want {
			t.Errorf("the wheel turned by %v leads from position 1 to %d", wheel, at(b))
		}
	}
	if s.Update(&kit.Input{Cursor: b.Control("#moves").Bounds().Center(), Wheel: page.WheelNotch}); at(b) > 4 {
		t.Error("the wheel over the list steps through the game")
	}
	if b.Press(ebiten.KeyEnd); b.Control("Next").Focusable() || !b.Control("Previous").Focusable() {
		t.Error("at the end there is a next ply, or none before")
	}
}

func TestAStepForwardIsShownAsItWasPlayed(t *testing.T) {
	b, s := openSmall(t, matchtest.Mute{})
	b.Press(ebiten.KeyHome)
	if s.moving() {
		t.Fatal("a jump is shown as a motion")
	}
	b.Press(ebiten.KeyArrowRight)
	if !s.moving() || s.moment().Board == s.review.Position(1).Board() {
		t.Fatal("a step forward is not shown as a motion")
	}
	b.Press(ebiten.KeyF12) // any key
	if s.moving() || at(b) != 1 || s.moment().Board != s.review.Position(1).Board() {
		t.Errorf("after a key the motion goes on, at position %d", at(b))
	}
	b.Press(ebiten.KeyArrowRight)
	for n := 0; s.moving(); n++ {
		if n > 600 {
			t.Fatal("the motion does not end")
		}
		s.Update(&kit.Input{})
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Speed = motion.Off })
	if b.Press(ebiten.KeyArrowRight); s.moving() || at(b) != 3 {
		t.Errorf("with the speed off, a step is shown as a motion, or leads to position %d", at(b))
	}
}

func TestReviewSaysWhatEachPlyWasWorth(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	if got := s.progressWords(); got != "1 of 16 positions" {
		t.Errorf("before anybody has answered: %q", got)
	}
	if got := rowOf(b, 0); got != "1. South: house 1" {
		t.Errorf("the first row says %q", got)
	}
	judged(t, s)
	if got := s.progressWords(); got != "16 positions, all known exactly" {
		t.Errorf("in the end: %q", got)
	}
	if s.Update(&kit.Input{}); s.Update(&kit.Input{}) {
		t.Error("an idle review wants to be drawn again")
	}
	for i, h := range small {
		a, ok := s.review.Assess(i + 1)
		if !ok || a.House != h || !strings.Contains(rowOf(b, i), words.Mark(a.Mark)) {
			t.Errorf("row %d says %q", i, rowOf(b, i))
		}
		s.show(i)
		if says := b.Info("#board").Name(); !strings.Contains(says, words.Assessment(a)) || !strings.Contains(says, s.scene.Lines()[i]) {
			t.Errorf("position %d: the board says %q", i, says)
		}
		if v, _ := exhaust(s.review.Position(i)); !strings.Contains(s.valueWords(), words.Verdict(v)+" before") {
			t.Errorf("position %d is worth %v; the screen says %q", i, v, s.valueWords())
		}
	}
	if got := rowOf(b, len(small)); got != "South won 8 to 4" {
		t.Errorf("the last row says %q", got)
	}
	mistakes := map[int]bool{}
	for b.Press(ebiten.KeyEnd, ebiten.KeyN); !mistakes[at(b)]; b.Press(ebiten.KeyN) {
		mistakes[at(b)] = true
		if a, _ := s.review.Assess(at(b) + 1); a.Mark < match.Inaccuracy {
			t.Fatalf("the next mistake is %v", a)
		}
	}
	sums := [2]match.Summary{s.review.Summary(rules.South), s.review.Summary(rules.North)}
	want := 0
	for m := match.Inaccuracy; m <= match.Blunder; m++ {
		want += sums[0].Marks[m] + sums[1].Marks[m]
	}
	if len(mistakes) != want || want == 0 {
		t.Errorf("went to %d mistakes of %d", len(mistakes), want)
	}
}

func TestBestAndPlayedHouseAreMarkedOnTheBoard(t *testing.T) {
	_, s := openSmall(t, judgeFunc(exhaust))
	if v := s.board.View(kit.State{}); v.HasHint || v.HasLast || v.ShowTurn {
		t.Errorf("the end shows %+v", v)
	}
	judged(t, s)
	ways := false
	for i, h := range small {
		s.show(i)
		s.ply.Settle()
		p := s.review.Position(i)
		best, _ := s.review.Verdict(i)
		v := s.board.View(kit.State{})
		advised, played := rules.Pit{Side: p.ToMove(), House: best.Best()}, rules.Pit{Side: p.ToMove(), House: h}
		a, _ := s.review.Assess(i + 1)
		if missed := a.Mark >= match.Inaccuracy; missed != (v.Preview != nil) || missed && v.Preview.From != advised {
			t.Errorf("position %d: the ply is %v, and the way is %v", i, a.Mark, v.Preview)
		}
		ways = ways || v.Preview != nil
		if v.Hint != advised || v.Last != played || v.Turn != p.ToMove() {
			t.Errorf("position %d: advised %v, played %v, turn %v", i, v.Hint, v.Last, v.Turn)
		}
	}
	if !ways {
		t.Error("no ply of the game misses anything")
	}
}

func TestAClickInTheGraphGoesThere(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	judged(t, s)
	for _, size := range menustest.Windows {
		b.LayOut(size[0], size[1])
		for n := range len(small) + 1 {
			b.Tap(kit.Mouse, render.Point{X: s.graph.x(n) + 1, Y: s.graph.Bounds().Center().Y})
			if at(b) != n || s.moving() {
				t.Errorf("%v: a click on position %d leads to %d", size, n, at(b))
			}
		}
	}
	y, plot := s.graph.scale(), s.graph.plot()
	for n := range len(small) + 1 {
		value, _, _ := s.review.South(n)
		if high := y(value); high < plot.Y || high > plot.Bottom() || value > 0 && high >= y(0) || value < 0 && high <= y(0) {
			t.Errorf("the value %d stands at %v; zero at %v in %+v", value, high, y(0), plot)
		}
	}
}

// watchedJudge is a judge that reports questions and cancellations.
type watchedJudge struct{ asked, stopped chan rules.Position }

// Judge implements match.Judge.
func (j watchedJudge) Judge(ctx context.Context, past []rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	p := past[len(past)-1]
	report(match.Verdict{Value: 1, Line: []rules.House{1}, Depth: 1})
	j.asked <- p
	<-ctx.Done()
	j.stopped <- p
	return match.Verdict{}, ctx.Err()
}

func TestLeavingTheReviewStopsTheJudge(t *testing.T) {
	for name, leave := range map[string]func(b *menustest.Bench){
		"Escape": func(b *menustest.Bench) { b.Press(ebiten.KeyEscape) },
		"Back":   func(b *menustest.Bench) { b.Click("Back") },
		"home":   func(b *menustest.Bench) { b.Go(page.ToMain{}) },
		"play on": func(b *menustest.Bench) {
			b.Press(ebiten.KeyHome)
			b.Click("Play on")
			b.BackTo(b.Stack.Screens[0])
		},
	} {
		j := watchedJudge{make(chan rules.Position, 1), make(chan rules.Position, 1)}
		b, s := openSmall(t, j)
		s.Update(&kit.Input{})
		select {
		case <-j.asked:
		case <-time.After(need.Patience):
			t.Fatal("the judge was not asked")
		}
		s.Update(&kit.Input{})
		if done, _ := s.review.Progress(); done > 3 { // forced plies of the end
			t.Errorf("%s: a verdict on the way counts as the last word: %s", name, s.progressWords())
		}
		asked, _ := s.review.Next()
		if _, known := s.review.Verdict(asked); !known {
			t.Errorf("%s: a verdict on the way is not shown", name)
		}
		leave(b)
		if b.Top() == page.Screen(s) {
			t.Errorf("%s does not leave the review", name)
		}
		select {
		case <-j.stopped:
		case <-time.After(need.Patience):
			t.Errorf("%s: the judge goes on", name)
		}
	}
}

func TestAJudgeThatCannotJudgeIsSaid(t *testing.T) {
	var asked atomic.Int32
	b, s := openSmall(t, judgeFunc(func(rules.Position) (match.Verdict, error) {
		asked.Add(1)
		return match.Verdict{}, errors.New("there is no memory for that")
	}))
	judged(t, s)
	s.Update(&kit.Input{})
	if b.LayOut(1280, 720); !b.Reads("There is no memory for that.") || asked.Load() != 1 {
		t.Errorf("it asks %d times, and says\n%s", asked.Load(), b.Text())
	}
}

func TestComputersWaitWhileTheirGameIsReviewed(t *testing.T) {
	for _, stepwise := range []bool{false, true} {
		b := menustest.New(t, menustest.Shelf{}, nil)
		sc := b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 3, 2), Seats: [2]string{"low", "low"}}, small[:2]...)
		sc.Stepwise = stepwise
		b.Push(New(b, page.ToReview{Scene: sc}))
		if !sc.Stepwise {
			t.Error("computer players move while their game is reviewed")
		}
		if b.Press(ebiten.KeyEscape); sc.Stepwise != stepwise {
			t.Errorf("after the review they move on Next Move: %v, want %v", sc.Stepwise, stepwise)
		}
	}
}

func TestReviewUnderThePieRule(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 3, 1)
	v.Pie = true
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.NewJudge = func(time.Duration) match.Judge { return judgeFunc(exhaust) } })
	s := New(b, page.ToReview{Scene: b.Play(opened(v), 1, rules.Swap, 2)})
	b.Push(s)
	b.LayOut(640, 400)
	judged(t, s)
	b.Press(ebiten.KeyHome, ebiten.KeyArrowRight)
	s.ply.Settle()
	if got := rowOf(b, 1); !strings.HasPrefix(got, "2. North: swaps sides - ") || s.board.View(kit.State{}).HasLast {
		t.Errorf("the swap is %q", got)
	}
	if !strings.HasPrefix(s.judgmentWords(), "Swapping sides ") {
		t.Errorf("of the swap is said %q", s.judgmentWords())
	}
}

// The user is above the line of the graph, first in the summary and the filled sign, also as North.
func TestTheReviewIsFromOnesOwnSide(t *testing.T) {
	for _, starter := range []match.Party{match.Host, match.Guest} {
		b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.NewJudge = func(time.Duration) match.Judge { return judgeFunc(exhaust) } })
		setup := opened(rulestest.Variant(t, "kalah", 3, 2))
		setup.Seats[match.Guest], setup.Starter = "low", starter
		s := New(b, page.ToReview{Scene: b.Play(setup, small...)})
		b.Push(s)
		b.LayOut(1280, 720)
		judged(t, s)
		own, sign := rules.South, 1
		if starter == match.Guest {
			own, sign = rules.North, -1
		}
		if s.players() != [2]rules.Side{own, own.Opponent()} {
			t.Errorf("%v begins: the players are %v", starter, s.players())
		}
		for n := range len(small) + 1 {
			south, _, _ := s.review.South(n)
			if value, _, ok := s.graph.value(n); !ok || value != sign*south {
				t.Errorf("%v begins: position %d is worth %d, for South %d", starter, n, value, south)
			}
		}
	}
}

// The review goes to a turning point as soon as one is found, and to the first one when everything
// is judged, unless the user has begun to step.
func TestTheReviewGoesToATurningPointAtOnce(t *testing.T) {
	_, s := openSmall(t, judgeFunc(exhaust))
	for end := time.Now().Add(need.Patience); s.at == len(small); runtime.Gosched() {
		if s.Update(&kit.Input{}); time.Now().After(end) {
			t.Fatal("the review stays at the end")
		}
	}
	if done, all := s.review.Progress(); done == all {
		t.Error("the review waits until everything is judged")
	}
	judged(t, s)
	s.Update(&kit.Input{})
	if n, ok := s.turningPoint(); !ok || s.at != n {
		t.Errorf("the review shows position %d instead of %d", s.at, n)
	}
}

// Names are in full where the summary has room.
func TestNamesInFull(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	s.names = [2]string{"Player 1", "Seedling"}
	b.LayOut(1280, 720)
	for _, cell := range s.sumCells(s.Canvas, render.Rect{W: 330, H: 20})[1:] {
		if room := s.Canvas.TextWidth("Seedling", render.Note) + signRoom; cell.W < room {
			t.Errorf("a name has %g of %g units", cell.W, room)
		}
	}
}
