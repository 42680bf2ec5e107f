package learn

import (
	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// themesPage is the page for the choice of a puzzle theme.
type themesPage struct {
	page.Page
	learner *learner
	cards   []*kit.Card
	back    *kit.Button
}

func newThemes(shell page.Shell, l *learner) *themesPage {
	s := &themesPage{Page: page.New(shell, "themes"), learner: l}
	for _, name := range puzzle.ThemeNames() {
		title, line := words.PuzzleTheme(name)
		theme, _ := puzzle.ParseTheme(name) // it is one of the names
		card := kit.WithID("themes."+name, kit.NewCard(title, line, func() { shell.Push(newTheme(shell, l, name)) }))
		card.Wide, card.Picture = true, s.paintExample(theme)
		s.cards = append(s.cards, card)
	}
	s.back = page.NewBack(shell, "themes.back")
	s.Returned()
	s.Compose(shell.Back, s.sheet)
	s.Controls.Focus(s.cards[0])
	return s
}

// marks is the number of discs on a card.
const marks = 5

// Returned shows on each card how many of its puzzles the user solves.
func (s *themesPage) Returned() {
	for i, card := range s.cards {
		if tried, solved := s.learner.training.ByTheme(1 << i); tried > 0 {
			card.OutOf, card.Dots = marks, (marks*solved+tried/2)/tried
		}
	}
}

// paintExample returns a function that draws the board of a puzzle of a theme.
func (s *themesPage) paintExample(theme puzzle.Themes) func(c *render.Canvas, r render.Rect) {
	p := puzzle.Lesson(theme)[0].Position
	return func(c *render.Canvas, r render.Rect) {
		v := page.StillView(p, p.ToMove(), lying(r, 0.5))
		v.NoCounts = true
		s.Art.Draw(c, v)
	}
}

// sheet returns a card for each theme.
func (s *themesPage) sheet(g page.Grid) page.Sheet {
	columns, least := 3, 112.0
	switch {
	case g.Columns < 8:
		columns, least = 1, 136
	case g.Columns < 12:
		columns, least = 2, 136
	}
	if g.Low { // it scrolls anyway
		least = 160
	}
	const most = 180
	return page.Sheet{
		Title:   words.T("Themes"),
		Content: kit.Columns(columns, kit.Gap, kit.Cards(least, most, s.cards...)...),
		Actions: []*kit.Button{s.back},
	}
}
