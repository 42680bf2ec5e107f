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

	wire "mancala/proto/mancala/v1"
	"mancala/table"
	"mancala/tools/need"

	"mancala/match"
	"mancala/netplay/faults"
	"mancala/netplay/frames"
)

// bubbleHost returns a host that listens to pipes.
func bubbleHost(t *testing.T) (table.Link, *faults.Pipes) {
	t.Helper()
	listener := faults.NewPipes()
	host := Host(":7000", HostConfig{
		Common: Common{Name: "Hilda", Insecure: true}, Variant: kalah64, First: match.FirstHost, Admission: letAllIn, Transport: listener,
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
	host, listener := bubbleHost(t)
	nc, _ := listener.Dial(t.Context(), "")
	t.Cleanup(func() { _ = nc.Close() })
	g := rawGuest{t, nc, bufio.NewReader(nc)}
	go func() { _, _ = io.WriteString(nc, frames.Preface) }()
	need.Must(io.ReadFull(g.r, make([]byte, len(frames.Preface))))(t)
	g.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 3, MaxProtocol: 3, Name: "Raw", ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER,
	}}})
	for g.read().GetOffer() == nil {
	}
	g.send(&wire.Frame{Body: &wire.Frame_Accept{Accept: &wire.Accept{Key: make([]byte, 32)}}})
	for g.read().GetEvent() == nil {
	}
	g.send(&wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: 1}}})
	wantEvents(t, host, "Connected", "GameStarted")
	return host, g
}

// TestSilentGuestIsLetGo says nothing, or half a word, to a host.
func TestSilentGuestIsLetGo(t *testing.T) {
	for _, first := range []string{"", "MN", frames.Preface, frames.Preface + "\x20"} {
		synctest.Test(t, func(t *testing.T) {
			host, listener := bubbleHost(t)
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
