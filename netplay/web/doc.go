// Package web lets people play in a browser: its server answers browsers with the page that
// contains the program, and accepts the program's streams; its dialler is the program's end of a
// stream. A stream is a WebSocket whose binary messages, concatenated, are the bytes of a
// connection; message boundaries have no meaning.
package web

// StreamPath is the server's path for streams, and InfoPath its path for describing itself.
const (
	StreamPath = "/ws"
	InfoPath   = "/host.json"
)

// Info describes the server's program to its page.
type Info struct {
	// Kind is "host", "club", or "meet" for a meeting point.
	Kind string `json:"kind"`
	// Name is the name of the host or of the club.
	Name string `json:"name,omitempty"`
	// Encrypted says that the host accepts only encrypted streams.
	Encrypted bool `json:"encrypted,omitempty"`
	// Watchers says that the host allows watching.
	Watchers bool `json:"watchers,omitempty"`
}

// maxMessage is the largest number of bytes of a message of a stream.
const maxMessage = 16 << 10
