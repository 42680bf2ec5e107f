package menus

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/scene"
	"mancala/scene/scenetest"
)

// judgeFunc is a judge that knows at once.
type judgeFunc func(p rules.Position) (match.Verdict, error)

// Judge implements match.Judge.
func (j judgeFunc) Judge(_ context.Context, p rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	return j(p)
}

// exhaust looks at everything that can follow a position.
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

// reviewOfAGame returns the review of an opened game of five plies.
func reviewOfAGame(a *App) *reviewScreen {
	setup := settings.Setup{Variant: a.cfg.Variant, Names: [2]string{"Ann", "Bo"}, Seats: [2]string{match.KindPerson, match.KindPerson}}
	table, err := localTable(a, setup, 3, 6, 5, 1, 6)
	if err != nil {
		panic(err)
	}
	sc := scene.New(table, setup.Seats)
	sc.Advance(0)
	return newReviewScreen(a, sc)
}

// small is a whole game of Kalah(3,2), with mistakes, that can be looked at to its end.
var small = []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2}

// openSmall opens the small game and goes to its review; what a judge says comes from the function.
func openSmall(t *testing.T, judge match.Judge) (*bench, *reviewScreen) {
	t.Helper()
	b := newBench(t, shelf{}, func(c *Config) { c.NewJudge = func(time.Duration) match.Judge { return judge } })
	if err := openGame(b.App, rules.Game{Variant: rulestest.Variant(t, "kalah", 3, 2), Plies: small}); err != nil {
		t.Fatal(err)
	}
	s := newReviewScreen(b.App, b.scene)
	b.Push(s)
	b.layOut(1280, 720)
	return b, s
}

// judged lets the judge answer until it is done.
func judged(t *testing.T, s *reviewScreen) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; runtime.Gosched() {
		s.Update(&kit.Input{})
		if done, all := s.review.Progress(); done == all || s.stuck != "" {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the review does not end: %s", s.progressWords())
		}
	}
}

func TestReviewStepsThroughTheGame(t *testing.T) {
	b, s := openSmall(t, matchtest.Mute{})
	last := len(small)
	if s.at != last {
		t.Fatalf("a review begins at position %d, want the last one", s.at)
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
		if b.press(step.key); s.at != step.want || s.list.Selected != step.want {
			t.Fatalf("step %d, %v: position %d, row %d; want %d", i, step.key, s.at, s.list.Selected, step.want)
		}
	}
	for label, want := range map[string]int{"First": 0, "Last": last} {
		if b.click(label); s.at != want {
			t.Errorf("%s leads to position %d", label, s.at)
		}
	}
	b.press(ebiten.KeyHome)
	b.click("Next")
	b.click("Next")
	b.click("Previous")
	if s.at != 1 {
		t.Errorf("Next, Next, Previous lead to position %d", s.at)
	}
	over := s.board.Bounds().Center()
	for wheel, want := range map[float64]int{page.WheelNotch: 2, 3 * page.WheelNotch: 4} {
		b.press(ebiten.KeyHome, ebiten.KeyArrowRight)
		if s.Update(&kit.Input{Cursor: over, Wheel: wheel}); s.at != want {
			t.Errorf("the wheel turned by %v leads from position 1 to %d", wheel, s.at)
		}
	}
	if s.Update(&kit.Input{Cursor: s.list.Bounds().Center(), Wheel: page.WheelNotch}); s.at > 4 {
		t.Error("the wheel over the list steps through the game")
	}
	if b.press(ebiten.KeyEnd); b.control("Next").Focusable() || !b.control("Previous").Focusable() {
		t.Error("at the end there is a next ply, or none before")
	}
}

func TestAStepForwardIsShownAsItWasPlayed(t *testing.T) {
	b, s := openSmall(t, matchtest.Mute{})
	b.press(ebiten.KeyHome)
	if s.motion != nil {
		t.Fatal("a jump is shown as a motion")
	}
	b.press(ebiten.KeyArrowRight)
	if s.motion == nil || s.moment().Board == s.review.Position(1).Board() {
		t.Fatal("a step forward is not shown as a motion")
	}
	b.press(ebiten.KeyF12) // any key
	if s.motion != nil || s.at != 1 || s.moment().Board != s.review.Position(1).Board() {
		t.Errorf("after a key the motion goes on, at position %d", s.at)
	}
	b.press(ebiten.KeyArrowRight)
	for n := 0; s.motion != nil; n++ {
		if n > 600 {
			t.Fatal("the motion does not end")
		}
		s.Update(&kit.Input{})
	}
	b.shared.Settings.Change(func(s *settings.Settings) { s.Speed = motion.Off })
	if b.press(ebiten.KeyArrowRight); s.motion != nil || s.at != 3 {
		t.Errorf("with the speed off, a step is shown as a motion, or leads to position %d", s.at)
	}
}

