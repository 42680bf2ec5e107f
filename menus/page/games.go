package page

import (
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// Games is the screen for the choice of a game. Each has a picture of its board, its title, a
// line about it, how long it takes and how hard it is. One input takes a game.
type Games struct {
	Page
	title   string
	list    []rules.Variant
	current rules.Variant
	take    func(rules.Variant)
	cards   []*kit.Card
	before  []*kit.Button
}

// NewGames returns the screen with the named rule sets. The one with the rules of current has the
// focus. The screen closes and then calls take with the chosen one. more are additional actions.
func NewGames(shell Shell, current rules.Variant, take func(rules.Variant), more ...*kit.Button) *Games {
	var list []rules.Variant
	for _, p := range rules.Presets() {
		list = append(list, p.Variant)
	}
	return newGames(shell, "which-game", words.T("Which game?"), list, current, take, more...)
}

// ChooseLesson asks which game to learn, and opens its lesson.
func ChooseLesson(shell Shell) {
	var list []rules.Variant
	for _, p := range rules.Presets() {
		if about, _ := words.GameOf(p.Variant); len(about.Lesson) > 0 {
			list = append(list, p.Variant)
		}
	}
	shell.Push(newGames(shell, "which-lesson", words.T("Learn in one minute"), list, list[0], func(v rules.Variant) {
		shell.Go(ToLesson{Game: v})
	}))
}

func newGames(shell Shell, name, title string, list []rules.Variant, current rules.Variant, take func(rules.Variant), more ...*kit.Button) *Games {
	s := &Games{Page: New(shell, name), title: title, list: list, current: current, take: take, before: more}
	for _, v := range list {
		about, _ := words.GameOf(v)
		card := kit.WithID("which."+v.Name(), kit.NewCard(about.Title.T(), about.Line.T(), func() {
			shell.Back()
			take(v)
		}))
		card.Wide, card.Selected = true, v.Name() == current.Name()
		card.Picture = func(c *render.Canvas, r render.Rect) { DrawStill(c, s.Art, Start(v), r) }
		s.cards = append(s.cards, card)
	}
	back := NewBack(shell, "which.back")
	s.Compose(shell.Back, func(g Grid) Sheet {
		return Sheet{Title: title, Content: s.content(g), Before: more, Actions: []*kit.Button{back}}
	})
	s.Controls.Focus(s.cards[0])
	for _, card := range s.cards {
		if card.Selected {
			s.Controls.Focus(card)
		}
	}
	return s
}

// content returns the cards, in as many columns as fit. On a phone there is no room for how long a
// game takes.
func (s *Games) content(g Grid) kit.Part {
	const phone = 640
	least := 214.0 // with the board above the words
	for i, v := range s.list {
		about, _ := words.GameOf(v)
		s.cards[i].Caption = strings.TrimSpace(about.Line.T() + "\n" + about.Facts())
		if g.Upright && g.Window.W < phone {
			least, s.cards[i].Caption = 190, about.Line.T()
		}
	}
	columns := max(4, (len(s.list)+1)/2) // two rows are in the window without scrolling
	switch {
	case g.Upright:
		columns = 2
	case g.Columns < 12:
		columns = 3
	}
	const highest = 330
	return kit.Columns(columns, kit.Gap, kit.Cards(least, highest, s.cards...)...)
}

// Renewed returns the screen in another language.
func (s *Games) Renewed() Screen {
	return newGames(s.Shell, s.Name(), s.title, s.list, s.current, s.take, s.before...)
}
