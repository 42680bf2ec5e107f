//go:build !js

package web_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/faults"
	"mancala/netplay/link"
	"mancala/netplay/web"
	"mancala/tools/need"
)

// open opens a WebSocket to a host.
func open(t *testing.T, addr string, options *websocket.DialOptions) *websocket.Conn {
	t.Helper()
	ws, _ := need.Must2(websocket.Dial(t.Context(), "ws://"+addr+web.StreamPath, options))(t)
	t.Cleanup(func() { _ = ws.CloseNow() })
	return ws
}

// ends reads a WebSocket to its end and returns how long that took.
func ends(t *testing.T, ws *websocket.Conn) (took time.Duration, err error) {
	t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), need.Patience)
	defer cancel()
	for err == nil {
		_, _, err = ws.Read(ctx)
	}
	if ctx.Err() != nil {
		t.Error("the host does not end the stream")
	}
	return time.Since(began), err
}

// TestStreamsFromOtherPages are refused: a page of a stranger may not speak for the browser it is
// open in.
func TestStreamsFromOtherPages(t *testing.T) {
	_, addr := serve(t, link.HostConfig{})
	for origin, want := range map[string]bool{
		"":                       true, // not a browser
		"http://" + addr:         true,
		"HTTP://" + addr:         true,
		"https://" + addr:        true,
		"http://evil.example":    false,
		"http://127.0.0.1":       false, // another port is another page
		"null":                   false,
		"http://" + addr + ".ev": false,
		"://":                    false,
	} {
		options := &websocket.DialOptions{HTTPHeader: http.Header{}}
		if origin != "" {
			options.HTTPHeader.Set("Origin", origin)
		}
		ws, answer, err := websocket.Dial(t.Context(), "ws://"+addr+web.StreamPath, options)
		if (err == nil) != want {
			t.Errorf("from %q: %v", origin, err)
		}
		if err == nil {
			_ = ws.CloseNow()
		} else if answer != nil && answer.StatusCode != http.StatusForbidden {
			t.Errorf("from %q: %v", origin, answer.Status)
		}
	}
}

// TestStreamsFromOtherNodes: only the pages of a club's nodes may open streams to one another.
func TestStreamsFromOtherNodes(t *testing.T) {
	addr := answer(t, web.NewServer(web.Config{
		Page: smallPage, Others: func() []string {
			return []string{"b.example:7000", "C.example:443", "d.example:80", "[::1]:7000", "e.example;:1", "*:7000"}
		},
		Enter: func(nc net.Conn, _ bool) { _ = nc.Close() },
	}))
	for origin, want := range map[string]bool{
		"http://b.example:7000":  true,
		"https://b.example:7000": true, // its browsers may encrypt
		"https://c.example":      true,
		"http://d.example":       true,
		"http://c.example":       false,
		"https://d.example":      false,
		"http://b.example":       false,
		"http://b.example:7001":  false,
		"http://x.example:7000":  false,
	} {
		options := &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}
		ws, _, err := websocket.Dial(t.Context(), "ws://"+addr+web.StreamPath, options)
		if (err == nil) != want {
			t.Errorf("from %q: %v", origin, err)
		}
		if err == nil {
			_ = ws.CloseNow()
		}
	}
	got, _ := ask(t, addr, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	const may = "; connect-src 'self' ws://b.example:7000 wss://b.example:7000 ws://c.example:443 wss://c.example:443 " +
		"ws://d.example:80 wss://d.example:80; "
	if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, may) {
		t.Errorf("the policy is %q", policy)
	}
}

