package learn

import (
	"slices"
	"time"

	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// themePage is the page of a theme: the sentence to remember, the boards of its lesson, and the way
// to its puzzles.
type themePage struct {
	page.Page
	learner     *learner
	name        string
	boards      []puzzle.Puzzle
	solved      []bool
	cards       []*kit.Card
	back, train *kit.Button
}

func newTheme(shell page.Shell, l *learner, name string) *themePage {
	theme, _ := puzzle.ParseTheme(name) // it is one of the names
	boards := puzzle.Lesson(theme)
	s := &themePage{Page: page.New(shell, "theme"), learner: l, name: name, boards: boards, solved: make([]bool, len(boards))}
	for i, p := range boards {
		card := kit.NewCard(words.T("Board %d", i+1), "", func() { shell.Push(newSolve(shell, &lesson{theme: s, at: i - 1})) })
		card.Wide = true
		card.Picture = func(c *render.Canvas, r render.Rect) { page.DrawStill(c, s.Art, p.Position, r) }
		s.cards = append(s.cards, kit.WithID("theme.board-"+rules.House(i+1).String(), card))
	}
	s.back = page.NewBack(shell, "theme.back")
	s.train = kit.WithID("theme.train", kit.NewButton(words.C("with puzzles", "Train"), func() {
		shell.Push(newSolve(shell, newTraining(l, puzzle.Games()[0], name)))
	}))
	s.train.Primary = true
	s.Compose(shell.Back, s.sheet)
	s.Returned()
	return s
}

// Returned marks the solved boards, and leads to the next one or to the puzzles.
func (s *themePage) Returned() {
	for i, card := range s.cards {
		if card.Badge = ""; s.solved[i] {
			card.Badge = words.T("Solved")
		}
	}
	if next := slices.Index(s.solved, false); next >= 0 {
		s.Controls.Focus(s.cards[next])
	} else {
		s.Controls.Focus(s.train)
	}
	s.Recompose()
}

// sheet returns the sentence to remember above the boards, and the user's share of solved puzzles.
func (s *themePage) sheet(g page.Grid) page.Sheet {
	title, line := words.PuzzleTheme(s.name)
	said := kit.Stack{Gap: g.Gap() * 0.5, Parts: []kit.Part{
		kit.Say(line, render.Strong), kit.Say(words.PuzzleLesson(s.name), rememberStyle), kit.Say(s.share(), render.Caption),
	}}
	const least, most = 150, 330
	cards := kit.Cards(least, most, s.cards...)
	boards := kit.Part(kit.Across(cards...))
	if g.Upright {
		boards = &kit.Stack{Gap: kit.Gap, Parts: cards}
	}
	return page.Sheet{
		Title: title, Content: g.Rows(kit.OnPanel(&said), boards),
		Actions: []*kit.Button{s.back, s.train},
	}
}

// rememberStyle is the style of the sentence to remember.
var rememberStyle = render.Action

// share says how many puzzles of the theme the user solves at once.
func (s *themePage) share() string {
	theme, _ := puzzle.ParseTheme(s.name)
	tried, solved := s.learner.training.ByTheme(theme)
	if tried == 0 {
		return words.T("You have tried no puzzle of this kind yet.")
	}
	return words.N("Solved at once: %[2]d of %[1]d puzzle of this kind.", "Solved at once: %[2]d of %[1]d puzzles of this kind.", tried, tried, solved)
}

// lesson is the unrated course of the boards of a theme.
type lesson struct {
	single
	theme *themePage
	at    int // the number of the board
}

func (l *lesson) title() string {
	title, _ := words.PuzzleTheme(l.theme.name)
	return title
}

func (l *lesson) aside() string {
	return words.T("Board %[1]d of %[2]d", l.at+1, len(l.theme.boards))
}

func (l *lesson) task() string {
	_, line := words.PuzzleTheme(l.theme.name)
	return line + " " + l.single.task()
}

func (l *lesson) next() {
	l.at++
	l.now = l.theme.boards[l.at].Attempt()
}

func (l *lesson) more() bool { return l.at < len(l.theme.boards)-1 }

func (l *lesson) answered(a *puzzle.Attempt, _ time.Duration) {
	l.theme.solved[l.at] = l.theme.solved[l.at] || a.Over()
}

func (l *lesson) result(*puzzle.Attempt) []string {
	return []string{words.PuzzleLesson(l.theme.name)}
}

// paint draws a disc for each board, full if it was solved.
func (l *lesson) paint(c *render.Canvas, r render.Rect) {
	scores := make([]float64, len(l.theme.solved))
	for i, solved := range l.theme.solved {
		if solved {
			scores[i] = 1
		}
	}
	paintScores(c, r, scores)
}
