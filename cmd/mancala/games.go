package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/rules"
)

// listedGames is how many games mancala games lists by default.
const listedGames = 20

// gameObject is a game in the JSON of mancala games and mancala replay; --help tells the fields.
type gameObject struct {
	ID        string  `json:"id"`
	Text      string  `json:"text"`
	South     string  `json:"south"`
	North     string  `json:"north"`
	SouthKind string  `json:"south_kind"`
	NorthKind string  `json:"north_kind"`
	Ending    string  `json:"ending"`
	Result    string  `json:"result"`
	Winner    *string `json:"winner"`
	Stores    [2]int  `json:"stores"`
	Plies     int     `json:"plies"`
	Opened    bool    `json:"opened"`
	Check     string  `json:"check,omitempty"`
	Started   string  `json:"started"`
	Ended     string  `json:"ended"`
}

func objectOf(g match.Record) gameObject {
	o := gameObject{
		ID: g.ID, Text: g.Game.String(), South: g.Names[rules.South], North: g.Names[rules.North],
		SouthKind: g.Kinds[rules.South], NorthKind: g.Kinds[rules.North], Ending: g.Result.Ending.String(), Result: g.Result.String(),
		Stores: g.Result.Stores, Plies: len(g.Game.Plies), Opened: g.Opened,
		Started: g.Started.UTC().Format(time.RFC3339), Ended: g.Ended.UTC().Format(time.RFC3339),
	}
	if g.Result.Ending != match.Running {
		o.Check = match.GameCheck(o.Text, g.Result.Ending, g.Result.Outcome)
	}
	if winner, won := g.Result.Winner(); won {
		name := winner.String()
		o.Winner = &name
	}
	return o
}

// gamesOptions holds the options of the command mancala games.
type gamesOptions struct {
	board boardFlags
	archiveOptions
	result string
	query  match.GameQuery // a limit of 0 means all games
	from   string          // the file to import, or ""
}

// results maps the values of --result.
var results = map[string]match.Standing{
	"won": match.StandingWon, "lost": match.StandingLost, "drawn": match.StandingDrawn, "running": match.StandingRunning,
}

// newGames returns the command that lists the games that are kept.
func newGames() *cobra.Command {
	var o gamesOptions
	cmd := newPlainCommand("games [options]", o.run)
	cmd.Short = words.T("list the games that were played here")
	cmd.Long = gamesHelp()
	cmd.Example = rows(
		"mancala games --name bo --result lost", words.T("list games you lost against Bo; mancala replay shows one"),
		"mancala games --json", words.T("all games, for other programs"),
		"mancala games --import old.pgn", words.T("keep the games of a file, too"),
	)
	fs := flagsOf(cmd)
	fs.text(&o.query.Name, "name", "", "TEXT", words.T("those of a player with TEXT in the name"))
	fs.text(&o.query.Opponent, "opponent", "", "KIND",
		words.T("those against person (at the same computer), remote (across the network) or a computer player"))
	fs.text(&o.result, "result", "", "RESULT", words.T("those won, lost, drawn or running"))
	fs.number(&o.query.Limit, "limit", 0, "N", words.T("at most N games; 20 unless you say otherwise, with --json all"))
	o.register(fs)
	fs.text(&o.from, "import", "", "FILE", words.T("keep all games of FILE, or of standard input for -, instead of listing any"))
	fs.under(words.T("By some rules:"))
	o.board.register(fs)
	return cmd
}

func gamesHelp() string {
	return blocks(
		words.T("--import keeps the games of a text, in all forms that mancala show reads, with the names, dates and results that it tells. A "+
			"game that is kept already is left out, so a file may be imported again. A game that cannot be read is told with its line, and "+
			"the others are kept. It ends with 1 if there was one, and Ctrl+C keeps what was read."),
		words.T("Lists the games played here, newest first. A game in the JSON has:")+"\n"+rows(
			"id, text", words.T("its name and the game, as show and Open a game read it"),
			"south, north, south_kind, north_kind", words.T("the players and who they are: person, remote, or a computer player"),
			"ending", words.T("running, finished, resigned, abandoned, desynced or timed-out"),
			"result", words.T(`as in "south wins 27-21"; undecided if there is no winner`),
			"winner", words.T("south, north or null"),
			"stores, plies, opened", words.T("seeds in south's and north's store, how many plies, and whether the first "+
				"of them were not played here"),
			"check", words.T("letters that are the same at both players once the game is over"),
			"started, ended", words.T("when, in UTC, as in 2026-03-14T15:09:26Z; ended is the last change of a game that is running"),
		),
	)
}

