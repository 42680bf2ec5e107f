//go:build !js

package transport

import (
	"context"
	"net"
	"time"
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

// Dial connects by TCP.
func (TCP) Dial(ctx context.Context, addr string) (net.Conn, error) {
	dialer := net.Dialer{Timeout: dialWait}
	return dialer.DialContext(ctx, "tcp", addr)
}
