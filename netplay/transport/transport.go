// Package transport makes the streams of bytes that games, lobbies and meeting points use: TCP, TCP
// that never leaves this machine, and TLS with the key of a host over either. It knows no message,
// and trusts no key: its callers judge those.
package transport

import (
	"context"
	"net"

	"mancala/netplay/address"
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

// Loopback is TCP that never leaves this machine, as [address.LoopbackVariable] asks for. It
// listens at 127.0.0.1 if an address names no host, and refuses other addresses with a
// [rules.Note], without looking a name up.
type Loopback struct{}

// Listen opens a TCP port of the loopback interface.
func (Loopback) Listen(ctx context.Context, addr string) (net.Listener, error) {
	inside, err := address.OnLoopback(addr)
	if err != nil {
		return nil, err
	}
	return TCP{}.Listen(ctx, inside)
}

// Dial connects by TCP to a program on this machine.
func (Loopback) Dial(ctx context.Context, addr string) (net.Conn, error) {
	inside, err := address.OnLoopback(addr)
	if err != nil {
		return nil, err
	}
	return TCP{}.Dial(ctx, inside)
}
