package transport

import (
	"crypto/tls"
	"errors"
	"net"
)

// Accept encrypts a connection at the host. A browser's first message may be longer than a guest's:
// web says that browsers also use TLS here.
func Accept(o *Peeked, config *tls.Config, web bool) (*Secure, error) {
	o.limit = newHandshakeLimit()
	if web { // a browser's ClientHello has 2,000 bytes and more
		o.limit.bytes, o.limit.most = maxHandshake+maxFirstRecord, 2*maxFirstRecord
	}
	secure := tls.Server(o, config)
	if err := secure.Handshake(); err != nil {
		return nil, err
	}
	o.limit = nil
	return &Secure{secure, o.Conn}, nil
}

// handshakeLimit limits the host's memory for a stranger before the TLS handshake ends: few bytes,
// and no record with a large claimed length. The host reads at most to the end of a record or
// header at a time, so the limit does not count bytes after the handshake.
type handshakeLimit struct {
	bytes  int  // bytes that may still come
	most   int  // bytes that the next record may have
	record int  // bytes of the current record that are still to come
	header int  // bytes of the next record's header that have come
	length uint // the length of the next record, as far as it has been read
}

// Limits before the TLS handshake ends. A ClientHello, the first record, has 300 bytes, or 1,700
// with a post-quantum key; Finished has 60.
const (
	maxHandshake   = 4 << 10
	maxFirstRecord = 2 << 10
	maxNextRecord  = 1 << 10
	recordHeader   = 5
)

var errHandshakeTooLong = errors.New("too much was sent before the encryption began")

func newHandshakeLimit() *handshakeLimit {
	return &handshakeLimit{bytes: maxHandshake, most: maxFirstRecord}
}

// room returns how many bytes are left of the current record or header.
func (l *handshakeLimit) room() int {
	if l.record > 0 {
		return l.record
	}
	return recordHeader - l.header
}

// take counts received bytes, and returns an error if they are too many.
func (l *handshakeLimit) take(p []byte) error {
	if l.bytes -= len(p); l.bytes < 0 {
		return errHandshakeTooLong
	}
	for len(p) > 0 {
		if l.record > 0 {
			n := min(l.record, len(p))
			l.record -= n
			p = p[n:]
			continue
		}
		l.length = l.length<<8 | uint(p[0])
		p = p[1:]
		if l.header++; l.header < recordHeader {
			continue
		}
		if l.record, l.header, l.length = int(l.length&0xffff), 0, 0; l.record > l.most {
			return errHandshakeTooLong
		}
		l.most = maxNextRecord
	}
	return nil
}

// Peeked is a connection whose first bytes were peeked at, and are read again.
type Peeked struct {
	Over
	first   []byte          // still to be read
	limit   *handshakeLimit // on the peer's bytes; nil means none
	refused bool            // the last byte was written
}

// Again returns a connection that yields bytes already read once more.
func Again(nc net.Conn, first []byte) *Peeked { return &Peeked{Over: Over{nc}, first: first} }

// noProtocol is a TLS record with the fatal alert no_application_protocol (RFC 7301).
const noProtocol = "\x15\x03\x03\x00\x02\x02\x78"

// NoProtocol refuses a TLS client that offers no application protocol, and returns the error for
// [tls.Config.GetConfigForClient]. Only for QUIC does crypto/tls do so itself, and the alert that
// it sends for any such error is internal_error, which accuses the wrong end.
func NoProtocol(hello *tls.ClientHelloInfo) error {
	if o, ok := hello.Conn.(*Peeked); ok {
		_, _ = o.Write([]byte(noProtocol))
		o.refused = true
	}
	return ErrOtherProtocol
}

// Write writes to the connection, unless the peer was refused.
func (o *Peeked) Write(p []byte) (int, error) {
	if o.refused {
		return len(p), nil
	}
	return o.Conn.Write(p)
}

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
