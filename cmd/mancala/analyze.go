package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// usualTime is how long analyze thinks by default.
const usualTime = 5 * time.Second

// analyzeFlags set how far analyze looks ahead, and its output.
type analyzeFlags struct {
	depth int
	time  string
	json  bool
}

func (a *analyzeFlags) register(fs *flagSet) {
	fs.number(&a.depth, "depth", 0, "D", words.T("look D plies ahead"))
	fs.text(&a.time, "time", "", "T", words.T("look ahead for a time such as 30 (seconds) or 2m; 5 seconds unless you say otherwise"))
	fs.yes(&a.json, "json", words.T("print a line of JSON, in which sure counts the houses of the line that are proved"))
}

// limits returns how far to look, in plies or in time. One of the two is zero: no limit.
func (a *analyzeFlags) limits(fs *flag.FlagSet) (engine.Limits, time.Duration, error) {
	switch depth, long := isSet(fs, "depth"), isSet(fs, "time"); {
	case depth && long:
		return engine.Limits{}, 0, words.Errorf("--depth and --time exclude each other.")
	case depth && a.depth < 1:
		return engine.Limits{}, 0, words.Errorf("--depth needs a number from 1.")
	case depth:
		return engine.Limits{Depth: a.depth}, 0, nil
	case long:
		d, err := readTime("--time", a.time)
		return engine.Limits{}, d, err
	}
	return engine.Limits{}, usualTime, nil
}

