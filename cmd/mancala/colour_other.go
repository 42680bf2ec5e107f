//go:build !windows

package main

import "os"

// understandsEscapes reports whether the terminal has a name; one without counts as dumb.
func understandsEscapes(*os.File) bool { return os.Getenv("TERM") != "" }
