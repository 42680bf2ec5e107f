package learn

import (
	"fmt"
	"time"

	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// course chooses a series of puzzles, and stores the results.
type course interface {
	// title is above the board, and aside at the right of it.
	title() string
	aside() string
	// task returns the present question.
	task() string
	// next begins the next puzzle, and more reports whether there is one.
	next()
	more() bool
	// attempt returns the attempt at the present puzzle, and answer answers its question.
	attempt() *puzzle.Attempt
	answer(h rules.House) (v puzzle.Verdict, played []rules.House, err error)
	// made returns the wrong answer that the user once gave to the question, or 0.
	made() rules.House
	// helps reports whether there are hints and solutions.
	helps() bool
	// over reports whether the course ends here, independent of the attempt.
	over() bool
	// answered is called after each answer and at the end of an attempt. took is the time since its
	// beginning.
	answered(a *puzzle.Attempt, took time.Duration)
	// result returns lines about a finished attempt.
	result(a *puzzle.Attempt) []string
	// paint draws the user's latest results, in a line.
	paint(c *render.Canvas, r render.Rect)
	// shared returns the text to share about a finished attempt, or "".
	shared() string
}

// single is the common part of courses that ask one puzzle after the other.
type single struct{ now *puzzle.Attempt }

func (s *single) task() string { return question(s.now) }

// question returns the question of a puzzle.
func question(a *puzzle.Attempt) string {
	p := a.Puzzle()
	return words.T("The row that glows is yours.") + " " + words.PuzzleQuestion(p.Best(), p.Clear(), p.Answers())
}

func (s *single) attempt() *puzzle.Attempt { return s.now }

func (s *single) answer(h rules.House) (puzzle.Verdict, []rules.House, error) { return s.now.Answer(h) }

func (s *single) made() rules.House { return 0 }

func (s *single) helps() bool { return true }

func (s *single) over() bool { return false }

func (s *single) shared() string { return "" }

// daily is the course of the puzzle of a day.
type daily struct {
	single
	learner *learner
	day     puzzle.Day
	took    time.Duration
}

func (d *daily) title() string { return words.T("Today's puzzle") }

func (d *daily) aside() string { return words.Day(d.day.Time()) }

func (d *daily) next() { d.now = d.day.Puzzle().Attempt() }

func (d *daily) answered(a *puzzle.Attempt, took time.Duration) {
	if a.Solved() {
		d.took = took
		d.learner.solvedOn(d.day)
	}
}

func (d *daily) result(a *puzzle.Attempt) []string {
	if !a.Solved() {
		return nil
	}
	n := d.learner.streak.On(d.day)
	return []string{words.N("Your streak: %d day.", "Your streak: %d days.", n, n)}
}

func (d *daily) shared() string {
	if !d.now.Solved() {
		return ""
	}
	return words.SharedPuzzle(d.day.String(), d.now.Wrong()+1, d.now.Hints(), puzzle.Clock(d.took))
}

// paint draws the last seven days, with their label if there is room.
func (d *daily) paint(c *render.Canvas, r render.Rect) {
	const least = 7 * 24
	label := words.T("The last 7 days")
	if cells := kit.Row(r, kit.Gap, c.TextWidth(label, render.Caption)+1, 0); cells[1].W >= least {
		kit.DrawLine(c, label, cells[0], render.Caption)
		r = cells[1]
	}
	paintWeek(c, r, d.learner.streak, d.learner.today())
}

func (d *daily) more() bool { return false }

// training is the course of puzzles that match the user's strength.
type training struct {
	single
	learner *learner
	theme   string // the name of the only theme, or ""
	session *puzzle.Session
	scores  []float64 // of the puzzles of this session
	draw    func(n int) int
}

// newTraining returns a course of puzzles of a game, limited to a theme unless that is "".
func newTraining(l *learner, game, theme string) *training {
	only := puzzle.Themes(0)
	if theme != "" {
		only, _ = puzzle.ParseTheme(theme) // it is one of the names
	}
	return &training{learner: l, theme: theme, session: puzzle.NewSession(l.training, game, only), draw: l.shell.Shared().Ports.Chance}
}

func (t *training) title() string {
	if t.theme != "" {
		title, _ := words.PuzzleTheme(t.theme)
		return title
	}
	return words.C("with puzzles", "Train")
}

func (t *training) aside() string {
	return words.T("Your rating: %d", t.session.Points())
}

func (t *training) next() { t.now = t.session.Next(t.draw) }

func (t *training) answered(*puzzle.Attempt, time.Duration) {
	if t.session.Settle(t.learner.shell.Shared().Ports.Now()) {
		t.scores = append(t.scores, t.session.Attempt().Score())
		t.learner.trained(t.session)
	}
}

func (t *training) result(a *puzzle.Attempt) []string {
	return []string{
		words.T("Your rating: %[1]d (%[2]s)", t.session.Points(), fmt.Sprintf("%+d", t.session.Change())),
		words.T("The puzzle's rating: %d", a.Puzzle().Rating()),
	}
}

func (t *training) paint(c *render.Canvas, r render.Rect) { paintScores(c, r, t.scores) }

func (t *training) more() bool { return true }
