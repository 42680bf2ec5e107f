package limit

import "time"

// Rate is a rate limit: it allows a number of events in each second, and counts the others. The
// zero Rate allows nothing; make one with [NewRate].
type Rate struct {
	each    int
	begun   time.Time // start of the current second
	through int       // in this second
	held    int       // since the last event that was allowed
}

// NewRate returns a rate limit of each events a second.
func NewRate(each int) *Rate { return &Rate{each: each} }

// Allow reports whether another event is allowed, and if so how many were held back since the last
// one that was.
func (r *Rate) Allow(now time.Time) (ok bool, held int) {
	if age := now.Sub(r.begun); age >= time.Second || age < 0 {
		r.begun, r.through = now, 0
	}
	if r.through >= r.each {
		r.held++
		return false, 0
	}
	r.through++
	held, r.held = r.held, 0
	return true, held
}

// Held returns the number of events held back since the last one that was allowed, and resets it.
func (r *Rate) Held() int {
	held := r.held
	r.held = 0
	return held
}
