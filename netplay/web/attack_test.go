//go:build !js

package web_test

import (
	"bufio"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/netplay/web"
	"mancala/tools/need"
)

// crowd calls do again and again, in many goroutines, until it is stopped.
func crowd(ctx context.Context, many int, do func(ctx context.Context)) (wait func()) {
	var all sync.WaitGroup
	for range many {
		all.Go(func() {
			for ctx.Err() == nil {
				do(ctx)
			}
		})
	}
	return all.Wait
}

// raw sends bytes to a host and reads until the host closes the connection, or ctx ends.
func raw(addr, request string) func(ctx context.Context) {
	return func(ctx context.Context) {
		var dialer net.Dialer
		nc, err := dialer.DialContext(ctx, "tcp", addr)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			return
		}
		stop := context.AfterFunc(ctx, func() { _ = nc.Close() })
		defer stop()
		defer nc.Close()
		_, _ = io.WriteString(nc, request)
		_, _ = io.Copy(io.Discard, nc)
	}
}

// upgrade opens a WebSocket and sends nothing in it.
func upgrade(addr string) func(ctx context.Context) {
	return func(ctx context.Context) {
		ws, _, err := websocket.Dial(ctx, "ws://"+addr+web.StreamPath, nil)
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			return
		}
		_, _, _ = ws.Read(ctx)
		_ = ws.CloseNow()
	}
}

// insist has a guest join, again if necessary, as a person does.
func insist(t *testing.T, addr string, cfg link.GuestConfig) *tabletest.End {
	t.Helper()
	stop := time.Now().Add(need.Patience)
	for time.Now().Before(stop) {
		guest := &tabletest.End{T: t, Link: link.Join(addr, cfg)}
		for ; time.Now().Before(stop); time.Sleep(time.Millisecond) {
			guest.Heard = append(guest.Heard, guest.Link.Events()...)
			if len(guest.Heard) == 0 {
				continue
			}
			last := guest.Heard[len(guest.Heard)-1]
			if _, began := last.(table.GameStarted); began {
				return guest
			}
			if _, failed := last.(table.Failed); failed {
				t.Log(guest.Heard)
				break
			}
		}
		_ = guest.Link.Close()
	}
	t.Fatalf("the %s does not get in", cfg.Name)
	return nil
}

// meanwhile plays a game with a guest in a browser while others use the host's page. Then a native
// guest and one in a browser get in.
func meanwhile(t *testing.T, begin func(ctx context.Context, addr string) (wait func())) {
	t.Helper()
	host, addr := serve(t, link.HostConfig{})
	guest := join(t, addr)
	tabletest.Must[table.Connected](guest)
	ctx, cancel := context.WithCancel(t.Context())
	wait := begin(ctx, addr)
	tabletest.Must[table.GameStarted](host)
	tabletest.PlayOut(kalah, host, guest, rand.New(rand.NewPCG(3, 4)))
	guest.Link.Leave(table.ReasonQuit)
	tabletest.Must[table.PeerLeft](host)
	host.Link.WaitAgain()
	for name, transport := range map[string]transport.Transport{"browser": asBrowser{}, "native": transport.TCP{}} {
		honest := insist(t, addr, link.GuestConfig{Common: link.Common{Name: name}, Transport: transport})
		tabletest.Must[table.GameStarted](host)
		honest.Link.Leave(table.ReasonQuit)
		tabletest.Must[table.PeerLeft](host)
		_ = honest.Link.Close()
		host.Link.WaitAgain()
	}
	cancel()
	wait()
}

// TestGameAmongLoads loads the page with a thousand browsers at once: all get it, some of them only
// on another attempt.
func TestGameAmongLoads(t *testing.T) {
	many := 1000
	if testing.Short() { // the race detector makes everything slow
		many = 200
	}
	var loaded, again atomic.Int64
	client := http.Client{Timeout: need.Patience, Transport: &http.Transport{DisableKeepAlives: true}}
	meanwhile(t, func(_ context.Context, addr string) func() {
		var all sync.WaitGroup
		for range many {
			all.Go(func() {
				for range 20 {
					if loads(&client, "http://"+addr+"/mancala.wasm.gz") == 1<<20 {
						loaded.Add(1)
						return
					}
					again.Add(1)
				}
			})
		}
		return all.Wait
	})
	t.Logf("%d tried again", again.Load())
	if int(loaded.Load()) < many {
		t.Errorf("of %d browsers %d loaded the page", many, loaded.Load())
	}
}

// loads loads a file of a page and returns its length, or -1.
func loads(client *http.Client, url string) int64 {
	answer, err := client.Get(url)
	if err != nil {
		return -1
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return -1
	}
	return n
}

// TestGameAmongLurkers opens 300 connections that request the page byte by byte, request nothing,
// or open streams and send nothing.
func TestGameAmongLurkers(t *testing.T) {
	meanwhile(t, func(ctx context.Context, addr string) func() {
		waits := []func(){
			crowd(ctx, 100, raw(addr, "GET / HTTP/1.1\r\nHost: a\r\n")),
			crowd(ctx, 100, raw(addr, "GET ")),
			crowd(ctx, 100, upgrade(addr)),
		}
		return func() {
			for _, wait := range waits {
				wait()
			}
		}
	})
}

