package learn

import (
	"mancala/menus/page"
	"mancala/puzzle"
)

// learner is what is remembered of the user: the streak of daily puzzles, and the training.
type learner struct {
	shell    page.Shell
	streak   puzzle.Streak
	training puzzle.Training
	loaded   bool
}

// load loads everything, and then calls done.
func (l *learner) load(done func()) {
	store, waiting := l.shell.Shared().Ports.Scores, 2
	take := func(key string, parse func(text string)) {
		store.Setting(key, func(text string) {
			parse(text)
			if waiting--; waiting == 0 {
				l.loaded = true
				done()
			}
		})
	}
	take(puzzle.StreakKey, func(text string) { l.streak = puzzle.ParseStreak(text) })
	take(puzzle.TrainingKey, func(text string) { l.training = puzzle.ParseTraining(text) })
}

// solvedOn keeps that the puzzle of a day was solved on that day.
func (l *learner) solvedOn(d puzzle.Day) {
	l.streak = l.streak.With(d)
	l.shell.Shared().Ports.Scores.SetSetting(puzzle.StreakKey, l.streak.String())
}

// trained keeps the progress of training.
func (l *learner) trained(t puzzle.Training) {
	l.training = t
	l.shell.Shared().Ports.Scores.SetSetting(puzzle.TrainingKey, t.String())
}

// erase forgets everything.
func (l *learner) erase() {
	l.streak, l.training = puzzle.Streak{}, puzzle.NewTraining()
	for _, key := range []string{puzzle.StreakKey, puzzle.TrainingKey} {
		l.shell.Shared().Ports.Scores.SetSetting(key, "")
	}
}

// today returns the day at this place. If the clock is before the first day of puzzles, it returns
// that one.
func (l *learner) today() puzzle.Day {
	d, err := puzzle.DayOf(l.shell.Shared().Ports.Now())
	if err != nil {
		return 0
	}
	return d
}

// doneToday reports whether the puzzle of today has been solved today.
func (l *learner) doneToday() bool { return l.streak.Solved > 0 && l.streak.Last == l.today() }
