package main

import (
	"net/netip"
	"slices"
	"sync"

	"mancala/netplay/limit"
)

// trusted are the networks whose addresses have no limits. Operators may change them while the hub
// runs.
type trusted struct {
	mu   sync.Mutex
	list []netip.Prefix
}

// free reports whether an address has no limits: it is near, or in a trusted network.
func (t *trusted) free(a limit.Address) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return a.Near() || a.In(t.list)
}

// networks returns the networks.
func (t *trusted) networks() []netip.Prefix {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.list)
}

// add trusts a network, and remove no longer does. They report whether that changes anything.
func (t *trusted) add(n netip.Prefix) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if slices.Contains(t.list, n) {
		return false
	}
	t.list = append(t.list, n)
	return true
}

func (t *trusted) remove(n netip.Prefix) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.list, n)
	if i < 0 {
		return false
	}
	t.list = slices.Delete(t.list, i, i+1)
	return true
}
