package main

import (
	_ "embed"
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
	err := parse(fs, args)
	if err == nil && fs.NArg() > 0 {
		err = words.Errorf("licences does not understand %q.", fs.Arg(0))
	}
	if err != nil {
		return commandError(err, stdout, stderr)
	}
	return printed(stderr, printTo(stdout, noticesText))
}
