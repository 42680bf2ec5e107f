package kit

import "errors"

// ErrShown is the error of a clipboard that cannot take a text and shows it instead, for the person
// to copy it.
var ErrShown = errors.New("the text is shown")

// Clipboard is where text is copied to and pasted from. A text that Write returns an error for can
// still be pasted in this program.
type Clipboard interface {
	Read() (string, error)
	Write(text string) error
}

// CanCopy reports whether there is a clipboard that works. One may say that it does not by a method
// Available() bool.
func CanCopy(c Clipboard) bool {
	if c == nil {
		return false
	}
	a, ok := c.(interface{ Available() bool })
	return !ok || a.Available()
}

// CanPaste reports whether a clipboard also has what other programs copied. One may say that it has
// not by a method Pastes() bool.
func CanPaste(c Clipboard) bool {
	p, ok := c.(interface{ Pastes() bool })
	return CanCopy(c) && (!ok || p.Pastes())
}
