package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"syscall"
	"time"

	"mancala/netplay/keys"
)

// Protocol is the name of the protocol within TLS (ALPN).
const Protocol = "mancala"

// HandshakeWait is the time that a connection has from its start to the end of the greeting.
const HandshakeWait = 5 * time.Second

// LingerWait is the time that the other end has to read the last bytes and close.
const LingerWait = time.Second

// errNoHalves says that a connection cannot be closed in one direction only.
var errNoHalves = errors.New("the connection has no halves")

// HostTLS returns a host's TLS configuration: TLS 1.3 with the key of its identity. It has no
// session tickets, so an idle connection is small.
func HostTLS(id *keys.Identity) *tls.Config {
	return &tls.Config{
		MinVersion:             tls.VersionTLS13,
		Certificates:           id.Certificates(),
		NextProtos:             []string{Protocol},
		SessionTicketsDisabled: true,
	}
}

// Secure is an encrypted connection. Its Close closes the connection below at once: either
// CloseWrite has told the peer the end, or the peer is not waited for.
type Secure struct {
	*tls.Conn
	below net.Conn
}

// PeerKey returns the key of the other end's certificate; zero if it has shown none.
func (s *Secure) PeerKey() keys.Fingerprint {
	if shown := s.ConnectionState().PeerCertificates; len(shown) > 0 {
		return keys.FingerprintOf(shown[0])
	}
	return keys.Fingerprint{}
}

// Close closes the connection.
func (s *Secure) Close() error { return s.below.Close() }

// CloseWrite tells the peer that nothing follows, and closes this end's half of the stream.
func (s *Secure) CloseWrite() error {
	err := s.Conn.CloseWrite()
	_ = CloseWrite(s.below)
	return err
}

// Over is the base of a connection over another one, whose socket and halves it has.
type Over struct{ net.Conn }

// NetConn returns the connection below.
func (o Over) NetConn() net.Conn { return o.Conn }

// CloseWrite closes this end's half of the stream.
func (o Over) CloseWrite() error { return CloseWrite(o.Conn) }

// CloseWrite closes this end's half of a stream. It fails if the stream has no halves.
func CloseWrite(nc net.Conn) error {
	if half, ok := nc.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errNoHalves
}

// IsSocket reports whether the system buffers writes to a connection, so a write does not wait for
// the peer's read.
func IsSocket(nc net.Conn) bool {
	for {
		if _, ok := nc.(syscall.Conn); ok {
			return true
		}
		above, ok := nc.(interface{ NetConn() net.Conn })
		if !ok {
			return false
		}
		nc = above.NetConn()
	}
}

// Encrypt encrypts a connection at the guest, showing its own certificates if it has any, and
// returns the key that the host has shown.
func Encrypt(ctx context.Context, nc net.Conn, own []tls.Certificate) (*Secure, keys.Fingerprint, error) {
	_ = nc.SetDeadline(time.Now().Add(HandshakeWait))
	// The host is identified by its key, which the caller judges, not by names and dates.
	secure := tls.Client(nc, &tls.Config{MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, NextProtos: []string{Protocol}, Certificates: own})
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, keys.Fingerprint{}, err
	}
	state := secure.ConnectionState()
	if state.NegotiatedProtocol != Protocol {
		return nil, keys.Fingerprint{}, ErrOtherProtocol
	}
	_ = nc.SetDeadline(time.Time{})
	return &Secure{secure, nc}, keys.FingerprintOf(state.PeerCertificates[0]), nil
}

// ErrOtherProtocol says that the program at the other end encrypts something else.
var ErrOtherProtocol = errors.New("the program encrypts another protocol")

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
