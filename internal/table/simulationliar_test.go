package table

import (
	"errors"
	"slices"
	"testing"
)

// TestSimulatedLiar has an owner that keeps every wish it gets. It logs them again, or invented or
// changed ones, after each kind of restart of the follower. A follower takes only events of its
// player that they wished; without a restart, only pending ones.
func TestSimulatedLiar(t *testing.T) {
	total := map[string]int{}
	simulateSeeds(t, func(seed uint64) error {
		s := newSimulation(seed)
		s.liar = true
		err := s.run()
		for what, n := range s.tally {
			total[what] += n
		}
		return err
	})
	for _, what := range []string{"caught: forged", "caught: replay", "caught elsewhere", "put in", "taken again"} {
		if total[what] == 0 && *oneSeed == 0 && !*mutant {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

// caught reports whether a fault is that a liar was caught.
func (s *simulation) caught() bool {
	lie := (*Lie)(nil)
	switch {
	case !s.liar:
		return false
	case errors.Is(s.fault, ErrHistory), errors.Is(s.fault, ErrProtocol), errors.Is(s.fault, ErrStale), errors.Is(s.fault, ErrDamaged):
		return true // the liar gets lost in its own lies
	case errors.Is(s.fault, ErrElsewhere):
		s.tally["caught elsewhere"]++
		return true
	case errors.As(s.fault, &lie):
		s.tally["caught: "+lie.What.String()]++
		return true
	}
	return false
}

// putIn puts a wish of the guest into the log that the guest did not send now.
func (p *ownerProgram) putIn() {
	w := p.forge()
	p.o.Owner.out = p.o.Owner.out[:0]
	last := &p.o.State().LastID[B-A]
	before := *last
	if w.ID <= before {
		*last = w.ID - min(w.ID, 1) // its own copy of the rules would refuse it
	}
	defer func() { *last = max(*last, before) }()
	if code := p.o.emit(B, &w, p.now); code == 0 {
		p.tally["put in"]++
		p.logf("owner: puts in %+v", w)
		p.o.take(p.o.Owner.out, p.now)
		p.send()
	}
}

// forge makes a wish of the guest: an old one, one with another ID, hash or MAC, or a new one.
func (p *ownerProgram) forge() Wish {
	v := p.o.State().decided()
	k, arg, text := p.pick(v, B)
	fresh, _ := v.wish(B, k, arg, text)
	fresh.ID = p.o.State().LastID[B-A] + 1
	if len(p.heard) == 0 {
		return fresh
	}
	w := p.heard[p.random.IntN(len(p.heard))]
	if p.chance(2) {
		w = p.heard[max(len(p.heard)-1-p.random.IntN(3), 0)]
	}
	switch p.random.IntN(8) {
	case 0:
		w.ID = fresh.ID
	case 1:
		fresh.MAC = w.MAC
		return fresh
	case 2:
		w.MAC[0] ^= 1
	case 3: // the position of today, and for a ply that after it
		w.Game, w.Ply, w.Hash = fresh.Game, uint32(v.plies), v.hashes[v.plies].short()
		if hash, err := v.sow(v.plies, w.house()); w.Kind == KindPly && err == nil {
			w.Ply, w.Hash = w.Ply+1, hash.short()
		}
	case 4:
		w.Hash = fresh.Hash
	}
	return w
}

// believed checks that the follower was right to take one of its own events.
func (p *followerProgram) believed(e *Event, pending bool) {
	switch {
	case e.By != p.self || pending && p.made[e.Wish]:
	case p.made[e.Wish] && e.N <= p.grace:
		p.tally["taken again"]++
	default:
		p.failf("%d took event %d for a wish of its own: %+v", p.self, e.N, e)
	}
}

// isPending reports whether an event is a wish that waits for its number.
func (p *followerProgram) isPending(e *Event) bool {
	return slices.ContainsFunc(p.f.queue, func(w wished) bool { return w.sent() && w.Wish == e.Wish })
}
