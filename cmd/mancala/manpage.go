package main

import (
	"strings"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/words"
)

// newMan returns the command, for packages, that prints the page of the manual.
func newMan() *cobra.Command {
	cmd := newPlainCommand("man", func(cmd *cobra.Command) int {
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), manualText()))
	})
	cmd.Short = words.T("print the manual page")
	cmd.Long = words.T("Prints mancala(1), the manual page, in English. The same version always prints the same page.")
	cmd.Example = rows("mancala man | man -l -", words.T("read it"))
	cmd.Hidden = true
	return cmd
}

// manualText returns mancala(1), made of the texts of the help.
func manualText() string {
	defer func(language string) { _ = words.Use(language) }(words.Current()) // it was spoken before
	_ = words.Use(words.English)                                             // there always is English
	root, m := newRoot(), new(manual)
	m.request(".TH", "MANCALA", "1", "", "Mancala "+wiring.Version, "")
	m.section("NAME")
	m.paragraph("mancala - play Kalah over the network, in a terminal or against the computer")
	m.section("SYNOPSIS")
	m.paragraph("mancala [options]")
	m.paragraph("mancala COMMAND [options]")
	m.section("DESCRIPTION")
	m.blocks(root.Long)
	m.section("OPTIONS")
	m.options(root)
	m.section("COMMANDS")
	for _, cmd := range root.Commands() {
		m.command(cmd)
	}
	m.section("EXAMPLES")
	m.blocks(root.Example)
	m.section("NOTES")
	m.blocks(root.Annotations[notesKey])
	return m.String()
}

// manual is a page of the manual in the making, in roff with the macros of man(7).
type manual struct{ strings.Builder }

// request writes a request with its arguments, each in quotes.
func (m *manual) request(name string, args ...string) {
	m.WriteString(name)
	for _, arg := range args {
		m.WriteString(` "` + roff(arg) + `"`)
	}
	m.WriteString("\n")
}

func (m *manual) section(name string) { m.request(".SH", name) }

func (m *manual) paragraph(text string) {
	m.WriteString(".PP\n")
	m.line(text)
}

// line writes a text as a line. One that begins with a dot would be a request.
func (m *manual) line(text string) {
	text = roff(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	m.WriteString(text + "\n")
}

// row writes a term and its meaning.
func (m *manual) row(term, does string) {
	m.WriteString(".TP\n\\fB" + roff(term) + "\\fR\n")
	m.line(does)
}

// blocks writes blocks of the help.
func (m *manual) blocks(text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n\n", "\n"), "\n") {
		if term, does, isRow := strings.Cut(line, "\t"); isRow {
			m.row(term, does)
		} else {
			m.paragraph(line)
		}
	}
}

// options writes the options of a command under their headings.
func (m *manual) options(cmd *cobra.Command) {
	for _, s := range optionSections(cmd) {
		if cmd.HasParent() && s.heading == elsewhere() {
			continue // listed once, with the options of the game
		}
		if cmd.HasParent() {
			m.paragraph(s.heading)
		} else {
			m.request(".SS", strings.TrimSuffix(s.heading, ":"))
		}
		for _, f := range s.flags {
			m.row(optionTerm(f), f.Usage)
		}
	}
}

// command writes about a command.
func (m *manual) command(cmd *cobra.Command) {
	if cmd.Hidden {
		return
	}
	m.request(".SS", cmd.UseLine())
	if cmd.Long == "" {
		m.paragraph(cmd.Short)
	}
	m.blocks(cmd.Long)
	m.options(cmd)
	m.blocks(cmd.Example)
}

// roff escapes the characters that have a meaning in roff.
func roff(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, `"`, `\(dq`).Replace(text)
}
