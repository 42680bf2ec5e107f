package gateway

import (
	"net/netip"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/limit"
)

// spend counts an event, or refuses it.
func (g *Gateway) spend(kind limit.Kind, who limit.Address) error {
	g.mu.Lock()
	wait := g.strangers.Spend(kind, who, time.Now())
	g.mu.Unlock()
	if wait == 0 {
		return nil
	}
	g.cfg.Refused(kind.String())
	no := lobby.Refuse(lobby.ReasonTooOften)
	if kind == limit.Newcomers {
		no = lobby.Refuse(lobby.ReasonNewcomers)
	}
	no.Wait = wait
	return no
}

// spendNewcomer counts a new member of an address, or refuses them.
func (g *Gateway) spendNewcomer(addr limit.Address) error {
	err := g.spend(limit.Newcomers, addr)
	if err == nil {
		return nil
	}
	g.mu.Lock()
	warns := g.strangers.Spend(limit.Warnings, addr, time.Now()) == 0
	g.mu.Unlock()
	if warns {
		g.log.Warn("A network has brought as many new members as it may, so others from there are refused for now. "+
			"\"hub admin newcomers ADDRESS\" lets them in, limits.newcomers and limits.trusted for good.",
			"addr", addr.String(), "limit", g.cfg.Newcomers)
	}
	return err
}

// Newcomers returns the addresses that have brought new members lately, those first that have
// brought the most.
func (g *Gateway) Newcomers() []limit.Spender {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.strangers.Spenders(limit.Newcomers, time.Now())
}

// ForgiveNewcomers resets an address's count of new members. It takes an address, or the text of
// one that [Gateway.Newcomers] returns, and reports whether there was a count.
func (g *Gateway) ForgiveNewcomers(text string) (forgiven bool) {
	addr, err := netip.ParseAddr(text)
	network, ofMany := netip.ParsePrefix(text)
	if ofMany == nil {
		addr, err = network.Addr(), nil
	}
	if err != nil && text != (limit.Address{}).String() {
		return false
	}
	of := limit.AddressOf(netip.AddrPortFrom(addr, 0).String())
	if counted := of.String(); ofMany == nil && counted != network.String() && (!network.IsSingleIP() || counted != addr.String()) {
		return false // another network than those that are counted
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, of := range [...]limit.Address{of, of.Far()} {
		g.strangers.Forgive(limit.Warnings, of)
		forgiven = g.strangers.Forgive(limit.Newcomers, of) || forgiven
	}
	return forgiven
}
