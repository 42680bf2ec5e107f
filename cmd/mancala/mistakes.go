package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/textui"
	"mancala/internal/words"
)

// askMistakes asks the due cards, at most ten a day, and searches for more meanwhile.
func (r *puzzleRun) askMistakes(search bool) error {
	today, err := puzzle.DayOf(time.Now())
	if err != nil {
		return err
	}
	var s *wiring.Coaching
	if search {
		s = wiring.StartCoach(r.ctx, r.scores.Keeper)
		defer s.Close()
	}
	text, err := r.setting(puzzle.DeckKey)
	if err != nil {
		return err
	}
	deck := puzzle.ParseDeck(text)
	if err := r.announce(deck, today, s); err != nil {
		return err
	}
	for {
		cards, err := r.due(today)
		if err != nil || deck.Left(len(cards), today) == 0 {
			return errors.Join(err, r.noneLeft(deck, today))
		}
		var left bool
		if deck, left, err = r.askCard(deck, cards[0], today); err != nil || left {
			return err
		}
	}
}

// due returns the first due cards, at most the number for one day.
func (r *puzzleRun) due(today puzzle.Day) ([]puzzle.Card, error) {
	return lookUp(r.ctx, r.scores, func(done func([]puzzle.Card, error)) { kept.LoadDue(r.scores, today, done) })
}

// announce waits for the search while no card is due, and prints the number of due cards.
func (r *puzzleRun) announce(deck puzzle.Deck, today puzzle.Day, s *wiring.Coaching) error {
	cards, err := r.due(today)
	for s != nil && err == nil && len(cards) == 0 && deck.Left(1, today) > 0 {
		left, more, trouble := s.Wait()
		if !more {
			err = trouble
			break
		}
		if left > 0 {
			fmt.Fprintln(r.stderr, words.N("Looking for mistakes: %d game is left.", "Looking for mistakes: %d games are left.", left, left))
		}
		cards, err = r.due(today)
	}
	if n := deck.Left(len(cards), today); err == nil && n > 0 {
		err = r.print(words.DueMistakes(n) + "\n\n")
	}
	return err
}

// noneLeft prints why there are no more cards.
func (r *puzzleRun) noneLeft(deck puzzle.Deck, today puzzle.Day) error {
	text := words.T("None of your mistakes is due.")
	if deck.Left(1, today) == 0 {
		text = words.T("That is enough for today.")
	}
	return r.print(text + "\n")
}

// askCard asks a card, keeps the answer, and reports whether the person leaves.
func (r *puzzleRun) askCard(deck puzzle.Deck, c puzzle.Card, today puzzle.Day) (after puzzle.Deck, left bool, err error) {
	a, began := c.Puzzle.Attempt(), time.Now()
	how := r.solving(words.T("A mistake of yours, %s", words.RulesTitle(c.Puzzle.Position.Variant())))
	played, _ := c.Puzzle.Value(c.Played)
	how.Question = words.MistakeQuestion(textui.PlyName(c.Puzzle.Position, c.Played), c.Puzzle.Best(), played)
	err = textui.Solve(r.ctx, a, r.in, r.out, how)
	left = errors.Is(err, io.EOF) || !a.Over()
	if err != nil && !left || !a.Counts() {
		return deck, left, ignoreEOF(err)
	}
	deck, c = deck.After(c, a, time.Since(began), today)
	if err := wait(r.ctx, r.scores, func(done func(error)) { r.scores.SaveExercises([]match.Exercise{kept.Card(c)}, done) }); err != nil {
		return deck, left, err
	}
	if err := r.keep(puzzle.DeckKey, deck.String()); err != nil {
		return deck, left, err
	}
	days := int(c.Due - today)
	return deck, left, r.print(words.N("It comes back tomorrow.", "It comes back in %d days.", days, days) + "\n\n")
}

// ignoreEOF returns err, or nil for the end of the input.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
