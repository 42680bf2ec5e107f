package kit

import "errors"

// ErrShown is the error of a clipboard that cannot store a text, and shows it instead for the user
// to copy.
var ErrShown = errors.New("the text is shown")

// Clipboard stores copied text. After an error of Write, only this program can paste the text.
type Clipboard interface {
	Read() (string, error)
	Write(text string) error
}

// CanCopy reports whether c is a working clipboard. A clipboard that may fail has a method
// Available() bool.
func CanCopy(c Clipboard) bool {
	if c == nil {
		return false
	}
	a, ok := c.(interface{ Available() bool })
	return !ok || a.Available()
}

// CanPaste reports whether c can read text from other programs. A clipboard that cannot has a
// method Pastes() bool that returns false.
func CanPaste(c Clipboard) bool {
	p, ok := c.(interface{ Pastes() bool })
	return CanCopy(c) && (!ok || p.Pastes())
}
