package main

import "errors"

// clipboard is the clipboard of this program alone: a browser hands its own out only while the
// person presses something, and not at once.
type clipboard struct{ inside string }

// Read returns what was copied last.
func (c *clipboard) Read() (string, error) { return c.inside, nil }

// Write copies text. Its error says that only this program can paste it.
func (c *clipboard) Write(text string) error {
	c.inside = text
	return errors.New("a browser does not hand out its clipboard")
}
