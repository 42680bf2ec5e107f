package main

import (
	"syscall/js"

	"mancala/menus/kit"
	"mancala/words"
)

// clipboard is the browser's clipboard as far as a page may use it: it may write, most often, and
// never read. What was copied here can always be pasted here.
type clipboard struct{ inside string }

// Read returns the text that was copied last in this page.
func (c *clipboard) Read() (string, error) { return c.inside, nil }

// Pastes reports false: the texts of other programs come only by the browser's own paste.
func (c *clipboard) Pastes() bool { return false }

// Write copies text, or has the page show it so that the person copies it; then the error is
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
