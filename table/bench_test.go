package table

import (
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

// game is the events of a series of short games between two seats in the owner's program.
func game(b *testing.B, plies int) ([]Event, OwnerConfig) {
	cfg := OwnerConfig{Terms: Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(b, 6, 4)}, Local: [2]bool{true, true}}
	o, err := NewOwner(cfg)
	if err != nil {
		b.Fatal(err)
	}
	o.log.least = maxWindow
	if _, err := o.Rule(KindBegin, uint32(A), "", noon); err != nil {
		b.Fatal(err)
	}
	for range plies {
		playOn(b, o)
	}
	return o.log.events, cfg
}

// playOn plays the first legal house, or begins the next game.
func playOn(b *testing.B, o *Owner) {
	s := o.State()
	if s.Series.Match().Result().Ending != match.Running {
		for by := A; by <= B; by++ {
			if _, err := o.Local(by, KindWant, 0, "", o.last.Add(time.Minute)); err != nil {
				b.Fatal(err)
			}
		}
	}
	p := s.Series.Match().Position()
	for h := range p.Plies() {
		if _, err := o.Local(s.Seat(p.ToMove()), KindPly, uint32(h), "", noon); err != nil {
			b.Fatal(err)
		}
		return
	}
}

// BenchmarkOwnerPly is a ply that the owner decides: rules, game hash, chain and tag.
func BenchmarkOwnerPly(b *testing.B) {
	_, cfg := game(b, 1)
	o, err := NewOwner(cfg)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := o.Rule(KindBegin, uint32(A), "", noon); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		playOn(b, o)
	}
}

// BenchmarkFollowerPly is a ply of the other seat at a follower: rules, game hash and chain.
func BenchmarkFollowerPly(b *testing.B) {
	events, cfg := game(b, 2000)
	b.ReportAllocs()
	var f *Follower
	for i := 0; b.Loop(); i++ {
		if i%len(events) == 0 {
			f = watching(b, cfg.Terms)
		}
		if _, err := f.Apply(events[i%len(events)], Tag{}, noon); err != nil {
			b.Fatal(err)
		}
	}
}

// watching returns a follower of neither seat, which takes the wishes of both.
func watching(b *testing.B, t Terms) *Follower {
	f, err := NewFollower(FollowerConfig{Terms: t, Self: A + B})
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// BenchmarkOwnPly is a ply of its own at a follower: shown, with its MAC, and confirmed.
func BenchmarkOwnPly(b *testing.B) {
	t := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(b, 6, 4)}
	f, err := NewFollower(FollowerConfig{Terms: t, Self: A})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := f.Apply(Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(A)}}, Tag{}, noon); err != nil {
		b.Fatal(err)
	}
	s := f.State()
	b.ReportAllocs()
	for b.Loop() {
		f.refused = nil
		p := s.Series.Match().Position()
		var first rules.House
		for first = range p.Plies() {
			break
		}
		w, _, err := f.Wish(KindPly, uint32(first), "")
		if err != nil {
			b.Fatal(err)
		}
		// The first ply again and again: a refusal takes it back.
		if _, err := f.Refused(Refused{ID: w.ID, Code: TooFast, N: s.N}); err != nil {
			b.Fatal(err)
		}
	}
}
