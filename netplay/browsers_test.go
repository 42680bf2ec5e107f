package netplay

import (
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
)

// gatekeeper answers browsers in tests: it has a number of places, and keeps the connections it
// gets.
type gatekeeper struct {
	site   listen.Site
	places int
	taken  []net.Conn
	closed bool
}

func (g *gatekeeper) Answer(nc net.Conn) time.Duration {
	if len(g.taken) >= g.places {
		return time.Second
	}
	g.taken = append(g.taken, nc)
	return 0
}

func (g *gatekeeper) Close() error {
	g.closed = true
	return nil
}

// openHost returns a host that lets browsers in, with that many places for them, and that many for
// connections without a Hello; 0 means as many as usual.
func openHost(t *testing.T, places, pending int, admission match.Admission) (match.Link, *pipeListener, *gatekeeper) {
	t.Helper()
	keeper, listener := &gatekeeper{places: places}, newPipeListener()
	host := Host("127.0.0.1:7000", HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstHost, Rand: new(counter), Insecure: !overTLS, Transport: listener, Admission: admission,
		places: pending,
		Browsers: func(s listen.Site) listen.Browsers {
			keeper.site = s
			return keeper
		},
	})
	t.Cleanup(func() { _ = host.Close() })
	synctest.Wait()
	host.Events()
	return host, listener, keeper
}

// stream opens a browser's stream to the host.
func (g *gatekeeper) stream(addr string, far bool) net.Conn {
	here, there := net.Pipe()
	g.site.Enter(&placedConn{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}, far)
	return here
}

// TestBrowsersAreHandedOver sends requests to a host: they reach the server for browsers, with all
// their bytes, as soon as there is a place, but not after five seconds.
func TestBrowsersAreHandedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener, keeper := openHost(t, 1, 0, match.Admission{})
		if s := keeper.site; s.Name != "Hilda" || s.Encrypted != overTLS || !s.Watchers() {
			t.Errorf("the site is %+v", s)
		}
		host.Door().Admit(match.Admission{NoWatchers: true})
		if keeper.site.Watchers() {
			t.Error("the site lets others watch")
		}
		first, second := listener.dialFrom("198.51.100.7:1"), listener.dialFrom("198.51.100.8:1")
		go func() { _, _ = io.WriteString(first, "GET / HTTP/1.1") }()
		synctest.Wait()
		if len(keeper.taken) != 1 {
			t.Fatalf("%d are handed over", len(keeper.taken))
		}
		all := make([]byte, 14)
		if _, err := io.ReadFull(keeper.taken[0], all); err != nil || string(all) != "GET / HTTP/1.1" {
			t.Errorf("%q comes, %v", all, err)
		}
		go func() { _, _ = io.WriteString(second, "HEAD") }()
		came := make(chan string)
		go func() {
			b, _ := io.ReadAll(second)
			came <- string(b)
		}()
		began := time.Now()
		if answer := <-came; !strings.HasPrefix(answer, "HTTP/1.1 503 ") || !strings.Contains(answer, "\r\nRefresh: 3\r\n") || time.Since(began) < handshakeWait || time.Since(began) > 2*handshakeWait {
			t.Errorf("without a place %q comes after %v", answer, time.Since(began))
		}
		h := host.(*hostLink)
		h.mu.Lock()
		if n, _, _ := h.acceptor.Pending(); n != 0 {
			t.Errorf("%d are pending", n)
		}
		h.mu.Unlock()
		if _ = host.Close(); !keeper.closed {
			t.Error("what answers browsers is not closed")
		}
	})
}

// TestWaitingBrowsersGiveWay: a browser that waits for a place loses its own among the pending.
func TestWaitingBrowsersGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, _ := openHost(t, 0, 1, match.Admission{})
		browser := listener.dialFrom("198.51.100.7:1")
		go func() { _, _ = io.WriteString(browser, "GET ") }()
		synctest.Wait()
		listener.dialFrom("198.51.100.8:1")
		time.Sleep(limit.MinLife + 50*time.Millisecond)
		synctest.Wait()
		if !closedByHost(browser) {
			t.Error("the browser is still there")
		}
	})
}

// TestStreamsAreGuests: guests who come through streams have the same limits and penalties as
// others from their addresses, and no stream blocks another.
func TestStreamsAreGuests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener, keeper := openHost(t, 8, 0, openDoor)
		const addr = "198.51.100.7:1"
		within := keeper.stream(addr, false)
		go func() { _, _ = io.WriteString(within, "GET ") }()
		synctest.Wait()
		if !closedByHost(within) || len(keeper.taken) > 0 {
			t.Error("there is a page within a stream")
		}
		silent := keeper.stream(addr, false)
		time.Sleep(handshakeWait + time.Millisecond)
		synctest.Wait()
		if !closedByHost(silent) {
			t.Error("a silent stream is kept")
		}
		guest := newRawPeer(t, rawGuestSide(keeper.stream(addr, false)))
		guest.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		_ = guest.nc.Close() // it has wasted the seat
		synctest.Wait()
		host.WaitAgain()
		native := newRawPeer(t, rawGuestSide(listener.dialFrom("198.51.100.7:2")))
		native.sendBytes([]byte(frames.Preface))
		native.expectPreface()
		native.send(helloFrame())
		native.expect("1/1 Reject code:REJECT_CODE_TRY_LATER")
	})
}

// TestFarStreamsAreStrangers opens a stream from this computer that a stranger may control: the
// host's person is asked.
func TestFarStreamsAreStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for far, want := range map[bool]string{true: "Knocked", false: "Connected"} {
			host, _, keeper := openHost(t, 8, 0, match.Admission{Ask: match.AskStrangers})
			guest := newRawPeer(t, rawGuestSide(keeper.stream("127.0.0.1:1", far)))
			guest.sendBytes([]byte(frames.Preface))
			guest.expectPreface()
			guest.send(helloFrame())
			guest.expect("1/1 Welcome")
			guest.send(acceptFrame())
			go guest.drain()
			synctest.Wait()
			events := eventsOf(host)
			if !slices.ContainsFunc(events, func(e string) bool { return strings.HasPrefix(e, want) }) {
				t.Errorf("far %v: %q", far, events)
			}
			_ = host.Close()
		}
	})
}
