package faults

import (
	"context"
	"net"
	"net/netip"
	"sync"
)

// Pipes is a transport without sockets: it is its own listener, which accepts the other ends of the
// connections that it dials. In a bubble of time it takes no time at all. Make one with [NewPipes].
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes returns a transport whose listener is open.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// Listen returns the listener.
func (p *Pipes) Listen(context.Context, string) (net.Listener, error) { return p, nil }

// Dial connects to the listener, and waits until that accepts.
func (p *Pipes) Dial(context.Context, string) (net.Conn, error) {
	here, there := net.Pipe()
	return here, p.Pass(there)
}

// Pass has the listener accept a connection that was made otherwise, and waits for that. The error
// is [net.ErrClosed].
func (p *Pipes) Pass(nc net.Conn) error {
	select {
	case p.conns <- nc:
		return nil
	case <-p.closed:
		return net.ErrClosed
	}
}

// Connect is Dial; without a listener the connection leads nowhere.
func (p *Pipes) Connect() net.Conn {
	here, _ := p.Dial(context.Background(), "")
	return here
}

// ConnectFrom is Connect from an address, as host:port in numbers.
func (p *Pipes) ConnectFrom(addr string) net.Conn {
	here, there := net.Pipe()
	_ = p.Pass(&Placed{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))})
	return here
}

// Accept waits for the next connection.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case nc := <-p.conns:
		return nc, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends the listener.
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr returns an address of this computer.
func (p *Pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7000} }

// Placed is a connection with the address of another computer.
type Placed struct {
	net.Conn
	Remote net.Addr
}

// RemoteAddr returns that address.
func (p *Placed) RemoteAddr() net.Addr { return p.Remote }
