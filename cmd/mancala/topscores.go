package main

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/rules"
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

// newScores returns the command that prints the top scores.
func newScores() *cobra.Command {
	var o archiveOptions
	cmd := newPlainCommand("scores [options]", func(cmd *cobra.Command) int {
		return o.print(cmd, func(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
			tables, err := topTables(ctx, l)
			switch {
			case err != nil:
				return err
			case o.json:
				return printScoresJSON(out, tables)
			}
			printScores(out, tables)
			return nil
		})
	})
	cmd.Short = words.T("print the top scores")
	cmd.Long = words.T("Prints the top scores of every rule set and size. A score in the JSON has id (of its game), rules, place, name, " +
		"opponent, seeds, margin (seeds more than the other), turns and date.")
	o.register(flagsOf(cmd))
	return cmd
}

// topTable is the top scores of one variant, best first.
type topTable struct {
	variant rules.Variant
	list    []match.Score
}

// topTables reads all top scores, or none without a ledger.
func topTables(ctx context.Context, l *record.Ledger) ([]topTable, error) {
	if l == nil {
		return nil, nil
	}
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

func printScoresJSON(out *bufio.Writer, tables []topTable) error {
	return printJSON(out, func(add func(any)) error {
		for _, t := range tables {
			for i, s := range t.list {
				add(scoreObject{
					ID: s.GameID, Rules: t.variant.String(), Place: i + 1, Name: s.Name, Opponent: s.Opponent,
					Seeds: s.Seeds, Margin: s.Margin, Turns: s.Turns, Date: s.Date.UTC().Format(time.RFC3339),
				})
			}
		}
		return nil
	})
}

func printScores(out *bufio.Writer, tables []topTable) {
	if len(tables) == 0 {
		out.WriteString(words.T("There are no top scores here yet. Win a game with mancala, or with mancala --text.") + "\n")
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
		out.WriteString(heading)
		printTable(out, rows)
	}
}
