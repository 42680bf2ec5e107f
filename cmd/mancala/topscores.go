package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"mancala/match"
	"mancala/record"
	"mancala/rules"
	"mancala/words"
)

// scoreObject is a top score in the JSON of mancala scores; --help tells the fields.
type scoreObject struct {
	ID       string `json:"id"`
	Rules    string `json:"rules"`
	Place    int    `json:"place"`
	Name     string `json:"name"`
	Opponent string `json:"opponent"`
	Seeds    int    `json:"seeds"`
	Margin   int    `json:"margin"`
	Turns    int    `json:"turns"`
	Date     string `json:"date"`
}

// scoresOptions are the options of the command mancala scores.
type scoresOptions struct {
	dir  string
	json bool
}

// newScores returns the command that prints the top scores.
func newScores() *cobra.Command {
	var o scoresOptions
	cmd := newCommand("scores [options]", o.run)
	cmd.Short = words.T("print the top scores")
	cmd.Long = words.T("Prints the top scores of every rule set and size. A score in the JSON has id (of its game), rules, place, name, " +
		"opponent, seeds, margin (seeds more than the other), turns and date.")
	registerArchive(flagsOf(cmd), &o.dir, &o.json)
	return cmd
}

func (o *scoresOptions) run(cmd *cobra.Command, args []string) int {
	if len(args) > 0 {
		return usageError(cmd, notUnderstood("scores", args[0]))
	}
	if err := checkDataDir(cmd.Flags(), o.dir); err != nil {
		return usageError(cmd, err)
	}
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	tables, err := topTables(cmd, o.dir)
	if err != nil {
		return finished(ctx, stderr, &archiveError{err})
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if o.json {
		err = printScoresJSON(out, tables)
	} else {
		err = printScores(out, tables)
	}
	return finished(ctx, stderr, errors.Join(err, out.Flush()))
}

// topTable is the top scores of one variant, best first.
type topTable struct {
	variant rules.Variant
	list    []match.Score
}

// topTables reads all top scores.
func topTables(cmd *cobra.Command, dir string) ([]topTable, error) {
	l, err := openArchive(cmd, dir)
	if err != nil || l == nil {
		return nil, err
	}
	defer l.Close()
	ctx := cmd.Context()
	variants, err := l.Variants(ctx)
	if err != nil {
		return nil, err
	}
	var tables []topTable
	for _, v := range variants {
		list, err := l.Top(ctx, v, record.Best)
		if err != nil {
			return nil, err
		}
		tables = append(tables, topTable{v, list})
	}
	return tables, nil
}

func printScoresJSON(out io.Writer, tables []topTable) error {
	array := newJSONArray(out)
	for _, t := range tables {
		for i, s := range t.list {
			err := array.add(scoreObject{
				ID: s.GameID, Rules: t.variant.String(), Place: i + 1, Name: s.Name, Opponent: s.Opponent,
				Seeds: s.Seeds, Margin: s.Margin, Turns: s.Turns, Date: s.Date.UTC().Format(time.RFC3339),
			})
			if err != nil {
				return err
			}
		}
	}
	return array.end()
}

func printScores(out io.Writer, tables []topTable) error {
	if len(tables) == 0 {
		return printTo(out, words.T("There are no top scores here yet. Win a game with mancala, or with mancala --text.")+"\n")
	}
	for n, t := range tables {
		heading := fmt.Sprintf("%s, %s\n", words.RulesTitle(t.variant), t.variant)
		if n > 0 {
			heading = "\n" + heading
		}
		rows := [][]string{{
			"", words.T("Name"), words.T("Seeds"), words.T("Ahead by"), words.T("Turns"), words.T("Against"), words.T("Date"), words.T("Game"),
		}}
		for i, s := range t.list {
			rows = append(rows, []string{
				strconv.Itoa(i + 1), shownName(s.Name), strconv.Itoa(s.Seeds), strconv.Itoa(s.Margin), strconv.Itoa(s.Turns),
				shownName(s.Opponent), words.Date(s.Date.Local()), match.ShortGameID(s.GameID),
			})
		}
		if err := errors.Join(printTo(out, heading), printTable(out, rows)); err != nil {
			return err
		}
	}
	return nil
}