func TestReviewSaysWhatEachPlyWasWorth(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	if got := s.progressWords(); got != "1 of 16 positions" {
		t.Errorf("before anybody has answered: %q", got)
	}
	if got := s.list.Words(0); got != "1. South: house 1" {
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
		if !ok || a.House != h || !strings.Contains(s.list.Words(i), a.Mark.String()) {
			t.Errorf("row %d says %q", i, s.list.Words(i))
		}
		s.show(i)
		if words := s.board.Describe().Name(); !strings.Contains(words, a.String()) || !strings.Contains(words, s.lines[i]) {
			t.Errorf("position %d: the board says %q", i, words)
		}
		if v, _ := exhaust(s.review.Position(i)); !strings.Contains(s.valueWords(), v.String()+" before") {
			t.Errorf("position %d is worth %v; the screen says %q", i, v, s.valueWords())
		}
	}
	if got := s.list.Words(len(small)); got != "South won 8 to 4" {
		t.Errorf("the last row says %q", got)
	}
	mistakes := map[int]bool{}
	for b.press(ebiten.KeyEnd, ebiten.KeyM); !mistakes[s.at]; b.press(ebiten.KeyM) {
		mistakes[s.at] = true
		if a, _ := s.review.Assess(s.at + 1); a.Mark < match.Inaccuracy {
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
	if v := s.board.view(); v.HasHint || v.HasLast || v.ShowTurn {
		t.Errorf("the end shows %+v", v)
	}
	judged(t, s)
	for i, h := range small {
		s.show(i)
		s.settle()
		p := s.review.Position(i)
		best, _ := s.review.Verdict(i)
		v := s.board.view()
		advised, played := rules.Pit{Side: p.ToMove(), House: best.Best()}, rules.Pit{Side: p.ToMove(), House: h}
		if v.Hint != advised || v.Last != played || v.Turn != p.ToMove() {
			t.Errorf("position %d: advised %v, played %v, turn %v", i, v.Hint, v.Last, v.Turn)
		}
	}
}

func TestAClickInTheGraphGoesThere(t *testing.T) {
	b, s := openSmall(t, judgeFunc(exhaust))
	judged(t, s)
	for _, size := range windows {
		b.layOut(size[0], size[1])
		for n := range len(small) + 1 {
			at := render.Point{X: s.graph.x(n) + 1, Y: s.graph.bounds.Center().Y}
			s.Update(&kit.Input{Cursor: at, CursorMoved: true, Pressed: true, Down: true})
			if s.Update(&kit.Input{Cursor: at, Released: true}); s.at != n || s.motion != nil {
				t.Errorf("%v: a click on position %d leads to %d", size, n, s.at)
			}
		}
	}
	y, plot := s.graph.scale(), s.graph.plot()
	for n := range len(small) + 1 {
		value, _, _ := s.review.South(n)
		if at := y(value); at < plot.Y || at > plot.Bottom() || value > 0 && at >= y(0) || value < 0 && at <= y(0) {
			t.Errorf("the value %d stands at %v; zero at %v in %+v", value, at, y(0), plot)
		}
	}
}

// watchedJudge is a judge that tells when it is asked and when it is told to stop.
type watchedJudge struct{ asked, stopped chan rules.Position }

// Judge implements match.Judge.
func (j watchedJudge) Judge(ctx context.Context, p rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	report(match.Verdict{Value: 1, Line: []rules.House{1}, Depth: 1})
	j.asked <- p
	<-ctx.Done()
	j.stopped <- p
	return match.Verdict{}, ctx.Err()
}

func TestLeavingTheReviewStopsTheJudge(t *testing.T) {
	for name, leave := range map[string]func(b *bench){
		"Escape":    func(b *bench) { b.press(ebiten.KeyEscape) },
		"Back":      func(b *bench) { b.click("Back") },
		"home":      func(b *bench) { b.home() },
		"new game":  func(b *bench) { b.ctrl(ebiten.KeyN) },
		"play on":   func(b *bench) { b.press(ebiten.KeyHome); b.click("Play on from here"); b.click("Start") },
		"other one": func(b *bench) { b.BackTo(b.stack.Screens[1]) },
	} {
		j := watchedJudge{make(chan rules.Position, 1), make(chan rules.Position, 1)}
		b, s := openSmall(t, j)
		s.Update(&kit.Input{})
		select {
		case <-j.asked:
		case <-time.After(20 * time.Second):
			t.Fatal("the judge was not asked")
		}
		s.Update(&kit.Input{})
		if done, _ := s.review.Progress(); done > 3 { // forced plies of the end
			t.Errorf("%s: a verdict on the way counts as the last word: %s", name, s.progressWords())
		}
		if _, known := s.review.Verdict(s.asked); !known {
			t.Errorf("%s: a verdict on the way is not shown", name)
		}
		leave(b)
		if b.Top() == page.Screen(s) {
			t.Errorf("%s does not leave the review", name)
		}
		select {
		case <-j.stopped:
		case <-time.After(20 * time.Second):
			t.Errorf("%s: the judge goes on", name)
		}
	}
}

func TestAJudgeThatCannotJudgeIsSaid(t *testing.T) {
	_, s := openSmall(t, judgeFunc(func(rules.Position) (match.Verdict, error) {
		return match.Verdict{}, errors.New("there is no memory for that")
	}))
	judged(t, s)
	if s.stuck != "There is no memory for that." || s.asking.Working() {
		t.Errorf("said is %q, and it goes on asking: %v", s.stuck, s.asking.Working())
	}
}

func TestPlayOnFromAnyPly(t *testing.T) {
	for n := range small {
		b, s := openSmall(t, matchtest.Mute{})
		s.show(n)
		s.Update(&kit.Input{})
		b.click("Play on from here")
		card := b.Top().(*playOnCard)
		mover := s.review.Position(n).ToMove()
		if card.seats[mover].Selected != 0 || card.seats[mover.Opponent()].Value() != "Greedy" {
			t.Errorf("after %d plies the seats are %q and %q", n, card.seats[0].Value(), card.seats[1].Value())
		}
		b.key("South's row", ebiten.KeyHome) // nothing happens
		card.seats[mover].Choose(3)          // Low
		b.click("Start")
		m := b.scene.Match()
		if b.Top().Name() != "game" || m.Position() != s.review.Position(n) || m.Plies() != n {
			t.Fatalf("after %d plies the game begins with %v on the screen %q", n, m.Position(), b.Top().Name())
		}
		if len(b.seats) != 2 || b.seats[mover] != "low" || b.seats[mover.Opponent()] != "greedy" {
			t.Errorf("after %d plies the seats are %v", n, b.seats)
		}
		if names := b.scene.SideName(mover) + ", " + b.scene.SideName(mover.Opponent()); names != "Low, Greedy" {
			t.Errorf("the players are called %s", names)
		}
		if b.scene.CanUndo() != (n > 0) || b.scene.Moving() {
			t.Errorf("after %d plies one can undo: %v, and the way here is shown: %v", n, b.scene.CanUndo(), b.scene.Moving())
		}
		if len(b.stack.Screens) != 2 {
			t.Errorf("%d screens lie upon each other", len(b.stack.Screens))
		}
	}
}

func TestPlayOnKeepsThePersonsSeat(t *testing.T) {
	b := newBench(t, shelf{}, nil)
	v := rulestest.Variant(t, "kalah", 3, 2)
	setup := settings.Setup{Variant: v, Seats: [2]string{match.KindPerson, match.KindPerson}, Names: [2]string{"Ann", "Bo"}}
	if err := playOn(b.App, setup, small[:5]); err != nil {
		t.Fatal(err)
	}
	sc := b.scene
	s := newReviewScreen(b.App, sc)
	b.Push(s)
	s.show(2)
	s.Update(&kit.Input{})
	b.click("Play on from here")
	card := b.Top().(*playOnCard)
	card.seats[rules.South].Choose(0)
	card.seats[rules.North].Choose(0)
	if !strings.Contains(card.text, "is kept") {
		t.Errorf("of the running game is said %q", card.text)
	}
	b.click("Start")
	if b.scene.SideName(rules.South) != "Ann" || b.scene.SideName(rules.North) != "Bo" || b.scene.Persons() != 2 {
		t.Errorf("%s against %s", b.scene.SideName(rules.South), b.scene.SideName(rules.North))
	}
	if sc.Stage() != match.StageEnded || sc.Match().Plies() != 5 {
		t.Error("the reviewed game goes on, or has changed")
	}
}

func TestPlayOnProposesWhoPlayedBefore(t *testing.T) {
	b := newBench(t, shelf{}, nil)
	if err := playOn(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 3, 2), Seats: [2]string{"low", "random"}}, small[:4]); err != nil {
		t.Fatal(err)
	}
	s := newReviewScreen(b.App, b.scene)
	for n := range 4 {
		s.show(n)
		card, mover := newPlayOnCard(&s.stepper, s.overtaken), s.review.Position(n).ToMove()
		if card.seats[mover].Selected != 0 || card.seats[mover.Opponent()].Value() != s.name(mover.Opponent()) {
			t.Errorf("after %d plies the seats are %q and %q", n, card.seats[0].Value(), card.seats[1].Value())
		}
	}
}

