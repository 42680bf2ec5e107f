// Package transport makes the connections of games, lobbies and meeting points, and carries frames
// over them, as package net does for bytes: it has all sockets, and decides nothing about a game.
//
//   - A [Transport] makes streams of bytes: TCP, or TCP that never leaves this machine.
//   - A [Dialer] connects a guest to a host, and [DialLobby] a member to a club: at the first of
//     several addresses that answers, directly or through a meeting point. It encrypts the stream,
//     and judges the other end's key by an invite, an earlier connection or a series.
//   - An [Acceptor] accepts strangers within limits, tells protocols apart and encrypts. A
//     [Listener] reads each connection's first frame, too, and hands it out with its [Purpose].
//   - A [Conn] carries the frames of one end: it owns the socket, the goroutine that reads it, and a
//     timer. A [Machine], such as those of package session, decides what the frames say.
package transport

import (
	"context"
	"errors"
	"net"
	"os"

	"mancala/internal/match"
	"mancala/netplay/address"
	"mancala/rules"
)

// Transport makes the connections of a series. A connection is a stream of bytes in both
// directions, as with TCP. It should offer CloseWrite, so that a goodbye is read before the end.
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

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// IsTimeout reports whether an error comes from a deadline.
func IsTimeout(err error) bool {
	var netError net.Error
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &netError) && netError.Timeout()
}

// DialError returns the note about a connection that could not be made.
func DialError(addr string, err error) *rules.Note {
	if told := (*rules.Note)(nil); errors.As(err, &told) {
		return told
	}
	host, _, _ := net.SplitHostPort(addr)
	var dns *net.DNSError
	n := note("no-connection", addr)
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		n = note("no-such-computer", host)
	case errors.As(err, &dns):
		n = note("no-lookup", host)
	case errors.Is(err, connectionRefused):
		n = note("refused", addr)
	case errors.Is(err, networkUnreachable) || errors.Is(err, hostUnreachable):
		n = note("unreachable", addr)
	case IsTimeout(err):
		n = note("silent", addr)
	}
	return n.Because(err)
}

// ListenError returns the note for an error of listening at an address.
func ListenError(addr string, err error) *rules.Note {
	if told := (*rules.Note)(nil); errors.As(err, &told) {
		return told
	}
	_, port, splitErr := net.SplitHostPort(addr)
	var addrError *net.AddrError
	var dns *net.DNSError
	n := note("no-hosting", addr)
	switch {
	case errors.Is(err, addressInUse) && port == address.DefaultPort:
		n = note("usual-port-taken", port, address.OtherPort(port))
	case errors.Is(err, addressInUse):
		n = note("port-taken", port, address.OtherPort(port))
	case errors.Is(err, os.ErrPermission):
		n = note("port-forbidden", port, address.DefaultPort)
	case errors.Is(err, addressNotOurs):
		n = note("foreign-address", addr, port)
	case splitErr != nil, errors.As(err, &addrError), errors.As(err, &dns):
		n = BadListen(addr)
	}
	return n.Because(err)
}

// BadListen returns the note about a text that is no address to listen at.
func BadListen(addr string) *rules.Note { return note("bad-listen", match.CleanText(addr)) }
