package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"mancala/internal/textui"
	"mancala/internal/words"
)

// puzzleOptions are the options of the commands that ask puzzles.
type puzzleOptions struct {
	narrate bool
	noBoard bool
	dir     string
}

func (o *puzzleOptions) register(fs *flagSet) {
	fs.yes(&o.narrate, "narrate", words.T("describe the board in sentences"))
	fs.yes(&o.noBoard, "no-board", words.T("draw no board; with --narrate a screen reader can follow"))
	fs.text(&o.dir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
}

// ask asks a command's puzzles in the terminal, and returns the exit code.
func (o *puzzleOptions) ask(cmd *cobra.Command, ask func(*puzzleRun) error) int {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	scores := openTextScores(ctx, o.dir, isSet(cmd.Flags(), languageFlag), stderr)
	defer scores.close(stderr)
	in := textui.NewLines(cmd.InOrStdin())
	defer in.Close()
	return ended(ctx, stderr, ask(&puzzleRun{how: o, ctx: ctx, scores: scores, in: in, out: cmd.OutOrStdout(), stderr: stderr}))
}

// puzzleRun is a run of such a command.
type puzzleRun struct {
	how         *puzzleOptions
	ctx         context.Context
	scores      textScores
	in          *textui.Lines
	out, stderr io.Writer
}

// solving says how a puzzle with that title is shown.
func (r *puzzleRun) solving(title string) textui.Solving {
	return textui.Solving{Title: title, Narrate: r.how.narrate, NoBoard: r.how.noBoard, Colour: !r.how.noBoard && takesColour(r.out)}
}

// print prints text.
func (r *puzzleRun) print(text string) error { return printTo(r.out, text) }

// setting returns a setting, and keep keeps one.
func (r *puzzleRun) setting(key string) (string, error) { return r.scores.setting(r.ctx, key) }

func (r *puzzleRun) keep(key, value string) error { return r.scores.set(r.ctx, key, value) }

// ended returns the exit code of a run in the terminal, and reports its error.
func ended(ctx context.Context, stderr io.Writer, err error) int {
	switch trouble := (*textui.Trouble)(nil); {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &trouble):
		fmt.Fprintln(stderr, trouble.Text)
		return exitFailed
	case err != nil:
		return failure(stderr, err)
	}
	return exitOK
}
