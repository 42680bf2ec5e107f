package gateway

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"mancala/netplay/limit"
)

// spendNewcomer counts a new member of an address, or refuses them.
func (g *Gateway) spendNewcomer(addr limit.Address) error {
	err := g.spend(newcomers(g.cfg.Newcomers), addr.String())
	if err != nil && g.meters.spend(warnings, addr.String(), g.cfg.Now()) == nil {
		g.log.Warn("A network has brought as many new members as it may, so others from there are refused for now. "+
			"\"hub admin newcomers ADDRESS\" lets them in, limits.newcomers and limits.trusted for good.",
			"addr", addr.String(), "limit", g.cfg.Newcomers)
	}
	return err
}

// Newcomers returns the networks that have brought new members lately, those first that have
// brought the most.
func (g *Gateway) Newcomers() []limit.Newcomers {
	list := g.meters.newcomers(g.cfg.Now())
	slices.SortFunc(list, func(a, b limit.Newcomers) int {
		return cmp.Or(cmp.Compare(b.Brought, a.Brought), cmp.Compare(a.Address, b.Address))
	})
	return list
}

// ForgiveNewcomers lets a network bring as many new members again as one that has brought none. It
// takes an address, or one that [Gateway.Newcomers] returns, and reports whether that has brought
// any.
func (g *Gateway) ForgiveNewcomers(address string) bool {
	if addr, err := netip.ParseAddr(address); err == nil {
		address = limit.AddressOf(netip.AddrPortFrom(addr, 0).String()).String()
	}
	g.meters.drop(metered{warnings, address})
	return g.meters.drop(metered{newcomers(g.cfg.Newcomers), address})
}

// newcomers returns the meters of newcomers that are not full.
func (m *meters) newcomers(now time.Time) (list []limit.Newcomers) {
	m.Lock()
	defer m.Unlock()
	for at, a := range m.by {
		if at.kind.what == newcomersWhat && !a.Full(now) {
			list = append(list, limit.Newcomers{Address: at.by, Brought: a.Missing(now), Wait: a.Wait(now)})
		}
	}
	return list
}

// drop forgets a meter, and reports whether there was one.
func (m *meters) drop(at metered) bool {
	m.Lock()
	defer m.Unlock()
	_, there := m.by[at]
	delete(m.by, at)
	return there
}