// check validates the flags and completes the query.
func (o *gamesOptions) check(fs *flag.FlagSet) (err error) {
	if isSet(fs, "rules", "houses", "seeds") {
		if o.query.Variant, err = o.board.variant(fs); err != nil {
			return err
		}
	}
	known := false
	o.query.Standing, known = results[o.result]
	switch {
	case isSet(fs, "result") && !known:
		return words.Errorf("%q is not a result. Choose one of %s.", o.result, "won, lost, drawn, running")
	case isSet(fs, "import") && o.from == "":
		return words.Errorf("--import needs the name of a file.")
	case isSet(fs, "import") && isSet(fs, "name", "opponent", "result", "limit", "json"):
		return words.Errorf("--import keeps games and lists none, so it excludes the options for lists.")
	case isSet(fs, "limit") && o.query.Limit < 1:
		return words.Errorf("--limit needs a number from 1.")
	case isSet(fs, "opponent") && !slices.Contains(opponentKinds(), o.query.Opponent):
		return words.Errorf("%q is not an opponent. Choose one of %s.", o.query.Opponent, strings.Join(opponentKinds(), ", "))
	case !isSet(fs, "limit") && !o.json:
		o.query.Limit = listedGames
	}
	return nil
}

// archiveOptions are the options of all commands that print from the archive.
type archiveOptions struct {
	dir  string
	json bool
}

func (a *archiveOptions) register(fs *flagSet) {
	registerJSON(fs, &a.json)
	fs.text(&a.dir, "data-dir", "", "DIR", words.T("read what is kept in DIR instead of the usual folder"))
}

func registerJSON(fs *flagSet, asJSON *bool) {
	fs.yes(asJSON, "json", words.T("print JSON, an object a line, for other programs"))
}

func checkDataDir(fs *flag.FlagSet, dir string) error {
	if isSet(fs, "data-dir") && dir == "" {
		return words.Errorf("--data-dir needs a folder.")
	}
	return nil
}

// opponentKinds are the words for --opponent.
func opponentKinds() []string {
	return append([]string{match.KindPerson, match.KindRemote}, playerSeats()...)
}

// openArchive opens the archive in a folder; "" means the platform's. Without a folder it returns
// nil, and creates none. It switches to the language of the settings there, unless the command line
// names one.
func openArchive(cmd *cobra.Command, dir string) (*record.Ledger, error) {
	ctx := cmd.Context()
	folder, err := archiveFolder(dir)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	l := record.Open(ctx, record.Config{Dir: dir})
	if !isSet(cmd.Flags(), languageFlag) {
		speakAsSet(l.Setting(ctx, languageSetting))
	}
	notices := l.Notices()
	for _, n := range notices {
		fmt.Fprintln(cmd.ErrOrStderr(), "mancala: "+words.Sentence(n.Note))
	}
	if len(notices) > 0 && l.Empty(ctx) {
		return nil, errors.Join(errTold, l.Close())
	}
	return l, nil
}

// archiveFolder returns the folder that dir means.
func archiveFolder(dir string) (string, error) {
	if dir != "" {
		return dir, nil
	}
	return record.DefaultDir()
}

// errTold means that nothing could be read, and that the reason is already printed.
var errTold = errors.New("nothing could be read")

func (o *gamesOptions) run(cmd *cobra.Command) int {
	if err := o.check(cmd.Flags()); err != nil {
		return usageError(cmd, err)
	}
	if isSet(cmd.Flags(), "import") {
		return o.keep(cmd)
	}
	return o.print(cmd, func(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
		if o.json {
			return printJSON(out, func(add func(any)) error {
				for g, err := range eachGame(ctx, l, o.query) {
					if err != nil {
						return err
					}
					add(objectOf(g))
				}
				return nil
			})
		}
		return printGames(ctx, out, l, o.query)
	})
}

