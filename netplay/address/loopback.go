package address

import (
	"net"
	"net/netip"

	"mancala/match"
	"mancala/netplay/meet"
	"mancala/rules"
)

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
