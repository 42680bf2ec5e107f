// Package pipe makes connections between the nodes of a bus, for frames that one node has received
// and another one must handle.
//
// All frames for a node are messages on one subject, pipe.<node>. A pipe's frames are numbered, and
// a lost frame ends the pipe, as does silence of the other node. Each node repeats its count of
// sent frames, so that the other one also misses a last frame, and ends a pipe whose other end is
// gone.
package pipe

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"mancala/hub/bus"
)

// Each node announces with this period that it is alive. After that many silent periods a node
// counts as dead, and its pipes end.
const (
	period  = 500 * time.Millisecond
	periods = 4
	// tallies is for how many periods after a pipe's last frame a node reports the number of
	// frames, and the number of periods between its later reports. Two nodes find each other again
	// in less time.
	tallies = 8
)

// MaxHeader is the largest number of bytes of a header.
const MaxHeader = 32 << 10

// ErrGone is the error of Read and Write if the other node is gone or frames were lost.
var ErrGone = errors.New("the other node is gone")

// Pipes are the ends of pipes at one node.
type Pipes struct {
	bus    bus.Bus
	run    id // of this run of the node
	accept func(nc net.Conn, header []byte)
	stop   chan struct{}
	frames func() // ends the subscription to frames
	alive  func() // and to signs of life

	mu    sync.Mutex
	conns map[id]*conn // nil once closed
	quiet map[string]int
}

// id is a random number.
type id [16]byte

func newID() (n id) {
	rand.Read(n[:])
	return n
}

// Listen makes pipes possible from and to this node, once for a node. It calls accept on a new
// goroutine for each pipe that another node makes.
func Listen(b bus.Bus, accept func(nc net.Conn, header []byte)) (*Pipes, error) {
	p := &Pipes{
		bus: b, run: newID(), accept: accept, stop: make(chan struct{}),
		conns: map[id]*conn{}, quiet: map[string]int{},
	}
	var err error
	if p.alive, err = b.Subscribe("alive.*", p.heard); err != nil {
		return nil, err
	}
	if p.frames, err = b.Subscribe("pipe."+b.Node(), p.receive); err != nil {
		p.alive()
		return nil, err
	}
	go p.watch()
	return p, nil
}

// Dial makes a pipe to a node and returns this end. The node's accept function gets the other end
// and the header. Dial returns bus.ErrNoResponders at once if there is no such node.
func (p *Pipes) Dial(ctx context.Context, node string, header []byte) (net.Conn, error) {
	if err := bus.CheckWord(node); err != nil {
		return nil, fmt.Errorf("name of a node: %w", err)
	}
	if len(header) > MaxHeader {
		return nil, fmt.Errorf("header of a pipe: %w", bus.ErrTooLong)
	}
	c := newConn(p, node)
	if !p.add(c) {
		return nil, bus.ErrClosed
	}
	answer, err := p.bus.Request(ctx, "pipe."+node, opening{p.run, c.id, p.bus.Node(), header}.encode())
	var accepted acceptance
	if err == nil {
		accepted, err = decodeAcceptance(answer)
	}
	if err != nil {
		p.remove(c.id)
		p.bus.Publish("pipe."+node, frame{kind: forget, to: c.id}.encode())
		return nil, fmt.Errorf("pipe to node %s: %w", node, err)
	}
	if err := c.open(accepted.run, accepted.id); err != nil {
		return nil, err
	}
	return c, nil
}

// Close ends all pipes of this node.
func (p *Pipes) Close() error {
	p.mu.Lock()
	all := p.conns
	p.conns = nil
	p.mu.Unlock()
	if all == nil {
		return nil
	}
	close(p.stop)
	for _, c := range all {
		c.Close()
	}
	p.frames()
	p.alive()
	return nil
}

// add registers an end, and reports whether pipes may still be made.
func (p *Pipes) add(c *conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conns == nil {
		return false
	}
	p.conns[c.id] = c
	if _, known := p.quiet[c.node]; !known {
		p.quiet[c.node] = 0
	}
	return true
}

