package transport

import (
	"context"
	"errors"
	"net"
)

// TCP is the default transport. A browser has none: see [mancala/netplay/web].
type TCP struct{}

// Listen fails.
func (TCP) Listen(context.Context, string) (net.Listener, error) { return nil, errors.ErrUnsupported }

// Dial fails.
func (TCP) Dial(context.Context, string) (net.Conn, error) { return nil, errors.ErrUnsupported }
