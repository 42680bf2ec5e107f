// Package transport makes the streams of bytes that games, lobbies and meeting points use: TCP, TCP
// that never leaves this machine, and TLS with the key of a host over either. It knows no message,
// and trusts no key: its callers judge those.
package transport

import (
	"context"
	"net"
)

// Transport makes the connections that a series is played across. A connection is a stream of bytes
// in both directions, as with TCP; it should offer CloseWrite, so that a goodbye is read before the
// end.
type Transport interface {
	// Listen opens an address of this machine, until the listener is closed.
	Listen(ctx context.Context, addr string) (net.Listener, error)
	// Dial connects to an address, and returns early with ctx's error if ctx ends.
	Dial(ctx context.Context, addr string) (net.Conn, error)
}
