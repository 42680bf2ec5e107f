package learn

import (
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/motion"
	"mancala/puzzle"
	"mancala/rules"
	"mancala/tools/need/screen"
)

func TestMain(m *testing.M) { screen.Main(m) }

// friday is a day with a puzzle of several answers.
var friday = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// at returns a program on the Learn page. Its clock stands still.
func at(t *testing.T, texts menustest.Shelf) *menustest.Bench {
	t.Helper()
	b := menustest.New(t, texts, func(p *ports.Ports) {
		p.Now = func() time.Time { return friday }
		p.Chance = func(n int) int { return n / 2 }
	})
	b.Push(New(b))
	b.LayOut(1280, 720)
	return b
}

// solving returns the puzzle that a card of the Learn page leads to.
func solving(t *testing.T, b *menustest.Bench, card string) *solve {
	t.Helper()
	b.Top().Form().Find("learn." + card).(*kit.Card).Press()
	b.LayOut(1280, 720)
	s, ok := b.Top().(*solve)
	if !ok {
		t.Fatalf("the card %q leads to %q", card, b.Top().Name())
	}
	return s
}

// rest lets all motion end.
func rest(b *menustest.Bench, s *solve) {
	for range 200 {
		if !s.show.running() {
			break
		}
		b.Pass(time.Second / 4)
	}
	b.LayOut(1280, 720)
}

// right returns the house of the line.
func (s *solve) right() rules.House { return s.attempt.Rest()[0] }

// wrong returns a house that loses.
func (s *solve) wrong(t *testing.T) rules.House {
	t.Helper()
	for h := range s.attempt.Question().Plies() {
		if !s.attempt.Puzzle().Right[0].Has(h) {
			return h
		}
	}
	t.Fatal("no house is wrong")
	return 0
}

// whole solves a puzzle; play plays a house.
func whole(t *testing.T, b *menustest.Bench, s *solve, play func(h rules.House)) {
	t.Helper()
	for n := 0; !s.attempt.Over(); n++ {
		before := s.attempt.Question()
		play(s.right())
		if s.attempt.Question() == before || n > puzzle.MostAnswers {
			t.Fatalf("answer %d was not taken", n+1)
		}
		if !s.show.running() {
			t.Fatal("the board shows no motion")
		}
		rest(b, s)
	}
	if s.attempt.Wrong()+s.attempt.Hints() > 0 {
		t.Errorf("%d wrong answers, %d hints", s.attempt.Wrong(), s.attempt.Hints())
	}
}

func digit(b *menustest.Bench) func(h rules.House) {
	return func(h rules.House) { b.Press(ebiten.KeyDigit0 + ebiten.Key(h)) }
}

