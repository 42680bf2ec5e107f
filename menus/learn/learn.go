package learn

import (
	"slices"

	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
)

// Screen is the page that leads to puzzles and lessons.
type Screen struct {
	page.Page
	finder  *Search
	news    int // of the finder that are shown
	day     puzzle.Day
	learner *learner

	daily, train, mistakes, storm, themes, won, progress *kit.Card

	game         *kit.Choice
	search       *kit.Switch
	lesson, back *kit.Button
	wanted       bool // the due mistakes are asked once the progress is loaded
	loaded       bool
}

// New returns the page, which shows the progress of a search. With ask it asks the due mistakes as
// soon as they are loaded.
func New(shell page.Shell, finder *Search, ask bool) *Screen {
	s := &Screen{Page: page.New(shell, "learn"), finder: finder, learner: &learner{shell: shell}}
	card := func(id string, do func()) *kit.Card { return kit.WithID("learn."+id, kit.NewCard("", "", do)) }
	s.daily = card("daily", func() { shell.Push(newSolve(shell, &daily{learner: s.learner, day: s.learner.today()})) })
	s.train = card("train", func() { shell.Push(newSolve(shell, newTraining(s.learner, s.learner.game(), ""))) })
	s.mistakes = card("mistakes", s.askMistakes)
	s.storm = card("storm", func() { shell.Push(newSolve(shell, &storm{learner: s.learner})) })
	s.themes = card("themes", func() { shell.Push(newThemes(shell, s.learner)) })
	s.won = card("won", func() { shell.Push(newWon(shell, s.learner)) })
	s.progress = card("progress", func() { shell.Push(newProgress(shell, s.learner)) })
	s.daily.Wide, s.daily.Picture, s.train.Picture = true, s.paintDaily, paintAim
	s.themes.Picture = func(c *render.Canvas, r render.Rect) { paintThemes(c, r, s.learner.training) }
	s.mistakes.Picture = func(c *render.Canvas, r render.Rect) { paintDue(c, r, len(s.learner.dueCards())) }
	s.storm.Picture, s.won.Picture, s.progress.Picture = s.paintStorm, s.paintCup, s.paintRating
	var titles []string
	for _, game := range puzzle.Games() {
		titles = append(titles, words.Discipline(game))
	}
	s.game = page.NewPick(shell, "learn.game", words.T("Game to train"), titles, 0, func(i int) {
		s.Settings.Change(func(now *settings.Settings) { now.Puzzles = puzzle.Games()[i] })
		s.Returned()
	})
	s.search = kit.WithID("learn.search", kit.NewSwitch(words.T("Look for mistakes in my games"), false, s.setSearch))
	s.lesson = kit.WithID("learn.lesson", kit.NewButton(words.T("Learn in one minute"), func() { page.ChooseLesson(shell) }))
	s.back = page.NewBack(shell, "learn.back")
	s.Compose(shell.Back, s.sheet)
	s.Controls.Focus(s.daily)
	s.describe()
	s.wanted = ask
	s.Returned()
	return s
}

// setSearch stores whether to look for mistakes.
func (s *Screen) setSearch(on bool) {
	s.Settings.Change(func(now *settings.Settings) { now.NoSearch = !on })
	if on {
		s.Shell.Say(words.T("Your games are searched while you play none, one after the other."))
	}
}

// Returned loads the progress again, since a puzzle may have changed it.
func (s *Screen) Returned() {
	s.learner.load(func() {
		s.describe()
		s.Recompose()
		s.loaded = true
	})
}

// Update handles input, news of the search, and a new day.
func (s *Screen) Update(in *kit.Input) bool {
	if today := s.learner.today(); s.news != s.finder.news || s.day != today {
		s.news, s.day = s.finder.news, today
		s.Returned()
	}
	if s.wanted && s.loaded {
		s.wanted = false
		s.Controls.Focus(s.mistakes)
		s.askMistakes()
		return true
	}
	on := !s.Settings.Now().NoSearch
	changed := s.search.On != on
	s.search.On = on
	return s.Page.Update(in) || changed
}

// describe writes the texts of the cards.
func (s *Screen) describe() {
	l := s.learner
	p := l.today().Puzzle()
	s.daily.Label, s.daily.Caption, s.daily.Badge = words.T("Today's puzzle"), words.PuzzleQuestion(p.Best(), p.Clear(), p.Answers()), ""
	if n := l.streak.On(l.today()); n > 0 {
		s.daily.Caption = words.N("Your streak: %d day.", "Your streak: %d days.", n, n)
	}
	if l.doneToday() {
		s.daily.Badge = words.T("Solved")
	}
	s.game.Selected = slices.Index(puzzle.Games(), l.game())
	s.train.Label, s.train.Caption = words.C("with puzzles", "Train"), words.T("Your rating: %d", l.rating())
	s.mistakes.Label, s.mistakes.Caption = words.T("My mistakes"), words.T("Due today: %d", len(l.dueCards()))
	if n := s.finder.left; n > 0 {
		s.mistakes.Caption += ". " + words.N("Looking for mistakes: %d game is left.", "Looking for mistakes: %d games are left.", n, n)
	}
	s.storm.Label, s.storm.Caption = words.C("puzzles in three minutes", "Storm"), words.T("For three minutes")
	if l.storm > 0 {
		s.storm.Caption = words.T("Your best: %d", l.storm)
	}
	n := len(puzzle.ThemeNames())
	s.themes.Label, s.themes.Caption = words.T("Themes"), words.N("%d kind of puzzle", "%d kinds of puzzles", n, n)
	s.won.Label, s.won.Caption = words.T("Beat Perfect"), words.T("Play a won position out")
	if wins := l.wins(); wins > 0 {
		s.won.Caption = words.T("Won: %[1]d of %[2]d", wins, len(l.won))
	}
	s.progress.Label, s.progress.Caption = words.T("Progress"), words.T("Rating, themes and streak")
}

// askMistakes asks the due mistakes.
func (s *Screen) askMistakes() {
	if len(s.learner.dueCards()) == 0 {
		s.Shell.Say(s.learner.noneDue())
		return
	}
	s.Shell.Push(newSolve(s.Shell, newMistakes(s.learner)))
}

// sheet returns today's puzzle, and everything else beside it.
func (s *Screen) sheet(g page.Grid) page.Sheet {
	const least, lowest = 104, 92
	highest, left, low, columns := 400.0, 6, float64(least), 2
	switch {
	case g.Upright:
		highest = least
	case g.Tight:
		columns = 3
	case g.Low:
		left, low = 5, lowest
	}
	card := func(c *kit.Card) kit.Part { return kit.Sized(low, highest, kit.Put(c)) }
	today := kit.Rows(kit.Sized(2*least, kit.Endless, kit.Put(s.daily)))
	others := kit.Rows(kit.Columns(columns, kit.Gap, card(s.train), card(s.mistakes), card(s.storm), card(s.themes), card(s.won), card(s.progress)))
	game := others
	if g.Low && !g.Tight { // it has room on the other side
		game = today
	}
	game.Parts = append(game.Parts, kit.Put(s.game))
	others.Parts = append(others.Parts, kit.Put(s.search))
	content := g.Pair(left, today, 12-left, others)
	if g.Tight {
		content = g.Rows(today, others)
	}
	return page.Sheet{
		Title: words.C("puzzles and lessons", "Learn"), Content: content,
		Before: []*kit.Button{s.lesson}, Actions: []*kit.Button{s.back},
	}
}
