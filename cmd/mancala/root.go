package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/words"
)

// newRoot returns the command line of the program: the command mancala, which is the game, and the
// commands below it.
func newRoot() *cobra.Command {
	cobra.MousetrapHelpText = ""       // with a text, no double click would start the program on Windows
	cobra.EnableCommandSorting = false // they stand as they are added
	root := newGame()
	root.PersistentFlags().String(languageFlag, "", "") // heeded before the others
	root.PersistentFlags().BoolP("help", "h", false, "")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newFind(), newGames(), newReplay(), newScores(), newShow(), newPerft(), newAnalyze(), newSolve(), newDuel(), newMeet(), newLicences(),
	)
	return root
}

// newGame returns the command that plays.
func newGame() *cobra.Command {
	var o options
	var t *typed
	cmd := newCommand("mancala", func(cmd *cobra.Command, args []string) int {
		stdin, stdout, stderr := cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
		if o.version {
			return printed(stderr, printTo(stdout, versionText(wiring.Version, browserPage())))
		}
		if len(args) > 0 {
			return usageError(cmd, notACommand(cmd, args[0]))
		}
		if err := o.read(cmd.Flags(), t); err != nil {
			return usageError(cmd, err)
		}
		if err := checkReach(cmp.Or(o.serve, o.join, o.watch)); err != nil { // one of the three at most
			return usageError(cmd, err)
		}
		return play(cmd.Context(), o, stdin, stdout, stderr)
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	t = o.register(cmd.Flags())
	return cmd
}

// exitCode is the error of a command that has told its reason already.
type exitCode int

// Error says which code it is; it is never shown.
func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// newCommand returns a command that ends with the exit code that run returns.
func newCommand(use string, run func(cmd *cobra.Command, args []string) int) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, DisableFlagsInUseLine: true, Args: cobra.ArbitraryArgs,
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

// notACommand is the error about a word that should be a command below root.
func notACommand(root *cobra.Command, word string) error {
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	return words.Errorf("%q is not a command. The commands are %s.", word, strings.Join(names, ", "))
}

// flagError turns an error of package pflag into a sentence.
func flagError(err error) error {
	unknown, empty, wrong := (*flag.NotExistError)(nil), (*flag.ValueRequiredError)(nil), (*flag.InvalidValueError)(nil)
	switch {
	case errors.As(err, &unknown):
		return words.Errorf("There is no option --%s.", unknown.GetSpecifiedName())
	case errors.As(err, &empty):
		return words.Errorf("--%s needs a value after it.", empty.GetSpecifiedName())
	case errors.As(err, &wrong):
		return words.Errorf("%s is not a possible value for --%s.", fmt.Sprintf("%q", wrong.GetValue()), wrong.GetFlag().Name)
	}
	return err
}

// twoDashes returns args with options that begin with one dash, such as -serve, written with two.
// Values of options and -h stay as they are. An option of a game before another command is an error.
func twoDashes(root *cobra.Command, args []string) (list []string, err error) {
	list = make([]string, 0, len(args))
	cmd, isValue, ofGame := root, false, false
	for i, arg := range args {
		switch {
		case isValue:
			isValue = false
		case arg == "--":
			return append(list, args[i:]...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			if cmd == root {
				cmd, _, _ = root.Find([]string{arg})
			}
			if cmd != root && ofGame {
				return nil, words.Errorf("A command comes first, and its options after it: mancala %s.", cmd.Name())
			}
		case arg != "-h":
			name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			ofGame = ofGame || cmd == root && root.LocalNonPersistentFlags().Lookup(name) != nil
			f := cmd.Flag(name)
			isValue = f != nil && f.NoOptDefVal == "" && !hasValue
			arg = "--" + strings.TrimLeft(arg, "-")
		}
		list = append(list, arg)
	}
	return list, nil
}
