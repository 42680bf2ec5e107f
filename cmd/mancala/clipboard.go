package main

import (
	"errors"
	"strings"

	"github.com/atotto/clipboard"
)

// systemClipboard is the desktop's clipboard. Without one, copied text can only be pasted within
// the program.
type systemClipboard struct{ inside string }

// Read returns the text copied last.
func (c *systemClipboard) Read() (string, error) {
	if clipboard.Unsupported {
		return c.inside, nil
	}
	text, err := clipboard.ReadAll()
	return strings.ToValidUTF8(text, ""), err
}

// Write copies text. An error means that only this program can paste it.
func (c *systemClipboard) Write(text string) error {
	if c.inside = text; clipboard.Unsupported {
		return errors.New("no clipboard program such as xclip was found")
	}
	return clipboard.WriteAll(text)
}
