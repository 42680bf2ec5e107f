package limit

import (
	"net/netip"
	"slices"
)

// Address identifies a stranger: an IPv4 address, or the /64 of an IPv6 address, since a household
// has all addresses of its /64. The zero Address is every connection without an internet
// address.
type Address struct {
	prefix netip.Prefix
	far    bool
}

// AddressOf returns the address of a connection from the text of its [net.Addr], as in
// "192.0.2.7:50000" or "[2001:db8::7]:50000". Other text yields the zero Address.
func AddressOf(text string) Address {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return addressOf(at.Addr())
	}
	return Address{}
}

func addressOf(addr netip.Addr) Address {
	addr = addr.Unmap()
	bits := addr.BitLen()
	if addr.Is6() && !addr.IsLinkLocalUnicast() && !addr.IsLoopback() { // neighbours share fe80::/64
		bits = 64
	}
	prefix, _ := addr.WithZone("").Prefix(bits)
	return Address{prefix: prefix}
}

// Near reports whether the address is on this machine or not an internet address. Such addresses
// have no limits by address.
func (a Address) Near() bool {
	return !a.far && (!a.prefix.IsValid() || a.prefix.Addr().IsLoopback())
}

// Network returns the address for the network that an address belongs to, as a provider hands them
// out: the /24 of an IPv4 address, or the /48 of an IPv6 address. Addresses that have no such
// network, as those of this machine, are returned as they are.
func (a Address) Network() Address {
	addr := a.prefix.Addr()
	if !a.prefix.IsValid() || addr.IsLoopback() || addr.IsLinkLocalUnicast() {
		return a
	}
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	a.prefix, _ = addr.Prefix(bits)
	return a
}

// Far returns the address for a connection that a stranger from elsewhere may control. It is never
// near, and differs from the address without Far.
func (a Address) Far() Address {
	a.far = true
	return a
}

// In reports whether the address is in one of the networks. One that is far is in none, since it
// says nothing about the stranger.
func (a Address) In(networks []netip.Prefix) bool {
	return !a.far && a.prefix.IsValid() && slices.ContainsFunc(networks, func(n netip.Prefix) bool {
		return n.Bits() <= a.prefix.Bits() && n.Contains(a.prefix.Addr())
	})
}

// String returns the address or its prefix as text; "?" for the zero Address.
func (a Address) String() string {
	switch {
	case !a.prefix.IsValid():
		return "?"
	case a.prefix.IsSingleIP():
		return a.prefix.Addr().String()
	}
	return a.prefix.String()
}
