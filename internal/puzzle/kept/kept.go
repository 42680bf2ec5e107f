// Package kept turns cards and tries into the rows of a database, and back.
package kept

import (
	"slices"
	"strconv"
	"time"

	"mancala/internal/match"
	"mancala/internal/puzzle"
)

// Card returns the row that keeps a card.
func Card(c puzzle.Card) match.Exercise {
	return match.Exercise{Kind: match.ExerciseCard, ID: c.ID(), Time: c.Due.Time(), Text: c.String()}
}

// Due returns the query for the cards that are due on a day, the longest due first.
func Due(today puzzle.Day) match.ExerciseQuery {
	return match.ExerciseQuery{Kind: match.ExerciseCard, Until: today.Time(), Limit: puzzle.CardsADay}
}

// Rows are a person's exercises; they answer by done.
type Rows interface {
	Exercises(q match.ExerciseQuery, done func(list []match.Exercise, total int, err error))
	SaveExercises(list []match.Exercise, done func(err error))
}

// LoadDue passes the cards that are due on a day to done. First it looks among those that are due
// last for ones from later days, and keeps them as they are believed now.
func LoadDue(rows Rows, today puzzle.Day, done func([]puzzle.Card, error)) {
	last := match.ExerciseQuery{Kind: match.ExerciseCard, Newest: true}
	rows.Exercises(last, func(list []match.Exercise, _ int, err error) {
		changed := disbelieved(list, today)
		switch {
		case err != nil:
			done(nil, err)
		case len(changed) == 0:
			rows.Exercises(Due(today), func(list []match.Exercise, _ int, err error) { done(Cards(list), err) })
		default:
			rows.SaveExercises(changed, func(err error) {
				if err != nil {
					done(nil, err)
					return
				}
				LoadDue(rows, today, done) // there may be more
			})
		}
	})
}

// disbelieved returns the rows of cards from days after today, as they are believed.
func disbelieved(list []match.Exercise, today puzzle.Day) (changed []match.Exercise) {
	for _, c := range Cards(list) {
		if b := c.Believed(today); b.Due != c.Due || b.Last != c.Last {
			changed = append(changed, Card(b))
		}
	}
	return changed
}

// Cards returns the undamaged cards of some rows.
func Cards(list []match.Exercise) (cards []puzzle.Card) {
	for _, e := range list {
		if c, err := puzzle.ParseCard(e.Text); err == nil && c.ID() == e.ID {
			cards = append(cards, c)
		}
	}
	return cards
}

// Try returns the row that keeps a try made at a moment.
func Try(t puzzle.Try, now time.Time) match.Exercise {
	return match.Exercise{Kind: match.ExerciseTry, ID: strconv.FormatInt(now.UnixNano(), 10), Time: now, Text: t.String()}
}

// Tries returns the undamaged tries of some rows.
func Tries(list []match.Exercise) (tries []puzzle.Try) {
	for _, e := range list {
		if t, ok := puzzle.ParseTry(e.Text); ok {
			tries = append(tries, t)
		}
	}
	return tries
}

// Perfect is the computer player that won positions are played out against.
const Perfect = "perfect"

// Wins returns the query for games that may have won a position by playing it out.
func Wins() match.GameQuery {
	return match.GameQuery{Opponent: Perfect, Standing: match.StandingWon, Limit: 1000}
}

// Won reports for each position of [puzzle.AllWon] whether a game of [Wins] won it.
func Won(games []match.Record) (list []bool) {
	for _, w := range puzzle.AllWon() {
		list = append(list, slices.ContainsFunc(games, func(g match.Record) bool { return w.Begins(g.Game) }))
	}
	return list
}
