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
const preface = "MNC3"

var (
	errNotLoopback = errors.New("attackers connect to loopback addresses alone")
	errNoOffer     = errors.New("the host did not offer a game")
)

// Caller is one connection to a host.
type Caller struct {
	net.Conn
	r    *bufio.Reader
	toss [32]byte
	key  [32]byte // the seat's; no one asks the attacker for a signature
	id   [16]byte
	// Offer is the host's answer to the Hello, once it has come.
	Offer *wire.Offer
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
	_, _ = rand.Read(c.key[:])
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

// Frame returns the wire form of a frame.
func (c *Caller) Frame(f *wire.Frame) []byte {
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

// Receive returns the next frame that is not a Ping. It answers Pings and acknowledges events.
func (c *Caller) Receive() (*wire.Frame, error) {
	for {
		f := new(wire.Frame)
		if err := (protodelim.UnmarshalOptions{MaxSize: 1 << 16}).UnmarshalFrom(c.r, f); err != nil {
			return nil, err
		}
		switch {
		case f.GetBody() == nil, f.GetPong() != nil:
		case f.GetPing() != nil:
			if err := c.Send(&wire.Frame{Body: &wire.Frame_Pong{Pong: &wire.Pong{}}}); err != nil {
				return nil, err
			}
		case f.GetEvent() != nil:
			return f, c.Send(ack(f.GetEvent().GetN()))
		default:
			return f, nil
		}
	}
}

// ack acknowledges the events up to a number.
func ack(n uint32) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Ack{Ack: &wire.Ack{N: n}}}
}

// Hello is a guest's first frame.
func (c *Caller) Hello(name string) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 3, MaxProtocol: 3, Name: name, ClientId: c.id[:], Role: wire.Role_ROLE_PLAYER,
	}}}
}

// Greet says Hello and waits for the Offer.
func (c *Caller) Greet(name string) error {
	if _, err := c.Write(append([]byte(preface), c.Frame(c.Hello(name))...)); err != nil {
		return err
	}
	return c.ReadOffer()
}

// ReadOffer reads the host's preface and its answer to a Hello.
func (c *Caller) ReadOffer() error {
	if _, err := io.ReadFull(c.r, make([]byte, len(preface))); err != nil {
		return err
	}
	f, err := c.Receive()
	if err != nil {
		return err
	}
	if c.Offer = f.GetOffer(); c.Offer == nil {
		return fmt.Errorf("%w: %v", errNoOffer, f)
	}
	return nil
}

// series returns the name of the series that the host offers.
func (c *Caller) series() []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "mancala/3 series%s%s", c.Offer.GetSessionId(), c.id[:]))
	return sum[:16]
}

// commitment returns the hash that commits the caller to its nonce of a coin toss.
func (c *Caller) commitment() []byte {
	if len(c.Offer.GetCommitment()) == 0 {
		return nil
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "mancala/3 toss%s\x02%s", c.series(), c.toss[:]))
	return sum[:]
}

// Accept is the guest's consent to the Offer.
func (c *Caller) Accept() *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Accept{Accept: &wire.Accept{Key: c.key[:], Commitment: c.commitment()}}}
}

// Sit agrees to the rules, waits for the seat, takes part in the coin toss and acknowledges the
// beginning of the game.
func (c *Caller) Sit() error {
	if err := c.Send(c.Accept()); err != nil {
		return err
	}
	for {
		f, err := c.Receive()
		switch {
		case err != nil:
			return err
		case f.GetEvent() != nil:
			return nil
		case len(f.GetSeated().GetNonce()) > 0:
			if err := c.Send(&wire.Frame{Body: &wire.Frame_Toss{Toss: &wire.Toss{Nonce: c.toss[:]}}}); err != nil {
				return err
			}
		case f.GetSeated() == nil && f.GetWaiting() == nil:
			return fmt.Errorf("no seat: %v", f)
		}
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
