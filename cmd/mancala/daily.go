package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"time"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/puzzle"
	"mancala/rules"
	"mancala/textui"
	"mancala/words"
)

// puzzleObject is a puzzle in the JSON of mancala daily; --help tells the fields.
type puzzleObject struct {
	Rules  string `json:"rules"`
	Board  string `json:"board"`
	South  []int  `json:"south"`
	North  []int  `json:"north"`
	Stores [2]int `json:"stores"`
	Mover  string `json:"mover"`
	Kind   string `json:"kind"`
	Right  []any  `json:"right"`
	Line   []any  `json:"line"`
}

func puzzleOf(p puzzle.Puzzle) puzzleObject {
	at := p.Position
	houses := func(side rules.Side) []int {
		list := make([]int, at.Variant().Houses)
		for i := range list {
			list[i] = at.Seeds(rules.Pit{Side: side, House: rules.House(i + 1)})
		}
		return list
	}
	return puzzleObject{
		Rules: at.Variant().String(), Board: at.Notation(), South: houses(rules.South), North: houses(rules.North),
		Stores: [2]int{at.Store(rules.South), at.Store(rules.North)}, Mover: at.ToMove().String(), Kind: p.Kind.String(),
		Right: plyNumbers(p.Right[0].Plies()), Line: plyNumbers(p.Line),
	}
}

// plyNumbers returns plies for JSON: the numbers of houses, and the word swap.
func plyNumbers(plies []rules.House) []any {
	list := make([]any, len(plies))
	for i, h := range plies {
		list[i] = plyNumber(h)
	}
	return list
}

func plyNumber(h rules.House) any {
	if h == rules.Swap {
		return h.String()
	}
	return int(h)
}

// dailyOptions are the options of the command mancala daily.
type dailyOptions struct {
	date    string
	json    bool
	narrate bool
	noBoard bool
	picture bool
	dir     string
}

// newDaily returns the command that asks the puzzle of a day.
func newDaily() *cobra.Command {
	var o dailyOptions
	cmd := newCommand("daily [options]", o.run)
	cmd.Short = words.T("solve the puzzle of the day")
	cmd.Long = blocks(
		words.T("Asks the puzzle of the day in the terminal: a position in which one move is right, proved. Everyone has the same one. "+
			"They are easy on Mondays and become harder until Sunday. Type the number of a bowl; help tells what else you can type."),
		words.T("The puzzle in the JSON has rules, board (as show prints it), south and north (the seeds in their houses from the left), "+
			"stores (of south and north), mover, kind (result or seeds), right (the houses that keep the win, the draw or the seeds) and line "+
			"(best play by both from there)."),
	)
	cmd.Example = rows(
		"mancala daily", words.T("the puzzle of today"),
		"mancala daily --date 2027-02-01", words.T("that of another day, which does not count for your streak"),
		"mancala daily --json", words.T("with its solution, for other programs"),
	)
	fs := flagsOf(cmd)
	fs.text(&o.date, "date", "", "DATE", words.T("the puzzle of that day, such as 2027-02-01, in place of today's"))
	fs.yes(&o.picture, "picture", words.T("save a picture of the solution, to share, which gives nothing away"))
	fs.yes(&o.narrate, "narrate", words.T("describe the board in sentences"))
	fs.yes(&o.noBoard, "no-board", words.T("draw no board; with --narrate a screen reader can follow"))
	registerJSON(fs, &o.json)
	fs.text(&o.dir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
	return cmd
}

// days returns today and the day that is asked for.
func (o *dailyOptions) days(cmd *cobra.Command) (today, day puzzle.Day, err error) {
	today, err = puzzle.DayOf(time.Now())
	if isSet(cmd.Flags(), "date") {
		day, err = puzzle.ParseDay(o.date)
		return today, day, err
	}
	return today, today, err
}

func (o *dailyOptions) run(cmd *cobra.Command, args []string) int {
	if len(args) > 0 {
		return usageError(cmd, notUnderstood("daily", args[0]))
	}
	if err := checkDataDir(cmd.Flags(), o.dir); err != nil {
		return usageError(cmd, err)
	}
	today, day, err := o.days(cmd)
	if err != nil {
		return usageError(cmd, err)
	}
	if o.json {
		text, err := jsonLine(puzzleOf(day.Puzzle()))
		return printed(cmd.ErrOrStderr(), errors.Join(err, printTo(cmd.OutOrStdout(), text)))
	}
	return o.ask(cmd, day, day == today)
}

// ask asks the puzzle of a day. If it is today's, a solution counts for the streak.
func (o *dailyOptions) ask(cmd *cobra.Command, day puzzle.Day, counts bool) int {
	ctx, stdout, stderr := cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	scores := openTextScores(o.dir, stderr)
	defer scores.close(stderr)
	if !isSet(cmd.Flags(), languageFlag) {
		speakAsSet(lookUp(ctx, scores, func(done func(string, error)) { scores.Setting(languageSetting, done) }))
	}
	in := textui.NewLines(cmd.InOrStdin())
	defer in.Close()
	attempt, began := day.Puzzle().Attempt(), time.Now()
	err := textui.Solve(ctx, attempt, in, stdout, textui.Solving{
		Title:   words.T("The puzzle of %[1]s, %[2]s", words.Date(day.Time()), words.RulesTitle(attempt.Puzzle().Position.Variant())),
		Narrate: o.narrate, NoBoard: o.noBoard, Colour: !o.noBoard && takesColour(stdout),
	})
	if err == nil && attempt.Solved() {
		err = o.solved(ctx, stdout, scores, day, counts, attempt, time.Since(began))
	}
	return ended(ctx, stderr, err)
}

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

// solved prints the lines to share, saves the picture if it is asked for, and, if the solution
// counts, prints the streak, which it keeps.
func (o *dailyOptions) solved(
	ctx context.Context, stdout io.Writer, scores textScores, day puzzle.Day, counts bool, a *puzzle.Attempt, took time.Duration,
) error {
	line := words.SharedPuzzle(day.String(), a.Wrong()+1, a.Hints(), puzzle.Clock(took))
	if err := printTo(stdout, line+"\n"+puzzle.Squares(a.Marks())+"\n"); err != nil {
		return err
	}
	if o.picture {
		file, err := ownPictures(o.dir).save("daily "+day.String(), func() image.Image {
			return wiring.PuzzlePicture(a.Puzzle(), a.Marks())
		})
		if err != nil {
			return err
		}
		if err := printTo(stdout, words.T("The picture is in %s.", file)+"\n"); err != nil {
			return err
		}
	}
	if !counts {
		return nil
	}
	return keepStreak(ctx, stdout, scores, day)
}

// keepStreak keeps that the puzzle of a day was solved on its day, and prints the streak.
func keepStreak(ctx context.Context, stdout io.Writer, scores textScores, day puzzle.Day) error {
	text, err := lookUp(ctx, scores, func(done func(string, error)) { scores.Setting(puzzle.StreakKey, done) })
	if err != nil {
		return err
	}
	streak := puzzle.ParseStreak(text).With(day)
	_, err = lookUp(ctx, scores, func(done func(struct{}, error)) {
		scores.SetSetting(puzzle.StreakKey, streak.String(), func(err error) { done(struct{}{}, err) })
	})
	if err != nil {
		return err
	}
	n := streak.On(day)
	return printTo(stdout, words.N("Your streak: %d day.", "Your streak: %d days.", n, n)+"\n")
}
