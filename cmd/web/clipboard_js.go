package main

import (
	"syscall/js"

	"mancala/internal/words"
	"mancala/menus/kit"
)

// clipboard is the browser's clipboard. A page may usually write to it, and never read it. Text
// copied in this page can always be pasted in it.
type clipboard struct{ inside string }

// Read returns the text last copied in this page.
func (c *clipboard) Read() (string, error) { return c.inside, nil }

// Pastes reports false: text from other programs comes only through the browser's own paste.
func (c *clipboard) Pastes() bool { return false }

// Write copies text, or makes the page show it for the person to copy; then the error is
// [kit.ErrShown].
func (c *clipboard) Write(text string) error {
	c.inside = text
	done := js.Global().Get("mancala").Call("copy", text, words.T("Copy this text"),
		words.T("The browser does not let the page copy it. Press Ctrl+C (⌘C on a Mac), or hold a finger on the text and choose Copy."),
		words.T("Close"))
	if !done.Bool() {
		return kit.ErrShown
	}
	return nil
}
