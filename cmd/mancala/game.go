package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"mancala/cmd/wiring"
	"mancala/internal/words"
)

// newGame returns the command that plays.
func newGame() *cobra.Command {
	var o options
	var t *typed
	cmd := newCommand("mancala [options]", func(cmd *cobra.Command, args []string) int {
		stdin, stdout, stderr := cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
		if o.version {
			return printed(stderr, printTo(stdout, versionText(wiring.Version, browserPage())))
		}
		if len(args) > 0 {
			return usageError(cmd, notACommand(cmd, args[0]))
		}
		if err := o.read(cmd.Flags(), t, stdin); err != nil {
			return usageError(cmd, err)
		}
		if err := checkReach(cmp.Or(o.Serve, o.Join, o.watch)); err != nil { // one of the three at most
			return usageError(cmd, err)
		}
		return play(cmd.Context(), o, stdin, stdout, stderr)
	})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.Long = words.T("The game of Kalah, for two people on two computers or at one, or against the computer. Without options it opens a " +
		"window with a menu.")
	cmd.Example = gameExamples()
	cmd.Annotations = map[string]string{notesKey: gameNotes()}
	t = o.register(flagsOf(cmd))
	return cmd
}

func gameExamples() string {
	return rows(
		"mancala", words.T("open the menu; without a screen play here"),
		"mancala --serve :7000", words.T("host a game on port 7000"),
		"mancala --join 192.168.1.20", words.T("join a game that someone hosts"),
		"mancala --watch 192.168.1.20", words.T("watch a game that others play"),
		"mancala --text", words.T("play in this terminal, two at one keyboard"),
		"mancala --text --north greedy", words.T("the same against the computer"),
		"mancala --text --continue", words.T("go on with the game that was left last"),
	)
}

// gameNotes are the last paragraphs of the help.
func gameNotes() string {
	return blocks(
		words.T("Environment:")+"\n"+rows(
			"MANCALA_LOOPBACK", words.T("if it is set, mancala hosts and joins on this computer alone, and sends nothing to a network"),
			"NO_COLOR", words.T("if it is set, a terminal shows no colours"),
			"MANCALA_SOUND=off", words.T("keeps the sound device closed"),
		),
		words.T("Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted."),
	)
}
