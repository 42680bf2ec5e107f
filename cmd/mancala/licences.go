package main

import (
	_ "embed"
	"errors"
	"flag"
	"io"

	"mancala/words"
)

// noticesText holds the licences of the program and of everything in it, as tools/notices writes
// them.
//
//go:embed notices.txt
var noticesText string

// runLicences prints the licences, in the language of their authors.
func runLicences(args []string, stdout, stderr io.Writer) int {
	fs := newFlagSet()
	switch err := parse(fs, args); {
	case errors.Is(err, flag.ErrHelp):
		return printed(stderr, printTo(stdout, helpText()))
	case err != nil:
		return usageError(stderr, err)
	case fs.NArg() > 0:
		return usageError(stderr, words.Errorf("licences does not understand %q.", fs.Arg(0)))
	}
	return printed(stderr, printTo(stdout, noticesText))
}