func (p *Pipes) remove(n id) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, n)
}

// receive handles a message on this node's subject.
func (p *Pipes) receive(m bus.Message) {
	if m.Respond != nil {
		if o, err := decodeOpening(m.Data); err == nil {
			p.answer(o, m.Respond)
		}
		return
	}
	f, err := decodeFrame(m.Data)
	if err != nil {
		return
	}
	if f.kind == forget {
		p.end(func(c *conn) bool { return c.peer == f.to })
		return
	}
	if f.kind == tally {
		p.compare(f)
		return
	}
	if c := p.find(f.to); c != nil {
		c.receive(f)
	}
}

// find returns an end of this node, or nil.
func (p *Pipes) find(n id) *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.conns[n]
}

// answer makes this end of a pipe that another node asks for.
func (p *Pipes) answer(o opening, respond func([]byte) error) {
	c := newConn(p, o.node)
	c.peerRun, c.peer = o.run, o.id
	if !p.add(c) {
		return
	}
	if respond(acceptance{p.run, c.id}.encode()) != nil {
		p.remove(c.id)
		return
	}
	go p.accept(c, o.header)
}

// heard handles the word of a node that it is alive.
func (p *Pipes) heard(m bus.Message) {
	if len(m.Data) != len(id{}) {
		return
	}
	node, run := m.Subject[len("alive."):], id(m.Data)
	p.mu.Lock()
	_, known := p.quiet[node]
	if known {
		p.quiet[node] = 0
	}
	p.mu.Unlock()
	if known {
		p.end(func(c *conn) bool { return c.node == node && c.peerRun != id{} && c.peerRun != run })
	}
}

// watch periodically announces that this node is alive, and ends the pipes to silent nodes. It
// counts periods rather than time, so that after a sleep a machine does not consider all others
// dead.
func (p *Pipes) watch() {
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		p.bus.Publish("alive."+p.bus.Node(), p.run[:])
		select {
		case <-tick.C:
		case <-p.stop:
			return
		}
		gone := map[string]bool{}
		p.mu.Lock()
		for node := range p.quiet {
			if p.quiet[node]++; p.quiet[node] > periods {
				gone[node] = true
				delete(p.quiet, node)
			}
		}
		p.mu.Unlock()
		if len(gone) > 0 {
			p.end(func(c *conn) bool { return gone[c.node] })
		}
		p.tally()
	}
}

// maxCounts is the number of counts in one message.
const maxCounts = maxChunk / countSize

// tally tells the other nodes how many frames this one has sent.
func (p *Pipes) tally() {
	counts := map[string][]count{}
	p.mu.Lock()
	conns := slices.Collect(maps.Values(p.conns))
	p.mu.Unlock()
	for _, c := range conns {
		if n, now := c.tell(); now {
			counts[c.node] = append(counts[c.node], n)
		}
	}
	for node, all := range counts {
		for part := range slices.Chunk(all, maxCounts) {
			p.bus.Publish("pipe."+node, tallyOf(p.bus.Node(), part).encode())
		}
	}
}

// compare ends the pipes with missing frames, and tells the other node which pipes have ended here.
func (p *Pipes) compare(f frame) {
	node, counts, err := f.counts()
	if err != nil {
		return
	}
	for _, n := range counts {
		if c := p.find(n.to); c == nil {
			p.bus.Publish("pipe."+node, frame{kind: lost, to: n.from}.encode())
		} else if c.lacks(n.sent) {
			c.lose()
		}
	}
}

// end ends the pipes whose other end is gone; gone is called with the lock of an end.
func (p *Pipes) end(gone func(*conn) bool) {
	p.mu.Lock()
	var list []*conn
	for _, c := range p.conns {
		c.mu.Lock()
		if gone(c) {
			list = append(list, c)
		}
		c.mu.Unlock()
	}
	p.mu.Unlock()
	for _, c := range list {
		c.lose()
	}
}
