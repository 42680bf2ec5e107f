package netplay

import (
	"net"
	"time"
)

// frameReader reads a connection and sets a deadline for each frame.
type frameReader struct {
	nc       net.Conn
	deadline time.Time // of the frame being read; zero between frames
	armed    bool      // the connection knows the deadline
}

// begin notes that the first byte of a frame has arrived.
func (r *frameReader) begin() { r.deadline = time.Now().Add(frameWait) }

// end notes that the last byte of the frame has arrived.
func (r *frameReader) end() {
	if r.armed {
		_ = r.nc.SetReadDeadline(time.Time{})
	}
	r.deadline, r.armed = time.Time{}, false
}

// Read reads from the connection. It sets the deadline only if a frame arrives in more than one
// piece.
func (r *frameReader) Read(p []byte) (int, error) {
	if !r.deadline.IsZero() && !r.armed {
		r.armed = true
		_ = r.nc.SetReadDeadline(r.deadline)
	}
	return r.nc.Read(p)
}