// print has show print from the archive, or from nil if there is none yet, and returns the
// command's exit code. The error of show is one of reading; out keeps one of writing.
func (a *archiveOptions) print(cmd *cobra.Command, show func(context.Context, *record.Ledger, *bufio.Writer) error) int {
	if err := checkDataDir(cmd.Flags(), a.dir); err != nil {
		return usageError(cmd, err)
	}
	ctx, stderr, out := cmd.Context(), cmd.ErrOrStderr(), bufio.NewWriter(cmd.OutOrStdout())
	l, err := openArchive(cmd, a.dir)
	if l != nil {
		defer l.Close()
	}
	if err == nil {
		err = show(ctx, l, out)
	}
	switch unprinted := out.Flush(); {
	case err == nil && unprinted == nil:
		return exitOK
	case ctx.Err() != nil:
		return exitInterrupted
	case unprinted != nil:
		return printed(stderr, unprinted)
	case errors.Is(err, errTold):
		return exitFailed
	}
	return failure(stderr, err)
}

// eachGame yields the games of a query, or none without a ledger.
func eachGame(ctx context.Context, l *record.Ledger, q match.GameQuery) iter.Seq2[match.Record, error] {
	if l == nil {
		return func(func(match.Record, error) bool) {}
	}
	return l.EachGame(ctx, q)
}

// printJSON prints the objects that list adds as an array, an object a line.
func printJSON(out *bufio.Writer, list func(add func(object any)) error) error {
	before, after := "[", "[]\n"
	err := list(func(object any) {
		out.WriteString(before + "\n" + strings.TrimSuffix(jsonLine(object), "\n"))
		before, after = ",", "\n]\n"
	})
	if err == nil {
		out.WriteString(after)
	}
	return err
}

// jsonLine returns an object as a line of JSON, with its line end.
func jsonLine(object any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // a board has angle brackets
	if err := encoder.Encode(object); err != nil {
		panic(err) // all of it can be written
	}
	return text.String()
}

// printGames prints games as a table.
func printGames(ctx context.Context, out *bufio.Writer, l *record.Ledger, q match.GameQuery) error {
	rows := [][]string{{
		words.T("ID"), words.T("Date"), words.T("South"), words.T("North"), words.T("Score"), words.T("Ending"), words.T("Rules"),
	}}
	for g, err := range eachGame(ctx, l, q) {
		if err != nil {
			return err
		}
		rows = append(rows, gameRow(g))
	}
	shown := len(rows) - 1
	if shown == 0 {
		out.WriteString(noGames(q))
		return nil
	}
	printTable(out, rows)
	if q.Limit == 0 || shown < q.Limit {
		return nil
	}
	_, total, err := l.Games(ctx, q)
	if shown < total {
		out.WriteString("\n" + words.T("The newest %[1]d of %[2]d games. --limit %[3]s shows all of them.", shown, total, strconv.Itoa(total)) + "\n")
	}
	return err
}

// noGames says that there is nothing to list, and why.
func noGames(q match.GameQuery) string {
	if q != (match.GameQuery{Limit: q.Limit}) {
		return words.T("No game that is kept here is like that. mancala games alone lists all of them.") + "\n"
	}
	return words.T("No games are kept here yet. Play one with mancala, or with mancala --text.") + "\n"
}

func gameRow(g match.Record) []string {
	return []string{
		match.ShortGameID(g.ID), words.Date(g.Ended.Local()), shownName(g.Names[rules.South]), shownName(g.Names[rules.North]),
		fmt.Sprintf("%d-%d", g.Result.Stores[rules.South], g.Result.Stores[rules.North]), words.Ending(g.Result), g.Game.Variant.String(),
	}
}

// shownName makes a name from the disk safe to print in a terminal.
func shownName(name string) string {
	if clean := match.CleanName(name); clean != "" {
		return words.Name(clean)
	}
	return "?"
}
