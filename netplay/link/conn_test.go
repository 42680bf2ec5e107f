package link

import (
	"bufio"
	"context"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"

	"mancala/internal/table"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/netplay/faults"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/transport"
)

// bubbleHost returns a host that listens to pipes.
func bubbleHost(t *testing.T, first match.First) (table.Link, *faults.Pipes) {
	t.Helper()
	listener := faults.NewPipes()
	host := Host(":7000", HostConfig{
		Common: Common{Name: "Hilda", Insecure: true}, Variant: kalah64, First: first, Admission: letAllIn, Transport: listener,
	})
	wantEvents(t, host, "table.Listening")
	return host, listener
}

// rawGuest is the other end of a connection to a host, controlled by a test.
type rawGuest struct {
	t  *testing.T
	nc net.Conn
	r  *bufio.Reader
}

func (g rawGuest) send(f *wire.Frame) {
	g.t.Helper()
	need.Must(protodelim.MarshalTo(g.nc, f))(g.t)
}

// read returns the next frame.
func (g rawGuest) read() *wire.Frame {
	g.t.Helper()
	f := new(wire.Frame)
	need.NoError(g.t, protodelim.UnmarshalFrom(g.r, f))
	return f
}

// seatedHost returns a host in a game with a raw guest.
func seatedHost(t *testing.T) (table.Link, rawGuest) {
	t.Helper()
	host, listener := bubbleHost(t, match.FirstHost)
	g := acceptFrom(t, listener, "127.0.0.1:1")
	for g.read().GetEvent() == nil {
	}
	g.send(&wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 1}}})
	wantEvents(t, host, "Connected", "GameStarted")
	return host, g
}

// acceptFrom returns a raw guest at an address who has accepted a host's rules.
func acceptFrom(t *testing.T, listener *faults.Pipes, addr string) rawGuest {
	t.Helper()
	nc := listener.ConnectFrom(addr)
	t.Cleanup(func() { _ = nc.Close() })
	g := rawGuest{t, nc, bufio.NewReader(nc)}
	go func() { _, _ = io.WriteString(nc, frames.Preface) }()
	need.Must(io.ReadFull(g.r, make([]byte, len(frames.Preface))))(t)
	g.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 3, MaxProtocol: 3, Name: "Raw", ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER,
	}}})
	for g.read().GetOffer() == nil {
	}
	g.send(&wire.Frame{Body: &wire.Frame_Accept{Accept: &wire.Accept{Key: make([]byte, 32), Commitment: make([]byte, 32)}}})
	return g
}

// TestWhoWastesTheSeatWaits expects that a guest who shows no part of a coin toss has to wait, and
// not the guest before, and that one from before who comes to hear how their series has ended owes
// nothing, and makes no one else owe anything.
func TestWhoWastesTheSeatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t, match.FirstToss)
		h := host.(*hostLink)
		before, silent := "198.51.100.1:1", "203.0.113.1:1"
		debts := func() [2]time.Duration {
			h.mu.Lock()
			defer h.mu.Unlock()
			of := func(addr string) time.Duration {
				return h.desk.Strangers.Debt(limit.Wastes, limit.AddressOf(addr), time.Now())
			}
			return [2]time.Duration{of(before), of(silent)}
		}
		var kept disk
		guest := Join("host", GuestConfig{Common: Common{Name: "Gus", Keep: kept.keep, Insecure: true}, Transport: dialer(func(context.Context) (net.Conn, error) {
			return listener.ConnectFrom(before), nil
		})})
		synctest.Wait()
		mark := kept.read()
		_ = guest.Close()
		if got := debts(); got != [2]time.Duration{time.Second, 0} {
			t.Errorf("after one left without a ply, the guests owe %v", got)
		}
		host.Leave(table.ReasonQuit)
		host.WaitAgain()
		time.Sleep(2 * time.Second)
		eventsOf(host)
		g := acceptFrom(t, listener, silent)
		go func() { _, _ = io.Copy(io.Discard, g.r) }()
		time.Sleep(6 * time.Second)
		if got := debts(); got != [2]time.Duration{time.Second, time.Second} {
			t.Errorf("after the second guest said nothing, the guests owe %v", got)
		}
		wantEvents(t, host, `PeerLeft reason 0 local false: netplay.toss-withheld "Raw"`, "table.Listening")

		g = acceptFrom(t, listener, "192.0.2.1:1") // keeps the seat for a while
		go func() { _, _ = io.Copy(io.Discard, g.r) }()
		c := follows(t, mark, listener.ConnectFrom(before), func(p *session.Player) transport.Machine { return &mute{Player: p} })
		time.Sleep(time.Second)
		c.Close()
		synctest.Wait()
		if got := debts(); got != [2]time.Duration{time.Second, time.Second} {
			t.Errorf("after the first one came to hear of the end, the guests owe %v", got)
		}
		_ = host.Close()
		time.Sleep(time.Minute)
	})
}

