// Package faults is a network that misbehaves, for tests: a TCP proxy on the loopback interface
// that delays, slows down, freezes or cuts the connections that pass through it.
package faults

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Config describes how a [Proxy] treats the bytes that it forwards. The zero value forwards them at
// once.
type Config struct {
	// Latency is the delay of each piece of data in one direction.
	Latency time.Duration
	// Rate is the number of bytes a second in one direction; zero means no limit.
	Rate int
	// CutChance is the probability, 0..1, that a piece of data cuts its connection instead of being
	// forwarded.
	CutChance float64
	// Seed seeds the random cuts, for repeatable runs.
	Seed uint64
}

// Proxy forwards connections to one address. Make one with [Start]. It is safe for concurrent use.
type Proxy struct {
	to       string
	listener net.Listener

	mu     sync.Mutex
	cfg    Config
	random *rand.Rand
	conns  map[net.Conn]bool
	frozen chan struct{} // closed when nothing is frozen
	down   bool
	cuts   int
	done   bool
}

// Start returns a proxy that listens at a free port of 127.0.0.1 and forwards connections to an
// address.
func Start(to string, cfg Config) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		to: to, listener: listener, cfg: cfg, random: rand.New(rand.NewPCG(cfg.Seed, 1)), conns: map[net.Conn]bool{},
		frozen: make(chan struct{}),
	}
	close(p.frozen)
	go p.accept()
	return p, nil
}

// Addr returns the address to connect to, as host:port.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Cut ends all connections at once. New ones are forwarded again.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cutAll()
}

func (p *Proxy) cutAll() {
	for c := range p.conns {
		reset(c)
	}
	p.conns = map[net.Conn]bool{}
}

// reset closes a connection with a TCP reset.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}

// SetDown makes the proxy refuse connections and end the present ones, until it is called with
// false.
func (p *Proxy) SetDown(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	if down {
		p.cutAll()
	}
}

// SetFrozen stops all data in both directions, while all connections stay open, until it is called
// with false. The effect is as if an end had lost power.
func (p *Proxy) SetFrozen(frozen bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.frozen:
		if frozen {
			p.frozen = make(chan struct{})
		}
	default:
		if !frozen {
			close(p.frozen)
		}
	}
}

// Cuts returns the number of connections that CutChance has cut so far.
func (p *Proxy) Cuts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cuts
}

// Close ends the proxy and all its connections. It may be called more than once.
func (p *Proxy) Close() error {
	p.SetFrozen(false)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = true
	p.cutAll()
	return p.listener.Close()
}

func (p *Proxy) accept() {
	for {
		from, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(from)
	}
}

// serve forwards one connection.
func (p *Proxy) serve(from net.Conn) {
	p.mu.Lock()
	address, down := p.to, p.down || p.done
	p.mu.Unlock()
	if down {
		reset(from)
		return
	}
	to, err := net.Dial("tcp", address)
	if err != nil {
		reset(from)
		return
	}
	p.mu.Lock()
	if p.down || p.done {
		p.mu.Unlock()
		reset(from)
		reset(to)
		return
	}
	p.conns[from], p.conns[to] = true, true
	p.mu.Unlock()
	go p.pass(from, to)
	p.pass(to, from)
}

// pass forwards one direction until it ends.
func (p *Proxy) pass(from, to net.Conn) {
	buf := make([]byte, 2048)
	for {
		n, err := from.Read(buf)
		if n > 0 && !p.write(from, to, buf[:n]) {
			return
		}
		if err == io.EOF {
			if tcp, ok := to.(*net.TCPConn); ok {
				_ = tcp.CloseWrite()
				return
			}
		}
		if err != nil {
			p.drop(from, to)
			return
		}
	}
}

// write delivers a piece of data, and reports whether its connection continues.
func (p *Proxy) write(from, to net.Conn, data []byte) bool {
	p.mu.Lock()
	cfg, frozen := p.cfg, p.frozen
	cut := cfg.CutChance > 0 && p.random.Float64() < cfg.CutChance
	if cut {
		p.cuts++
		data = data[:p.random.IntN(len(data))] // the cut may be in the middle of a frame
	}
	p.mu.Unlock()
	<-frozen
	time.Sleep(cfg.Latency)
	step := len(data)
	if cfg.Rate > 0 {
		step = max(1, cfg.Rate/20)
	}
	for len(data) > 0 {
		piece := data[:min(step, len(data))]
		if _, err := to.Write(piece); err != nil {
			p.drop(from, to)
			return false
		}
		if data = data[len(piece):]; cfg.Rate > 0 {
			time.Sleep(time.Duration(len(piece)) * time.Second / time.Duration(cfg.Rate))
		}
	}
	if cut {
		p.drop(from, to)
	}
	return !cut
}

// drop ends both sides of a connection.
func (p *Proxy) drop(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		reset(c)
		delete(p.conns, c)
	}
}

// Pipes is a transport without sockets: it is its own listener, which accepts the other ends of the
// connections that it dials. In a bubble of time it takes no time at all. Make one with [NewPipes].
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes returns a transport with an open listener.
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
