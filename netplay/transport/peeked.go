package transport

import (
	"errors"
	"net"
	"os"
)

// Peeked is a connection whose first bytes have been read for a look, and are read again.
type Peeked struct {
	net.Conn
	first []byte          // still to be read
	limit *handshakeLimit // on what the peer sends; nil means none
	next  [1]byte         // what Await has read
	err   error           // what Await has met; the next Read returns it
	dry   bool            // Read does not wait, as if the deadline had passed
}

// Again returns a connection from which bytes that have been read are read again.
func Again(nc net.Conn, first []byte) *Peeked { return &Peeked{Conn: nc, first: first} }

// Read reads the first bytes, then the connection.
func (o *Peeked) Read(p []byte) (n int, err error) {
	if o.limit != nil {
		p = p[:min(len(p), o.limit.room())]
	}
	switch {
	case len(o.first) > 0:
		n = copy(p, o.first)
		if o.first = o.first[n:]; len(o.first) == 0 {
			o.first = nil
		}
	case o.err != nil:
		err, o.err = o.err, nil
	case o.dry:
		err = os.ErrDeadlineExceeded
	default:
		n, err = o.Conn.Read(p)
	}
	if o.limit != nil {
		if refused := o.limit.take(p[:n]); refused != nil {
			return 0, refused
		}
	}
	return n, err
}

// Await waits for a byte, which is read again. It allocates nothing, and needs little stack.
func (o *Peeked) Await() {
	if len(o.first) > 0 || o.err != nil {
		return
	}
	n, err := o.Conn.Read(o.next[:])
	o.first, o.err = o.next[:n], err
}

// Arrived reports whether in, which reads the connection, has another byte, as far as that can be
// known without waiting: the layers between the connection and in may have read ahead.
func (o *Peeked) Arrived(in interface{ Peek(n int) ([]byte, error) }) bool {
	o.dry = true
	_, err := in.Peek(1)
	o.dry = false
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// NetConn returns the connection itself.
func (o *Peeked) NetConn() net.Conn { return o.Conn }

// CloseWrite ends this end's half of the stream, if the connection has halves.
func (o *Peeked) CloseWrite() error { return CloseWrite(o.Conn) }
