package limit

import "time"

const (
	firstPenalty = time.Second
	maxPenalty   = 10 * time.Minute
	forgetAfter  = time.Hour
	seatPause    = time.Second
	maxDebtors   = 4096 // addresses remembered for a wasted seat
)

// Ledger remembers the addresses that wasted the seat, and those that are barred. Make one with
// [NewLedger].
type Ledger struct {
	barred map[Address]bool
	debts  map[Address]debt
	wasted time.Time // the last time that the seat was wasted; zero if never
}

// debt is the wait of an address.
type debt struct {
	penalty time.Duration
	at      time.Time
}

// over reports whether a debt is forgotten.
func (d debt) over(now time.Time) bool { return now.Sub(d.at) >= forgetAfter }

// NewLedger returns an empty ledger.
func NewLedger() *Ledger {
	return &Ledger{barred: map[Address]bool{}, debts: map[Address]debt{}}
}

// Bar keeps an address out from now on.
func (l *Ledger) Bar(a Address) { l.barred[a] = true }

// Barred reports whether an address is kept out.
func (l *Ledger) Barred(a Address) bool { return l.barred[a] }

// Waste records that a guest from an address had the seat and did not use it, and returns how long
// the address has to wait now: a second, doubled each further time, up to ten minutes. It is
// forgotten an hour after the last time.
func (l *Ledger) Waste(a Address, now time.Time) time.Duration {
	l.wasted = now
	d, known := l.debts[a]
	if !known || d.over(now) {
		d.penalty = firstPenalty
	} else {
		d.penalty = min(2*d.penalty, maxPenalty)
	}
	d.at = now
	if !known && len(l.debts) >= maxDebtors {
		l.forget(now)
	}
	l.debts[a] = d
	return d.penalty
}

// forget makes room for another address: it drops the debts that are over or, if there are none,
// the oldest one.
func (l *Ledger) forget(now time.Time) {
	var oldest Address
	first := true
	for a, d := range l.debts {
		if d.over(now) {
			delete(l.debts, a)
		} else if first || d.at.Before(l.debts[oldest].at) {
			oldest, first = a, false
		}
	}
	if len(l.debts) >= maxDebtors {
		delete(l.debts, oldest)
	}
}

// Wait returns how long an address has to wait before it may ask for the seat; zero if it may ask
// now.
func (l *Ledger) Wait(a Address, now time.Time) time.Duration {
	d := l.debts[a] // none if unknown
	return left(d.at, d.penalty, now)
}

// Debt returns the last wait imposed on an address, whether it is over or not; zero if none is
// remembered.
func (l *Ledger) Debt(a Address, now time.Time) time.Duration {
	if d := l.debts[a]; !d.over(now) {
		return d.penalty
	}
	return 0
}

// Vacate records that the seat, after it was wasted, has become free only now.
func (l *Ledger) Vacate(now time.Time) { l.wasted = now }

// Pause returns how long the seat stays closed to strangers because a guest wasted it; zero if it
// is open. It gives the person at the host a moment between two guests who do not play.
func (l *Ledger) Pause(now time.Time) time.Duration {
	if l.wasted.IsZero() {
		return 0
	}
	return left(l.wasted, seatPause, now)
}

// left returns the rest of a wait that began at a given time. A clock that was set back does not
// prolong it.
func left(at time.Time, wait time.Duration, now time.Time) time.Duration {
	return min(max(at.Add(wait).Sub(now), 0), wait)
}
