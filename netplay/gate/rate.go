package gate

import "time"

// Rate lets a number of things through in each second, and counts the rest. The zero Rate lets
// nothing through; make one with [NewRate].
type Rate struct {
	each    int
	begun   time.Time // of the second that counts
	through int       // in this second
	held    int       // since something was let through
}

// NewRate returns a rate of so many a second.
func NewRate(each int) *Rate { return &Rate{each: each} }

// Allow reports whether one more may pass, and if so how many were held back since the last that
// passed.
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

// Held returns how many were held back since the last that passed, and forgets them.
func (r *Rate) Held() int {
	held := r.held
	r.held = 0
	return held
}
