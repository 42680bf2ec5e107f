//go:build !js

package web_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"mancala/netplay/faults"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// dial connects until the test ends.
func dial(t *testing.T, p *faults.Pipes) net.Conn {
	t.Helper()
	nc := need.Must(p.Dial(t.Context(), ""))(t)
	t.Cleanup(func() { _ = nc.Close() })
	return nc
}

// options makes WebSockets by the pipes.
func options(p *faults.Pipes) *websocket.DialOptions {
	return &websocket.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) { return p.Dial(ctx, addr) },
	}}}
}

// inBubble runs a test in a bubble of time, with a host that listens to pipes at host:7000.
func inBubble(t *testing.T, test func(t *testing.T, p *faults.Pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := faults.NewPipes()
		serve(t, link.HostConfig{Transport: p})
		test(t, p)
	})
}
