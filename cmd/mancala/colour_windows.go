package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// understandsEscapes switches a console to escape sequences, and reports whether it supports them:
// consoles before Windows 10 do not.
func understandsEscapes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	const processed = windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	return windows.SetConsoleMode(console, mode|processed) == nil
}
