package gateway

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/limit"
)

// meters limit events that should be rare, by member or address.
type meters struct {
	sync.Mutex
	by limit.Meters[metered]
}

// metered is a kind of event, and its member or address.
type metered struct {
	kind meter
	by   string
}

// meter is a kind of event with its limit: how many at once, and how many an hour.
type meter struct {
	what        string
	burst, hour float64
}

var (
	entries = meter{"entries", 60, 600} // of a key
	guesses = meter{"codes", 10, 10}    // for devices
	reports = meter{"reports", 5, 5}
	// lists count the lists of all tables. Searches, by a part of a name and in the standings, read
	// much of the record.
	lists    = meter{"lists", 30, 1800}
	searches = meter{"searches", 30, 1800}
	renames  = meter{"names", 3, 3}
	// warnings are those in the log of a network that has brought too many newcomers.
	warnings = meter{"warnings", 1, 1}
)

// newcomers is the limit of new members from one address.
func newcomers(n int) meter { return meter{newcomersWhat, float64(n), float64(n)} }

const newcomersWhat = "newcomers"

// spend counts an event, or refuses it.
func (g *Gateway) spend(kind meter, by string) error {
	err := g.meters.spend(kind, by, time.Now())
	if err != nil {
		g.cfg.Refused(kind.what)
	}
	return err
}

// maxMeters is the number of meters at which some are dropped.
const maxMeters = 4096

// spend counts an event, or refuses it.
func (m *meters) spend(kind meter, by string, now time.Time) error {
	m.Lock()
	defer m.Unlock()
	if m.by == nil {
		m.by = limit.Meters[metered]{}
	}
	wait := m.by.Spend(metered{kind, by}, limit.NewAllowance(kind.burst, kind.hour/3600, now), maxMeters, now)
	if wait == 0 {
		return nil
	}
	no := lobby.Refuse(lobby.ReasonTooOften)
	if kind.what == newcomersWhat {
		no = lobby.Refuse(lobby.ReasonNewcomers)
	}
	no.Wait = wait
	return no
}

// spendNewcomer counts a new member of an address, or refuses them.
func (g *Gateway) spendNewcomer(addr limit.Address) error {
	err := g.spend(newcomers(g.cfg.Newcomers), addr.String())
	if err != nil && g.meters.spend(warnings, addr.String(), time.Now()) == nil {
		g.log.Warn("A network has brought as many new members as it may, so others from there are refused for now. "+
			"\"hub admin newcomers ADDRESS\" lets them in, limits.newcomers and limits.trusted for good.",
			"addr", addr.String(), "limit", g.cfg.Newcomers)
	}
	return err
}

// Newcomers returns the networks that have brought new members lately, those first that have
// brought the most.
func (g *Gateway) Newcomers() []limit.Newcomers {
	list := g.meters.newcomers(time.Now())
	slices.SortFunc(list, func(a, b limit.Newcomers) int {
		return cmp.Or(cmp.Compare(b.Brought, a.Brought), cmp.Compare(a.Address, b.Address))
	})
	return list
}

// ForgiveNewcomers resets a network's count of new members. It takes an address, or a network that
// [Gateway.Newcomers] returns, and reports whether there was a count.
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
