package table

import "time"

// allowance is how many wishes of a kind a seat may have at once, and how often it gets another
// one.
type allowance struct {
	burst int
	every time.Duration
}

// The allowances.
var (
	plyAllowance   = allowance{100, 200 * time.Millisecond} // at a club
	sayAllowance   = allowance{20, time.Second}
	otherAllowance = allowance{10, time.Second}
)

// use takes one of an allowance whose next free place is at a moment, and reports whether there was
// one.
func (a allowance) use(next *time.Time, now time.Time) bool {
	if next.Before(now) {
		*next = now
	}
	if next.Sub(now) > time.Duration(a.burst-1)*a.every {
		return false
	}
	*next = next.Add(a.every)
	return true
}

// allowed reports whether a seat may have one more wish of a kind now. The end of a series always
// may be wished.
func (o *Owner) allowed(by Seat, k Kind, now time.Time) bool {
	used := &o.used[by-A]
	switch {
	case k == KindEnd:
		return true
	case k == KindPly:
		return !o.state.Terms.Club || plyAllowance.use(&used[0], now)
	case k == KindSay:
		return sayAllowance.use(&used[1], now)
	}
	return otherAllowance.use(&used[2], now)
}
