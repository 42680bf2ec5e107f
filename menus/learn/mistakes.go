package learn

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// mistakes is the course of positions in which the user once made a mistake.
type mistakes struct {
	single
	learner *learner
	cards   []puzzle.Card // due today, the present one first
	asked   puzzle.Card
	today   puzzle.Day
	counted bool // the answer to the present card is stored
	scores  []float64
}

func newMistakes(l *learner) *mistakes {
	return &mistakes{learner: l, cards: l.dueCards(), today: l.today()}
}

func (m *mistakes) title() string { return words.T("My mistakes") }

func (m *mistakes) aside() string { return words.DueMistakes(len(m.cards)) }

func (m *mistakes) next() {
	m.asked, m.counted = m.cards[0], false
	m.now = m.asked.Puzzle.Attempt()
}

func (m *mistakes) more() bool { return len(m.cards) > 0 }

func (m *mistakes) task() string {
	played, _ := m.asked.Puzzle.Value(m.asked.Played)
	return words.MistakeQuestion(page.PlyName(m.asked.Played), m.asked.Puzzle.Best(), played)
}

func (m *mistakes) made() rules.House { return m.asked.Played }

func (m *mistakes) answered(a *puzzle.Attempt, took time.Duration) {
	if m.counted || !a.Counts() {
		return
	}
	m.counted, m.cards = true, m.cards[1:]
	m.scores = append(m.scores, a.Score())
	m.asked = m.learner.remember(m.asked, a, took, m.today)
}

func (m *mistakes) result(*puzzle.Attempt) []string {
	days := int(m.asked.Due - m.today)
	return []string{words.N("It comes back tomorrow.", "It comes back in %d days.", days, days)}
}

func (m *mistakes) paint(c *render.Canvas, r render.Rect) { paintScores(c, r, m.scores) }

// loadCards loads the due cards, and then calls done.
func (l *learner) loadCards(done func()) {
	kept.LoadDue(l.shell.Shared().Ports.Archive, l.today(), func(cards []puzzle.Card, err error) {
		l.cards = cards
		l.report(err)
		done()
	})
}

// CountDue returns a function that returns the known number of the user's mistakes due today. It
// counts on request, after news of the search, and at midnight.
func CountDue(shell page.Shell, finder *Search) func(count bool) int {
	l, due, news, day := &learner{shell: shell}, 0, finder.news, puzzle.Day(0)
	return func(count bool) int {
		if today := l.today(); count || finder.news != news || today != day {
			news, day = finder.news, today
			shell.Shared().Ports.Scores.Setting(puzzle.DeckKey, func(text string) {
				l.deck = puzzle.ParseDeck(text)
				l.loadCards(func() { due = len(l.dueCards()) })
			})
		}
		return due
	}
}

// dueCards returns the cards for today.
func (l *learner) dueCards() []puzzle.Card { return l.cards[:l.deck.Left(len(l.cards), l.today())] }

// remember stores a card after an attempt that counts, and returns it.
func (l *learner) remember(c puzzle.Card, a *puzzle.Attempt, took time.Duration, today puzzle.Day) puzzle.Card {
	l.deck, c = l.deck.After(c, a, took, today)
	ports := l.shell.Shared().Ports
	ports.Archive.SaveExercises([]match.Exercise{kept.Card(c)}, l.report)
	ports.Scores.SetSetting(puzzle.DeckKey, l.deck.String())
	return c
}

// noneDue says why there is no card.
func (l *learner) noneDue() string {
	if l.deck.Left(1, l.today()) == 0 {
		return words.T("That is enough for today.")
	}
	return words.T("None of your mistakes is due.")
}
