package netplay

import (
	"context"
	"net"
	"net/netip"

	"mancala/netplay/meet"
	"mancala/rules"
)

// LoopbackVariable is the environment variable that keeps the program off every network: if it is
// not empty, the program listens, announces and searches on loopback only.
const LoopbackVariable = "MANCALA_LOOPBACK"

// Loopback is TCP that never leaves this machine. It listens at 127.0.0.1 if an address names no
// host, and refuses other addresses with a [rules.Note], without looking a name up.
type Loopback struct{}

// Listen opens a TCP port of the loopback interface.
func (Loopback) Listen(ctx context.Context, addr string) (net.Listener, error) {
	inside, err := OnLoopback(addr)
	if err != nil {
		return nil, err
	}
	return TCP{}.Listen(ctx, inside)
}

// Dial connects by TCP to a program on this machine.
func (Loopback) Dial(ctx context.Context, addr string) (net.Conn, error) {
	inside, err := OnLoopback(addr)
	if err != nil {
		return nil, err
	}
	return TCP{}.Dial(ctx, inside)
}

// OnLoopback returns the loopback address that replaces host:port under [LoopbackVariable]: a
// loopback address stays as it is; localhost and an empty host become 127.0.0.1. Other addresses
// are refused with a [rules.Note]; a text without a port is returned unchanged. In an address with
// a meeting point, lookup@host:port, the point has to be on loopback.
func OnLoopback(addr string) (string, error) {
	inside, refused := onLoopback(addr)
	if refused != nil {
		return "", refused
	}
	return inside, nil
}

func onLoopback(addr string) (string, *rules.Note) {
	if lookup, point := meet.SplitAddress(addr); lookup != "" {
		inside, refused := onLoopback(point)
		return lookup + "@" + inside, refused
	}
	host, port, err := net.SplitHostPort(addr)
	switch {
	case err != nil:
		return addr, nil
	case host == "", host == "localhost":
		return net.JoinHostPort("127.0.0.1", port), nil
	}
	if at, err := netip.ParseAddr(host); err != nil || !at.Unmap().IsLoopback() {
		return "", note("loopback-alone", cleanText(addr))
	}
	return addr, nil
}
