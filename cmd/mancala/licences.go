package main

import (
	"io"

	"mancala/cmd/wiring"
	"mancala/words"
)

// runLicences prints the licences, in the language of their authors.
func runLicences(args []string, stdout, stderr io.Writer) int {
	fs := newFlagSet()
	err := parse(fs, args)
	if err == nil && fs.NArg() > 0 {
		err = words.Errorf("licences does not understand %q.", fs.Arg(0))
	}
	if err != nil {
		return commandError(err, stdout, stderr)
	}
	return printed(stderr, printTo(stdout, wiring.Licences))
}