// ended lets the end card of a game come.
func ended(t *testing.T, b *bench) {
	t.Helper()
	g := b.gameScreen()
	for range endAfter + liveAfter + 10 {
		b.cfg.Scores.Poll()
		b.scene.Advance(tick)
		b.follow()
		b.Top().Update(&kit.Input{})
	}
	if b.Top() != page.Screen(g.end) || g.end == nil {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
}

// eager has the first place for every score, and says so at the next Poll.
type eager struct {
	shelf
	waiting []func(int, error)
}

func (e *eager) Place(_ ports.Score, done func(int, error)) { e.waiting = append(e.waiting, done) }

func (e *eager) Poll() int {
	n := len(e.waiting)
	for _, done := range e.waiting {
		done(1, nil)
	}
	e.waiting = nil
	return n
}

func TestAGameThatBeganInTheMiddleIsNoTopScore(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 1, 3)
	for plies, asks := range map[int]bool{0: true, 1: false} {
		b := newBench(t, shelf{}, func(c *Config) { c.Scores = &eager{shelf: shelf{}} })
		if err := openGame(b.App, rules.Game{Variant: v, Plies: []rules.House{1}[:plies]}); err != nil {
			t.Fatal(err)
		}
		b.layOut(1280, 720)
		if plies == 0 {
			scenetest.Press(t, b.scene, 1)
			b.scene.Settle()
		}
		if ended(t, b); b.gameScreen().end.naming != asks {
			t.Errorf("begun after %d plies, the winner is asked for a name: %v", plies, !asks)
		}
		if plies == 0 {
			continue
		}
		if err := b.scene.Rematch(); err != nil { // the next game begins with its first ply
			t.Fatal(err)
		}
		b.scene.Advance(0)
		b.follow()
		scenetest.Press(t, b.scene, 1)
		b.scene.Settle()
		if ended(t, b); !b.gameScreen().end.naming {
			t.Error("the winner of the next game is not asked for a name")
		}
	}
}