// TestIdleStreamsAreSmall opens streams that send nothing and compares their memory with a bound.
func TestIdleStreamsAreSmall(t *testing.T) {
	const many = 400
	var mu sync.Mutex
	var kept []net.Conn
	addr := answer(t, web.NewServer(web.Config{Enter: func(nc net.Conn, _ bool) {
		mu.Lock()
		defer mu.Unlock()
		kept = append(kept, nc)
	}}))
	dial := func() net.Conn {
		nc := need.Must(net.Dial("tcp", addr))(t)
		t.Cleanup(func() { _ = nc.Close() })
		_, _ = io.WriteString(nc, "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
		_, _ = nc.Read(make([]byte, 1024))
		return nc
	}
	for range 20 { // memory that all share
		dial()
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range many {
		dial()
	}
	for stop := time.Now().Add(need.Patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		mu.Lock()
		n := len(kept)
		mu.Unlock()
		if n == many+20 {
			break
		}
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	inUse := func(m runtime.MemStats) int64 { return int64(m.HeapAlloc + m.StackInuse) }
	each := float64(inUse(after)-inUse(before)) / many / 1024
	t.Logf("%.1f KiB a stream, both ends", each)
	if each > 12 {
		t.Errorf("a stream that says nothing takes %.1f KiB", each)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(kept) != many+20 {
		t.Errorf("%d streams came", len(kept))
	}
}

// dialFrom127 dials from an address of the loopback network, so attackers and honest people have
// different ones.
func dialFrom127(t *testing.T, n byte, addr string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, n)}}
	nc := need.Must(dialer.DialContext(t.Context(), "tcp4", addr))(t)
	t.Cleanup(func() { _ = nc.Close() })
	return nc
}

// TestPlacesForOthers has few addresses send requests until the server keeps them waiting: endless
// requests, or requests with unread answers. Browsers from elsewhere get a place at once, which one
// or two addresses cannot take from them.
func TestPlacesForOthers(t *testing.T) {
	for name, request := range map[string]string{
		"deaf":     "GET /mancala.wasm.gz HTTP/1.1\r\nHost: a\r\n\r\n",
		"dripping": "GET / HTTP/1.1\r\nHost: a\r\n",
	} {
		for _, addresses := range []int{1, 2} {
			page := fstest.MapFS{"index.html": smallPage["index.html"], "mancala.wasm.gz": {Data: make([]byte, 64<<20)}}
			s := web.NewServer(web.Config{Page: page, Info: func() web.Info { return web.Info{} }})
			listener := need.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
			t.Cleanup(func() {
				_ = listener.Close()
				_ = s.Close()
			})
			come := func(n byte) (nc net.Conn, in bool) {
				nc = dialFrom127(t, n, listener.Addr().String())
				at := need.Must(listener.Accept())(t)
				t.Cleanup(func() { _ = at.Close() })
				return nc, s.Answer(at) == 0
			}
			for n := range byte(addresses) {
				for taken := 0; ; taken++ {
					nc, in := come(n + 1)
					if !in {
						break
					}
					if taken == 64 {
						t.Fatalf("%s: one address has all places", name)
					}
					_, _ = io.WriteString(nc, request)
				}
			}
			for n := range byte(3) {
				nc, in := come(100 + n)
				if !in {
					t.Fatalf("%s, from %d: an honest browser has to wait", name, addresses)
				}
				_, _ = io.WriteString(nc, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
				_ = nc.SetReadDeadline(time.Now().Add(need.Patience))
				if answer, err := http.ReadResponse(bufio.NewReader(nc), nil); err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("%s, from %d: an honest browser gets %v, %v", name, addresses, answer, err)
				}
			}
		}
	}
}

// TestPlacesBetweenRequests has a class behind one address open the page: connections that wait for
// another request make room for more, and a long answer on its way is not cut for them.
func TestPlacesBetweenRequests(t *testing.T) {
	const long = 64 << 20
	page := fstest.MapFS{"index.html": smallPage["index.html"], "mancala.wasm.gz": {Data: make([]byte, long)}}
	s := web.NewServer(web.Config{Page: page, Info: func() web.Info { return web.Info{} }})
	listener := need.Must(net.Listen("tcp4", "127.0.0.1:0"))(t)
	t.Cleanup(func() {
		_ = listener.Close()
		_ = s.Close()
	})
	get := func(file string) *http.Response {
		t.Helper()
		nc := dialFrom127(t, 1, listener.Addr().String())
		at := need.Must(listener.Accept())(t)
		for wait := s.Answer(at); wait > 0; wait = s.Answer(at) {
			time.Sleep(time.Millisecond)
		}
		_, _ = io.WriteString(nc, "GET /"+file+" HTTP/1.1\r\nHost: a\r\n\r\n")
		_ = nc.SetReadDeadline(time.Now().Add(need.Patience))
		answer, err := http.ReadResponse(bufio.NewReader(nc), nil)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s is answered by %v, %v", file, answer, err)
		}
		return answer
	}
	answer := get("mancala.wasm.gz")
	others, came := make(chan struct{}), make(chan int64)
	go func() {
		all := int64(0)
		for err := error(nil); err == nil; {
			var n int64
			n, err = io.CopyN(io.Discard, answer.Body, 64<<10)
			all += n
			select {
			case <-others:
			case <-time.After(20 * time.Millisecond): // a slow line
			}
		}
		came <- all
	}()
	for range 150 {
		if n, err := io.Copy(io.Discard, get("index.html").Body); n == 0 || err != nil {
			t.Errorf("%d bytes of a small file, %v", n, err)
		}
	}
	close(others)
	if n := <-came; n != long {
		t.Errorf("%d bytes of the long file came", n)
	}
}
