package address

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// virtualInterfaces are prefixes of the names of interfaces that lead to virtual machines and
// containers on this computer.
var virtualInterfaces = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "cni", "lxc"}

// localAddr is an address of this computer.
type localAddr struct {
	netip.Addr
	virtual bool // it leads to virtual machines or containers on this computer
}

// localAddrs returns the addresses of all interfaces that are up, or nil if the system does not
// tell.
func localAddrs() []localAddr {
	interfaces, _ := net.Interfaces()
	var list []localAddr
	for _, i := range interfaces {
		addrs, err := i.Addrs()
		if err != nil || i.Flags&net.FlagUp == 0 {
			continue
		}
		virtual := slices.ContainsFunc(virtualInterfaces, func(name string) bool { return strings.HasPrefix(i.Name, name) })
		for _, a := range addrs {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				list = append(list, localAddr{prefix.Addr().Unmap(), virtual})
			}
		}
	}
	return list
}

// Reachable returns the addresses under which a guest may reach a host that listens at an address,
// best first: IPv4 before IPv6, local network before internet, loopback last. It leaves out
// link-local addresses. Text that is no address with a port is returned alone.
func Reachable(listen string) []string {
	at, err := netip.ParseAddrPort(listen)
	if err != nil {
		return []string{listen}
	}
	return reachable(at, localAddrs())
}

// reachable is Reachable for a computer with these addresses.
func reachable(listen netip.AddrPort, local []localAddr) []string {
	at, port := listen.Addr().Unmap(), int(listen.Port())
	if !at.IsUnspecified() {
		return []string{net.JoinHostPort(at.String(), strconv.Itoa(port))}
	}
	local = slices.DeleteFunc(slices.Clone(local), func(a localAddr) bool {
		return a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() || a.IsLoopback() || at.Is4() && !a.Is4()
	})
	slices.SortStableFunc(local, func(a, b localAddr) int { return a.rank() - b.rank() })
	var list []string
	for _, a := range append(local, localAddr{Addr: netip.AddrFrom4([4]byte{127, 0, 0, 1})}) {
		if text := net.JoinHostPort(a.String(), strconv.Itoa(port)); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// rank orders addresses: the lower, the more likely a guest can reach it.
func (a localAddr) rank() int {
	rank := 0
	if a.virtual {
		rank = 4
	}
	if a.Is6() {
		rank += 2
	}
	if !a.IsPrivate() {
		rank++
	}
	return rank
}

// IsNeighbour reports whether a connection comes from this computer or from the local network: from
// a private or link-local address in a network of one of this computer's interfaces.
func IsNeighbour(remote net.Addr) bool {
	at, err := netip.ParseAddrPort(remote.String())
	return err == nil && neighbour(at.Addr().Unmap(), localPrefixes())
}

func neighbour(a netip.Addr, networks []netip.Prefix) bool {
	a = a.WithZone("")
	for _, n := range networks {
		if n.Addr() == a || (a.IsPrivate() || a.IsLinkLocalUnicast()) && n.Contains(a) {
			return true
		}
	}
	return a.IsLoopback()
}

// localPrefixes returns the networks of all interfaces, each with this computer's address in it, or
// nil if the system does not tell.
func localPrefixes() []netip.Prefix {
	addrs, _ := net.InterfaceAddrs()
	var list []netip.Prefix
	for _, a := range addrs {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()))
		}
	}
	return list
}
