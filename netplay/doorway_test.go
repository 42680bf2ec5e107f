package netplay

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
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

// narrow makes a host keep only that many connections without a Hello.
func narrow(host match.Link, places int) *hostLink {
	h := host.(*hostLink)
	h.entrance.mu.Lock()
	defer h.entrance.mu.Unlock()
	h.entrance.doorway.silent, h.entrance.doorway.greeted = limit.NewPending(places), limit.NewPending(places)
	return h
}

func closedByHost(nc net.Conn) bool {
	_ = nc.SetReadDeadline(time.Now().Add(time.Nanosecond))
	_, err := nc.Read(make([]byte, 1))
	return err != nil && !transport.IsTimeout(err)
}

// TestFullDoorway fills a small host with silent connections from many addresses: a guest waits
// until one of them is 250 ms old, and is let in although the Hello comes late. A game is not
// disturbed.
func TestFullDoorway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		h := narrow(host, 16)
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
		if n := len(h.entrance.doorway.conns); n != 16 || h.entrance.doorway.silent.Len() != n {
			t.Errorf("%d connections stand there", n)
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
		host, listener := bubbleHost(t)
		narrow(host, 4)
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

// TestDoorwayEmpties has connections end in all ways there are, and looks for places that stay
// taken.
func TestDoorwayEmpties(t *testing.T) {
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
		d := h.entrance.doorway
		if len(d.conns)+d.silent.Len()+d.greeted.Len()+len(h.waiting) > 0 {
			t.Errorf("%d connections are kept, %d and %d places taken, %d wait", len(d.conns), d.silent.Len(), d.greeted.Len(), len(h.waiting))
		}
		h.mu.Unlock()
		_ = host.Close()
	})
}

// TestStrangersInTheLog lets strangers come for a second and counts the lines.
func TestStrangersInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := newStrangersLog(slog.New(slog.NewTextHandler(&out, nil)))
		for range 1000 {
			l.info(time.Now(), "connection closed")
			time.Sleep(3 * time.Millisecond)
		}
		l.rest()
		if n := strings.Count(out.String(), "\n"); n != 31 {
			t.Errorf("%d lines in three seconds", n)
		}
		if !strings.HasSuffix(out.String(), "left_out=322\n") {
			t.Errorf("the log ends in %q", out.String()[max(out.Len()-200, 0):])
		}
	})
}

func TestPlaces(t *testing.T) {
	for files, want := range map[uint64]int{1: 2, 16: 2, 64: 20, 1024: 500, 4096: 2036, 1 << 20: 2048, 1 << 63: 2048} {
		if got := places(files); got != want {
			t.Errorf("%d files: %d places, want %d", files, got, want)
		}
	}
}

// TestNoPlaceInTime: connections that wait for a place too long are closed, at once if necessary.
func TestNoPlaceInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		defer host.Close()
		h := narrow(host, 1)
		silent := listener.dialFrom("198.51.100.7:1")
		defer silent.Close()
		synctest.Wait()
		for _, patience := range []time.Duration{0, limit.MinLife / 2} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			here, there := net.Pipe()
			began := time.Now()
			h.entrance.receive(ctx, &placedConn{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort("198.51.100.8:1"))}, origin{})
			if took := time.Since(began); !closedByHost(here) || took != patience {
				t.Errorf("with %v to wait it is closed after %v: %v", patience, took, closedByHost(here))
			}
			cancel()
		}
	})
}