// readTime parses the value of a flag: a duration such as 2m or 500ms, or a number of seconds.
func readTime(name, text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if s, notSeconds := strconv.ParseFloat(text, 64); notSeconds == nil && s > 0 && s < 1e9 {
		d, err = time.Duration(s*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return 0, words.Errorf("%s cannot be %q. Write a number of seconds, or a time such as 500ms or 2m.", name, text)
	}
	return d, nil
}

// analyzeOptions are the options of the command mancala analyze.
type analyzeOptions struct {
	board  boardFlags
	engine engineFlags
	far    analyzeFlags
}

// newAnalyze returns the command that prints a position's value and the line of best play, as far
// as a search within its limits sees.
func newAnalyze() *cobra.Command {
	var o analyzeOptions
	cmd := newCommand("analyze [options] [GAME]", o.run)
	cmd.Short = words.T("look ahead: who is better, and how best play goes on")
	cmd.Long = blocks(
		words.T("Looks ahead from a position, and prints with tabs between:")+"\n"+rows(
			"value", words.T("with best play, own seeds minus the other's at the end, for the side to move, and whether that is exact or an "+
				"estimate; win, draw or loss if more than half of the seeds ends the game and the winner is proved"),
			"bounds", words.T("the lowest and the highest value that are possible, if the value is an estimate and they are proved"),
			"line", words.T("the houses of best play, to the end of the game if time allows; what follows a ~ is an estimate, and so is all "+
				"of it if the value is one"),
			"depth", words.T("how many plies ahead everything was looked at"),
			"nodes", words.T("the positions searched"),
			"endings", words.T("while tables of endings are built in the background: up to how many seeds they are, and will be"),
			"seconds", words.T("the time it took"),
		),
		words.T("After Ctrl+C it prints what it knows so far. With --depth and --threads 1 everything but the seconds is always the same."),
		gameHelp(),
	)
	cmd.Example = rows(
		"mancala analyze --time 10s 3 6", words.T("who is ahead there, and how best play goes on"),
		"mancala analyze --depth 12 --json", words.T("the start, 12 plies ahead, as JSON"),
	)
	fs := flagsOf(cmd)
	o.far.register(fs)
	o.engine.register(fs)
	o.board.register(fs)
	return cmd
}

func (o *analyzeOptions) run(cmd *cobra.Command, _ []string) int {
	limits, patience, err := o.far.limits(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	p, code, ok := o.board.position(cmd)
	if !ok {
		return code
	}
	config, err := o.engine.config(p.Variant())
	if err != nil {
		return usageError(cmd, err)
	}
	analyst, err := engine.NewAnalyst(p.Variant(), config)
	if err != nil {
		return usageError(cmd, err)
	}
	text := analysisText
	if o.far.json {
		text = analysisJSON
	}
	return analyze(cmd, analyst, p, limits, patience, text)
}

// analyze analyzes a position and prints the result, or the best so far if it is interrupted.
func analyze(
	cmd *cobra.Command, analyst *engine.Analyst, p rules.Position, limits engine.Limits, patience time.Duration,
	text func(engine.Analysis, time.Duration) string,
) int {
	ctx, stdout, stderr := cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	began := time.Now()
	timed, cancel := ctx, context.CancelFunc(func() {})
	if patience > 0 {
		timed, cancel = context.WithTimeout(ctx, patience)
	}
	defer cancel()
	a, err := analyst.Analyze(timed, p, limits, analysisProgress(stderr))
	if err == nil {
		a = analyst.Follow(timed, p, a, limits)
	}
	took := time.Since(began)
	clearProgress(stderr)
	switch {
	case errors.Is(err, rules.ErrGameOver):
		a = engine.Analysis{Verdict: match.Over(p)}
		return printed(stderr, printTo(stdout, text(a, 0)))
	case ctx.Err() != nil && err != nil:
		_ = printTo(stdout, effortText(a.Nodes, took))
		return exitInterrupted
	case errors.Is(err, context.DeadlineExceeded):
		return failure(stderr, words.Errorf("Nothing was found out in %s. Give it a longer --time.", patience.String()))
	case err != nil:
		return usageError(cmd, err)
	}
	if a.Damaged {
		printNotes(stderr, []string{words.T("The file that kept the endings of this game was damaged, so they are worked out again.")})
	}
	code := printed(stderr, printTo(stdout, text(a, took)))
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return code
}

// analysisText formats an analysis, a line for each value.
func analysisText(a engine.Analysis, took time.Duration) string {
	value, certainty := signed(a.Value), "estimate"
	if a.Exact {
		certainty = "exact"
	}
	if a.Exact && a.Winner {
		value = outcome(a)
	}
	text := fmt.Sprintf("value\t%s\t%s\n", value, certainty)
	if a.Low < a.High {
		text += fmt.Sprintf("bounds\t%s\t%s\n", signed(a.Low), signed(a.High))
	}
	if len(a.Line) > 0 {
		text += "line\t" + lineText(a.Line, a.Sure) + "\n"
	}
	if a.Layers > 0 {
		text += fmt.Sprintf("endings\t%d\t%d\n", a.Layer, a.Layers)
	}
	return text + fmt.Sprintf("depth\t%d\n", a.Depth) + effortText(a.Nodes, took)
}

// outcome returns win, draw or loss for an exact value.
func outcome(a engine.Analysis) string {
	return [...]string{"loss", "draw", "win"}[cmp.Compare(a.Value, 0)+1]
}

// analysisJSON formats an analysis as one line of JSON.
func analysisJSON(a engine.Analysis, took time.Duration) string {
	line := make([]string, len(a.Line))
	for i, h := range a.Line {
		line[i] = h.String()
	}
	var result string
	if a.Exact && a.Winner {
		result = outcome(a)
	}
	var bounds, endings []int
	if a.Low < a.High {
		bounds = []int{a.Low, a.High}
	}
	if a.Layers > 0 {
		endings = []int{a.Layer, a.Layers}
	}
	text, err := json.Marshal(struct {
		Value   int      `json:"value"`
		Exact   bool     `json:"exact"`
		Outcome string   `json:"outcome,omitempty"`
		Bounds  []int    `json:"bounds,omitempty"`
		Line    []string `json:"line"`
		Sure    int      `json:"sure"`
		Depth   int      `json:"depth"`
		Nodes   uint64   `json:"nodes"`
		Endings []int    `json:"endings,omitempty"`
		Seconds float64  `json:"seconds"`
	}{a.Value, a.Exact, result, bounds, line, a.Sure, a.Depth, a.Nodes, endings, math.Round(took.Seconds()*100) / 100})
	if err != nil {
		panic(err) // all of it can be written
	}
	return string(text) + "\n"
}

// signed formats a number with its sign, and zero without one.
func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// lineText formats houses as the command line reads them, with a ~ at the start of an estimate.
func lineText(line []rules.House, sure int) string {
	var words []string
	for i, h := range line {
		if i == sure && i > 0 {
			words = append(words, "~")
		}
		words = append(words, h.String())
	}
	return strings.Join(words, " ")
}

// analysisProgress returns a function that shows each better result, or nil if standard error is
// not a terminal.
func analysisProgress(stderr io.Writer) func(engine.Analysis) {
	if !onScreen(stderr) {
		return nil
	}
	const shown = 10 // plies of the line
	return func(a engine.Analysis) {
		line := lineText(a.Line[:min(len(a.Line), shown)], a.Sure)
		if len(a.Line) > shown {
			line += " ..."
		}
		showProgress(stderr, words.T("depth %d: %s, line %s, %d positions", a.Depth, words.Verdict(a.Verdict), line, a.Nodes))
	}
}
