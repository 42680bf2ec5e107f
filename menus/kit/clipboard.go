package kit

// Clipboard is where text is copied to and pasted from.
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
