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
