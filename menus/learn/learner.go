package learn

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/words"
	"mancala/menus/page"
)

// learner is the progress of the user: the streak of daily puzzles, the training and the mistakes.
type learner struct {
	shell    page.Shell
	streak   puzzle.Streak
	training puzzle.Training
	storm    int   // the best result of a storm
	points   []int // the ratings after the last tries in the game, latest last
	deck     puzzle.Deck
	cards    []puzzle.Card // the first that are due
	won      []bool        // by position of [puzzle.AllWon]: won against Perfect
}

// load loads everything, and then calls done.
func (l *learner) load(done func()) {
	store, waiting := l.shell.Shared().Ports.Scores, 7
	answered := func() {
		if waiting--; waiting == 0 {
			done()
		}
	}
	take := func(key string, parse func(text string)) {
		store.Setting(key, func(text string) {
			parse(text)
			answered()
		})
	}
	take(puzzle.StreakKey, func(text string) { l.streak = puzzle.ParseStreak(text) })
	take(puzzle.TrainingKey, func(text string) { l.training = puzzle.ParseTraining(text) })
	take(puzzle.StormKey, func(text string) { l.storm = puzzle.ParseBest(text) })
	take(puzzle.DeckKey, func(text string) { l.deck = puzzle.ParseDeck(text) })
	l.loadPoints(answered)
	l.loadCards(answered)
	l.loadWon(answered)
}

// game returns the game of the user's training.
func (l *learner) game() string {
	games := puzzle.Games()
	return games[max(0, slices.Index(games, l.shell.Shared().Settings.Now().Puzzles))]
}

// rating returns the user's rating in that game.
func (l *learner) rating() int { return l.training.Points(l.game()) }

// The largest number of ratings in the picture of the progress, and of tries searched for the
// game's.
const mostPoints, mostTries = 200, 1000

// loadPoints loads the ratings after the last tries in the game, and then calls done.
func (l *learner) loadPoints(done func()) {
	query := match.ExerciseQuery{Kind: match.ExerciseTry, Newest: true, Limit: mostTries}
	l.shell.Shared().Ports.Archive.Exercises(query, func(list []match.Exercise, _ int, err error) {
		l.points = nil
		for _, try := range kept.Tries(list) {
			if try.Puzzle().Position.Variant().Discipline() == l.game() && len(l.points) < mostPoints {
				l.points = append(l.points, try.Points)
			}
		}
		slices.Reverse(l.points)
		l.report(err)
		done()
	})
}

// report says the error of storing or reading, if there is one.
func (l *learner) report(err error) {
	if err != nil {
		l.shell.Say(words.Sentence(err))
	}
}

// solvedOn records that the puzzle of a day was solved on that day.
func (l *learner) solvedOn(d puzzle.Day) {
	l.streak = l.streak.With(d)
	l.shell.Shared().Ports.Scores.SetSetting(puzzle.StreakKey, l.streak.String())
}

// trained stores the progress of a session, and its present try.
func (l *learner) trained(s *puzzle.Session) {
	l.training = s.Training()
	ports := l.shell.Shared().Ports
	ports.Scores.SetSetting(puzzle.TrainingKey, l.training.String())
	if try, ok := s.Try(); ok {
		ports.Archive.AddExercises([]match.Exercise{kept.Try(try, ports.Now())}, l.report)
	}
}

// begun reports whether there is progress to erase. Cards that are not due were answered.
func (l *learner) begun() bool {
	return l.streak.Solved+l.training.Tried+l.storm+len(l.cards) > 0 || l.deck.Begun()
}

// erase forgets everything, and then calls done.
func (l *learner) erase(done func()) {
	l.shell.Shared().Ports.Archive.EraseExercises(puzzle.Keys(), func(err error) {
		l.report(err)
		l.load(done)
	})
}

// today returns the local day, but no day before the first one with a puzzle.
func (l *learner) today() puzzle.Day {
	d, err := puzzle.DayOf(l.shell.Shared().Ports.Now())
	if err != nil {
		return 0
	}
	return d
}

// doneToday reports whether today's puzzle was solved today.
func (l *learner) doneToday() bool { return l.streak.Has(l.today()) }