func TestTheDailyPuzzle(t *testing.T) {
	yesterday, _ := puzzle.DayOf(friday.AddDate(0, 0, -1))
	kept := menustest.Shelf{puzzle.StreakKey: puzzle.Streak{}.With(yesterday).String()}
	b := at(t, kept)
	s := solving(t, b, "daily")
	whole(t, b, s, digit(b))
	if want := puzzle.ParseStreak("2026-11-27 2 2 2"); puzzle.ParseStreak(kept[puzzle.StreakKey]) != want {
		t.Errorf("the streak is %q", kept[puzzle.StreakKey])
	}
	for _, text := range []string{"Solved!", "Your streak: 2 days."} {
		if !b.Reads(text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	b.Click("Copy the result")
	if b.Pad.Text != "Mancala daily 2026-11-27: solved, 1 try, 0:00" {
		t.Errorf("copied: %q", b.Pad.Text)
	}
	b.Press(ebiten.KeyEscape)
	if card := b.Top().Form().Find("learn.daily").(*kit.Card); card.Badge != "Solved" || card.Line != "Your streak: 2 days." {
		t.Errorf("the card says %q, %q", card.Badge, card.Line)
	}
}

func TestAPuzzleByArrows(t *testing.T) {
	b := at(t, menustest.Shelf{})
	s := solving(t, b, "daily")
	whole(t, b, s, func(h rules.House) {
		for range 10 {
			if b.Press(ebiten.KeyArrowRight); s.board.Chosen() == h {
				break
			}
		}
		b.Press(ebiten.KeyEnter)
	})
}

func TestAPuzzleByMouseAndFinger(t *testing.T) {
	for _, source := range []kit.Source{kit.Mouse, kit.Touch} {
		for _, size := range [][2]int{{1280, 720}, {600, 1000}} {
			b := at(t, menustest.Shelf{})
			s := solving(t, b, "daily")
			tap := func(h rules.House) {
				b.LayOut(size[0], size[1])
				at := s.board.Layout().Pit(rules.Pit{Side: rules.South, House: h}).Center()
				b.Top().Update(&kit.Input{Source: source, Cursor: at, CursorMoved: true, Pressed: true, Down: true})
				b.Top().Update(&kit.Input{Source: source, Cursor: at, Released: true})
			}
			whole(t, b, s, func(h rules.House) {
				tap(h)
				if source == kit.Touch { // the first tap only shows
					if s.show.running() || s.board.View(kit.State{Focused: true}).Preview == nil {
						t.Fatal("the first tap of a finger plays")
					}
					tap(h)
				}
			})
		}
	}
}

func TestAWrongAnswerIsPunishedAndTakenBack(t *testing.T) {
	kept := menustest.Shelf{}
	b := at(t, kept)
	s := solving(t, b, "train")
	question, before := s.attempt.Question(), s.course.(*training).session.Training().Points()
	b.Press(ebiten.KeyDigit0 + ebiten.Key(s.wrong(t)))
	if s.attempt.Wrong() != 1 || !s.show.running() {
		t.Fatal("the wrong answer is not shown")
	}
	said := s.comment
	if !strings.HasSuffix(said, "with best play.") || s.told == "" {
		t.Errorf("the page says %q, %q", said, s.told)
	}
	rest(b, s)
	if p, asks := s.now(); p == question || asks {
		t.Error("the punishment does not stay for a moment")
	}
	b.Pass(takenBackAfter + 2*menustest.Tick)
	if p, asks := s.now(); p != question || !asks || s.comment != said {
		t.Errorf("after the punishment: waits %v, says %q", asks, s.comment)
	}
	once := puzzle.ParseTraining(kept[puzzle.TrainingKey])
	if once.Points() >= before || once.Tried != 1 {
		t.Errorf("the rating went from %d to %d after %d", before, once.Points(), once.Tried)
	}
	for !s.attempt.Over() {
		digit(b)(s.right())
		rest(b, s)
	}
	if now := puzzle.ParseTraining(kept[puzzle.TrainingKey]); now.Points() != once.Points() || now.Tried != 1 {
		t.Error("the second try changes the rating")
	}
	if b.LayOut(1280, 720); !b.Reads("Solved at try 2") {
		t.Error("the page does not say how many tries there were")
	}
}

func TestAnyInputTakesAPunishmentBack(t *testing.T) {
	b := at(t, menustest.Shelf{"speed": "off"})
	s := solving(t, b, "train")
	question := s.attempt.Question()
	b.Press(ebiten.KeyDigit0 + ebiten.Key(s.wrong(t)))
	if p, _ := s.now(); p == question || s.show.running() {
		t.Fatal("without motion the punishment is not shown at once")
	}
	b.Press(ebiten.KeySpace)
	if p, asks := s.now(); p != question || !asks {
		t.Error("a key does not take the punishment back")
	}
	b.Press(ebiten.KeyDigit0 + ebiten.Key(s.wrong(t)))
	if b.Press(ebiten.KeyEscape); b.Top().Name() != "learn" {
		t.Errorf("Escape leads to %q", b.Top().Name())
	}
}

func TestHints(t *testing.T) {
	b := at(t, menustest.Shelf{"speed": "off"})
	s := solving(t, b, "train")
	right := s.right()
	b.Press(ebiten.KeyH)
	if v := s.board.View(kit.State{}); !v.Hints.Has(rules.Pit{House: right}) || v.HasHint {
		t.Error("a hint rings other houses")
	}
	b.Press(ebiten.KeyH)
	if v := s.board.View(kit.State{}); v.Hints != rules.SetOf(rules.Pit{House: right}) {
		t.Error("the second hint does not ring the house")
	}
	if b.LayOut(1280, 720); !b.Reads("Hint: house " + right.String() + ".") {
		t.Errorf("the hint says %q", s.comment)
	}
	digit(b)(right)
	if v := s.board.View(kit.State{}); v.Hints != 0 {
		t.Error("the rings stay after the answer")
	}
}

func TestTrainingGoesOn(t *testing.T) {
	kept := menustest.Shelf{"speed": "off"}
	b := at(t, kept)
	s := solving(t, b, "train")
	for n := 1; n <= 3; n++ {
		first := s.attempt.Puzzle().Position
		b.Click("Solution")
		b.LayOut(1280, 720)
		if !s.attempt.Over() || s.Controls.Focused() != kit.Widget(s.next) || !b.Reads("That was the solution") {
			t.Fatal("the solution does not end the puzzle")
		}
		if got := puzzle.ParseTraining(kept[puzzle.TrainingKey]).Tried; got != n {
			t.Fatalf("%d puzzles were tried, want %d", got, n)
		}
		b.Press(ebiten.KeyEnter)
		b.LayOut(1280, 720)
		if s.attempt.Puzzle().Position == first || s.Controls.Focused() != kit.Widget(s.board) {
			t.Fatal("Enter does not lead to the next puzzle")
		}
	}
}

func TestPuzzlesOfATheme(t *testing.T) {
	b := at(t, menustest.Shelf{})
	b.Top().Form().Find("learn.themes").(*kit.Card).Press()
	b.LayOut(1280, 720)
	b.Top().Form().Find("themes.starve").(*kit.Card).Press()
	s := b.Top().(*solve)
	for range 5 {
		if s.attempt.Puzzle().Themes&puzzle.Starve == 0 {
			t.Fatalf("a puzzle with the themes %q", s.attempt.Puzzle().Names())
		}
		s.begin()
	}
}

func TestProgressIsErased(t *testing.T) {
	day, _ := puzzle.DayOf(friday)
	kept := menustest.Shelf{puzzle.StreakKey: puzzle.Streak{}.With(day).String()}
	b := at(t, kept)
	b.Click("Erase my progress...")
	b.LayOut(1280, 720)
	b.Click("Erase")
	if kept[puzzle.StreakKey] != "" || b.Top().Name() != "learn" {
		t.Errorf("kept: %q, on the page %q", kept[puzzle.StreakKey], b.Top().Name())
	}
	if card := b.Top().Form().Find("learn.daily").(*kit.Card); card.Badge != "" {
		t.Errorf("the card says %q", card.Badge)
	}
	if b.Top().Form().Find("learn.erase").Focusable() {
		t.Error("nothing can be erased again")
	}
}

// A user who does not see the board is told the question, the comment and what happened.
func TestAPuzzleIsTold(t *testing.T) {
	b := at(t, menustest.Shelf{})
	s := solving(t, b, "train")
	s.board.UsePart(page.HouseID(s.wrong(t)), kit.Press)
	rest(b, s)
	b.Pass(takenBackAfter + 2*menustest.Tick)
	told := strings.Join(b.Told, "\n")
	for _, want := range []string{"Your move.", "with best play.", "The other side sows", "It is taken back."} {
		if !strings.Contains(told, want) {
			t.Errorf("nobody says %q in:\n%s", want, told)
		}
	}
}

// The board keeps most of the window, in each state and window.
func TestTheBoardOfAPuzzleIsLarge(t *testing.T) {
	b := at(t, menustest.Shelf{})
	s := solving(t, b, "train")
	for _, over := range []bool{false, true} {
		for _, size := range menustest.Windows {
			window := b.LayOut(size[0], size[1])
			if board := s.board.Layout().Board(); board.W < 0.55*window.W && board.H < 0.5*window.H {
				t.Errorf("over %v, at %v: the board is %.0fx%.0f", over, size, board.W, board.H)
			}
		}
		s.showSolution()
		rest(b, s)
	}
}

// The next puzzle, and the judgment of an answer, take at most some milliseconds.
func BenchmarkNextAndAnswer(b *testing.B) {
	session := puzzle.NewSession(puzzle.NewTraining(), 0)
	n := 0
	for b.Loop() {
		n++
		a := session.Next(func(most int) int { return n % most })
		plies := sowAll(a.Question(), a.Rest()[:1])
		_, _, _ = a.Answer(plies[0].sowing.From)
		_ = motion.NewTimeline(plies[0].before, plies[0].sowing, motion.Normal, false)
	}
}
