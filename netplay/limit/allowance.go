package limit

import (
	"math"
	"time"
)

// Allowance is a token bucket: it allows a burst, and a number of events a second in the long run.
// Make one with [NewAllowance]; the zero Allowance allows nothing.
type Allowance struct {
	burst, rate float64 // the capacity, and the refill a second
	left        float64
	at          time.Time
}

// NewAllowance returns a full bucket with that capacity and refill a second.
func NewAllowance(burst, rate float64, now time.Time) Allowance {
	return Allowance{burst, rate, burst, now}
}

// Spend takes a token, and reports whether there was one. Tokens that were taken without being
// there are a debt.
func (a *Allowance) Spend(now time.Time) bool {
	a.refill(now)
	a.left--
	return a.left >= 0
}

// Wait returns how long it takes until there is a token; zero if there is one.
func (a *Allowance) Wait(now time.Time) time.Duration {
	a.refill(now)
	if a.left >= 1 || a.rate <= 0 {
		return 0
	}
	return time.Duration((1 - a.left) / a.rate * float64(time.Second))
}

// Missing returns the number of tokens that are missing, rounded up.
func (a *Allowance) Missing(now time.Time) int {
	a.refill(now)
	return int(math.Ceil(a.burst - a.left))
}

// Empty takes all tokens that are there.
func (a *Allowance) Empty(now time.Time) {
	a.refill(now)
	a.left = min(a.left, 0)
}

// Full reports whether no token is missing.
func (a *Allowance) Full(now time.Time) bool {
	a.refill(now)
	return a.left >= a.burst
}

func (a *Allowance) refill(now time.Time) {
	a.left = min(a.burst, a.left+a.rate*max(0, now.Sub(a.at).Seconds()))
	a.at = now
}

// Newcomers is a network that has brought new members to a club.
type Newcomers struct {
	// Address is the address, or the /64 of an IPv6 address.
	Address string
	// Brought is how many of those that it may bring are used up. Each counts for as long as it
	// takes until another one may come.
	Brought int
	// Wait is how long it takes until the next one may come; zero if one may come now.
	Wait time.Duration
}

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
