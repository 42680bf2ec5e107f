package netplay

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"syscall"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
)

// tlsProtocol is the name of the protocol within TLS (ALPN).
const tlsProtocol = "mancala"

// errNoHalves says that a connection cannot be closed in one direction only.
var errNoHalves = errors.New("the connection has no halves")

// hostTLS returns a host's TLS configuration: TLS 1.3 with the key of its identity. It keeps
// nothing between connections, so an idle connection is small.
func hostTLS(id *keys.Identity) *tls.Config {
	return &tls.Config{
		MinVersion:             tls.VersionTLS13,
		Certificates:           id.Certificates(),
		NextProtos:             []string{tlsProtocol},
		SessionTicketsDisabled: true,
	}
}

// The names of other protocols within TLS: that of web servers, and the one by which a certificate
// is asked for.
const (
	webProtocol  = "http/1.1"
	acmeProtocol = "acme-tls/1"
)

// config returns the TLS configuration of an entrance with that key.
func (e *entrance) config(id *keys.Identity) *tls.Config {
	config := hostTLS(id)
	if e.askKey {
		config.ClientAuth = tls.RequestClientCert
	}
	var web *tls.Config
	if e.certificates != nil {
		web = &tls.Config{
			MinVersion: tls.VersionTLS12, GetCertificate: e.certificates, NextProtos: []string{webProtocol, acmeProtocol},
			SessionTicketsDisabled: true,
		}
	}
	config.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		switch offers := hello.SupportedProtos; {
		case len(offers) == 0: // crypto/tls itself refuses only other protocols
			return nil, errOtherProtocol
		case web != nil && (slices.Contains(offers, webProtocol) || slices.Contains(offers, acmeProtocol)):
			return web, nil
		}
		return nil, nil
	}
	return config
}

// guestTLS returns a guest's TLS configuration. The host is identified by its key, not by the names
// and dates in its certificate; [approach] judges the key.
func guestTLS() *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true,
		NextProtos:         []string{tlsProtocol},
	}
}

// secureConn is an encrypted connection. Its Close closes the connection below at once: either
// CloseWrite has told the peer the end, or the peer is not waited for.
type secureConn struct {
	*tls.Conn
	below net.Conn
}

// Close closes the connection.
func (s *secureConn) Close() error { return s.below.Close() }

// CloseWrite tells the peer that nothing follows, and closes this end's half of the stream.
func (s *secureConn) CloseWrite() error {
	err := s.Conn.CloseWrite()
	_ = closeWrite(s.below)
	return err
}

// closeWrite closes this end's half of a stream.
func closeWrite(nc net.Conn) error {
	if half, ok := nc.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errNoHalves
}

// isSocket reports whether the system buffers writes to a connection, so that a write does not wait
// for the peer's read.
func isSocket(nc net.Conn) bool {
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

// securityOf returns the protection of a connection to a host with that key: verified by the code
// of a meeting point, by an invite, or not; without a key there is none.
func securityOf(host keys.Known, byCode bool) match.Security {
	switch {
	case host.Fingerprint.IsZero():
		return match.Plain
	case host.Verified && byCode:
		return match.ByCode
	case host.Verified:
		return match.Verified
	}
	return match.Encrypted
}

// identityOf returns the key of a host, or a fresh one if there is no function for it.
func identityOf(f func() (*keys.Identity, error)) (*keys.Identity, error) {
	if f == nil {
		return keys.NewIdentity(rand.Reader)
	}
	return f()
}

// encrypt encrypts a connection at the guest, showing its own certificates if it has any, and
// returns the key that the host has shown.
func encrypt(ctx context.Context, nc net.Conn, own []tls.Certificate) (net.Conn, keys.Fingerprint, error) {
	_ = nc.SetDeadline(time.Now().Add(handshakeWait))
	config := guestTLS()
	config.Certificates = own
	secure := tls.Client(nc, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, keys.Fingerprint{}, err
	}
	state := secure.ConnectionState()
	if state.NegotiatedProtocol != tlsProtocol {
		return nil, keys.Fingerprint{}, errOtherProtocol
	}
	_ = nc.SetDeadline(time.Time{})
	return &secureConn{secure, nc}, keys.FingerprintOf(state.PeerCertificates[0]), nil
}

// errOtherProtocol says that the program at the other end encrypts something else.
var errOtherProtocol = errors.New("the program encrypts another protocol")

// greetLimit limits the memory that a stranger can make the host use before the TLS handshake ends:
// few bytes, and no record that claims to have many. The host reads no further than the end of a
// record or header at a time, so the limit does not count what comes behind the handshake.
type greetLimit struct {
	bytes  int  // bytes that may still come
	most   int  // bytes that the next record may have
	record int  // bytes of the current record that are still to come
	header int  // bytes of the next record's header that have come
	length uint // the length of the next record, as far as it has been read
}

// Limits before the TLS handshake ends. A ClientHello, the first record, has 300 bytes, or 1,700
// with a post-quantum key; Finished has 60.
const (
	maxGreeting    = 4 << 10
	maxFirstRecord = 2 << 10
	maxNextRecord  = 1 << 10
	recordHeader   = 5
)

var errGreetedTooLong = errors.New("too much was sent before the encryption stood")

func newGreetLimit() *greetLimit { return &greetLimit{bytes: maxGreeting, most: maxFirstRecord} }

// newWebGreetLimit returns the limits if browsers may encrypt, whose ClientHello has 2,000 bytes
// and more.
func newWebGreetLimit() *greetLimit {
	return &greetLimit{bytes: maxGreeting + maxFirstRecord, most: 2 * maxFirstRecord}
}

// room returns how many bytes are left of the current record or header.
func (l *greetLimit) room() int {
	if l.record > 0 {
		return l.record
	}
	return recordHeader - l.header
}

// take counts received bytes, and returns an error if they are too many.
func (l *greetLimit) take(p []byte) error {
	if l.bytes -= len(p); l.bytes < 0 {
		return errGreetedTooLong
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
			return errGreetedTooLong
		}
		l.most = maxNextRecord
	}
	return nil
}
