package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"mancala/internal/words"
)

// These are settings of the whole process, which may have several command lines, as in tests.
func init() {
	cobra.MousetrapHelpText = ""       // with a text, no double click would start the program on Windows
	cobra.EnableCommandSorting = false // commands keep their order
}

// newRoot returns the command line of the program: the command mancala, which is the game, and the
// commands below it.
func newRoot() *cobra.Command {
	root := newGame()
	registerEverywhere(root)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return flagError(cmd.Flags(), err) })
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newFind(), newDaily(), newTrain(), newPuzzles(), newGames(), newReplay(), newScores(), newBackup(), newRestore(), newShow(), newPerft(), newAnalyze(), newSolve(), newDuel(), newEngine(), newKGP(), newClub(), newMeet(),
		newCompletion(), newLicences(), newMan(),
	)
	root.SetHelpCommand(newHelp())
	root.InitDefaultHelpCmd()
	completeOptions(root)
	return root
}

// exitCode is the error of a command that has told its reason already.
type exitCode int

// Error says which code it is; it is never shown.
func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// newCommand returns a command that ends with the exit code that run returns.
func newCommand(use string, run func(cmd *cobra.Command, args []string) int) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, DisableFlagsInUseLine: true, Args: cobra.ArbitraryArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if code := run(cmd, args); code != exitOK {
				return exitCode(code)
			}
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	return cmd
}

// newPlainCommand returns a command that takes options but no other words.
func newPlainCommand(use string, run func(cmd *cobra.Command) int) *cobra.Command {
	return newCommand(use, func(cmd *cobra.Command, args []string) int {
		if len(args) > 0 {
			return usageError(cmd, notUnderstood(cmd.Name(), args[0]))
		}
		return run(cmd)
	})
}

// notUnderstood returns an error about a word that a command has no use for.
func notUnderstood(command, word string) error {
	return words.Errorf("%s does not understand %q.", command, word)
}

// commandNames returns the names of the commands below root that the help lists.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, cmd := range root.Commands() {
		if !cmd.Hidden {
			names = append(names, cmd.Name())
		}
	}
	return names
}
