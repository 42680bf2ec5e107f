// Mancala is the game of Kalah for two people on two computers, or for anyone who wants to look a
// game up.
//
// Without arguments it opens a window with the main menu. With --serve it hosts a game, with --join
// it joins one. With --text, or without a screen, it does all this in a terminal. The subcommands
// need no window. See mancala --help.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"mancala/internal/words"
)

// Exit codes of the program.
const (
	exitOK          = 0
	exitFailed      = 1   // a correct request could not be fulfilled
	exitUsage       = 2   // the command line is wrong
	exitInterrupted = 130 // Ctrl+C, or another signal to end
)

// brokenPipe is SIGPIPE. The program ignores it, so that a write to a closed pipe returns an
// ordinary error.
const brokenPipe = syscall.Signal(13)

// endings returns the signals that ask the program to end: Ctrl+C, and the end of the terminal, of
// the desktop or of the system. The program then says goodbye to its peer. A signal that nohup
// ignores is not among them.
func endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

func main() {
	log.SetOutput(io.Discard) // some libraries would write there, into the game in a terminal
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	signal.Ignore(brokenPipe)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program: it acts on args and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	foreign := speak(args, os.Getenv)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		foreign = nil // the language is just being completed
	}
	root := newRoot()
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if foreign != nil {
		return usageError(root, foreign)
	}
	var unprinted error
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { unprinted = printTo(stdout, helpText(cmd)) })
	root.SetArgs(twoDashes(root, args))
	cmd, err := root.ExecuteContextC(ctx)
	code := exitCode(exitOK)
	switch {
	case errors.As(err, &code):
		return int(code)
	case err != nil:
		return usageError(cmd, err)
	}
	return printed(stderr, unprinted)
}

// play plays in a window, or in the terminal with --text or without a screen. With --window, a
// missing screen is an error.
func play(ctx context.Context, o options, stdin io.Reader, stdout, stderr io.Writer) int {
	printNotes(stderr, o.notes)
	if o.text.on {
		return runText(ctx, o, stdin, stdout, stderr)
	}
	err := runWindow(ctx, o, stderr)
	none := (*noScreen)(nil)
	switch {
	case errors.As(err, &none) && !o.window:
		how := words.T("There is no screen for a window (%s), so you play in this terminal; see mancala --help.", none.why)
		switch {
		case o.club != "":
			how = words.T("There is no screen for a window (%s), so you visit the club in this terminal.", none.why)
		case o.watch != "":
			how = words.T("There is no screen for a window (%s), so you watch in this terminal; see mancala --help.", none.why)
		case !o.Far():
			how = words.T("There is no screen for a window (%s), so you play in this terminal, two at one keyboard; "+
				"mancala --text --north casual plays against the computer.", none.why)
		}
		fmt.Fprintln(stderr, "mancala: "+how)
		return runText(ctx, o, stdin, stdout, stderr)
	case ctx.Err() != nil:
		return exitInterrupted
	case err != nil:
		return failure(stderr, err)
	}
	return exitOK
}
