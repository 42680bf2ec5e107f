package main

import (
	"net"
	"net/netip"
	"slices"
	"sync"

	"mancala/netplay/limit"
	"mancala/netplay/transport"
)

// crowd counts the game connections of each address, so that one address cannot use up a node.
type crowd struct {
	mu        sync.Mutex
	strangers limit.Strangers
}

// let counts a connection until the returned one is closed. It returns nil if the address has too
// many.
func (c *crowd) let(nc net.Conn, a limit.Address) net.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.strangers.Enter(limit.Games, a) {
		return nil
	}
	return &guest{Over: transport.Over{Conn: nc}, leave: sync.OnceFunc(func() { c.leave(a) })}
}

func (c *crowd) leave(a limit.Address) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.strangers.Leave(limit.Games, a)
}

// guest is a connection that is counted.
type guest struct {
	transport.Over
	leave func()
}

// Close closes the connection.
func (g *guest) Close() error {
	g.leave()
	return g.Conn.Close()
}

// trusted are the networks whose addresses have no limits. Operators may change them while the hub
// runs.
type trusted struct {
	mu   sync.Mutex
	list []netip.Prefix
}

// free reports whether an address is in a trusted network.
func (t *trusted) free(a limit.Address) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return a.In(t.list)
}

// networks returns the networks.
func (t *trusted) networks() []netip.Prefix {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.list)
}

// add trusts a network.
func (t *trusted) add(n netip.Prefix) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.list, n) {
		t.list = append(t.list, n)
	}
}

// remove no longer trusts a network, and reports whether it was trusted.
func (t *trusted) remove(n netip.Prefix) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := len(t.list)
	t.list = slices.DeleteFunc(t.list, func(other netip.Prefix) bool { return other == n })
	return len(t.list) < before
}
