package gateway

import (
	"sync"
	"time"

	"mancala/match/lobby"
	"mancala/netplay/limit"
)

// meters limit events that should be rare, by member or address.
type meters struct {
	sync.Mutex
	by map[metered]*limit.Allowance
}

// metered is a kind of event, and the member or the address that it comes from.
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
	// lists are those of all tables, from the start. Searches read much of the record: by a part of
	// a name, and of the standings.
	lists    = meter{"lists", 30, 1800}
	searches = meter{"searches", 30, 1800}
	renames  = meter{"names", 3, 3}
	// warnings are those in the log of a network that has brought too many newcomers.
	warnings = meter{"warnings", 1, 1}
)

// newcomers is the limit of new members from one address.
func newcomers(n int) meter { return meter{newcomersWhat, float64(n), float64(n)} }

const newcomersWhat = "newcomers"

// reason returns why one more event is refused.
func (m meter) reason() lobby.Reason {
	if m.what == newcomersWhat {
		return lobby.ReasonNewcomers
	}
	return lobby.ReasonTooOften
}

// spend counts an event, or refuses it.
func (g *Gateway) spend(kind meter, by string) error {
	err := g.meters.spend(kind, by, g.cfg.Now())
	if err != nil {
		g.cfg.Refused(kind.what)
	}
	return err
}

// maxMeters is the number of meters from which on those that are full are forgotten.
const maxMeters = 4096

// spend counts an event, or refuses it.
func (m *meters) spend(kind meter, by string, now time.Time) error {
	m.Lock()
	defer m.Unlock()
	if m.by == nil {
		m.by = map[metered]*limit.Allowance{}
	}
	at := metered{kind, by}
	a := m.by[at]
	if a == nil {
		if len(m.by) >= maxMeters {
			m.forget(now)
		}
		fresh := limit.NewAllowance(kind.burst, kind.hour/3600, now)
		a = &fresh
		m.by[at] = a
	}
	if wait := a.Wait(now); wait > 0 {
		no := lobby.Refuse(kind.reason())
		no.Wait = wait
		return no
	}
	a.Spend(now)
	return nil
}

// forget drops the meters that are full and, if none is, all.
func (m *meters) forget(now time.Time) {
	for at, a := range m.by {
		if a.Full(now) {
			delete(m.by, at)
		}
	}
	if len(m.by) >= maxMeters {
		clear(m.by)
	}
}
