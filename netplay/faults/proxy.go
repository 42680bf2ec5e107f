// Package faults is a network that misbehaves, for tests: a TCP proxy on the loopback interface
// that delays, slows down, freezes or cuts the connections that pass through it.
package faults

import (
	"io"
	"math/rand/v2"
	"net"
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
	// Seed seeds the random cuts, so that a run can be repeated.
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
