// Package attack simulates strangers who want to harm a host, for tests: floods of connections,
// guests who take the seat and do not play, peers that break the protocol. It has its own
// implementation of the protocol, shares only the schema with the program, and connects only to
// loopback addresses.
package attack

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"

	wire "mancala/proto/mancala/v1"
)

// preface is the first thing that both ends send.
const preface = "MNC1"

var (
	errNotLoopback = errors.New("attackers connect to loopback addresses alone")
	errNoWelcome   = errors.New("the host did not welcome")
)

// Caller is one connection to a host.
type Caller struct {
	net.Conn
	r    *bufio.Reader
	seq  uint64 // of the last numbered frame sent
	ack  uint64 // of the last one received
	toss [32]byte
	id   [16]byte
	// Welcome is the host's answer to the Hello, once it has come.
	Welcome *wire.Welcome
}

// Dial connects to a host, over TLS if it is secure, from 127.0.0.n if n is not zero.
func Dial(ctx context.Context, addr string, secure bool, n int) (*Caller, error) {
	to, err := netip.ParseAddrPort(addr)
	if err != nil || !to.Addr().IsLoopback() {
		return nil, errNotLoopback
	}
	var dialer net.Dialer
	if n > 0 {
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, byte(n>>8), byte(n))}
	}
	nc, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	if secure {
		over := tls.Client(nc, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"mancala"}})
		if err := over.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, nc.Close())
		}
		nc = over
	}
	c := &Caller{Conn: nc, r: bufio.NewReaderSize(nc, 512)}
	_, _ = rand.Read(c.toss[:])
	_, _ = rand.Read(c.id[:])
	return c, nil
}

// Reset closes the connection with a reset, which leaves no state in the system.
func (c *Caller) Reset() {
	below := c.Conn
	if over, ok := below.(*tls.Conn); ok {
		below = over.NetConn()
	}
	if tcp, ok := below.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = below.Close()
}

// Frame returns the wire form of a frame, numbered if it has to be.
func (c *Caller) Frame(f *wire.Frame) []byte {
	switch f.GetBody().(type) {
	case nil, *wire.Frame_Ping, *wire.Frame_Pong:
	default:
		c.seq++
		f.Seq = c.seq
	}
	f.Ack = c.ack
	var b frameBuffer
	if _, err := protodelim.MarshalTo(&b, f); err != nil {
		panic(fmt.Sprintf("a frame that cannot be written: %v", err)) // the attacker made it itself
	}
	return b
}

type frameBuffer []byte

func (b *frameBuffer) Write(p []byte) (int, error) {
	*b = append(*b, p...)
	return len(p), nil
}

// Send sends a frame.
func (c *Caller) Send(f *wire.Frame) error {
	_, err := c.Write(c.Frame(f))
	return err
}

// Receive returns the next frame that is not an acknowledgement or a Ping. It answers Pings and
// acknowledges every frame.
func (c *Caller) Receive() (*wire.Frame, error) {
	for {
		f := new(wire.Frame)
		if err := (protodelim.UnmarshalOptions{MaxSize: 1 << 16}).UnmarshalFrom(c.r, f); err != nil {
			return nil, err
		}
		var answer *wire.Frame
		switch f.GetBody().(type) {
		case nil, *wire.Frame_Pong:
			continue
		case *wire.Frame_Ping:
			answer = &wire.Frame{Body: &wire.Frame_Pong{Pong: &wire.Pong{}}}
		default:
			c.ack = f.GetSeq()
			answer = &wire.Frame{}
		}
		if err := c.Send(answer); err != nil {
			return nil, err
		}
		if answer.GetBody() == nil {
			return f, nil
		}
	}
}

// Hello is a guest's first frame.
func (c *Caller) Hello(name string) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 1, MaxProtocol: 2, Name: name, ClientId: c.id[:], Role: wire.Role_ROLE_PLAYER,
	}}}
}

// Greet says Hello and waits for the Welcome.
func (c *Caller) Greet(name string) error {
	if _, err := c.Write(append([]byte(preface), c.Frame(c.Hello(name))...)); err != nil {
		return err
	}
	return c.ReadWelcome()
}

// ReadWelcome reads the host's preface and its answer to a Hello.
func (c *Caller) ReadWelcome() error {
	if _, err := io.ReadFull(c.r, make([]byte, len(preface))); err != nil {
		return err
	}
	f, err := c.Receive()
	if err != nil {
		return err
	}
	if c.Welcome = f.GetWelcome(); c.Welcome == nil {
		return fmt.Errorf("%w: %v", errNoWelcome, f)
	}
	return nil
}

// commitment returns the hash that commits the caller to its nonce of a coin toss.
func (c *Caller) commitment() []byte {
	if c.Welcome == nil || len(c.Welcome.GetCommitment()) == 0 {
		return nil
	}
	series := sha256.Sum256(fmt.Appendf(nil, "mancala/1 series%s%s", c.Welcome.GetSessionId(), c.id[:]))
	sum := sha256.Sum256(fmt.Appendf(nil, "mancala/2 toss%s\x02%s", series[:16], c.toss[:]))
	return sum[:]
}

// Accept is the guest's consent to the Welcome.
func (c *Caller) Accept() *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Accept{Accept: &wire.Accept{Commitment: c.commitment()}}}
}

// Sit agrees to the rules, waits for the seat and takes part in the coin toss.
func (c *Caller) Sit() error {
	if err := c.Send(c.Accept()); err != nil {
		return err
	}
	for {
		f, err := c.Receive()
		switch {
		case err != nil:
			return err
		case f.GetWaiting() != nil:
			continue
		case f.GetSeated() == nil:
			return fmt.Errorf("no seat: %v", f)
		case len(f.GetSeated().GetNonce()) == 0:
			return nil
		}
		return c.Send(&wire.Frame{Body: &wire.Frame_Toss{Toss: &wire.Toss{Nonce: c.toss[:]}}})
	}
}

// Leave says goodbye.
func (c *Caller) Leave() error {
	return c.Send(&wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: wire.LeaveReason_LEAVE_REASON_QUIT}}})
}

// Linger answers the host until the connection ends, for at most d.
func (c *Caller) Linger(d time.Duration) error {
	_ = c.SetReadDeadline(time.Now().Add(d))
	for {
		if _, err := c.Receive(); err != nil {
			return err
		}
	}
}
