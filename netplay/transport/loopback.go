package transport

import (
	"context"
	"net"

	"mancala/netplay/address"
)

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
