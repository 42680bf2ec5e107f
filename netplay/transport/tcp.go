//go:build !js

package transport

import (
	"context"
	"net"
	"time"

	"mancala/netplay/address"
)

// dialWait is the timeout of one attempt to connect.
const dialWait = 10 * time.Second

// TCP is the default transport.
type TCP struct{}

// Listen opens a TCP port.
func (TCP) Listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	return config.Listen(ctx, "tcp", addr)
}

// Dial connects by TCP. A link-local address without a zone is tried on each link.
func (TCP) Dial(ctx context.Context, addr string) (nc net.Conn, err error) {
	all := address.Zoned(addr)
	dialer := net.Dialer{Timeout: dialWait / time.Duration(len(all))}
	for _, at := range all {
		if nc, err = dialer.DialContext(ctx, "tcp", at); err == nil {
			break
		}
	}
	return nc, err
}
