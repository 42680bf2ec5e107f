package gate

import "time"

// Limit counts things that strangers have, such as rules they read, in all and by address. Make one
// with [NewLimit].
type Limit struct {
	total, each int
	held        int
	counts      map[Address]int
}

// NewLimit returns a limit of so many in all, and so many for each address that is not
// [Address.Near].
func NewLimit(total, each int) *Limit {
	return &Limit{total: total, each: each, counts: map[Address]int{}}
}

// Enter counts one more of an address, unless that is too many, and reports whether it did. Each
// Enter that reported true is followed by one Leave.
func (l *Limit) Enter(a Address) bool {
	if l.held >= l.total || !a.Near() && l.counts[a] >= l.each {
		return false
	}
	l.held++
	l.counts[a]++
	return true
}

// Leave counts one less of an address.
func (l *Limit) Leave(a Address) {
	if l.counts[a] == 0 {
		return
	}
	l.held--
	if l.counts[a]--; l.counts[a] == 0 {
		delete(l.counts, a)
	}
}

// Len returns how many there are in all.
func (l *Limit) Len() int { return l.held }

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