// TestWhoComesAgainOwesOnce has a guest without a ply come on a new connection while the old one
// still looks alive: the seat is in use, so they owe nothing until they leave it.
func TestWhoComesAgainOwesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t, match.FirstHost)
		h, addr := host.(*hostLink), "198.51.100.1:1"
		wantDebt := func(when string, want time.Duration) {
			t.Helper()
			synctest.Wait()
			h.mu.Lock()
			defer h.mu.Unlock()
			if got := h.desk.Strangers.Debt(limit.Wastes, limit.AddressOf(addr), time.Now()); got != want {
				t.Errorf("%s, the guest owes %v, want %v", when, got, want)
			}
		}
		var kept disk
		guest := Join("host", GuestConfig{Common: Common{Name: "Gus", Keep: kept.keep, Insecure: true}, Transport: dialer(func(context.Context) (net.Conn, error) {
			return listener.ConnectFrom(addr), nil
		})})
		synctest.Wait()
		c := follows(t, kept.read(), listener.ConnectFrom(addr), func(p *session.Player) transport.Machine { return p })
		wantDebt("after they came again", 0)
		c.Close()
		wantDebt("after they left", time.Second)
		_ = guest.Close()
		_ = host.Close()
		time.Sleep(time.Minute)
	})
}

// TestSilentGuestIsLetGo says nothing, or half a word, to a host.
func TestSilentGuestIsLetGo(t *testing.T) {
	for _, first := range []string{"", "MN", frames.Preface, frames.Preface + "\x20"} {
		synctest.Test(t, func(t *testing.T) {
			host, listener := bubbleHost(t, match.FirstHost)
			began := time.Now()
			nc, _ := listener.Dial(t.Context(), "")
			_, _ = io.WriteString(nc, first)
			_, _ = io.Copy(io.Discard, nc)
			if waited := time.Since(began); waited != handshakeWait {
				t.Errorf("after %q the connection lasted %v", first, waited)
			}
			wantEvents(t, host)
			_ = host.Close()
		})
	}
}

// TestVanishedGuest: a guest who falls silent is quiet, and then gone.
func TestVanishedGuest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, g := seatedHost(t)
		go func() { _, _ = io.Copy(io.Discard, g.r) }()
		time.Sleep(quietAfter - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host, "PeerQuiet true")
		g.send(&wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}})
		wantEvents(t, host, "PeerQuiet false")
		time.Sleep(giveUpAfter - time.Millisecond)
		wantEvents(t, host, "PeerQuiet true")
		time.Sleep(time.Millisecond)
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.vanished "Raw"`)
		_ = host.Close()
	})
}

// TestSlowDrip sends a frame byte by byte: the time for a frame, ten seconds, counts from its first
// byte, not from its last.
func TestSlowDrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, g := seatedHost(t)
		go func() { _, _ = io.Copy(io.Discard, g.r) }()
		go func() {
			for _, err := g.nc.Write([]byte{100}); err == nil; _, err = g.nc.Write([]byte{0}) {
				time.Sleep(700 * time.Millisecond)
			}
		}()
		time.Sleep(10*time.Second - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host, "Paused reason 0, wait 60: netplay.goes-on (")
		_ = host.Close()
		time.Sleep(time.Second) // for the drip to notice
	})
}

// TestCloseDoesNotHang closes a host whose guest reads nothing: the goodbye gets a moment, not
// more.
func TestCloseDoesNotHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, g := seatedHost(t)
		began := time.Now()
		need.NoError(t, host.Close())
		if took := time.Since(began); took != partingWait {
			t.Errorf("Close took %v", took)
		}
		time.Sleep(10 * time.Second)
		if _, err := g.nc.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the connection is still open: %v", err)
		}
		if err := host.Wish(match.Host, table.KindPly, 1, ""); err == nil {
			t.Error("a closed link plays on")
		}
	})
}

// TestCloseWhileDialling gives up at once; the connection that comes too late is closed.
func TestCloseWhileDialling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		guest := Join("host", GuestConfig{Transport: dialer(func(ctx context.Context) (net.Conn, error) {
			<-ctx.Done()
			return there, nil
		})})
		wantEvents(t, guest, "table.Connecting")
		guest.Leave(table.ReasonQuit)
		wantEvents(t, guest, "PeerLeft reason 1 local true: netplay.stopped-connecting")
		_ = guest.Close()
		if _, err := here.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the late connection: %v", err)
		}
	})
}
