package netplay

import (
	"errors"
	"net"
	"os"
)

// bottom returns the connection below the encryption, if there is any, at which a conn can wait for
// bytes; nil if there is none.
func bottom(nc net.Conn) (opened *openedConn) {
	for {
		switch above := nc.(type) {
		case *openedConn:
			opened, nc = above, above.Conn
		case *secureConn:
			nc = above.NetConn()
		default:
			return opened
		}
	}
}

// readOn has the next frames read when they arrive.
func (c *conn) readOn() {
	if c.opened == nil {
		go c.read()
		return
	}
	go c.await()
}

// await waits for the next frame, and leaves it to the crew.
func (c *conn) await() {
	c.opened.await()
	c.crew.Run(c)
}

// Run processes the frames that have arrived.
func (c *conn) Run() { c.read() }

// arrived reports whether more has arrived than the frames until now, as far as that can be known
// without waiting: the layers between the socket and the frames may have read ahead.
func (c *conn) arrived() bool {
	if c.opened == nil {
		return false
	}
	c.opened.dry = true
	_, err := c.in.Peek(1)
	c.opened.dry = false
	return !errors.Is(err, os.ErrDeadlineExceeded)
}
