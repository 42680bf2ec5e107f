package learn

import (
	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// progress is the page with pictures of the user's progress: the rating over time, the share of
// puzzles solved by theme, and the streak.
type progress struct {
	page.Page
	learner     *learner
	erase, back *kit.Button
	begin       *kit.Button // the way to today's puzzle, while there is no progress
}

func newProgress(shell page.Shell, l *learner) *progress {
	s := &progress{Page: page.New(shell, "progress"), learner: l}
	s.erase = kit.WithID("progress.erase", kit.NewButton(words.T("Erase my progress..."), s.askErase))
	s.begin = kit.WithID("progress.begin", kit.NewPrimary(words.T("Today's puzzle"), func() {
		shell.Push(newSolve(shell, &daily{learner: l, day: l.today()}))
	}))
	s.back = page.NewBack(shell, "progress.back")
	s.Compose(shell.Back, s.sheet)
	s.focus()
	return s
}

// focus moves the focus to the way back or, without progress, to the first puzzle.
func (s *progress) focus() {
	if s.Controls.Focus(s.back); !s.learner.begun() {
		s.Controls.Focus(s.begin)
	}
}

// askErase asks, and then erases the progress.
func (s *progress) askErase() {
	text := words.T("Your streak, your rating and what you have solved are deleted for good. Your games stay.")
	s.Shell.Push(page.NewQuestion(s.Shell, words.T("Erase your progress?"), text, words.T("Erase"), words.T("Keep it"), func() {
		s.learner.erase(func() {
			s.Recompose()
			s.focus()
		})
	}))
}

// Returned shows the progress of a puzzle that was solved above the page.
func (s *progress) Returned() { s.learner.load(s.Recompose) }

// first returns today's puzzle, for a user without progress.
func (s *progress) first(g page.Grid) page.Sheet {
	p := s.learner.today().Puzzle()
	text := words.T("Your rating, your streak and the kinds of puzzles that you solve best are shown here. Begin with today's puzzle:")
	ask := kit.OnPanel(kit.Rows(kit.Say(text, render.Body.In(render.InkSoft)), kit.Say(words.PuzzleQuestion(p.Best(), p.Clear(), p.Answers()), headline)))
	return page.Sheet{
		Title: words.T("Progress"), Content: g.Facing(ask, page.StillBoard(g, s.Art, p.Position)),
		Actions: []*kit.Button{s.back, s.begin},
	}
}

// sheet returns the rating and the streak, and beside them the themes.
func (s *progress) sheet(g page.Grid) page.Sheet {
	const least, row, week = 90, 22, 24
	l := s.learner
	if !l.begun() {
		return s.first(g)
	}
	t := l.training
	days := l.streak.On(l.today())
	rating := kit.OnPanel(&kit.Stack{Gap: g.Gap() * 0.4, Parts: []kit.Part{
		kit.Say(words.T("Your rating in %[1]s: %[2]d", words.Discipline(l.game()), l.rating()), headline),
		&kit.Picture{Least: least, Most: kit.Endless, Paint: s.paintRating},
	}})
	streak := kit.OnPanel(&kit.Stack{Gap: g.Gap() * 0.4, Parts: []kit.Part{
		kit.Say(words.N("Your streak: %d day.", "Your streak: %d days.", days, days), headline),
		kit.Say(words.N("Your longest: %d day.", "Your longest: %d days.", l.streak.Longest, l.streak.Longest)+" "+
			words.T("Your best storm: %d.", l.storm), render.Caption),
		&kit.Picture{Least: week * calendarRows, Most: week * calendarRows, Paint: func(c *render.Canvas, r render.Rect) {
			paintCalendar(c, r, l.streak, l.today())
		}},
	}})
	high := row * float64(len(puzzle.ThemeNames()))
	themes := kit.OnPanel(&kit.Stack{Gap: g.Gap() * 0.4, Parts: []kit.Part{
		kit.Say(words.T("Themes"), headline),
		kit.Say(words.N("Solved at once: %[2]d of %[1]d puzzle.", "Solved at once: %[2]d of %[1]d puzzles.", t.Tried, t.Tried, t.Solved), render.Caption),
		&kit.Picture{Least: high, Most: 1.6 * high, Paint: s.paintThemes},
	}})
	return page.Sheet{
		Title: words.T("Progress"), Content: g.Pair(7, g.Rows(rating, streak), 5, themes),
		Before: []*kit.Button{s.erase}, Actions: []*kit.Button{s.back},
	}
}

// paintRating draws the rating after each of the last tries.
func (s *progress) paintRating(c *render.Canvas, r render.Rect) {
	if !page.DrawRatings(c, r, s.learner.points) {
		kit.DrawText(c, words.T("Solve two puzzles in Train, and your rating is drawn here."), r.Inset(8), render.Body.In(render.InkSoft))
	}
}

// paintThemes draws a row for each theme: its name, a bar for the share solved at once, and the
// numbers.
func (s *progress) paintThemes(c *render.Canvas, r render.Rect) {
	const gap, thick = 14, 8
	type line struct {
		title, share  string
		tried, solved int
	}
	var lines []line
	titles, shares := 0.0, 0.0 // the widths of the texts
	for _, name := range puzzle.ThemeNames() {
		theme, _ := puzzle.ParseTheme(name) // it is one of the names
		l := line{share: "-"}
		l.title, _ = words.PuzzleTheme(name)
		if l.tried, l.solved = s.learner.training.ByTheme(theme); l.tried > 0 {
			l.share = words.T("%[1]d of %[2]d", l.solved, l.tried)
		}
		titles, shares = max(titles, c.TextWidth(l.title, render.Body)), max(shares, c.TextWidth(l.share, render.Caption))
		lines = append(lines, l)
	}
	for i, l := range lines {
		y, style := r.Y+r.H/float64(len(lines))*(float64(i)+0.5), render.Body
		if l.tried == 0 {
			style = style.In(render.InkDim)
		}
		bar := render.Rect{X: r.X + titles + gap, Y: y - thick/2, W: r.W - titles - shares - 2*gap, H: thick}
		c.FillRect(bar, thick/2, render.PanelHover)
		if l.solved > 0 {
			bar.W *= float64(l.solved) / float64(l.tried)
			c.FillRect(bar, thick/2, render.Graph)
		}
		c.Text(l.title, render.Point{X: r.X, Y: y}, style)
		c.Text(l.share, render.Point{X: r.Right(), Y: y}, render.Caption.Aligned(render.Right))
	}
}
