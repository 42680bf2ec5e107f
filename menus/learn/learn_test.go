package learn

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/fsrs"
	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/tools/need/screen"
)

func TestMain(m *testing.M) { screen.Main(m) }

// friday is a day with a puzzle of several answers.
var friday = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// clock is the time of day of the program.
var clock time.Time

// at returns a program on the Learn page. Its clock does not run.
func at(t *testing.T, texts menustest.Shelf) *menustest.Bench {
	t.Helper()
	clock = friday
	b := menustest.New(t, texts, func(p *ports.Ports) {
		p.Now = func() time.Time { return clock }
		p.Chance = func(n int) int { return n / 2 }
	})
	b.Push(New(b, &Search{}, false))
	b.LayOut(1280, 720)
	return b
}

// solving returns the puzzle behind a card of the Learn page.
func solving(t *testing.T, b *menustest.Bench, card string) *solve {
	t.Helper()
	b.Enter("#learn." + card)
	s, ok := b.Top().(*solve)
	if !ok {
		t.Fatalf("the card %q leads to %q", card, b.Top().Name())
	}
	return s
}

// rest lets all motion end.
func rest(b *menustest.Bench, s *solve) {
	for range 200 {
		if !s.show.Moving() {
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
		if !s.show.Moving() {
			t.Fatal("the board shows no motion")
		}
		rest(b, s)
	}
	if s.attempt.Wrong()+s.attempt.Hints() > 0 {
		t.Errorf("%d wrong answers, %d hints", s.attempt.Wrong(), s.attempt.Hints())
	}
}

// says returns the comment on the last answer, with the moves after it.
func says(b *menustest.Bench) string { return b.Info("#puzzle.board").Value }

func digit(b *menustest.Bench) func(h rules.House) {
	return func(h rules.House) { b.Press(ebiten.KeyDigit0 + ebiten.Key(h)) }
}

func TestTheDailyPuzzle(t *testing.T) {
	yesterday, _ := puzzle.DayOf(friday.AddDate(0, 0, -1))
	kept := menustest.Shelf{puzzle.StreakKey: puzzle.Streak{}.With(yesterday).String()}
	b := at(t, kept)
	s := solving(t, b, "daily")
	whole(t, b, s, digit(b))
	if want := puzzle.ParseStreak("2026-11-27 2 2 2").String(); kept[puzzle.StreakKey] != want {
		t.Errorf("the streak is %q", kept[puzzle.StreakKey])
	}
	b.Says("Solved!", "Your streak: 2 days.")
	b.Click("Copy the result")
	if b.Pad.Text != "Mancala daily 2026-11-27: solved, 1 try, 0:00" {
		t.Errorf("copied: %q", b.Pad.Text)
	}
	b.Press(ebiten.KeyEscape)
	if card := b.Info("#learn.daily"); card.Value != "Solved" || card.Note != "Your streak: 2 days." {
		t.Errorf("the card says %q, %q", card.Value, card.Note)
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
				b.Tap(source, s.board.Layout.Pit(rules.Pit{Side: rules.South, House: h}).Center())
			}
			whole(t, b, s, func(h rules.House) {
				tap(h)
				if source == kit.Touch { // the first tap only shows
					if s.show.Moving() || s.board.View(kit.State{Focused: true}).Preview == nil {
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
	question, before := s.attempt.Question(), s.course.(*training).session.Points()
	b.Press(ebiten.KeyDigit0 + ebiten.Key(s.wrong(t)))
	if s.attempt.Wrong() != 1 || !s.show.Moving() {
		t.Fatal("the wrong answer is not shown")
	}
	said := says(b)
	if comment, told, _ := strings.Cut(said, "with best play."); comment == said || told == "" {
		t.Errorf("the page says %q", said)
	}
	rest(b, s)
	if now := s.now(); now.Position() == question || now.Asks {
		t.Error("the punishment does not stay for a moment")
	}
	b.Pass(takenBackAfter + 2*menustest.Tick)
	if now := s.now(); now.Position() != question || !now.Asks || says(b) != said {
		t.Errorf("after the punishment: waits %v, says %q", now.Asks, says(b))
	}
	once := puzzle.ParseTraining(kept[puzzle.TrainingKey])
	if once.Points("kalah") >= before || once.Tried != 1 {
		t.Errorf("the rating went from %d to %d after %d", before, once.Points("kalah"), once.Tried)
	}
	for !s.attempt.Over() {
		digit(b)(s.right())
		rest(b, s)
	}
	if now := puzzle.ParseTraining(kept[puzzle.TrainingKey]); now.Points("kalah") != once.Points("kalah") || now.Tried != 1 {
		t.Error("the second try changes the rating")
	}
	b.LayOut(1280, 720)
	b.Says("Solved at try 2")
}

func TestAnyInputTakesAPunishmentBack(t *testing.T) {
	b := at(t, menustest.Shelf{"speed": "off"})
	s := solving(t, b, "train")
	question := s.attempt.Question()
	b.Press(ebiten.KeyDigit0 + ebiten.Key(s.wrong(t)))
	if s.now().Position() == question || s.show.Moving() {
		t.Fatal("without motion the punishment is not shown at once")
	}
	b.Press(ebiten.KeySpace)
	if now := s.now(); now.Position() != question || !now.Asks {
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
	if v := s.board.View(kit.State{}); v.Hints != 0 || v.Hint != (rules.Pit{House: right}) || v.Preview == nil {
		t.Error("the second hint does not show the house and its way")
	}
	b.LayOut(1280, 720)
	b.Says("Hint: house " + right.String() + ".")
	digit(b)(right)
	if v := s.board.View(kit.State{}); v.Hints != 0 || v.HasHint {
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
		if !s.attempt.Over() || b.Focused() != "puzzle.next" || !b.Reads("That was the solution") {
			t.Fatal("the solution does not end the puzzle")
		}
		if got := puzzle.ParseTraining(kept[puzzle.TrainingKey]).Tried; got != n {
			t.Fatalf("%d puzzles were tried, want %d", got, n)
		}
		b.Press(ebiten.KeyEnter)
		b.LayOut(1280, 720)
		if s.attempt.Puzzle().Position == first || b.Focused() != "puzzle.board" {
			t.Fatal("Enter does not lead to the next puzzle")
		}
	}
}

// The program stores and draws the rating after each try.
func TestTriesAreKept(t *testing.T) {
	b := at(t, menustest.Shelf{"speed": "off"})
	s := solving(t, b, "train")
	var want []int
	for range 3 {
		clock = clock.Add(time.Minute)
		b.Click("Solution")
		want = append(want, s.course.(*training).session.Points())
		b.Press(ebiten.KeyEnter)
	}
	b.Press(ebiten.KeyEscape)
	if got := b.Top().(*Screen).learner.points; !slices.Equal(got, want) || want[2] >= want[0] {
		t.Errorf("the ratings are %v, want %v", got, want)
	}
}

func TestAStorm(t *testing.T) {
	kept := menustest.Shelf{"speed": "off", puzzle.StormKey: "1"}
	b := at(t, kept)
	s := solving(t, b, "storm")
	for n := 1; n <= 2; n++ {
		for first := s.attempt; s.attempt == first; {
			digit(b)(s.right())
		}
		if solved, _ := s.course.(*storm).race.Score(); solved != n || says(b) != "Right. The next one:" {
			t.Fatalf("%d puzzles are solved, want %d; the page says %q", solved, n, says(b))
		}
	}
	first := s.attempt
	digit(b)(s.wrong(t))
	if b.LayOut(1280, 720); s.attempt == first || says(b) != "That was wrong: 10 seconds less." || !b.Reads("Solved: 2 - 2:50") {
		t.Errorf("after a wrong answer the page says\n%s", b.Text())
	}
	b.Press(ebiten.KeyH)
	if s.board.View(kit.State{}).Hints != 0 || b.Shows("Solution") {
		t.Error("a storm gives help")
	}
	clock = clock.Add(puzzle.StormTime)
	b.Pass(2 * menustest.Tick)
	b.LayOut(1280, 720)
	if !b.Reads("Time is up") || !b.Reads("2 puzzles solved. 1 wrong answer. That is your best.") || kept[puzzle.StormKey] != "2" {
		t.Errorf("at the end: %q is kept, the page says\n%s", kept[puzzle.StormKey], b.Text())
	}
	digit(b)(1)
	b.Press(ebiten.KeyN)
	if b.LayOut(1280, 720); b.Reads("Time is up") || !b.Reads("Solved: 0 - 3:00") {
		t.Errorf("another storm begins with\n%s", b.Text())
	}
}

func TestPuzzlesOfATheme(t *testing.T) {
	b := at(t, menustest.Shelf{})
	b.Enter("#learn.themes")
	b.Enter("#themes.starve")
	b.Click("Train")
	s := b.Top().(*solve)
	for range 5 {
		if s.attempt.Puzzle().Themes&puzzle.Starve == 0 {
			t.Fatalf("a puzzle with the themes %q", s.attempt.Puzzle().Names())
		}
		b.Click("Solution")
		rest(b, s)
		b.Press(ebiten.KeyN)
	}
}

// The lesson of a theme asks its boards one after the other, rates nobody, and says what to
// remember.
func TestTheLessonOfATheme(t *testing.T) {
	kept := menustest.Shelf{"speed": "off"}
	b := at(t, kept)
	b.Enter("#learn.themes")
	b.Enter("#themes.greed")
	remember := words.PuzzleLesson("greed")
	b.Says(remember, "You have tried no puzzle of this kind yet.")
	b.Press(ebiten.KeyEnter)
	s := b.Top().(*solve)
	for n := 1; n <= puzzle.LessonBoards; n++ {
		if s.attempt.Puzzle().Themes&puzzle.Greed == 0 || !strings.HasPrefix(b.Info("#puzzle.board").Label, "The move that gains the most now loses.") {
			t.Errorf("board %d shows %q", n, s.attempt.Puzzle().Names())
		}
		digit(b)(s.wrong(t))
		b.Press(ebiten.KeySpace)
		for !s.attempt.Over() {
			digit(b)(s.right())
		}
		b.LayOut(1280, 720)
		if !b.Reads(remember) || b.Shows("Next") != (n < puzzle.LessonBoards) {
			t.Errorf("after board %d the page says\n%s", n, b.Text())
		}
		b.Press(ebiten.KeyN)
	}
	b.Press(ebiten.KeyEscape)
	b.LayOut(1280, 720)
	if kept[puzzle.TrainingKey] != "" || strings.Count(b.Text(), "Solved\n") != puzzle.LessonBoards || b.Focused() != "theme.train" {
		t.Errorf("after the lesson: %q is kept, the focus is on %q, and the page says\n%s", kept[puzzle.TrainingKey], b.Focused(), b.Text())
	}
}

func TestProgressIsErased(t *testing.T) {
	day, _ := puzzle.DayOf(friday)
	for _, kept := range []menustest.Shelf{
		{puzzle.StreakKey: puzzle.Streak{}.With(day).String()},
		{puzzle.DeckKey: "1 0 1"}, // an answered mistake that is not due
	} {
		erased(t, kept)
	}
}

// erased erases the progress in kept.
func erased(t *testing.T, kept menustest.Shelf) {
	b := at(t, kept)
	b.Enter("#learn.progress")
	b.Click("Erase my progress...")
	b.LayOut(1280, 720)
	b.Click("Erase")
	if kept[puzzle.StreakKey]+kept[puzzle.DeckKey] != "" || b.Top().Name() != "progress" {
		t.Errorf("kept: %q, on the page %q", kept, b.Top().Name())
	}
	if b.Shows("#progress.erase") || !b.Shows("#progress.begin") {
		t.Errorf("without progress the page says\n%s", b.Text())
	}
	b.Press(ebiten.KeyEscape)
	if badge := b.Info("#learn.daily").Value; badge != "" {
		t.Errorf("the card says %q", badge)
	}
}

// A user who does not see the board hears the question, the comment and the moves.
func TestAPuzzleIsTold(t *testing.T) {
	b := at(t, menustest.Shelf{})
	s := solving(t, b, "train")
	s.board.UsePart(page.HouseID(s.wrong(t)), kit.Press)
	rest(b, s)
	b.Pass(takenBackAfter + 2*menustest.Tick)
	told := strings.Join(b.Told, "\n")
	for _, want := range []string{"The row that glows is yours.", "with best play.", "The other side sows", "It is taken back."} {
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
			if board := s.board.Layout.Board(); board.W < 0.55*window.W && board.H < 0.5*window.H {
				t.Errorf("over %v, at %v: the board is %.0fx%.0f", over, size, board.W, board.H)
			}
		}
		if !over {
			b.Click("Solution")
			rest(b, s)
		}
	}
}

// The next puzzle, and the judgment of an answer, take at most some milliseconds.
func BenchmarkNextAndAnswer(b *testing.B) {
	session := puzzle.NewSession(puzzle.Training{}, "kalah", 0)
	n := 0
	for b.Loop() {
		n++
		a := session.Next(func(most int) int { return n % most })
		plies := sowAll(a.Question(), a.Rest()[:1])
		_, _, _ = a.Answer(plies[0].sowing.From)
		_ = motion.NewTimeline(plies[0].before, plies[0].sowing, motion.Normal, false)
	}
}

// mistaken returns a card about the puzzle of a day, due then, in the exercises of a program.
func mistaken(t *testing.T, b *menustest.Bench, d puzzle.Day) puzzle.Card {
	t.Helper()
	p := d.Puzzle()
	p.Line, p.Right, p.Replies = p.Line[:1], p.Right[:1], p.Replies[:1]
	p.Themes, p.Level = 0, 0
	card := puzzle.Card{Game: "g-1", Puzzle: p, Due: d}
	for _, v := range p.Values {
		if !p.Right[0].Has(v.Ply) {
			card.Played = v.Ply
		}
	}
	if again := kept.Cards([]match.Exercise{kept.Card(card)}); len(again) != 1 {
		t.Fatal("the card cannot be read again")
	}
	b.Cabinet.Rows = append(b.Cabinet.Rows, kept.Card(card))
	return card
}

func TestMistakesAreAsked(t *testing.T) {
	texts := menustest.Shelf{"speed": "off"}
	b := at(t, texts)
	b.Enter("#learn.mistakes")
	if b.Said() != "None of your mistakes is due." || b.Top().Name() != "learn" {
		t.Errorf("without mistakes the page says %q", b.Said())
	}
	day, _ := puzzle.DayOf(friday)
	first := mistaken(t, b, day-1)
	second := mistaken(t, b, day)
	mistaken(t, b, day+1)
	b.Top().(*Screen).Returned()
	if line := b.Info("#learn.mistakes").Note; line != "Due today: 2" {
		t.Errorf("the card says %q", line)
	}
	s := solving(t, b, "mistakes")
	value, _ := first.Puzzle.Value(first.Played)
	task, want := b.Info("#puzzle.board").Label, words.MistakeQuestion("house "+first.Played.String(), first.Puzzle.Best(), value)
	if task != want {
		t.Errorf("the question is %q, want %q", task, want)
	}
	for i, from := range []rules.House{first.Played, s.right()} {
		if i > 0 {
			digit(b)(from)
		}
		b.Press(ebiten.KeyW)
		if way := s.show.StoryWay(); way == nil || s.show.Story() == "" || i == 0 && way.From.House != from {
			t.Errorf("the story %d is %q", i, s.show.Story())
		}
		rest(b, s)
	}
	b.Says("Solved!", "It comes back in 3 days.", s.show.Story())
	b.Press(ebiten.KeyN)
	if s.attempt.Puzzle().Position != second.Puzzle.Position {
		t.Fatal("N does not lead to the second mistake")
	}
	digit(b)(s.wrong(t))
	b.Press(ebiten.KeySpace)
	digit(b)(s.right())
	b.LayOut(1280, 720)
	if !b.Reads("It comes back tomorrow.") || b.Shows("Next") {
		t.Errorf("after a wrong answer the page says\n%s", b.Text())
	}
	b.Press(ebiten.KeyEscape)
	if line := b.Info("#learn.mistakes").Note; line != "Due today: 0" {
		t.Errorf("the card says %q", line)
	}
	if n := puzzle.ParseDeck(texts[puzzle.DeckKey]).Left(puzzle.CardsADay, day); n != puzzle.CardsADay-2 {
		t.Errorf("%d more may be asked today", n)
	}
}

// Answers of a day with the clock ahead keep no card away until then.
func TestMistakesFromAfterTodayComeBack(t *testing.T) {
	b := at(t, menustest.Shelf{})
	day, _ := puzzle.DayOf(friday)
	for i := range puzzle.Day(puzzle.CardsADay) {
		ahead := mistaken(t, b, day+i).After(fsrs.Good, day+200)
		b.Cabinet.Rows[i] = kept.Card(ahead)
	}
	count := func() string {
		b.Top().(*Screen).Returned()
		return b.Info("#learn.mistakes").Note
	}
	if line := count(); line != "Due today: 0" {
		t.Errorf("today the card says %q", line)
	}
	if clock = friday.AddDate(0, 0, 3); count() != "Due today: 10" {
		t.Errorf("after the interval the card says %q", count())
	}
}

// tutor is a coach with a script.
type tutor struct {
	left         []int
	begun, ended bool
}

func (c *tutor) News() (int, bool) {
	if c.begun = true; len(c.left) == 0 {
		return 0, false
	}
	left := c.left[0]
	c.left = c.left[1:]
	return left, true
}

func (c *tutor) Close() { c.ended = true }

// search lets a tick pass in which a rested search may work.
func search(b *menustest.Bench, s *Search, free bool) {
	shared := *b.Shared()
	shared.Elapsed = restBefore
	s.Follow(&shared, free)
	b.Pass(menustest.Tick)
}

// The coach works while the user is idle, and its mistakes are due at once.
func TestTheCoachFindsMistakes(t *testing.T) {
	coach, finder := &tutor{left: []int{2}}, &Search{}
	b := menustest.New(t, menustest.Shelf{}, func(p *ports.Ports) { p.Now = func() time.Time { return friday } })
	b.Cabinet.Tutor = coach
	b.Push(New(b, finder, false))
	b.LayOut(1280, 720)
	line := func() string { return b.Info("#learn.mistakes").Note }
	if finder.Follow(b.Shared(), true); coach.begun {
		t.Error("the search begins before the program has rested")
	}
	if search(b, finder, true); line() != "Due today: 0. Looking for mistakes: 2 games are left." {
		t.Errorf("the card says %q", line())
	}
	day, _ := puzzle.DayOf(friday)
	mistaken(t, b, day)
	coach.left = []int{1}
	if search(b, finder, true); line() != "Due today: 1. Looking for mistakes: 1 game is left." {
		t.Errorf("the card says %q", line())
	}
	if search(b, finder, false); !coach.ended || line() != "Due today: 1" {
		t.Errorf("the search goes on beside a game; the card says %q", line())
	}
	coach.ended, coach.left = false, []int{1}
	if search(b, finder, true); line() != "Due today: 1. Looking for mistakes: 1 game is left." {
		t.Errorf("after a game the card says %q", line())
	}
	if finder.Close(); !coach.ended {
		t.Error("the search outlives the program")
	}
}

// The program counts mistakes on request, after each searched game, and at midnight.
func TestDueMistakesAreCounted(t *testing.T) {
	coach, finder := &tutor{left: []int{1}}, &Search{}
	b := at(t, menustest.Shelf{})
	b.Cabinet.Tutor = coach
	due := CountDue(b, finder)
	today, _ := puzzle.DayOf(friday)
	mistaken(t, b, today)
	if due(true) != 1 {
		t.Errorf("%d mistakes are due, not 1", due(false))
	}
	mistaken(t, b, today-1)
	if n := due(false); n != 1 {
		t.Errorf("%d mistakes are due before there is news", n)
	}
	if search(b, finder, true); due(false) != 2 {
		t.Errorf("after a game was searched %d mistakes are due, not 2", due(false))
	}
	mistaken(t, b, today+1)
	if n := due(false); n != 2 {
		t.Errorf("%d mistakes are due, with tomorrow's", n)
	}
	if clock = friday.AddDate(0, 0, 1); due(false) != 3 {
		t.Errorf("after midnight %d mistakes are due, not 3", due(false))
	}
}

// The switch ends and restarts the search, and its state is stored.
func TestTheSearchHasASwitch(t *testing.T) {
	coach, texts, finder := &tutor{left: []int{2}}, menustest.Shelf{}, &Search{}
	b := menustest.New(t, texts, func(p *ports.Ports) { p.Now = func() time.Time { return friday } })
	b.Cabinet.Tutor = coach
	b.Push(New(b, finder, false))
	line := func() string { return b.Info("#learn.mistakes").Note }
	on := func() bool { return b.Info("#learn.search").Selected == 1 }
	search(b, finder, true)
	b.Click("Look for mistakes in my games")
	if search(b, finder, true); !coach.ended || on() || texts["no-search"] != "yes" || line() != "Due today: 0" {
		t.Errorf("ended %v, switch %v, kept %q, the card says %q", coach.ended, on(), texts["no-search"], line())
	}
	coach.begun, coach.left = false, []int{1}
	if search(b, finder, true); coach.begun {
		t.Error("it searches in spite of the switch")
	}
	b.Click("Look for mistakes in my games")
	if search(b, finder, true); !coach.begun || !on() || line() != "Due today: 0. Looking for mistakes: 1 game is left." {
		t.Errorf("begun %v, switch %v, the card says %q", coach.begun, on(), line())
	}
}

// The user plays a won position against Perfect, from either side. A win marks it, and the next one
// is offered.
func TestWonPositions(t *testing.T) {
	b := at(t, menustest.Shelf{"name": "Ann"})
	list := puzzle.AllWon()
	position := func(n int) string { return "Position " + strconv.Itoa(n) + " of " + strconv.Itoa(len(list)) }
	sides := map[rules.Side]bool{}
	b.Enter("#learn.won")
	for i, w := range list {
		if !b.Reads(position(i+1)) || !strings.Contains(b.Text(), "by "+strconv.Itoa(w.Margin)+" seeds") {
			t.Errorf("position %d: the page says\n%s", i+1, b.Text())
		}
		b.Routes = nil
		b.Key("#won.play", ebiten.KeyEnter)
		start, _ := b.Routes[0].(page.ToStart)
		if start.Setup.Seats[w.Side()] != match.KindPerson || start.Setup.Seats[w.Side().Opponent()] != "perfect" ||
			start.Setup.Names[w.Side()] != "Ann" || !slices.Equal(start.Plies, w.Game.Plies) {
			t.Errorf("position %d begins %+v", i+1, start)
		}
		sides[w.Side()] = true
		b.Enter("Another position")
	}
	if len(sides) != 2 {
		t.Error("the user always has the same side")
	}
	b.Press(ebiten.KeyEscape)
	game := rules.Game{Variant: list[0].Game.Variant, Plies: append(slices.Clone(list[0].Game.Plies), 1)}
	won := match.Record{ID: "w-1", Game: game, Opened: true, Names: [2]string{"Ann", "Ann"}, Kinds: [2]string{"perfect", "perfect"}}
	won.Kinds[list[0].Side()] = match.KindPerson
	won.Result.Ending, won.Result.Outcome = match.Finished, rules.SouthWins
	if list[0].Side() == rules.North {
		won.Result.Outcome = rules.NorthWins
	}
	b.Cabinet.List = append(b.Cabinet.List, won)
	b.Top().(*Screen).Returned()
	b.Enter("#learn.won")
	b.Says(position(2))
	b.Press(ebiten.KeyEscape)
	if line := b.Info("#learn.won").Note; line != "Won: 1 of "+strconv.Itoa(len(list)) {
		t.Errorf("the card says %q", line)
	}
}

// The progress is drawn with words and numbers, which screen readers read.
func TestProgressIsDrawn(t *testing.T) {
	training := puzzle.Training{}
	for _, p := range puzzle.Daily()[:20] {
		a := p.Attempt()
		a.GiveUp()
		training = training.After(a, friday)
	}
	b := at(t, menustest.Shelf{puzzle.TrainingKey: training.String(), puzzle.StreakKey: puzzle.Streak{}.With(3).With(4).With(6).String(), puzzle.StormKey: "7"})
	b.Enter("#learn.progress")
	b.Says(
		"Your rating in Kalah: "+strconv.Itoa(training.Points("kalah")), "Solved at once: 0 of 20 puzzles.", "Your streak: 0 days.",
		"Your longest: 2 days. Your best storm: 7.", "Greed", "Solve two puzzles in Train, and your rating is drawn here.",
	)
}

// The menu's way to the due mistakes asks the first one at once, with this page below it.
func TestTheMenuAsksTheMistakesAtOnce(t *testing.T) {
	b := at(t, menustest.Shelf{"speed": "off"})
	b.Push(New(b, &Search{}, true))
	b.Pass(menustest.Tick)
	if b.Top().Name() != "learn" || b.Said() != "None of your mistakes is due." {
		t.Errorf("without a mistake it is at %q and says %q", b.Top().Name(), b.Said())
	}
	day, _ := puzzle.DayOf(friday)
	mistaken(t, b, day)
	b.Push(New(b, &Search{}, true))
	b.Pass(menustest.Tick)
	if s, ok := b.Top().(*solve); !ok || s.course.title() != "My mistakes" {
		t.Fatalf("it is at %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	if b.Top().Name() != "learn" || b.Focused() != "learn.mistakes" {
		t.Errorf("back it is at %q, %q", b.Top().Name(), b.Focused())
	}
}
