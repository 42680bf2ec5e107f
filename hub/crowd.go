package main

import (
	"net"
	"sync"

	"mancala/netplay/limit"
	"mancala/netplay/transport"
)

// crowd counts the connections to games by address, so that one address does not use up a node.
type crowd struct {
	most int                      // of one address
	free func(limit.Address) bool // reports whether an address has no limit

	mu sync.Mutex
	by map[limit.Address]int
}

// let counts a connection until the one it returns is closed. It returns nil if the address has too
// many.
func (c *crowd) let(nc net.Conn, a limit.Address) net.Conn {
	if c.free(a) {
		return nc
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by[a] >= c.most {
		return nil
	}
	if c.by == nil {
		c.by = map[limit.Address]int{}
	}
	c.by[a]++
	return &guest{Conn: nc, leave: sync.OnceFunc(func() { c.leave(a) })}
}

func (c *crowd) leave(a limit.Address) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by[a]--; c.by[a] == 0 {
		delete(c.by, a)
	}
}

// guest is a connection that is counted.
type guest struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (g *guest) Close() error {
	g.leave()
	return g.Conn.Close()
}

// NetConn returns the connection itself.
func (g *guest) NetConn() net.Conn { return g.Conn }

// CloseWrite ends this end's half of the stream, if the connection has halves.
func (g *guest) CloseWrite() error { return transport.CloseWrite(g.Conn) }
