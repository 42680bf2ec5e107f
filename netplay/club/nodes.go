package club

import (
	"slices"

	"mancala/netplay/dial"
	"mancala/netplay/keys"
)

// nodes are the addresses of a club, in the order in which they are dialled. A club may lie about
// them.
type nodes struct {
	user  string   // the address that the person has entered
	addrs []string // the next one first
	heard dial.History
	key   keys.Fingerprint // of the club, once it has let the member in; zero without encryption
}

func newNodes(addr string) nodes { return nodes{user: addr, addrs: []string{addr}} }

// next returns the address whose turn it is. That of the user always has its turn.
func (n *nodes) next() string {
	for range n.addrs {
		addr := n.addrs[0]
		n.addrs = append(n.addrs[1:], addr)
		if addr == n.user || n.heard.Worth(addr) {
			return addr
		}
	}
	return n.user
}

// missed notes that no one lets the member in at an address.
func (n *nodes) missed(addr string) { n.heard.Missed(addr) }

// strange reports whether another club than the one that has let the member in answers at an
// address, by its key. Such an address is not dialled again.
func (n *nodes) strange(addr string, key keys.Fingerprint) bool {
	strange := !n.key.IsZero() && key != n.key
	if strange {
		n.heard.Strange(addr)
	}
	return strange
}

// entered notes that the club has let the member in at an address, and has told all of its own; no
// addresses mean that they are as before. That address is dialled last.
func (n *nodes) entered(addr string, key keys.Fingerprint, all []string) {
	n.heard.Found(addr)
	if n.key = key; len(all) > 0 {
		n.addrs = append(without(append(all, n.user), addr), addr)
	}
}

// without returns a list of addresses, each once, without one.
func without(list []string, addr string) (others []string) {
	for _, a := range list {
		if a != addr && !slices.Contains(others, a) {
			others = append(others, a)
		}
	}
	return others
}
