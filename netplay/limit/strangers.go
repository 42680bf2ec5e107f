package limit

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Strangers counts what strangers do and have, by address and [Kind]. It has no clock: the caller
// passes the time in. It remembers at most 4,096 strangers of a kind for what they have done: first
// it forgets those of whom nothing counts any more, then those who have done something longest ago.
// Whatever they have at the same time counts until they leave.
//
// An address that is near or free has no limits. The zero Strangers is ready to use, but not safe
// for concurrent use.
type Strangers struct {
	// Free reports whether an address has no limits although it is not near; nil means that none
	// has.
	Free func(Address) bool

	set   map[Kind]Limit // by the owner, before those of the table
	known [kinds]map[Address]*stranger
}

// stranger is an address with a kind.
type stranger struct {
	left Allowance     // of a kind with a rate
	has  int           // at the same time
	wait time.Duration // the last one, after a waste
	last time.Time     // the last event
}

// Limit sets the limit of a kind. Call it before anything of that kind is counted.
func (s *Strangers) Limit(k Kind, l Limit) {
	if s.set == nil {
		s.set = map[Kind]Limit{}
	}
	s.set[k] = l
}

func (s *Strangers) limit(k Kind) Limit {
	if l, set := s.set[k]; set {
		return l
	}
	return limits[k]
}

func (s *Strangers) free(a Address) bool { return a.Near() || s.Free != nil && s.Free(a) }

// get returns what is known of an address, which is known from now on.
func (s *Strangers) get(k Kind, a Address) *stranger {
	if s.known[k] == nil {
		s.known[k] = map[Address]*stranger{}
	}
	if s.known[k][a] == nil {
		s.known[k][a] = new(stranger)
	}
	return s.known[k][a]
}

// event is get for an event of now, and makes room for a new address.
func (s *Strangers) event(k Kind, a Address, now time.Time) *stranger {
	if s.known[k][a] == nil {
		s.forget(k, now)
		l := s.limit(k)
		s.get(k, a).left = NewAllowance(l.Burst, l.Hour/3600, now)
	}
	return s.known[k][a]
}

// forget makes room for another address. A flood of addresses costs the sorting only once in some
// hundred of them.
func (s *Strangers) forget(k Kind, now time.Time) {
	known := s.known[k]
	if len(known) < most {
		return
	}
	maps.DeleteFunc(known, func(_ Address, st *stranger) bool { return s.over(k, st, now) })
	oldest := slices.SortedFunc(maps.Keys(known), func(a, b Address) int { return known[a].last.Compare(known[b].last) })
	for _, a := range oldest[:max(len(known)-most*7/8, 0)] {
		delete(known, a)
	}
}

// over reports whether nothing that a stranger has done counts any more.
func (s *Strangers) over(k Kind, st *stranger, now time.Time) bool {
	if memory := s.limit(k).Memory; memory > 0 {
		return now.Sub(st.last) >= memory
	}
	return st.left.Full(now)
}

// Spend counts an event of an address, or returns the time until it may have one.
func (s *Strangers) Spend(k Kind, a Address, now time.Time) time.Duration {
	if s.free(a) {
		return 0
	}
	st := s.event(k, a, now)
	if st.left.Allow(now) {
		st.last = now
		return 0
	}
	return st.left.Wait(now)
}

// Wait returns the time until an address may have an event; zero if it may have one now.
func (s *Strangers) Wait(k Kind, a Address, now time.Time) time.Duration {
	st := s.known[k][a]
	switch {
	case st == nil, s.free(a):
		return 0
	case s.limit(k).Memory > 0:
		return left(st.last, st.wait, now)
	}
	return st.left.Wait(now)
}

// Waste counts an event that costs others time, and returns the wait for it.
func (s *Strangers) Waste(k Kind, a Address, now time.Time) time.Duration {
	l := s.limit(k)
	st := s.event(k, a, now)
	if s.over(k, st, now) {
		st.wait = 0
	}
	st.wait, st.last = min(max(2*st.wait, l.First), l.Longest), now
	return st.wait
}

// Debt returns the last wait of an address for an event that cost others time, even if it is over;
// zero if none is remembered.
func (s *Strangers) Debt(k Kind, a Address, now time.Time) time.Duration {
	if st := s.known[k][a]; st != nil && !s.over(k, st, now) {
		return st.wait
	}
	return 0
}

// left returns the rest of a wait that began at a given time. A clock that was set back does not
// prolong it.
func left(at time.Time, wait time.Duration, now time.Time) time.Duration {
	return min(max(at.Add(wait).Sub(now), 0), wait)
}

// Full reports whether an address may have no more at the same time: because of its own number, or
// because of that of its network.
func (s *Strangers) Full(k Kind, a Address) (own, network bool) {
	if s.free(a) {
		return false, false
	}
	l := s.limit(k)
	return l.Each > 0 && s.Has(k, a) >= l.Each, l.Network > 0 && s.Has(k, a.Network()) >= l.Network
}

// Has returns how many an address, or a network, has at the same time.
func (s *Strangers) Has(k Kind, a Address) int {
	if st := s.known[k][a]; st != nil {
		return st.has
	}
	return 0
}

// Enter counts one more at the same time for an address, unless it is full.
func (s *Strangers) Enter(k Kind, a Address) bool {
	if own, network := s.Full(k, a); own || network {
		return false
	}
	s.Add(k, a, 1)
	return true
}

// Leave counts one less.
func (s *Strangers) Leave(k Kind, a Address) { s.Add(k, a, -1) }

// Add counts n more at the same time, whether or not the address is full; n may be negative.
func (s *Strangers) Add(k Kind, a Address, n int) {
	s.add(k, a, n)
	if network := a.Network(); network != a && s.limit(k).Network > 0 {
		s.add(k, network, n)
	}
}

func (s *Strangers) add(k Kind, a Address, n int) {
	st := s.get(k, a)
	if st.has += n; st.has == 0 {
		delete(s.known[k], a)
	}
}

// Spender is an address that has spent a part of its allowance.
type Spender struct {
	Address Address
	// Spent is how much it has spent. Each counts until another event is allowed.
	Spent int
	// Wait is the time until the next event is allowed; zero if one is allowed now.
	Wait time.Duration
}

// Spenders returns the addresses that have spent something, first those that have spent the most.
func (s *Strangers) Spenders(k Kind, now time.Time) (list []Spender) {
	for a, st := range s.known[k] {
		if !st.left.Full(now) {
			list = append(list, Spender{a, st.left.Missing(now), st.left.Wait(now)})
		}
	}
	slices.SortFunc(list, func(a, b Spender) int {
		return cmp.Or(cmp.Compare(b.Spent, a.Spent), cmp.Compare(a.Address.String(), b.Address.String()))
	})
	return list
}

// Forgive forgets what an address has done, and reports whether there was anything.
func (s *Strangers) Forgive(k Kind, a Address) bool {
	_, known := s.known[k][a]
	delete(s.known[k], a)
	return known
}
