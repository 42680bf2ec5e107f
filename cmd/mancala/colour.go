package main

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// onScreen reports whether output is shown on a terminal.
func onScreen(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// takesColour reports whether the output is a terminal that understands colour escape sequences,
// and NO_COLOR (https://no-color.org) allows them.
func takesColour(out io.Writer) bool {
	return onScreen(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && understandsEscapes(out.(*os.File))
}
