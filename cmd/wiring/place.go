package wiring

import (
	"context"
	"net"

	"mancala/internal/match"
	"mancala/netplay/transport"
	"mancala/rules"
)

// Place is where a game across a network is played. At most one of its fields is set; the zero
// value is a game at this machine.
type Place struct {
	// Serve is the address that this end listens at, and Join is the host's address.
	Serve, Join string
}

// Far reports whether the game is one across a network.
func (p Place) Far() bool { return p != Place{} }

// Self returns the party at this end.
func (p Place) Self() match.Party {
	if p.Join != "" {
		return match.Guest
	}
	return match.Host
}

// Series returns the newest series to resume at the place, or nil. The list is newest first, and a
// host resumes only rules that it allows.
func (p Place) Series(over transport.Transport, list []match.Bookmark, allows func(rules.Variant) bool) *match.Bookmark {
	for _, b := range list {
		switch {
		case p.Join != "" && b.Self == match.Guest && b.Addr == p.Join:
		case p.Serve != "" && b.Self == match.Host && sameServer(over, p.Serve, b.Addr) && allows(b.Game.Variant):
		default:
			continue
		}
		return &b
	}
	return nil
}

// Of returns the place where a series resumes: a guest looks for a host at the former port, unless
// the host asks for another one.
func (p Place) Of(b match.Bookmark) Place {
	switch {
	case b.Self == match.Guest:
		return Place{Join: b.Addr}
	case p.Serve == "" || portOf(p.Serve) == "0":
		return Place{Serve: b.Addr}
	}
	return p
}

// Lasts reports whether the two players find each other at the place again: not if the host takes
// any free port.
func (p Place) Lasts() bool { return p.Join != "" || p.Serve != "" && portOf(p.Serve) != "0" }

func portOf(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// sameServer reports whether a host at want can resume a game from an address. If want has port 0,
// that address must be free now.
func sameServer(over transport.Transport, want, addr string) bool {
	host, port, err := net.SplitHostPort(want)
	oldHost, oldPort, oldErr := net.SplitHostPort(addr)
	if err != nil || oldErr != nil {
		return false
	}
	if port != "0" {
		return port == oldPort
	}
	if unspecified(host) != unspecified(oldHost) || !unspecified(host) && host != oldHost {
		return false
	}
	l, err := over.Listen(context.Background(), addr)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// unspecified reports whether a host name means all addresses of this machine.
func unspecified(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}
