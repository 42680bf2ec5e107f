package limit

import (
	"fmt"
	"testing"
	"time"
)

var (
	alice, bob = AddressOf("203.0.113.7:1"), AddressOf("198.51.100.1:1")
	near       = AddressOf("127.0.0.1:1")
	school     = AddressOf("192.0.2.1:1")
	free       = func(a Address) bool { return a == school }
)

// TestRates has addresses resume as fast as they can: ten times at once, then once in two seconds.
// This computer and free addresses have no limit.
func TestRates(t *testing.T) {
	s, now := Strangers{Free: free}, epoch
	for i := range 10 {
		if wait := s.Spend(Resumes, alice, now); wait != 0 {
			t.Errorf("resume %d waits for %v", i, wait)
		}
	}
	for range 2 { // one that is refused costs nothing
		if wait := s.Spend(Resumes, alice, now); wait != 2*time.Second || s.Wait(Resumes, alice, now) != wait {
			t.Errorf("the next one waits for %v", wait)
		}
	}
	if s.Wait(Resumes, bob, now) != 0 || s.Spend(Resumes, bob, now) != 0 || s.Wait(Lookups, alice, now) != 0 || s.Wait(Resumes, alice.Far(), now) != 0 {
		t.Error("another address, or another kind, waits")
	}
	if now = now.Add(2 * time.Second); s.Spend(Resumes, alice, now) != 0 || s.Spend(Resumes, alice, now) == 0 {
		t.Error("two seconds are not one resume")
	}
	for range 100 {
		if s.Spend(Resumes, near, now) != 0 || s.Spend(Resumes, school, now) != 0 {
			t.Fatal("this computer or a free address waits")
		}
	}
	if s.Spend(Entries, Named("Gus"), now); len(s.known[Entries]) != 1 {
		t.Error("a name counts for nothing")
	}
}

// TestOwnLimits: an owner's limit of a kind replaces that of the table, and those that have spent
// something are listed until it is refilled, or forgiven.
func TestOwnLimits(t *testing.T) {
	var s Strangers
	s.Limit(Newcomers, Limit{Burst: 2, Hour: 2})
	for _, a := range []Address{alice, bob, alice, alice} {
		s.Spend(Newcomers, a, epoch)
	}
	if got := fmt.Sprint(s.Spenders(Newcomers, epoch)); got != "[{203.0.113.7 2 30m0s} {198.51.100.1 1 0s}]" {
		t.Errorf("there are %s", got)
	}
	if !s.Forgive(Newcomers, alice) || s.Forgive(Newcomers, alice) || s.Wait(Newcomers, alice, epoch) != 0 {
		t.Error("nothing is forgiven")
	}
	if got := s.Spenders(Newcomers, epoch.Add(time.Hour)); len(got) != 0 {
		t.Errorf("after an hour there are %v", got)
	}
}

func TestWastes(t *testing.T) {
	a, other := AddressOf("[2001:db8::1]:1"), AddressOf("[2001:db8:0:1::1]:1")
	var s Strangers
	now := epoch
	if s.Wait(Wastes, a, now) != 0 {
		t.Error("someone waits who has wasted nothing")
	}
	for i, want := range []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600} {
		want := time.Duration(want) * time.Second
		if got := s.Waste(Wastes, a, now); got != want || s.Wait(Wastes, a, now) != want {
			t.Errorf("wasted for the %d. time: wait %v, want %v", i+1, got, want)
		}
		if s.Wait(Wastes, other, now) != 0 {
			t.Error("another address waits too")
		}
		if s.Debt(Wastes, a, now.Add(time.Hour-1)) != want || s.Debt(Wastes, a, now.Add(time.Hour)) != 0 || s.Debt(Wastes, other, now) != 0 {
			t.Errorf("the debt is %v", s.Debt(Wastes, a, now))
		}
		if s.Wait(Wastes, a, now.Add(-time.Minute)) != want {
			t.Error("a clock that was put back prolongs the wait")
		}
		now = now.Add(want)
		if s.Wait(Wastes, a, now) != 0 || s.Wait(Wastes, a, now.Add(-time.Millisecond)) != time.Millisecond {
			t.Errorf("after %v the wait is %v", want, s.Wait(Wastes, a, now))
		}
	}
	if now = now.Add(time.Hour); s.Waste(Wastes, a, now) != time.Second {
		t.Error("a waste is not forgotten after an hour")
	}
	if s.Waste(Wastes, near, now); s.Wait(Wastes, near, now) != 0 || s.Debt(Wastes, near, now) != time.Second {
		t.Error("this computer waits, or owes nothing")
	}
}

