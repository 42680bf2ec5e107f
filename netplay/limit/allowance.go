package limit

import (
	"math"
	"net/netip"
	"slices"
	"time"
)

// Address identifies a stranger: an IPv4 address, or the /64 of an IPv6 address, since a household
// has all addresses of its /64; or a name, as of a member. The zero Address is every connection
// without an internet address.
type Address struct {
	prefix netip.Prefix
	far    bool
	name   string
}

// Named returns the address of a stranger who is known by a name, such as a member's id. It is
// never near.
func Named(name string) Address { return Address{name: name, far: true} }

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

// Network returns the address of an address's network, as providers hand them out: the /24 of an
// IPv4 address, or the /48 of an IPv6 address. It returns other addresses, such as this machine's,
// unchanged.
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
// near, and differs from the plain address.
func (a Address) Far() Address {
	a.far = true
	return a
}

// In reports whether the address is in one of the networks. A far address is in none, since it says
// nothing about the stranger.
func (a Address) In(networks []netip.Prefix) bool {
	return !a.far && a.prefix.IsValid() && slices.ContainsFunc(networks, func(n netip.Prefix) bool {
		return n.Bits() <= a.prefix.Bits() && n.Contains(a.prefix.Addr())
	})
}

// String returns the address or its prefix as text; "?" for the zero Address.
func (a Address) String() string {
	switch {
	case a.name != "":
		return a.name
	case !a.prefix.IsValid():
		return "?"
	case a.prefix.IsSingleIP():
		return a.prefix.Addr().String()
	}
	return a.prefix.String()
}

// Allowance is a token bucket: it allows a burst, and a number of events a second in the long run.
// Make one with [NewAllowance]; the zero Allowance allows nothing.
type Allowance struct {
	burst, rate float64 // the capacity, and the refill a second
	left        float64
	at          time.Time
}

// NewAllowance returns a full bucket with that capacity and refill a second.
func NewAllowance(burst, rate float64, now time.Time) Allowance {
	return Allowance{burst, rate, burst, now}
}

// Spend takes a token, and reports whether there was one. A token spent before it exists is a debt.
func (a *Allowance) Spend(now time.Time) bool {
	a.Take(1, now)
	return a.left >= 0
}

// Allow takes a token if there is one, and reports whether there was. There is never a debt.
func (a *Allowance) Allow(now time.Time) bool {
	a.refill(now)
	allowed := a.left >= 1
	if allowed {
		a.left--
	}
	return allowed
}

// Take takes n tokens, and returns the time until there is no debt.
func (a *Allowance) Take(n int, now time.Time) time.Duration {
	a.refill(now)
	a.left -= float64(n)
	return a.until(0)
}

// Wait returns the time until there is a token; zero if there is one.
func (a *Allowance) Wait(now time.Time) time.Duration {
	a.refill(now)
	return a.until(1)
}

// until returns the time until there are so many tokens; zero without a refill.
func (a *Allowance) until(tokens float64) time.Duration {
	if a.left >= tokens || a.rate <= 0 {
		return 0
	}
	return time.Duration((tokens - a.left) / a.rate * float64(time.Second))
}

// Missing returns the number of tokens that are missing, rounded up.
func (a *Allowance) Missing(now time.Time) int {
	a.refill(now)
	return int(math.Ceil(a.burst - a.left))
}

// Full reports whether no token is missing.
func (a *Allowance) Full(now time.Time) bool {
	a.refill(now)
	return a.left >= a.burst
}

func (a *Allowance) refill(now time.Time) {
	a.left = min(a.burst, a.left+a.rate*max(0, now.Sub(a.at).Seconds()))
	a.at = now
}
