package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/puzzle"
	"mancala/textui"
	"mancala/words"
)

// trainOptions are the options of the command mancala train.
type trainOptions struct {
	theme   string
	themes  puzzle.Themes // of theme; 0 means all
	narrate bool
	noBoard bool
	dir     string
	seed    uint64
}

// newTrain returns the command that asks puzzles without an end.
func newTrain() *cobra.Command {
	var o trainOptions
	cmd := newCommand("train [options]", o.run)
	cmd.Short = words.T("solve puzzles that are as hard as you are strong")
	cmd.Long = blocks(
		words.T("Asks one puzzle after another in the terminal, and rates you by your first answers; with a hint a puzzle counts half. The "+
			"puzzles are about as hard as you are strong, and half of them are of the two themes that you solve least. quit ends it."),
		words.T("The themes are %s.", strings.Join(puzzle.ThemeNames(), ", ")),
	)
	cmd.Example = rows("mancala train", words.T("puzzles for you"), "mancala train --theme chain", words.T("those with several moves in a turn"))
	fs := flagsOf(cmd)
	fs.text(&o.theme, "theme", "", "THEME", words.T("only puzzles of that theme"))
	fs.yes(&o.narrate, "narrate", words.T("describe the board in sentences"))
	fs.yes(&o.noBoard, "no-board", words.T("draw no board; with --narrate a screen reader can follow"))
	fs.text(&o.dir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
	fs.Uint64Var(&o.seed, "seed", 0, words.T("offer the same puzzles each time"))
	fs.describe("seed", "N")
	return cmd
}

func (o *trainOptions) run(cmd *cobra.Command, args []string) int {
	if len(args) > 0 {
		return usageError(cmd, notUnderstood("train", args[0]))
	}
	if err := checkDataDir(cmd.Flags(), o.dir); err != nil {
		return usageError(cmd, err)
	}
	if isSet(cmd.Flags(), "theme") {
		var err error
		if o.themes, err = puzzle.ParseTheme(o.theme); err != nil {
			return usageError(cmd, words.Errorf("There is no theme %.40q. Choose one of %s.", o.theme, strings.Join(puzzle.ThemeNames(), ", ")))
		}
	}
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	scores := openTextScores(o.dir, stderr)
	defer scores.close(stderr)
	if !isSet(cmd.Flags(), languageFlag) {
		speakAsSet(lookUp(ctx, scores, func(done func(string, error)) { scores.Setting(languageSetting, done) }))
	}
	return ended(ctx, stderr, o.train(cmd, scores))
}

// train asks puzzles until the person quits, and keeps their progress after each.
func (o *trainOptions) train(cmd *cobra.Command, scores textScores) error {
	ctx, stdout := cmd.Context(), cmd.OutOrStdout()
	text, err := lookUp(ctx, scores, func(done func(string, error)) { scores.Setting(puzzle.TrainingKey, done) })
	if err != nil {
		return err
	}
	rng := (&options{seed: o.seed, seedChosen: isSet(cmd.Flags(), "seed")}).chance()
	session := puzzle.NewSession(puzzle.ParseTraining(text), o.themes)
	in := textui.NewLines(cmd.InOrStdin())
	defer in.Close()
	for {
		a := session.Next(rng.IntN)
		p := a.Puzzle()
		err := textui.Solve(ctx, a, in, stdout, textui.Solving{
			Title:   words.T("Puzzle %[1]d, %[2]s, rated %[3]d", session.Number(), words.RulesTitle(p.Position.Variant()), p.Rating()),
			Narrate: o.narrate, NoBoard: o.noBoard, Colour: !o.noBoard && takesColour(stdout),
		})
		left := errors.Is(err, io.EOF) // as by Ctrl+D
		if err != nil && !left {
			return err
		}
		if !session.Settle(time.Now()) {
			return nil
		}
		if err := keepTraining(ctx, scores, session.Training()); err != nil {
			return err
		}
		if err := printTo(stdout, ratingLine(session)+"\n\n"); err != nil || left || !a.Over() {
			return err
		}
	}
}

func keepTraining(ctx context.Context, scores textScores, at puzzle.Training) error {
	_, err := lookUp(ctx, scores, func(done func(struct{}, error)) {
		scores.SetSetting(puzzle.TrainingKey, at.String(), func(err error) { done(struct{}{}, err) })
	})
	return err
}

// ratingLine returns the rating of a person, and what the last puzzle did to it.
func ratingLine(s *puzzle.Session) string {
	at := s.Training()
	change, _ := s.Change()
	return words.T("Your rating: %[1]s (%[2]s). Solved at once: %[3]d of %[4]d.",
		fmt.Sprint(at.Points()), fmt.Sprintf("%+d", change), at.Solved, at.Tried)
}
