package link

import (
	"time"

	"mancala/netplay/limit"
	"mancala/netplay/session"
)

// Limits of the resumes of an address: each costs the check of a signature.
const (
	resumeBurst = 10
	resumeRate  = 0.5 // a second
	maxResumers = 256 // addresses that are remembered
)

// resumes limits how often an address may resume. The zero value remembers none.
type resumes struct {
	of map[limit.Address]*limit.Allowance
}

// wait returns how long an address has to wait before it may resume, and otherwise counts that.
func (r *resumes) wait(from limit.Address, now time.Time) time.Duration {
	if from.Near() {
		return 0
	}
	a := r.of[from]
	if a == nil {
		if len(r.of) >= maxResumers {
			for other, spent := range r.of {
				if spent.Full(now) {
					delete(r.of, other)
				}
			}
		}
		if len(r.of) >= maxResumers || r.of == nil {
			r.of = map[limit.Address]*limit.Allowance{}
		}
		fresh := limit.NewAllowance(resumeBurst, resumeRate, now)
		a = &fresh
		r.of[from] = a
	}
	if wait := a.Wait(now); wait > 0 {
		return wait
	}
	a.Spend(now)
	return 0
}

// maxAside is the number of series set aside that can be resumed without a restart of the host.
const maxAside = 64

// asides are the series that are set aside, and whether their guests may come back to them.
type asides map[*session.Owned]bool

// put sets a series aside. Its guest may come back at once if they were away; another series is
// forgotten if there are too many.
func (a asides) put(o *session.Owned, away bool) {
	for other := range a {
		if len(a) < maxAside {
			break
		}
		delete(a, other)
	}
	a[o] = away
}

// comes reports whether a guest takes up a series that is set aside, if the seat is free. One who
// does not may come later.
func (a asides) comes(o *session.Owned, free bool) bool {
	if comes := a[o] && free; comes {
		delete(a, o)
		return true
	}
	a[o] = true
	return false
}
