package table

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"mancala/tools/need"
)

// TestWatching has a watcher that begins with a public snapshot in the middle of a game.
func TestWatching(t *testing.T) {
	p := short(t, B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindSay, 0)
	p.settle()
	snap := p.o.State().Snapshot()
	public := snap.Public()
	read, _ := need.Must2(ParseSnapshot(public.Append(nil)))(t)
	w := need.Must(read.State(p.now))(t)
	p.guest(B, KindPly, 1)
	p.settle()
	e := p.o.log.events[len(p.o.log.events)-1]
	wrong := e
	wrong.Hash[0]++
	say := p.o.log.events[2]
	for _, bad := range []Event{wrong, say, {N: e.N, By: A, Wish: e.Wish}, {N: 1, By: B, Wish: e.Wish}} {
		if _, err := w.Watch(&bad, p.now); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	if c, err := w.Watch(&e, p.now); err != nil || !c.Over || w.Last.Winner != B {
		t.Errorf("%+v, %v", c, err)
	}
	if w.LastID != [2]uint32{} || w.H != (Chain{}) {
		t.Error("a watcher knows what is not public")
	}
}

// TestWindow has a log that grows beyond its limit, and one that keeps the previous game.
func TestWindow(t *testing.T) {
	p := friends(t, A)
	p.o.local = [2]bool{true, true}
	for range maxWindow + 10 {
		p.now = p.now.Add(time.Second)
		need.Must(p.o.Local(A, KindSay, 0, "x", p.now))(t)
	}
	l := &p.o.log
	if len(l.events) > maxWindow || l.base.N == 0 || l.events[0].N != l.base.N+1 {
		t.Errorf("%d events after %d", len(l.events), l.base.N)
	}
	o, err := RestoreOwner(p.cfg, p.ownerDisk(), p.now)
	if err != nil || o.State().H != p.o.State().H {
		t.Errorf("%v", err)
	}
	if _, ok := l.chain(l.base.N - 1); ok {
		t.Error("a chain before the log is known")
	}
	for range 3 {
		for _, k := range []Kind{KindResign, KindWant} {
			need.Must(p.o.Local(A, k, 0, "", p.now))(t)
		}
		need.Must(p.o.Local(B, KindWant, 0, "", p.now))(t)
	}
	if n := len(l.events); n < minWindow {
		t.Errorf("%d events are kept", n)
	}
}

// TestSeatsOfTheSeries has followers that cannot follow.
func TestSeatsOfTheSeries(t *testing.T) {
	p := friends(t, A)
	for _, c := range []struct {
		name string
		by   Seat
		n    uint32
		h    Chain
		want error
	}{
		{"nothing yet", B, 0, p.cfg.Terms.start(), ErrNoSeries},
		{"a seat of the owner's program", A, 1, p.o.State().H, ErrNoSeries},
		{"another chain", B, 1, Chain{1}, ErrHistory},
	} {
		if _, err := p.o.Attach(c.by, c.n, c.h, p.now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := p.o.Join(B); !errors.Is(err, ErrNoSeries) {
		t.Errorf("joined a series that has begun: %v", err)
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ParseRecord(b)
		if err != nil {
			return
		}
		if again, err := ParseRecord(r.Append(nil)); err != nil || !bytes.Equal(again.Append(nil), r.Append(nil)) {
			t.Fatalf("%+v became %+v, %v", r, again, err)
		}
		if follower, err := RestoreFollower(FollowerConfig{Terms: r.Base.Terms, Self: B}, &r, noon); err == nil {
			follower.Wish(KindEnd, 0, "")
		}
		if owner, err := RestoreOwner(OwnerConfig{Terms: r.Base.Terms, Local: [2]bool{true, false}}, &r, noon); err == nil {
			owner.Local(A, KindEnd, 0, "", noon)
		}
	})
}

// FuzzFollower feeds a follower any owner's bytes: events, refusals and answers.
func FuzzFollower(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte, n uint32, code uint8) {
		f := need.Must(NewFollower(FollowerConfig{Terms: Terms{Variant: kalah(t, 2, 2)}, Self: B}))(t)
		need.Must(f.Apply(Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(B)}}, Tag{}, noon))(t)
		if _, _, err := f.Wish(KindPly, 1, ""); err != nil {
			t.Fatal(err)
		}
		f.Refused(Refused{ID: 1, Code: Code(code), N: n})
		for len(b) > 0 {
			e, rest, err := ParseEvent(b)
			if err != nil {
				break
			}
			f.Apply(e, Tag{}, noon)
			b = rest
		}
		f.Cut()
		if back, _, err := f.Following(Following{N: n, H: f.State().H}); err == nil && len(back) > 0 {
			f.Following(Following{N: n, H: f.State().H})
		}
		f.CaughtUp()
	})
}
