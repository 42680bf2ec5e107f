// Mancala is the game of Kalah for two people on two computers, or for anyone who wants to look a
// game up.
//
// Started without arguments it opens a window with the main menu. With --serve it hosts a game,
// with --join it joins one. With --text, or if there is no screen, it does all this in a terminal
// instead, and the subcommands work without a window, too. See mancala --help.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"mancala/cmd/wiring"
	"mancala/words"
)

// Exit codes of the program.
const (
	exitOK          = 0
	exitFailed      = 1   // it was asked rightly and could not be done
	exitUsage       = 2   // it was asked wrongly
	exitInterrupted = 130 // Ctrl+C
)

// brokenPipe is the signal that ends a program that writes to a reader that is gone, unless it is
// ignored. A write that failed is told like any other failure instead.
const brokenPipe = syscall.Signal(13)

func main() {
	log.SetOutput(io.Discard) // some libraries would write there, into the game in a terminal
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	signal.Ignore(brokenPipe)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program: it acts on args and returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := speak(args, os.Getenv); err != nil {
		return usageError(stderr, err)
	}
	if len(args) > 0 {
		switch args[0] {
		case "show":
			return runShow(args[1:], stdin, stdout, stderr)
		case "perft":
			return runPerft(ctx, args[1:], stdout, stderr)
		case "duel":
			return runDuel(ctx, args[1:], stdout, stderr)
		case "solve":
			return runSolve(ctx, args[1:], stdin, stdout, stderr)
		case "analyze":
			return runAnalyze(ctx, args[1:], stdin, stdout, stderr)
		case "games":
			return runGames(ctx, args[1:], stdout, stderr)
		case "replay":
			return runReplay(ctx, args[1:], stdout, stderr)
		case "find":
			return runFind(ctx, args[1:], stdout, stderr)
		case "scores":
			return runScores(ctx, args[1:], stdout, stderr)
		case "meet":
			return runMeet(ctx, args[1:], stdout, stderr)
		case "licences", "licenses":
			return runLicences(args[1:], stdout, stderr)
		}
	}
	opts, err := parseOptions(args)
	switch {
	case err != nil:
		return usageError(stderr, err)
	case opts.help:
		return printed(stderr, printTo(stdout, helpText()))
	case opts.version:
		return printed(stderr, printTo(stdout, versionText(wiring.Version, browserPage())))
	}
	if err := checkReach(cmp.Or(opts.serve, opts.join, opts.watch)); err != nil { // one of the three at most
		return usageError(stderr, err)
	}
	return play(ctx, opts, stdin, stdout, stderr)
}

// play plays in a window, or in the terminal if that is wanted, or if there is no screen and the
// person does not insist.
func play(ctx context.Context, o options, stdin io.Reader, stdout, stderr io.Writer) int {
	printNotes(stderr, o.notes)
	if o.text.on {
		return runText(ctx, o, stdin, stdout, stderr)
	}
	err := runWindow(ctx, o)
	none := (*noScreen)(nil)
	switch {
	case errors.As(err, &none) && !o.window:
		how := words.T("There is no screen for a window (%s), so you play in this terminal; see mancala --help.", none.why)
		switch {
		case o.watch != "":
			how = words.T("There is no screen for a window (%s), so you watch in this terminal; see mancala --help.", none.why)
		case o.serve == "" && o.join == "":
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
