package main

import (
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/words"
)

const (
	// helpColumns is how wide the help is at most.
	helpColumns = 80
	// helpTab is the column of the descriptions.
	helpTab = 22
	// exampleTab is the same beside examples, which are longer.
	exampleTab = 32
	// commandTab is the same beside names of commands, which are shorter.
	commandTab = 14
)

// notesKey is the command annotation for the paragraphs at the end of the help.
const notesKey = "notes"

// The texts of a command are blocks with an empty line between them. A line of a block is a
// paragraph, or a row: a term, a tab and its meaning.

// blocks joins blocks.
func blocks(list ...string) string { return strings.Join(list, "\n\n") }

// rows returns a block of rows: a term, its meaning, a term, its meaning and so on.
func rows(cells ...string) string {
	var list []string
	for i := 0; i+1 < len(cells); i += 2 {
		list = append(list, cells[i]+"\t"+cells[i+1])
	}
	return strings.Join(list, "\n")
}

// optionsTopic is the word behind "mancala help" for all options of the game.
const optionsTopic = "options"

// helpText returns the help of a command. The help of the program itself is one screen: the options
// have [optionsText].
func helpText(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString(usageText(cmd))
	writeBlocks(&b, cmd.Long)
	if cmd.HasParent() {
		writeOptions(&b, cmd)
		writeExamples(&b, cmd)
		writeBlocks(&b, cmd.Annotations[notesKey])
		return b.String()
	}
	writeExamples(&b, cmd)
	writeCommands(&b, cmd)
	writeBlocks(&b, words.T("mancala help options lists all options of the game, the environment variables and the exit codes."))
	return b.String()
}

// optionsText returns all options of the game, with the notes behind them.
func optionsText(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(usageText(root))
	writeOptions(&b, root)
	writeBlocks(&b, root.Annotations[notesKey])
	return b.String()
}

// usageText returns the line, or the two, that show how a command is typed.
func usageText(cmd *cobra.Command) string {
	first := words.T("Usage:") + " "
	text := first + cmd.UseLine() + "\n"
	if !cmd.HasParent() {
		text += strings.Repeat(" ", words.Columns(first)) + "mancala COMMAND [options]\n"
	}
	return text
}

func writeExamples(b *strings.Builder, cmd *cobra.Command) {
	if cmd.Example != "" {
		b.WriteString("\n" + words.T("Examples:") + "\n")
		writeBlock(b, cmd.Example, exampleTab)
	}
}

func writeCommands(b *strings.Builder, root *cobra.Command) {
	b.WriteString("\n" + words.T("Commands (mancala help COMMAND explains one):") + "\n")
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			writeRow(b, cmd.Name(), cmd.Short, commandTab)
		}
	}
}

// writeOptions writes the options of a command, under their headings.
func writeOptions(b *strings.Builder, cmd *cobra.Command) {
	for _, s := range optionSections(cmd) {
		b.WriteString("\n")
		writeLines(b, wrap(s.heading, helpColumns), 0)
		for _, f := range s.flags {
			writeRow(b, optionTerm(f), f.Usage, helpTab)
		}
	}
}

// optionSection is a heading with the options below it.
type optionSection struct {
	heading string
	flags   []*flag.Flag
}

// optionSections returns the options of a command, with the options of all commands last.
func optionSections(cmd *cobra.Command) []optionSection {
	var list []optionSection
	add := func(f *flag.Flag) {
		heading := noted(f, headingKey)
		if len(list) == 0 || list[len(list)-1].heading != heading {
			list = append(list, optionSection{heading: heading})
		}
		last := &list[len(list)-1]
		last.flags = append(last.flags, f)
	}
	everywhere := cmd.Root().PersistentFlags()
	cmd.Flags().VisitAll(func(f *flag.Flag) {
		if everywhere.Lookup(f.Name) == nil {
			add(f)
		}
	})
	everywhere.VisitAll(add)
	return list
}

// optionTerm returns an option as it is typed.
func optionTerm(f *flag.Flag) string {
	term := "--" + f.Name
	if f.Shorthand != "" && f.Shorthand != f.Name {
		term = "-" + f.Shorthand + ", " + term
	}
	if value := noted(f, valueKey); value != "" {
		term += " " + value
	}
	return term
}

// writeBlocks writes blocks, each after an empty line.
func writeBlocks(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	for block := range strings.SplitSeq(text, "\n\n") {
		b.WriteString("\n")
		writeBlock(b, block, helpTab)
	}
}

// writeBlock writes paragraphs, and rows with their meanings in one column.
func writeBlock(b *strings.Builder, block string, tab int) {
	for line := range strings.SplitSeq(block, "\n") {
		if term, does, isRow := strings.Cut(line, "\t"); isRow {
			writeRow(b, term, does, tab)
		} else {
			writeLines(b, wrap(line, helpColumns), 0)
		}
	}
}

// writeRow writes a term and, from a column on, its meaning.
func writeRow(b *strings.Builder, term, does string, tab int) {
	lines := wrap(does, helpColumns-tab)
	head := "  " + term
	if len(head)+1 > tab {
		b.WriteString(head + "\n")
	} else {
		b.WriteString(head + strings.Repeat(" ", tab-len(head)) + lines[0] + "\n")
		lines = lines[1:]
	}
	writeLines(b, lines, tab)
}

// writeLines writes lines that begin at a column.
func writeLines(b *strings.Builder, lines []string, at int) {
	for _, line := range lines {
		b.WriteString(strings.Repeat(" ", at) + line + "\n")
	}
}

// wrap breaks a text into lines of at most so many columns.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case words.Columns(line)+1+words.Columns(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// newHelp returns the command that tells about a command.
func newHelp() *cobra.Command {
	cmd := newCommand("help [COMMAND]", func(cmd *cobra.Command, args []string) int {
		about, rest, err := cmd.Root().Find(args)
		switch {
		case len(args) > 1 && args[0] == optionsTopic:
			return usageError(cmd, notUnderstood("help options", args[1]))
		case len(args) > 0 && args[0] == optionsTopic:
			return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), optionsText(cmd.Root())))
		case err != nil, len(args) > 0 && about == cmd.Root():
			return usageError(cmd.Root(), notACommand(cmd.Root(), args[0]))
		case len(rest) > 0:
			return usageError(cmd, notUnderstood("help", rest[0]))
		}
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), helpText(about)))
	})
	cmd.Short = words.T("explain a command")
	cmd.Long = words.T("Explains COMMAND, as mancala COMMAND --help does, or mancala itself.")
	cmd.Example = rows(
		"mancala help solve", words.T("how to solve a position"),
		"mancala help options", words.T("all options of the game"),
	)
	cmd.ValidArgsFunction = onlyFirst(func() []string { return append(commandNames(cmd.Root()), optionsTopic) })
	return cmd
}