// TestOldestAreForgotten floods a kind with addresses: the memory is bounded, and those go first
// that have done something longest ago, after those of whom nothing counts any more.
func TestOldestAreForgotten(t *testing.T) {
	for _, test := range []struct {
		kind  Kind
		event func(s *Strangers, a Address, now time.Time)
	}{
		{Wastes, func(s *Strangers, a Address, now time.Time) { s.Waste(Wastes, a, now) }},
		{Codes, func(s *Strangers, a Address, now time.Time) { s.Spend(Codes, a, now) }},
	} {
		var s Strangers
		now := epoch
		s.Waste(Wastes, alice, now)
		s.Spend(Codes, alice, now)
		for i := range 3 * most {
			now = now.Add(time.Millisecond)
			test.event(&s, numbered(i), now)
			if len(s.known[test.kind]) > most {
				t.Fatalf("%d addresses are remembered", len(s.known[test.kind]))
			}
		}
		_, newest := s.known[test.kind][numbered(3*most-1)]
		_, old := s.known[test.kind][numbered(2*most+most/4)]
		_, oldest := s.known[test.kind][numbered(most)]
		if !newest || !old || oldest {
			t.Errorf("kind %d: the newest is remembered: %v, an older one: %v, and one of long ago: %v", test.kind, newest, old, oldest)
		}
		if len(s.known[Wastes])+len(s.known[Codes]) != len(s.known[test.kind])+1 {
			t.Error("a flood of one kind drives another kind out")
		}
	}
	var s Strangers
	for range 10 {
		s.Spend(Codes, alice, epoch)
	}
	for i := range most - 1 {
		s.Spend(Codes, numbered(i), epoch.Add(time.Second))
	}
	s.Spend(Codes, bob, epoch.Add(10*time.Minute))
	if len(s.known[Codes]) != 2 || s.known[Codes][alice] == nil {
		t.Errorf("%d addresses are remembered in place of the two whose events still count", len(s.known[Codes]))
	}
}

// TestAtTheSameTime counts what addresses and networks have, and nothing is left once they leave.
func TestAtTheSameTime(t *testing.T) {
	s := Strangers{Free: free}
	s.Limit(Guests, Limit{Each: 2, Network: 3})
	neighbour, third := AddressOf("203.0.113.8:1"), AddressOf("203.0.113.9:1")
	var in []Address
	for i, step := range []struct {
		a    Address
		want bool
	}{
		{alice, true},
		{alice, true},
		{alice, false},
		{alice.Far(), true},
		{neighbour, true},
		{neighbour, false}, // its network has three
		{third, false},
		{bob, true},
		{near, true},
		{near, true},
		{near, true},
		{near, true},
		{school, true},
		{school, true},
		{school, true},
		{school, true},
	} {
		got := s.Enter(Guests, step.a)
		if got != step.want {
			t.Errorf("step %d: %v comes in: %v", i, step.a, got)
		}
		if got {
			in = append(in, step.a)
		}
	}
	if own, network := s.Full(Guests, third); own || !network {
		t.Errorf("an address whose network is full: %v, %v", own, network)
	}
	if s.Leave(Guests, neighbour); !s.Enter(Guests, third) {
		t.Error("who left counts still")
	}
	s.Leave(Guests, third)
	s.Add(Guests, neighbour, 1)
	for _, a := range in {
		s.Leave(Guests, a)
	}
	if len(s.known[Guests]) != 0 {
		t.Errorf("there are %v", s.known[Guests])
	}
	s.Enter(Games, alice)
	if len(s.known[Games]) != 1 {
		t.Error("networks are counted that have no limit")
	}
}
