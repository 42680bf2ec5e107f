package netplay

import (
	"slices"

	"mancala/netplay/address"
	wire "mancala/proto/mancala/v1"
)

func alsoToWire(addrs []string) (list []*wire.KeptAddress) {
	for _, addr := range addrs {
		list = append(list, &wire.KeptAddress{Addr: addr})
	}
	return list
}

func alsoFromWire(addr string, list []*wire.KeptAddress) []string {
	var addrs []string
	for _, a := range list[:min(len(list), address.MaxOthers)] {
		addrs = append(addrs, a.GetAddr())
	}
	return address.Others(addr, addrs)
}

// addrs returns the addresses at which the host may answer, the last one that did first, with mu
// held.
func (g *guestLink) addrs() []string {
	all := append([]string{g.addr}, g.also...)
	last := max(slices.Index(all, g.answered), 0)
	return append(all[last:], all[:last]...)
}
