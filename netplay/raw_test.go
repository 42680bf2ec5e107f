package netplay

import (
	"bufio"
	"context"
	"io"
	"net"
	"testing"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
)

// rawPeer is the other end of a connection, controlled by a test, which may send anything.
type rawPeer struct {
	t  *testing.T
	nc net.Conn
	r  *bufio.Reader
}

func newRawPeer(t *testing.T, nc net.Conn) *rawPeer {
	t.Cleanup(func() { _ = nc.Close() })
	return &rawPeer{t, nc, bufio.NewReader(nc)}
}

func (p *rawPeer) sendBytes(b []byte) {
	p.t.Helper()
	if _, err := p.nc.Write(b); err != nil {
		p.t.Fatalf("sending %.40x: %v", b, err)
	}
}

func (p *rawPeer) send(f *wire.Frame) {
	p.t.Helper()
	b, err := marshalFrame(f)
	if err != nil {
		p.t.Fatal(err)
	}
	p.sendBytes(b)
}

// expect reads the next frame and compares its text, or the beginning of it.
func (p *rawPeer) expect(want string) {
	p.t.Helper()
	payload, err := frames.Read(p.r, nil, frames.Max)
	if err != nil {
		p.t.Fatalf("%v came instead of %s", err, want)
	}
	if got := frameText(payload); len(got) < len(want) || got[:len(want)] != want {
		p.t.Fatalf("%s came instead of %s", got, want)
	}
}

func (p *rawPeer) expectPreface() {
	p.t.Helper()
	got := make([]byte, len(frames.Preface))
	if _, err := io.ReadFull(p.r, got); err != nil || string(got) != frames.Preface {
		p.t.Fatalf("%q, %v came instead of the preface", got, err)
	}
}

// drain reads until the connection ends.
func (p *rawPeer) drain() { _, _ = io.Copy(io.Discard, p.r) }

func helloFrame() *wire.Frame {
	return &wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 2, MaxProtocol: 2, Name: "Raw", ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER,
	}}}
}

func welcomeFrame() *wire.Frame {
	return &wire.Frame{Seq: 1, Ack: 1, Body: &wire.Frame_Welcome{Welcome: &wire.Welcome{
		Protocol: maxProtocol, Name: "Raw", Variant: frames.VariantToWire(kalah), Starter: wire.Party_PARTY_HOST,
		SessionId: make([]byte, idSize),
	}}}
}

func seatedFrame() *wire.Frame {
	return &wire.Frame{Seq: 2, Ack: 2, Body: &wire.Frame_Seated{Seated: &wire.Seated{ResumeToken: make([]byte, tokenSize)}}}
}

func acceptFrame() *wire.Frame {
	return &wire.Frame{Seq: 2, Ack: 1, Body: &wire.Frame_Accept{Accept: &wire.Accept{}}}
}

func ackFrame(ack uint64) *wire.Frame { return &wire.Frame{Ack: ack} }

func pingFrame() *wire.Frame {
	return &wire.Frame{Ack: 1, Body: &wire.Frame_Ping{Ping: &wire.Ping{}}}
}

// greet plays a guest up to the first game; the host starts.
func (p *rawPeer) greet() {
	p.t.Helper()
	p.sendBytes([]byte(frames.Preface))
	p.expectPreface()
	p.send(helloFrame())
	p.expect("1/1 Welcome")
	p.send(acceptFrame())
	p.expect("2/2 Seated")
	p.send(ackFrame(2))
}

// pipeListener is a listener whose connections are pipes.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipeListener() *pipeListener {
	return &pipeListener{make(chan net.Conn), make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case nc := <-l.conns:
		return nc, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	close(l.closed)
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7000} }

// Listen returns the listener itself: it is a [Transport].
func (l *pipeListener) Listen(context.Context, string) (net.Listener, error) { return l, nil }

// Dial connects to the listener.
func (l *pipeListener) Dial(context.Context, string) (net.Conn, error) {
	here, there := net.Pipe()
	l.conns <- there
	return here, nil
}

// dialer is a transport for a guest.
type dialer func(ctx context.Context) (net.Conn, error)

func (d dialer) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

func (d dialer) Dial(ctx context.Context, _ string) (net.Conn, error) { return d(ctx) }

// dial returns the other end of a new connection.
func (l *pipeListener) dial() net.Conn {
	here, there := net.Pipe()
	l.conns <- there
	return rawGuestSide(here)
}

// eventsOf returns the events of a link as text.
func eventsOf(l match.Link) []string {
	var list []string
	for _, e := range l.Events() {
		list = append(list, eventText(e))
	}
	return list
}
