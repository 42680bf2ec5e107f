// Package web lets a browser play: its server answers browsers with the page that holds the
// program, and takes in the streams that the program opens; its dialler is the program's end of
// such a stream. A stream is a WebSocket whose binary messages, one after the other, are the bytes
// of a connection; where one message ends means nothing.
package web

// StreamPath is where the server takes in streams, and InfoPath where it tells what it is.
const (
	StreamPath = "/ws"
	InfoPath   = "/host.json"
)

// Info is what a page is told about the program that it came from.
type Info struct {
	// Kind is "host", or "meet" for a meeting point.
	Kind string `json:"kind"`
	// Name is the host's name.
	Name string `json:"name,omitempty"`
	// Encrypted says that the host plays across encrypted streams alone.
	Encrypted bool `json:"encrypted,omitempty"`
	// Watchers says that the host lets others watch.
	Watchers bool `json:"watchers,omitempty"`
}

// maxMessage is the most bytes that a message of a stream has.
const maxMessage = 16 << 10
