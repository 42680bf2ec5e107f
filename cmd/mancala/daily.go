package main

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/puzzle"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/render"
	"mancala/rules"
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

func plyNumbers(plies []rules.House) []any {
	list := make([]any, len(plies))
	for i, h := range plies {
		list[i] = plyNumber(h)
	}
	return list
}

// plyNumber returns a ply for JSON: the number of a house, or the word swap.
func plyNumber(h rules.House) any {
	if h == rules.Swap {
		return h.String()
	}
	return int(h)
}

// dailyOptions are the options of the command mancala daily.
type dailyOptions struct {
	puzzleOptions
	date    string
	json    bool
	picture bool
}

// newDaily returns the command that asks the puzzle of a day.
func newDaily() *cobra.Command {
	var o dailyOptions
	cmd := newPlainCommand("daily [options]", o.run)
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
	registerJSON(fs, &o.json)
	o.register(fs)
	return cmd
}

// days returns today and the requested day.
func (o *dailyOptions) days(cmd *cobra.Command) (today, day puzzle.Day, err error) {
	today, err = puzzle.DayOf(time.Now())
	if isSet(cmd.Flags(), "date") {
		day, err = puzzle.ParseDay(o.date)
		return today, day, err
	}
	return today, today, err
}

func (o *dailyOptions) run(cmd *cobra.Command) int {
	today, day, err := o.days(cmd)
	if err := cmp.Or(err, checkDataDir(cmd.Flags(), o.dir)); err != nil {
		return usageError(cmd, err)
	}
	if o.json {
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), jsonLine(puzzleOf(day.Puzzle()))))
	}
	return o.ask(cmd, func(r *puzzleRun) error { return o.askDay(r, day, day == today) })
}

// askDay asks the puzzle of a day. If it is today's, a solution counts for the streak.
func (o *dailyOptions) askDay(r *puzzleRun, day puzzle.Day, counts bool) error {
	a, began := day.Puzzle().Attempt(), time.Now()
	title := words.T("The puzzle of %[1]s, %[2]s", words.Date(day.Time()), words.RulesTitle(a.Puzzle().Position.Variant()))
	if err := textui.Solve(r.ctx, a, r.in, r.out, r.solving(title)); err != nil || !a.Solved() {
		return err
	}
	line := words.SharedPuzzle(day.String(), a.Wrong()+1, a.Hints(), puzzle.Clock(time.Since(began)))
	if err := r.print(line + "\n" + puzzle.Squares(a.Marks()) + "\n"); err != nil {
		return err
	}
	if o.picture {
		file, err := o.savePicture(r, day, a)
		if err != nil {
			return err
		}
		if err := r.print(words.T("The picture is in %s.", file) + "\n"); err != nil {
			return err
		}
	}
	if !counts {
		return nil
	}
	return r.keepStreak(day)
}

// savePicture saves a picture of a solved puzzle in the look of the settings.
func (o *dailyOptions) savePicture(r *puzzleRun, day puzzle.Day, a *puzzle.Attempt) (file string, err error) {
	theme, err := themeOf(r.setting)
	if err != nil {
		return "", err
	}
	picture, err := wiring.PuzzlePicture(theme, a.Puzzle(), a.Marks())
	if err != nil {
		return "", err
	}
	return ownPictures(o.dir).save("daily "+day.String(), picture)
}

// themeOf returns the look of the settings.
func themeOf(setting func(key string) (string, error)) (render.Theme, error) {
	theme, err := setting("theme")
	if err != nil {
		return render.Theme{}, err
	}
	seeds, err := setting("seeds")
	return render.ThemeOf(theme).WithSeeds(render.SeedStyleOf(seeds)), err
}

// keepStreak saves that a day's puzzle was solved on its day, and prints the streak.
func (r *puzzleRun) keepStreak(day puzzle.Day) error {
	text, err := r.setting(puzzle.StreakKey)
	if err != nil {
		return err
	}
	streak := puzzle.ParseStreak(text).With(day)
	if err := r.keep(puzzle.StreakKey, streak.String()); err != nil {
		return err
	}
	n := streak.On(day)
	return r.print(words.N("Your streak: %d day.", "Your streak: %d days.", n, n) + "\n")
}
