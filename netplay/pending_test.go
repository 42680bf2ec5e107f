package netplay

import (
	"context"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/rules"
)

// dialFrom connects from an address.
func (l *pipeListener) dialFrom(addr string) net.Conn {
	here, there := net.Pipe()
	l.conns <- &placedConn{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}
	return here
}

// placedConn is a connection with a remote address.
type placedConn struct {
	net.Conn
	remote net.Addr
}

func (c *placedConn) RemoteAddr() net.Addr { return c.remote }

func closedByHost(nc net.Conn) bool {
	_ = nc.SetReadDeadline(time.Now().Add(time.Nanosecond))
	_, err := nc.Read(make([]byte, 1))
	return err != nil && !transport.IsTimeout(err)
}

// TestAllPlacesTaken fills a small host with silent connections from many addresses: a guest waits
// until one of them is 250 ms old, and is let in although the Hello comes late. A game is not
// disturbed.
func TestAllPlacesTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := narrowHost(t, 16)
		h := host.(*hostLink)
		var silent []net.Conn
		for i := range 16 {
			silent = append(silent, listener.dialFrom("192.0.2.1:"+string(rune('1'+i/4))))
		}
		began := time.Now()
		ahead := listener.dialFrom("198.51.100.8:1") // accepted at once, and waits for a place
		peer := newRawPeer(t, rawGuestSide(listener.dialFrom("198.51.100.7:1")))
		if waited := time.Since(began); waited != limit.MinLife {
			t.Errorf("accepted after %v", waited)
		}
		time.Sleep(50 * time.Millisecond)
		peer.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		for i, nc := range silent {
			if closedByHost(nc) != (i < 2) {
				t.Errorf("connection %d of the silent ones: closed %v", i, i >= 2)
			}
		}
		go peer.drain()
		for range 100 {
			silent = append(silent, listener.dialFrom("203.0.113.5:1"))
		}
		peer.send(pingFrame())
		wantEvents(t, host)
		if err := host.Play(rules.House(1)); err != nil {
			t.Errorf("the game was disturbed: %v", err)
		}
		h.mu.Lock()
		if conns, silent, greeted := h.acceptor.Pending(); conns != 16 || silent != 16 || greeted != 0 {
			t.Errorf("%d connections are pending, %d silent, %d greeted", conns, silent, greeted)
		}
		h.mu.Unlock()
		_ = host.Close()
		for _, nc := range append(silent, ahead) {
			_ = nc.Close()
		}
	})
}

// TestAFloodLeavesThoseWhoSpeak opens silent connections from a guest's own address while the guest
// takes a second for the Hello.
func TestAFloodLeavesThoseWhoSpeak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := narrowHost(t, 4)
		peer := newRawPeer(t, rawGuestSide(listener.dialFrom("192.0.2.1:1")))
		peer.sendBytes([]byte(frames.Preface))
		peer.expectPreface()
		for range 16 {
			defer listener.dialFrom("192.0.2.1:1").Close()
		}
		if time.Since(epochOfBubbles) < 2*limit.MinLife {
			t.Error("the flood was too quick to drive anyone out")
		}
		peer.send(helloFrame())
		peer.expect("1/1 Welcome")
		_ = host.Close()
	})
}

// epochOfBubbles is the time at which the clock of a bubble starts.
var epochOfBubbles = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// TestPendingEmpties has connections end in all ways there are, and looks for places that stay
// taken.
func TestPendingEmpties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		h := host.(*hostLink)
		ways := []func(p *rawPeer){
			func(p *rawPeer) { _ = p.nc.Close() },
			func(p *rawPeer) {},
			func(p *rawPeer) { go p.drain(); p.sendBytes([]byte("nons")) },
			func(p *rawPeer) {
				p.sendBytes([]byte(frames.Preface))
				p.expectPreface()
				p.send(pingFrame())
				go p.drain()
			},
			func(p *rawPeer) {
				p.sendBytes([]byte(frames.Preface))
				p.expectPreface()
				p.send(helloFrame())
				_ = p.nc.Close()
			},
			func(p *rawPeer) {
				f := helloFrame()
				f.GetHello().MinProtocol, f.GetHello().MaxProtocol = 99, 99
				p.sendBytes([]byte(frames.Preface))
				p.expectPreface()
				p.send(f)
				p.expect("1/1 Reject")
			},
		}
		for _, way := range ways {
			way(newRawPeer(t, listener.dial()))
		}
		time.Sleep(handshakeWait + writeWait + transport.LingerWait + time.Second)
		synctest.Wait()
		h.mu.Lock()
		if conns, silent, greeted := h.acceptor.Pending(); conns+silent+greeted+len(h.waiting) > 0 {
			t.Errorf("%d connections are kept, %d and %d places taken, %d wait", conns, silent, greeted, len(h.waiting))
		}
		h.mu.Unlock()
		_ = host.Close()
	})
}

// TestNoPlaceInTime: connections that wait for a place too long are closed, at once if necessary.
func TestNoPlaceInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := narrowHost(t, 1)
		defer host.Close()
		h := host.(*hostLink)
		silent := listener.dialFrom("198.51.100.7:1")
		defer silent.Close()
		synctest.Wait()
		for _, patience := range []time.Duration{0, limit.MinLife / 2} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			here, there := net.Pipe()
			began := time.Now()
			h.acceptor.Receive(ctx, &placedConn{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort("198.51.100.8:1"))}, listen.Origin{})
			if took := time.Since(began); !closedByHost(here) || took != patience {
				t.Errorf("with %v to wait it is closed after %v: %v", patience, took, closedByHost(here))
			}
			cancel()
		}
	})
}
