package learn

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/puzzle"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Screen is the page from which puzzles and lessons begin.
type Screen struct {
	page.Page
	coach                                         ports.Coach // nil if there is none
	left                                          int         // games to be searched for mistakes
	learner                                       *learner
	daily, train, mistakes, storm, themes, lesson *kit.Card
	erase, back                                   *kit.Button
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
	s.mistakes = card("mistakes", s.askMistakes)
	s.storm = card("storm", func() { shell.Push(newSolve(shell, &storm{learner: s.learner})) })
	s.themes = card("themes", func() { shell.Push(newThemes(shell, s.learner)) })
	s.lesson = card("lesson", func() { page.ChooseLesson(shell) })
	s.daily.Picture, s.train.Picture = s.paintDaily, s.paintRating
	s.themes.Picture = func(c *render.Canvas, r render.Rect) { paintThemes(c, r, s.learner.training) }
	s.mistakes.Picture = func(c *render.Canvas, r render.Rect) { paintDue(c, r, len(s.learner.dueCards())) }
	s.storm.Picture = s.paintStorm
	s.lesson.Picture = func(c *render.Canvas, r render.Rect) {
		page.DrawStart(c, s.Art, rules.Presets()[0].Variant, lying(r, 0.5))
	}
	s.erase = kit.WithID("learn.erase", kit.NewButton(words.T("Erase my progress..."), s.askErase))
	s.back = kit.WithID("learn.back", kit.NewButton(words.T("Back"), shell.Back))
	s.coach = s.Ports.Archive.Coach()
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

// Close ends the search for mistakes.
func (s *Screen) Close() {
	if s.coach != nil {
		s.coach.Close()
	}
}

// Update handles input, and what the coach has found.
func (s *Screen) Update(in *kit.Input) bool {
	if s.coach != nil {
		if left, news := s.coach.News(); news {
			s.left = left
			s.Returned()
		}
	}
	return s.Page.Update(in)
}

// Renewed returns the page in another language.
func (s *Screen) Renewed() page.Screen {
	s.Close()
	return New(s.Shell)
}

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
	s.mistakes.Title, s.mistakes.Line = words.T("My mistakes"), l.noneDue()
	if s.left > 0 {
		s.mistakes.Line = words.N("Looking for mistakes: %d game is left.", "Looking for mistakes: %d games are left.", s.left, s.left)
	}
	if n := len(l.dueCards()); n > 0 {
		s.mistakes.Line = words.DueMistakes(n)
	}
	s.storm.Title, s.storm.Line = words.C("puzzles in three minutes", "Storm"), words.T("For three minutes")
	if l.storm > 0 {
		s.storm.Line = words.T("Your best: %d", l.storm)
	}
	n := len(puzzle.ThemeNames())
	s.themes.Title, s.themes.Line = words.T("Themes"), words.N("%d kind of puzzle", "%d kinds of puzzles", n, n)
	s.lesson.Title, s.lesson.Line = words.T("Learn in one minute"), words.T("The rules, on the board")
	s.erase.Disabled = l.streak.Solved+l.training.Tried+l.storm+len(l.cards) == 0
}

// askMistakes asks the mistakes that are due.
func (s *Screen) askMistakes() {
	if len(s.learner.dueCards()) == 0 {
		s.Shell.Say(s.learner.noneDue())
		return
	}
	s.Shell.Push(newSolve(s.Shell, newMistakes(s.learner)))
}

// askErase asks, and then forgets the progress.
func (s *Screen) askErase() {
	text := words.T("Your streak, your rating and what you have solved are deleted for good. Your games stay.")
	s.Shell.Push(page.NewQuestion(s.Shell, words.T("Erase your progress?"), text, words.T("Erase"), words.T("Keep it"), func() {
		s.learner.erase(func() {
			s.describe()
			s.Recompose()
			s.Controls.Focus(s.daily)
		})
	}))
}

// sheet returns the puzzle of today, and beside it everything else.
func (s *Screen) sheet(g page.Grid) page.Sheet {
	const least = 104
	highest, left := 400.0, 6
	switch {
	case g.Upright:
		highest = 200
	case g.Low:
		left = 5
	}
	card := func(c *kit.Card) kit.Part { return kit.Sized(least, highest, kit.Put(c)) }
	today := kit.Sized(2*least, kit.Endless, kit.Put(s.daily))
	others := &kit.Stack{Gap: kit.Gap, Parts: []kit.Part{
		kit.Across(card(s.train), card(s.mistakes)), kit.Across(card(s.storm), card(s.themes)), card(s.lesson),
	}}
	return page.Sheet{
		Title: words.C("puzzles and lessons", "Learn"), Content: g.Pair(left, today, 12-left, others),
		Before: []*kit.Button{s.erase}, Actions: []*kit.Button{s.back},
	}
}
