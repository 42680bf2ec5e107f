package address

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/netplay/meet"
	"mancala/rules"
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
// link-local addresses. Text that is no address with a port is returned as it is.
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

// LoopbackVariable is the environment variable that keeps the program off every network: if it is
// not empty, the program listens, announces and searches on loopback only.
const LoopbackVariable = "MANCALA_LOOPBACK"

// OnLoopback returns the loopback address that replaces host:port under [LoopbackVariable]: a
// loopback address stays as it is; localhost and an empty host become 127.0.0.1. Other addresses
// are refused with a [rules.Note]; a text without a port is returned unchanged. In an address with
// a meeting point, lookup@host:port, the point has to be on loopback.
func OnLoopback(addr string) (string, error) {
	inside, refused := onLoopback(addr)
	if refused != nil {
		return "", refused
	}
	return inside, nil
}

func onLoopback(addr string) (string, *rules.Note) {
	if lookup, point := meet.SplitAddress(addr); lookup != "" {
		inside, refused := onLoopback(point)
		return lookup + "@" + inside, refused
	}
	host, port, err := net.SplitHostPort(addr)
	switch {
	case err != nil:
		return addr, nil
	case host == "", host == "localhost":
		return net.JoinHostPort("127.0.0.1", port), nil
	}
	if at, err := netip.ParseAddr(host); err != nil || !at.Unmap().IsLoopback() {
		return "", note("loopback-alone", match.CleanText(addr))
	}
	return addr, nil
}