// TestStreamsThatMisbehave sends frames through a WebSocket that our programs never send: the host
// soon ends the stream.
func TestStreamsThatMisbehave(t *testing.T) {
	forever := func(send func(ctx context.Context, ws *websocket.Conn) error) func(context.Context, *websocket.Conn) {
		return func(ctx context.Context, ws *websocket.Conn) {
			for range 1 << 20 {
				if send(ctx, ws) != nil {
					return
				}
			}
		}
	}
	for name, test := range map[string]struct {
		send   func(ctx context.Context, ws *websocket.Conn)
		at, to time.Duration // when the stream ends
	}{
		"nothing": {func(context.Context, *websocket.Conn) {}, 5 * time.Second, 5 * time.Second},
		"a text": {func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, []byte("MNC1"))
		}, 0, 3 * time.Second},
		"a long message": {func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageBinary, make([]byte, 1<<20))
		}, 0, 3 * time.Second},
		"a page within": {func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageBinary, []byte("GET / HTTP/1.1\r\n\r\n"))
		}, 0, 3 * time.Second},
		"empty messages": {forever(func(ctx context.Context, ws *websocket.Conn) error {
			return ws.Write(ctx, websocket.MessageBinary, nil)
		}), 0, 3 * time.Second},
		"pings": {forever(func(ctx context.Context, ws *websocket.Conn) error {
			ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			if err := ws.Ping(ctx); err != nil && ctx.Err() == nil {
				return err
			}
			return nil
		}), 0, 6 * time.Second},
		"a Hello by drops": {func(ctx context.Context, ws *websocket.Conn) {
			for range 100 {
				if ws.Write(ctx, websocket.MessageBinary, []byte{0x16}) != nil {
					return
				}
				time.Sleep(300 * time.Millisecond)
			}
		}, 0, 8 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p *faults.Pipes) {
				ws := open(t, "host:7000", options(p))
				sent := make(chan struct{})
				go func() {
					defer close(sent)
					test.send(t.Context(), ws)
				}()
				if took, err := ends(t, ws); took < test.at || took > test.to {
					t.Errorf("it ends after %v with %v", took, err)
				}
				_ = ws.CloseNow()
				<-sent
			})
		})
	}
}

// TestBytesBeforeTheAnswer sends bytes with the request that are not a message: the stream is
// closed.
func TestBytesBeforeTheAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T, p *faults.Pipes) {
		nc, began, sent := dial(t, p), time.Now(), make(chan struct{})
		go func() {
			defer close(sent)
			_, _ = io.WriteString(nc, "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
				"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"+strings.Repeat("x", 100))
		}()
		if _, err := io.Copy(io.Discard, nc); time.Since(began) > 3*time.Second {
			t.Errorf("the host goes on for %v, %v", time.Since(began), err)
		}
		_ = nc.Close()
		<-sent
	})
}

// TestWhoIsAsked joins from browsers on this computer. The host's person is asked about the one
// whose page came from an internet name: that page may be a stranger's.
func TestWhoIsAsked(t *testing.T) {
	for name, asked := range map[string]bool{"": false, "localhost": false, "evil.example": true} {
		host, addr := serve(t, link.HostConfig{Admission: match.Admission{Ask: match.AskStrangers}})
		_, port, _ := net.SplitHostPort(addr)
		options := &websocket.DialOptions{HTTPHeader: http.Header{}}
		if name != "" {
			options.Host = net.JoinHostPort(name, port)
			options.HTTPHeader.Set("Origin", "http://"+options.Host)
		}
		guest := &tabletest.End{T: t, Link: link.Join(addr, link.GuestConfig{Common: link.Common{Name: "Gus"}, Transport: asBrowser{options}})}
		t.Cleanup(func() { _ = guest.Link.Close() })
		if asked {
			if k := tabletest.Must[table.Knocked](host); k.Addr != "127.0.0.1" {
				t.Errorf("%q: %+v", name, k)
			}
			continue
		}
		tabletest.Must[table.GameStarted](host)
	}
}

// TestQuickMessages sends the first message with the request, or while the answer is on its way: no
// byte of it is lost.
func TestQuickMessages(t *testing.T) {
	_, addr := serve(t, link.HostConfig{Common: link.Common{Insecure: true}})
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	_, _ = io.WriteString(nc, "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"+"\x82\x84\x00\x00\x00\x00MNC3")
	_ = nc.SetReadDeadline(time.Now().Add(need.Patience))
	var came strings.Builder
	buf := make([]byte, 1024)
	for err == nil && !strings.HasSuffix(came.String(), "\x82\x04MNC3") {
		var n int
		n, err = nc.Read(buf)
		came.Write(buf[:n])
	}
	if err != nil {
		t.Errorf("%q came, and %v", came.String(), err)
	}
}