// overTheNet returns a program in a game with another machine, after plies of both sides.
func overTheNet(t *testing.T, v rules.Variant, plies ...rules.House) (*bench, *matchtest.Link) {
	t.Helper()
	b := newBench(t, shelf{}, nil)
	sc, link := scenetest.Start(t, v, match.Host, match.Host)
	b.Begin(sc)
	b.follow()
	for _, h := range plies {
		if err := link.PlayFor(sc.ToMove(), h); err != nil {
			t.Fatal(err)
		}
		sc.Advance(0)
	}
	sc.Settle()
	b.follow()
	b.layOut(1280, 720)
	return b, link
}

func TestAGameOverTheNetIsReviewedWhenItIsOver(t *testing.T) {
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 3, 2), small[:4]...)
	b.press(ebiten.KeyF10)
	for _, w := range b.Top().Form().Widgets() {
		if labelOf(w) == "Review" {
			t.Error("a game that is running over the net can be reviewed")
		}
	}
	b.press(ebiten.KeyEscape)
	if err := link.Series.Match().Resign(rules.North); err != nil {
		t.Fatal(err)
	}
	link.Push(match.GameOver{Result: link.Series.Match().Result(), By: match.Guest})
	ended(t, b)
	b.click("Review")
	s, ok := b.Top().(*reviewScreen)
	if !ok || s.review.Plies() != 4 || s.headline() != "Bo resigned, Ann won" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	link.Push(match.RematchWanted{By: match.Guest})
	b.scene.Advance(0)
	b.follow()
	if s.Update(&kit.Input{}); !s.wanted || b.Top() != page.Screen(s) {
		t.Error("that Bo would like to play again is not said, or ends the review")
	}
	if err := link.Series.Next(); err != nil {
		t.Fatal(err)
	}
	b.Push(newPlayOnCard(&s.stepper, s.overtaken))
	link.Push(match.GameStarted{ID: "g-2", Number: 2, Starter: match.Guest, Self: rules.North})
	b.scene.Advance(0)
	b.follow()
	if b.Top().Update(&kit.Input{}); b.Top() != page.Screen(b.gameScreen()) {
		t.Errorf("when the next game begins the screen is %q", b.Top().Name())
	}
}

