package config

import (
	"fmt"
	"net/netip"
	"slices"

	"mancala/match/lobby"
	"mancala/rules"
)

// allRules is the word for any rules.
const allRules = "all"

// Rated returns the rules with which games are rated.
func (c Config) Rated() (lobby.RatedRules, error) {
	if slices.Equal(c.RatedRules, []string{allRules}) {
		return nil, nil
	}
	var list lobby.RatedRules
	for _, text := range c.RatedRules {
		v, err := rules.ParseRuleSet(text)
		if err != nil {
			return nil, wrong("rated_rules", "%v; or [\"all\"] alone", err)
		}
		list = append(list, v.Canonical())
	}
	return list, nil
}

// Trusted returns the networks whose addresses have no limits. The configuration has been checked.
func (c Config) Trusted() (list []netip.Prefix) {
	for _, text := range c.Limits.Trusted {
		if network, err := ParseNetwork(text); err == nil {
			list = append(list, network)
		}
	}
	return list
}

// smallestIPv6 is the length of the prefix of the smallest IPv6 network that counts as one address.
const smallestIPv6 = 64

// ParseNetwork returns the network for a text such as "10.0.0.0/8", or for an address, which means
// itself or, in IPv6, for its /64. An error is a sentence for an operator.
func ParseNetwork(text string) (netip.Prefix, error) {
	network, err := netip.ParsePrefix(text)
	if addr, single := netip.ParseAddr(text); single == nil && addr.Zone() == "" {
		network, err = netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()), nil
		if network.Addr().Is6() {
			network = netip.PrefixFrom(addr, smallestIPv6).Masked()
		}
	}
	switch {
	case err != nil:
		return netip.Prefix{}, fmt.Errorf("%q is not a network, as in 10.0.0.0/8 or 2001:db8::/32", text)
	case network.Addr().Is6() && network.Bits() > smallestIPv6:
		return netip.Prefix{}, fmt.Errorf("%q is smaller than a /64, which counts as one address", text)
	case network != network.Masked():
		return netip.Prefix{}, fmt.Errorf("%q has bits behind its length; write %s", text, network.Masked())
	}
	return network, nil
}
