package transport

import "net"

// Peeked is a connection whose first bytes have been read for a look, and are read again.
type Peeked struct {
	net.Conn
	first []byte          // still to be read
	limit *handshakeLimit // on what the peer sends; nil means none
}

// Again returns a connection from which bytes that have been read are read again.
func Again(nc net.Conn, first []byte) *Peeked { return &Peeked{Conn: nc, first: first} }

// Read reads the first bytes, then the connection.
func (o *Peeked) Read(p []byte) (n int, err error) {
	if o.limit != nil {
		p = p[:min(len(p), o.limit.room())]
	}
	if len(o.first) > 0 {
		n = copy(p, o.first)
		if o.first = o.first[n:]; len(o.first) == 0 {
			o.first = nil
		}
	} else {
		n, err = o.Conn.Read(p)
	}
	if o.limit != nil {
		if refused := o.limit.take(p[:n]); refused != nil {
			return 0, refused
		}
	}
	return n, err
}

// NetConn returns the connection itself.
func (o *Peeked) NetConn() net.Conn { return o.Conn }

// CloseWrite ends this end's half of the stream, if the connection has halves.
func (o *Peeked) CloseWrite() error { return CloseWrite(o.Conn) }
