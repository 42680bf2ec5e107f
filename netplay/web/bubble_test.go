//go:build !js

package web_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"mancala/netplay/link"
)

// pipes is a transport within the program: its listener accepts the other ends of the connections
// that it dials. In a bubble of time it takes no time at all.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipes() pipes { return pipes{make(chan net.Conn), make(chan struct{})} }

// Listen returns the listener.
func (p pipes) Listen(context.Context, string) (net.Listener, error) { return p, nil }

// Dial connects to the listener.
func (p pipes) Dial(context.Context, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case nc := <-p.conns:
		return nc, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error {
	close(p.closed)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7000} }

// dial connects until the test ends.
func (p pipes) dial(t *testing.T) net.Conn {
	t.Helper()
	nc, err := p.Dial(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = nc.Close() })
	return nc
}

// options makes WebSockets by the pipes.
func (p pipes) options() *websocket.DialOptions {
	return &websocket.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) { return p.Dial(ctx, addr) },
	}}}
}

// inBubble runs a test in a bubble of time, with a host that listens to pipes at host:7000.
func inBubble(t *testing.T, test func(t *testing.T, p pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		serve(t, link.HostConfig{Transport: p})
		test(t, p)
	})
}
