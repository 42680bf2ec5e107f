package netplay

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/netplay/address"
	wire "mancala/proto/mancala/v1"
)

// alsoWait is the longest time that one of several addresses is tried.
const alsoWait = 3 * time.Second

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

// dialAny connects to a host at the first of several addresses that answers, and returns that
// address. Only a host whose key is known can be looked for at more than one, be it from an invite,
// the series, or the lobby that has given the seat. The first address is always dialled, the others
// if they are worth it. The error is that of the first one that was dialled, and a mistrust only if
// no other address has had another error.
func (a *approach) dialAny(ctx context.Context, addrs []string) (m meeting, at string, err error) {
	if len(addrs) == 1 || a.pinned.Fingerprint.IsZero() && a.invited.IsZero() && a.announced.IsZero() {
		m, err = a.dial(ctx)
		return m, a.addr, err
	}
	first := a.addr
	defer func() { a.addr = first }()
	if a.heard == nil {
		a.heard = new(Hearsay)
	}
	for _, a.addr = range addrs {
		if a.addr != first && !a.heard.Worth(a.addr) {
			continue
		}
		soon, cancel := context.WithTimeout(ctx, alsoWait)
		m, failed := a.dial(soon)
		cancel()
		var doubt mistrust
		switch {
		case failed == nil:
			a.heard.Found(a.addr)
			m.news = m.news && a.addr == first
			return m, a.addr, nil
		case errors.As(failed, &doubt):
			a.heard.Strange(a.addr)
		default:
			a.heard.Missed(a.addr)
		}
		if err == nil || errors.As(err, &doubt) && !errors.As(failed, &doubt) {
			err = failed
		}
	}
	return meeting{}, "", err
}
