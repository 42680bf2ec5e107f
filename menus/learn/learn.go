package learn

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/puzzle"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Screen is the page from which puzzles and lessons begin.
type Screen struct {
	page.Page
	learner                      *learner
	daily, train, themes, lesson *kit.Card
	erase, back                  *kit.Button
}

// New returns the page.
func New(shell page.Shell) *Screen {
	s := &Screen{Page: page.New(shell, "learn"), learner: &learner{shell: shell, training: puzzle.NewTraining()}}
	card := func(id string, do func()) *kit.Card {
		c := kit.WithID("learn."+id, kit.NewCard("", "", do))
		c.Wide = true
		return c
	}
	s.daily = card("daily", func() { shell.Push(newSolve(shell, &daily{learner: s.learner, day: s.learner.today()})) })
	s.train = card("train", func() { shell.Push(newSolve(shell, newTraining(s.learner, ""))) })
	s.themes = card("themes", func() { shell.Push(newThemes(shell, s.learner)) })
	s.lesson = card("lesson", func() { page.ChooseLesson(shell) })
	s.daily.Picture, s.train.Picture = s.paintDaily, s.paintRating
	s.themes.Picture = func(c *render.Canvas, r render.Rect) { paintThemes(c, r, s.learner.training) }
	s.lesson.Picture = func(c *render.Canvas, r render.Rect) { page.DrawStart(c, s.Art, rules.Presets()[0].Variant, r) }
	s.erase = kit.WithID("learn.erase", kit.NewButton(words.T("Erase my progress..."), s.askErase))
	s.back = kit.WithID("learn.back", kit.NewButton(words.T("Back"), shell.Back))
	s.Compose(shell.Back, s.sheet)
	s.Controls.Focus(s.daily)
	s.describe()
	s.Returned()
	return s
}

// Returned loads the progress again, since a puzzle may have changed it.
func (s *Screen) Returned() {
	s.learner.load(func() {
		s.describe()
		s.Recompose()
	})
}

// Renewed returns the page in another language.
func (s *Screen) Renewed() page.Screen { return New(s.Shell) }

// describe writes what the cards say.
func (s *Screen) describe() {
	l := s.learner
	p := l.today().Puzzle()
	s.daily.Title, s.daily.Line, s.daily.Badge = words.T("Today's puzzle"), words.PuzzleQuestion(p.Best(), p.Clear()), ""
	if n := l.streak.On(l.today()); n > 0 {
		s.daily.Line = words.N("Your streak: %d day.", "Your streak: %d days.", n, n)
	}
	if l.doneToday() {
		s.daily.Badge = words.T("Solved")
	}
	s.train.Title, s.train.Line = words.C("with puzzles", "Train"), words.T("Your rating: %d", l.training.Points())
	s.themes.Title, s.themes.Line = words.T("Themes"), words.T("Chains, captures, defence and more")
	s.lesson.Title, s.lesson.Line = words.T("Learn in one minute"), words.T("The rules, on the board")
	s.erase.Disabled = l.streak.Solved+l.training.Tried == 0
}

// askErase asks, and then forgets the progress.
func (s *Screen) askErase() {
	text := words.T("Your streak, your rating and what you have solved are deleted for good. Your games stay.")
	s.Shell.Push(page.NewQuestion(s.Shell, words.T("Erase your progress?"), text, words.T("Erase"), words.T("Keep it"), func() {
		s.learner.erase()
		s.describe()
		s.Recompose()
		s.Controls.Focus(s.daily)
	}))
}

// sheet returns the puzzle of today, and beside it everything else.
func (s *Screen) sheet(g page.Grid) page.Sheet {
	const least = 104
	highest := 400.0
	if g.Upright {
		highest = 200
	}
	card := func(c *kit.Card) kit.Part { return kit.Sized(least, highest, kit.Put(c)) }
	today := kit.Sized(2*least, kit.Endless, kit.Put(s.daily))
	others := &kit.Stack{Gap: kit.Gap, Parts: []kit.Part{kit.Across(card(s.train), card(s.themes)), card(s.lesson)}}
	return page.Sheet{
		Title: words.C("puzzles and lessons", "Learn"), Content: g.Pair(6, today, 6, others),
		Before: []*kit.Button{s.erase}, Actions: []*kit.Button{s.back},
	}
}
