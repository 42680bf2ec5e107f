package link

import (
	"fmt"
	"testing"
	"time"

	"mancala/netplay/limit"
	"mancala/netplay/session"
)

// TestResumesAreLimited has addresses resume as fast as they can: ten times at once, then once in
// two seconds. This computer has no limit. The memory of strangers has one.
func TestResumesAreLimited(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	r := resumes{}
	far := limit.AddressOf("203.0.113.7:1")
	for i := range resumeBurst {
		if wait := r.wait(far, now); wait != 0 {
			t.Errorf("resume %d waits for %v", i, wait)
		}
	}
	if wait := r.wait(far, now); wait != 2*time.Second {
		t.Errorf("the next one waits for %v", wait)
	}
	if wait := r.wait(limit.AddressOf("198.51.100.1:1"), now); wait != 0 {
		t.Errorf("another address waits for %v", wait)
	}
	if now = now.Add(2 * time.Second); r.wait(far, now) != 0 || r.wait(far, now) == 0 {
		t.Error("two seconds are not one resume")
	}
	for range 10 * resumeBurst {
		if r.wait(limit.AddressOf("127.0.0.1:1"), now) != 0 {
			t.Fatal("this computer waits")
		}
	}
	for i := range 10 * maxResumers {
		r.wait(limit.AddressOf(fmt.Sprintf("203.0.%d.%d:1", i/256, i%256)), now)
	}
	if len(r) > maxResumers {
		t.Errorf("%d addresses are remembered", len(r))
	}
}

// TestAsides sets series aside and has their guests come back: the first time at once only if they
// were away, and never while the seat is taken. At most 64 are remembered.
func TestAsides(t *testing.T) {
	a := asides{}
	here, away := new(session.Owned), new(session.Owned)
	a.put(here, false)
	a.put(away, true)
	for i, c := range []struct {
		o    *session.Owned
		free bool
		want bool
	}{
		{away, false, false},
		{away, true, true},
		{away, true, false},
		{away, true, true},
		{here, true, false},
		{here, false, false},
		{here, true, true},
	} {
		if got := a.comes(c.o, c.free); got != c.want {
			t.Errorf("%d: comes %v", i, got)
		}
	}
	for range 3 * maxAside {
		a.put(new(session.Owned), true)
	}
	if len(a) != maxAside {
		t.Errorf("%d series are remembered", len(a))
	}
}
