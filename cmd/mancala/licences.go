package main

import (
	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/words"
)

// newLicences returns the command that prints the licences, in the language of their authors.
func newLicences() *cobra.Command {
	cmd := newPlainCommand("licences", func(cmd *cobra.Command) int {
		return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), wiring.Licences))
	})
	cmd.Short = words.T("print the licences of the program and of everything in it")
	cmd.Aliases = []string{"licenses"}
	return cmd
}
