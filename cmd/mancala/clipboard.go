package main

import (
	"errors"
	"strings"
)

// systemClipboard is the desktop's clipboard. If there is none, what is copied can be pasted inside
// the program alone.
type systemClipboard struct{ inside string }

// Read returns what was copied last.
func (c *systemClipboard) Read() (string, error) {
	if !haveClipboard() {
		return c.inside, nil
	}
	text, err := readClipboard()
	return strings.ToValidUTF8(text, ""), err
}

// Write copies text. Its error says that only this program can paste it.
func (c *systemClipboard) Write(text string) error {
	if c.inside = text; !haveClipboard() {
		return errors.New("no clipboard program such as xclip was found")
	}
	return writeClipboard(text)
}
