//go:build !js

package web_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mancala/netplay/meet"
	"mancala/netplay/web"
	"mancala/tools/need"
)

// inPieces is a connection that delivers each write in two pieces, with a pause between them.
type inPieces struct{ net.Conn }

func (c inPieces) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p[:len(p)/2])
	if err != nil {
		return n, err
	}
	time.Sleep(30 * time.Millisecond)
	m, err := c.Conn.Write(p[len(p)/2:])
	return n + m, err
}

// slowLine dials connections that are inPieces.
func slowLine(ctx context.Context, network, addr string) (net.Conn, error) {
	nc, err := new(net.Dialer).DialContext(ctx, network, addr)
	return inPieces{nc}, err
}

// meetingPoint returns the address of a meeting point that answers browsers.
func meetingPoint(t *testing.T) string {
	t.Helper()
	listener := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	var server *meet.Server
	pages := web.NewServer(web.Config{
		Page: smallPage, Info: func() web.Info { return web.Info{Kind: "meet"} },
		Enter: func(nc net.Conn, _ bool) { server.Enter(nc) },
	})
	server = meet.NewServer(meet.Config{Web: pages.Answer})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		_ = pages.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// TestSlowStreamAtAMeetingPoint has a browser on a slow line meet a host: its messages arrive
// whole, although each comes in pieces.
func TestSlowStreamAtAMeetingPoint(t *testing.T) {
	t.Parallel()
	addr := meetingPoint(t)
	dial := func() net.Conn {
		nc := need.Must(net.Dial("tcp", addr))(t)
		t.Cleanup(func() { _ = nc.Close() })
		return nc
	}
	line := need.Must(meet.Open(t.Context(), dial(), "", ""))(t)
	t.Cleanup(func() { _ = line.Close() })
	taking := dial()
	go func() {
		guest, err := line.Next()
		if err != nil {
			t.Error(err)
			return
		}
		host, err := meet.Take(t.Context(), taking, guest.ID)
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.Copy(host, host)
	}()
	ws := open(t, addr, &websocket.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{DialContext: slowLine}}})
	stream := websocket.NetConn(t.Context(), ws, websocket.MessageBinary)
	guest := need.Must(meet.Join(t.Context(), stream, line.Lookup))(t)
	_ = guest.SetDeadline(time.Now().Add(need.Patience))
	for n := 1; n <= 10_000; n *= 10 {
		sent, got := bytes.Repeat([]byte{byte(n)}, n), make([]byte, n)
		need.Must(guest.Write(sent))(t)
		if _, err := io.ReadFull(guest, got); err != nil || !bytes.Equal(sent, got) {
			t.Fatalf("of %d bytes come back %.20x, %v", n, got, err)
		}
	}
}
