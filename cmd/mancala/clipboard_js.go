package main

import "errors"

// A browser hands its clipboard out only while the person presses something, and not at once.
var errNoClipboard = errors.New("a browser does not hand out its clipboard")

func haveClipboard() bool { return false }

func readClipboard() (string, error) { return "", errNoClipboard }

func writeClipboard(string) error { return errNoClipboard }