func TestPlayingOnEndsTheConnection(t *testing.T) {
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 3, 2), small...)
	ended(t, b)
	b.click("Review")
	b.press(ebiten.KeyHome)
	b.click("Play on from here")
	card := b.Top().(*playOnCard)
	mine, other := card.seats[rules.South], card.seats[rules.North]
	if card.text != "This ends the connection to Bo." || mine.Selected != 0 || other.Selected == 0 {
		t.Errorf("said is %q, the seats are %q and %q", card.text, card.seats[0].Value(), card.seats[1].Value())
	}
	b.click("Start")
	if !b.scene.Local() || b.scene.SideName(rules.South) != "Ann" || link.Said[len(link.Said)-1] != "close" {
		t.Errorf("%s plays, local: %v; the link was told %v", b.scene.SideName(rules.South), b.scene.Local(), link.Said)
	}
}

func TestComputersWaitWhileTheirGameIsReviewed(t *testing.T) {
	for _, stepwise := range []bool{false, true} {
		b := newBench(t, shelf{}, nil)
		if err := playOn(b.App, settings.Setup{Variant: rulestest.Variant(t, "kalah", 3, 2), Seats: [2]string{"low", "low"}}, small[:2]); err != nil {
			t.Fatal(err)
		}
		sc := b.scene
		sc.Stepwise = stepwise
		b.Push(newReviewScreen(b.App, sc))
		if !sc.Stepwise {
			t.Error("computer players move while their game is reviewed")
		}
		if b.press(ebiten.KeyEscape); sc.Stepwise != stepwise {
			t.Errorf("after the review they move on Next Move: %v, want %v", sc.Stepwise, stepwise)
		}
	}
}

func TestAGameFromATextIsReviewed(t *testing.T) {
	b := newBench(t, shelf{}, nil)
	o := newOpenGameScreen(b.App)
	b.Push(o)
	for text, can := range map[string]bool{"kalah(6,4)": false, "kalah(6,4) 3 6": true, "kalah(6,4) 3 3": false} {
		b.write("Text of the game", text)
		if o.review.Disabled == can {
			t.Errorf("%q can be reviewed: %v", text, !can)
		}
	}
	b.write("Text of the game", "kalah(6,4) 3 6")
	b.click("Review")
	s, ok := b.Top().(*reviewScreen)
	if !ok || s.review.Plies() != 2 {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	b.press(ebiten.KeyEscape)
	if b.Top().Name() != "game" || b.scene.Match().Plies() != 2 {
		t.Errorf("behind the review is %q", b.Top().Name())
	}
}

func TestReviewUnderThePieRule(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 3, 1)
	v.Pie = true
	b := newBench(t, shelf{}, func(c *Config) { c.NewJudge = func(time.Duration) match.Judge { return judgeFunc(exhaust) } })
	if err := openGame(b.App, rules.Game{Variant: v, Plies: []rules.House{1, rules.Swap, 2}}); err != nil {
		t.Fatal(err)
	}
	s := newReviewScreen(b.App, b.scene)
	b.Push(s)
	b.layOut(640, 400)
	judged(t, s)
	b.press(ebiten.KeyHome, ebiten.KeyArrowRight)
	s.settle()
	if got := s.list.Words(1); !strings.HasPrefix(got, "2. North: swaps sides - ") || s.board.view().HasLast {
		t.Errorf("the swap is %q", got)
	}
	if !strings.HasPrefix(s.judgmentWords(), "Swapping sides ") {
		t.Errorf("of the swap is said %q", s.judgmentWords())
	}
}
