package main

import (
	"net"
	"testing"

	"mancala/netplay/limit"
)

// An address has a limited number of game connections, and each counts once until it is closed.
// This computer has no limit.
func TestCrowd(t *testing.T) {
	var c crowd
	c.strangers.Limit(limit.Games, limit.Limit{Each: 2})
	let := func(addr string) net.Conn {
		near, far := net.Pipe()
		t.Cleanup(func() { _, _ = near.Close(), far.Close() })
		return c.let(near, limit.AddressOf(addr))
	}
	first, second := let("192.0.2.7:1"), let("192.0.2.7:2")
	if first == nil || second == nil || let("192.0.2.7:3") != nil {
		t.Error("an address does not have two connections")
	}
	if let("192.0.2.8:1") == nil {
		t.Error("another address has none")
	}
	_, _ = first.Close(), first.Close()
	if let("192.0.2.7:4") == nil || let("192.0.2.7:5") != nil {
		t.Error("a connection that is closed counts still, or twice")
	}
	for range 5 {
		if let("127.0.0.1:1") == nil {
			t.Fatal("this computer has a limit")
		}
	}
}
