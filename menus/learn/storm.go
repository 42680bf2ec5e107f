package learn

import (
	"strconv"
	"time"

	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/render"
	"mancala/rules"
)

// storm is the course of as many puzzles as possible in three minutes.
type storm struct {
	learner *learner
	race    *puzzle.Storm
	best    int // before this one
	kept    bool
}

func (s *storm) title() string { return words.C("puzzles in three minutes", "Storm") }

// left returns the remaining time.
func (s *storm) left() time.Duration { return s.race.Left(s.learner.shell.Shared().Ports.Now()) }

func (s *storm) aside() string {
	solved, _ := s.race.Score()
	return words.T("Solved: %d", solved) + " - " + puzzle.Clock(s.left()+time.Second-1)
}

func (s *storm) next() {
	s.best, s.kept = s.learner.storm, false
	s.race = puzzle.NewStorm(s.learner.shell.Shared().Ports.Now(), s.learner.shell.Shared().Ports.Chance)
}

func (s *storm) more() bool { return true }

func (s *storm) task() string { return question(s.race.Attempt()) }

func (s *storm) attempt() *puzzle.Attempt { return s.race.Attempt() }

func (s *storm) answer(h rules.House) (puzzle.Verdict, []rules.House, error) {
	return s.race.Answer(h, s.learner.shell.Shared().Ports.Now())
}

func (s *storm) made() rules.House { return 0 }

func (s *storm) helps() bool { return false }

// over reports whether the time is up, and then stores the result.
func (s *storm) over() bool {
	if s.left() > 0 {
		return false
	}
	if solved, _ := s.race.Score(); !s.kept && solved > s.best {
		s.learner.stormed(solved)
	}
	s.kept = true
	return true
}

func (s *storm) answered(*puzzle.Attempt, time.Duration) {}

func (s *storm) result(*puzzle.Attempt) []string {
	solved, wrong := s.race.Score()
	return []string{words.Storm(solved, wrong, s.best)}
}

func (s *storm) shared() string { return "" }

// paint draws the remaining time as a bar.
func (s *storm) paint(c *render.Canvas, r render.Rect) {
	const high = 10
	bar := render.Rect{X: r.X, Y: r.Center().Y - high/2, W: r.W, H: high}
	c.FillRect(bar, high/2, render.PanelHover)
	bar.W *= float64(s.left()) / float64(puzzle.StormTime)
	c.FillRect(bar, high/2, render.Ink)
}

// stormed keeps the best result of storms.
func (l *learner) stormed(solved int) {
	l.storm = solved
	l.shell.Shared().Ports.Scores.SetSetting(puzzle.StormKey, strconv.Itoa(solved))
}
