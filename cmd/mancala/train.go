package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/textui"
	"mancala/internal/words"
)

// trainOptions are the options of the command mancala train.
type trainOptions struct {
	puzzleOptions
	rules    string
	theme    string
	themes   puzzle.Themes // of theme; 0 means all
	lesson   bool
	mistakes bool
	noSearch bool
	storm    bool
	win      bool
	seed     uint64
}

// newTrain returns the command that asks puzzles without an end.
func newTrain() *cobra.Command {
	var o trainOptions
	cmd := newPlainCommand("train [options]", o.run)
	cmd.Short = words.T("solve puzzles that are as hard as you are strong")
	cmd.Long = blocks(
		words.T("Asks one puzzle after another in the terminal, and rates you by your first answers; with a hint a puzzle counts half. The "+
			"puzzles are about as hard as you are strong, and half of them are of the two themes that you solve least. quit ends it."),
		words.T("The themes are %s. With --lesson, three boards show a theme, with the sentence to remember; they are not rated.",
			strings.Join(puzzle.ThemeNames(), ", ")),
		words.T("With --mistakes it asks positions of your own games in which you gave a result or four seeds away, at most ten a day. They come "+
			"back when you would be about to forget them. Meanwhile it looks for mistakes in the games that are new."),
		words.T("With --storm it asks as many as you can solve in three minutes, ever harder ones. A wrong answer costs ten seconds."),
		words.T("With --win you play a won position out against Perfect, the first one that you have not won yet."),
	)
	cmd.Example = rows(
		"mancala train", words.T("puzzles for you"),
		"mancala train --theme chain", words.T("those with several moves in a turn"),
		"mancala train --rules "+puzzle.Games()[2], words.T("those of another game"),
		"mancala train --theme chain --lesson", words.T("three boards that show it"),
		"mancala train --mistakes", words.T("your own mistakes"),
		"mancala train --storm", words.T("three minutes"),
		"mancala train --win", words.T("a won position, to be won against Perfect"),
	)
	fs := flagsOf(cmd)
	fs.text(&o.rules, "rules", puzzle.Games()[0], "GAME", words.T("puzzles of that game: %s", strings.Join(puzzle.Games(), ", ")))
	fs.text(&o.theme, "theme", "", "THEME", words.T("only puzzles of that theme"))
	fs.yes(&o.lesson, "lesson", words.T("with --theme, three boards that show it"))
	fs.yes(&o.mistakes, "mistakes", words.T("ask your own mistakes"))
	fs.yes(&o.noSearch, "no-search", words.T("with --mistakes, do not look for more in your games"))
	fs.yes(&o.storm, "storm", words.T("as many as you can solve in three minutes"))
	fs.yes(&o.win, "win", words.T("play a won position out against Perfect"))
	o.register(fs)
	fs.Uint64Var(&o.seed, "seed", 0, words.T("offer the same puzzles each time"))
	fs.describe("seed", "N")
	return cmd
}

func (o *trainOptions) run(cmd *cobra.Command) int {
	if err := cmp.Or(o.check(cmd), checkDataDir(cmd.Flags(), o.dir)); err != nil {
		return usageError(cmd, err)
	}
	draw := (&options{seed: o.seed, seedChosen: isSet(cmd.Flags(), "seed")}).chance().IntN
	return o.ask(cmd, func(r *puzzleRun) error {
		switch {
		case o.mistakes:
			return r.askMistakes(!o.noSearch)
		case o.lesson:
			return r.teach(o.theme, o.themes)
		case o.win:
			return r.playWon(cmd.InOrStdin())
		case o.storm:
			return r.askStorm(draw)
		}
		return r.train(o.rules, o.themes, draw)
	})
}

