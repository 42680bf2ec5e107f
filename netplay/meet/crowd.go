package meet

import (
	"container/heap"
	"slices"

	"mancala/netplay/limit"
)

// crowd is the names of an address, or of a network, that make room for others: their host is away
// and has not met a guest here. The longest away come first.
type crowd struct {
	idle []*Name
	at   int // the place of a network in the heap, from 1; 0 if it is not there
}

// crowdsOf returns the crowds of an address: its own and its network's, which may be the same. They
// are new if they have no idle names.
func (p *Point) crowdsOf(a limit.Address) (own, network *crowd) {
	find := func(a limit.Address) *crowd {
		if p.crowds[a] == nil {
			p.crowds[a] = new(crowd)
		}
		return p.crowds[a]
	}
	return find(a), find(a.Network())
}

// rest marks a name to make room for others.
func (p *Point) rest(n *Name) {
	own, network := p.crowdsOf(n.addr)
	own.idle = append(own.idle, n)
	if network != own {
		network.idle = append(network.idle, n)
	}
	p.idlest.sort(network)
}

// rouse ends that a name makes room for others.
func (p *Point) rouse(n *Name) {
	own, network := p.crowdsOf(n.addr)
	for _, c := range [...]*crowd{own, network} {
		if i := slices.Index(c.idle, n); i >= 0 {
			c.idle = slices.Delete(c.idle, i, i+1)
		}
	}
	p.idlest.sort(network)
	for _, of := range [...]limit.Address{n.addr, n.addr.Network()} {
		if c := p.crowds[of]; c != nil && len(c.idle) == 0 {
			delete(p.crowds, of)
		}
	}
}

// room reports whether there is a place for another host of an address: "" if so. If places are
// short it forgets an idle name: of the same address or network if that has too many, and otherwise
// of the network with the most idle names.
func (p *Point) room(a limit.Address) Reason {
	if own, _ := p.strangers.Full(limit.Hosts, a); own && !p.shed(p.crowds[a]) {
		return Busy
	}
	if _, network := p.strangers.Full(limit.Hosts, a); network && !p.shed(p.crowds[a.Network()]) {
		return Busy
	}
	if len(p.names) >= p.limits.Names && (len(p.idlest) == 0 || !p.shed(p.idlest[0])) {
		return Full
	}
	return ""
}

// shed forgets an idle name of a crowd, and reports whether there was one: the name that has been
// away longest of the address with the most idle names. A nil crowd has none.
func (p *Point) shed(c *crowd) bool {
	if c == nil {
		return false
	}
	var found *Name
	most := 0
	for _, n := range c.idle {
		own := p.crowds[n.addr]
		if len(own.idle) > most {
			found, most = n, len(own.idle)
		}
		if own == c { // the others are of the same address
			break
		}
	}
	if found != nil {
		p.Forget(found)
	}
	return found != nil
}

// idlest is a heap of networks with idle names: first the one with the most, then the one whose
// first name has been away longest.
type idlest []*crowd

// Len returns the number of networks.
func (h idlest) Len() int { return len(h) }

// Less reports whether the network at i comes before the one at j.
func (h idlest) Less(i, j int) bool {
	a, b := h[i].idle, h[j].idle
	return len(a) > len(b) || len(a) == len(b) && a[0].since.Before(b[0].since)
}

// Swap exchanges two networks.
func (h idlest) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].at, h[j].at = i+1, j+1
}

// Push adds a network at the end.
func (h *idlest) Push(c any) {
	*h = append(*h, c.(*crowd))
	c.(*crowd).at = len(*h)
}

// Pop removes the network at the end.
func (h *idlest) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last], c.at = nil, 0
	*h = (*h)[:last]
	return c
}

// sort puts a network at its place after its idle names have changed.
func (h *idlest) sort(network *crowd) {
	switch {
	case network.at == 0 && len(network.idle) > 0:
		heap.Push(h, network)
	case network.at > 0 && len(network.idle) == 0:
		heap.Remove(h, network.at-1)
	case network.at > 0:
		heap.Fix(h, network.at-1)
	}
}
