package transport

import (
	"bufio"
	"crypto/rand"
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"mancala/netplay/faults"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"
)

// keeper answers browsers: it has a number of places, and keeps the connections it gets.
type keeper struct {
	site   Site
	places int
	taken  []net.Conn
}

func (k *keeper) Answer(nc net.Conn) time.Duration {
	if len(k.taken) >= k.places {
		return time.Second
	}
	k.taken = append(k.taken, nc)
	return 0
}

func (k *keeper) Close() error { return nil }

// stream opens a browser's stream to the host.
func (k *keeper) stream(addr string, far bool) net.Conn {
	here, there := net.Pipe()
	k.site.Enter(&faults.Placed{Conn: there, Remote: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}, far)
	return here
}

// closedByHost reports whether the other end has closed a connection.
func closedByHost(nc net.Conn) bool {
	_ = nc.SetReadDeadline(time.Now().Add(time.Nanosecond))
	_, err := nc.Read(make([]byte, 1))
	return err != nil && !IsTimeout(err)
}

func newIdentity(t testing.TB) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

func helloFrame() *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 3, MaxProtocol: 3, Name: "Raw", ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER,
	}}}
}

func helloToWatchFrame() *wire.Frame {
	f := helloFrame()
	f.GetHello().Role = wire.Role_ROLE_WATCHER
	return f
}

// withTicket is the Hello of a guest who shows a ticket.
func withTicket(ticket []byte) *wire.Frame {
	f := helloFrame()
	f.GetHello().Invite = ticket
	return f
}

func followFrame(series []byte) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Follow{Follow: &wire.Follow{
		MinProtocol: 3, MaxProtocol: 3, Series: series, N: 2, H: make([]byte, 32),
	}}}
}

func pingFrame() *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Ping{Ping: &wire.Ping{}}}
}

// encoded returns the wire form of a frame.
func encoded(t testing.TB, f *wire.Frame) string {
	t.Helper()
	b := need.Must(frames.Append(nil, f, frames.Max))(t)
	return string(b)
}

// rejected sends bytes and returns the other end's reason for refusing, from its first frame.
func rejected(t *testing.T, nc net.Conn, sends string) wire.RejectCode {
	t.Helper()
	defer nc.Close()
	go func() { _, _ = io.WriteString(nc, sends) }()
	in := bufio.NewReader(nc)
	first := make([]byte, len(frames.Preface))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != frames.Preface {
		t.Fatalf("the other end begins with %q, %v", first, err)
	}
	payload := need.Must(frames.Read(in, nil, frames.Max))(t)
	f := new(wire.Frame)
	if err := frames.Unmarshal(payload, f, frames.Max); err != nil || f.GetReject() == nil {
		t.Fatalf("%x is no refusal: %v", payload, err)
	}
	return f.GetReject().GetCode()
}

func TestPlaces(t *testing.T) {
	for files, want := range map[uint64]int{1: 2, 16: 2, 64: 20, 1024: 500, 4096: 2036, 1 << 20: 2048, 1 << 63: 2048} {
		if got := places(files); got != want {
			t.Errorf("%d files: %d places, want %d", files, got, want)
		}
	}
}