// check returns an error for options that contradict each other or mean nothing.
func (o *trainOptions) check(cmd *cobra.Command) error {
	rooms := []string{"mistakes", "storm", "win", "theme", "lesson", "rules"}
	for i, a := range rooms {
		for _, b := range rooms[i+1:] {
			if chooses := b == "lesson" || b == "rules"; a == "theme" && chooses {
				continue
			}
			if isSet(cmd.Flags(), a) && isSet(cmd.Flags(), b) {
				return words.Errorf("--%s and --%s do not go together.", a, b)
			}
		}
	}
	switch {
	case !slices.Contains(puzzle.Games(), o.rules):
		return words.Errorf("There are no puzzles of %.40q. Choose one of %s.", o.rules, strings.Join(puzzle.Games(), ", "))
	case o.noSearch && !o.mistakes:
		return words.Errorf("--%s needs --%s.", "no-search", "mistakes")
	case o.lesson && o.theme == "":
		return words.Errorf("--%s needs --%s.", "lesson", "theme")
	}
	if !isSet(cmd.Flags(), "theme") {
		return nil
	}
	var err error
	if o.themes, err = puzzle.ParseTheme(o.theme); err != nil {
		return words.Errorf("There is no theme %.40q. Choose one of %s.", o.theme, strings.Join(puzzle.ThemeNames(), ", "))
	}
	if puzzle.ThemesOf(o.rules)&o.themes == 0 {
		return words.Errorf("%s has no puzzles of the theme %s.", words.Discipline(o.rules), o.theme)
	}
	return nil
}

// train asks puzzles of a game until the person quits, and keeps their progress after each.
func (r *puzzleRun) train(game string, themes puzzle.Themes, draw func(n int) int) error {
	text, err := r.setting(puzzle.TrainingKey)
	if err != nil {
		return err
	}
	session := puzzle.NewSession(puzzle.ParseTraining(text), game, themes)
	for {
		a := session.Next(draw)
		p := a.Puzzle()
		err := textui.Solve(r.ctx, a, r.in, r.out, r.solving(
			words.T("Puzzle %[1]d, %[2]s, rated %[3]d", session.Number(), words.RulesTitle(p.Position.Variant()), p.Rating())))
		left := errors.Is(err, io.EOF) // as by Ctrl+D
		if err != nil && !left {
			return err
		}
		if !session.Settle(time.Now()) {
			return nil
		}
		if err := r.keepTry(session, time.Now()); err != nil {
			return err
		}
		if err := r.print(ratingLine(session) + "\n\n"); err != nil || left || !a.Over() {
			return err
		}
	}
}

// teach asks the boards that show a theme, and says the sentence to remember.
func (r *puzzleRun) teach(name string, theme puzzle.Themes) error {
	title, line := words.PuzzleTheme(name)
	for i, p := range puzzle.Lesson(theme) {
		how := r.solving(words.T("%[1]s, board %[2]d of %[3]d: %[4]s", title, i+1, puzzle.LessonBoards, words.RulesTitle(p.Position.Variant())))
		how.Question = line + " " + words.PuzzleQuestion(p.Best(), p.Clear(), p.Answers())
		a := p.Attempt()
		if err := textui.Solve(r.ctx, a, r.in, r.out, how); err != nil || !a.Over() {
			return ignoreEOF(err)
		}
		if err := r.print(words.T("Remember: %s", words.PuzzleLesson(name)) + "\n\n"); err != nil {
			return err
		}
	}
	return nil
}

// keepTry keeps the progress and the try at a puzzle that was settled.
func (r *puzzleRun) keepTry(s *puzzle.Session, now time.Time) error {
	if try, ok := s.Try(); ok {
		row := kept.Try(try, now)
		if err := wait(r.ctx, r.scores, func(done func(error)) { r.scores.AddExercises([]match.Exercise{row}, done) }); err != nil {
			return err
		}
	}
	return r.keep(puzzle.TrainingKey, s.Training().String())
}

// ratingLine returns the rating of a person, and its change by the last puzzle.
func ratingLine(s *puzzle.Session) string {
	at := s.Training()
	return words.T("Your rating: %[1]s (%[2]s). Solved at once: %[3]d of %[4]d.",
		fmt.Sprint(s.Points()), fmt.Sprintf("%+d", s.Change()), at.Solved, at.Tried)
}
