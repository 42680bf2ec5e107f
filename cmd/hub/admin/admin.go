// Package admin carries operators' commands to a running hub: "hub admin" sends a command over a
// unix socket, which only the hub's user can open, and prints the answer.
package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
)

// Command is something that can be done.
type Command struct {
	Name, Args, Help string
	// Least and Most are the least and the largest number of its words; -1 means any number.
	Least, Most int
	// Early allows the command while the hub starts.
	Early bool
	// Do carries the command out. An empty answer becomes "done". An error is a sentence for the
	// operator.
	Do func(ctx context.Context, words []string) (answer string, err error)
}

// Hub is a hub as its commands see it.
type Hub struct {
	Commands []Command
	// Ready returns an error while the hub begins.
	Ready func() error
}

// Help returns the help for the commands.
func (h Hub) Help() string {
	var b strings.Builder
	b.WriteString("hub admin COMMAND acts on the hub that runs on this machine.\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, c := range h.Commands {
		fmt.Fprintf(w, "  %s\t%s\n", strings.TrimSpace(c.Name+" "+c.Args), c.Help)
	}
	_ = w.Flush() // a Builder takes everything
	b.WriteString("\nMembers, tables and reports are named by their ids, which the lists show.\n")
	return b.String()
}

// errUsage is an error in the words of a command.
var errUsage = errors.New("that is not a command")

// Run carries out the command that the words say, and returns its answer.
func (h Hub) Run(ctx context.Context, words []string) (string, error) {
	if len(words) == 0 {
		return h.Help(), nil
	}
	at := slices.IndexFunc(h.Commands, func(c Command) bool { return c.Name == words[0] })
	if at < 0 {
		return "", fmt.Errorf("%w: %q; \"hub admin\" lists the commands", errUsage, words[0])
	}
	c := h.Commands[at]
	words = words[1:]
	if len(words) < c.Least || c.Most >= 0 && len(words) > c.Most {
		return "", fmt.Errorf("%w: it is \"hub admin %s\"", errUsage, strings.TrimSpace(c.Name+" "+c.Args))
	}
	if err := h.Ready(); err != nil && !c.Early {
		return "", err
	}
	answer, err := c.Do(ctx, words)
	return cmp.Or(answer, "done\n"), err
}

// Plain returns a text made safe for a terminal: members chose it, so it may contain anything.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

// Table returns rows in columns, under a head unless that is nil.
func Table(head []string, rows [][]string) string {
	if len(rows) == 0 {
		return "none\n"
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if head != nil {
		rows = slices.Insert(rows, 0, head)
	}
	for _, row := range rows {
		for i := range row {
			row[i] = Plain(row[i])
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	_ = w.Flush() // a Builder takes everything
	return b.String()
}
