package table

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// game is the events of a series of short games between two seats in the owner's program.
func game(b *testing.B, plies int) ([]Event, OwnerConfig) {
	cfg := OwnerConfig{Terms: Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(b, 6, 4)}, Local: [2]bool{true, true}}
	o := need.Must(NewOwner(cfg))(b)
	o.log.least = maxWindow
	need.Must(o.Rule(KindBegin, uint32(A), "", noon))(b)
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
			need.Must(o.Local(by, KindWant, 0, "", o.last.Add(time.Minute)))(b)
		}
	}
	p := s.Series.Match().Position()
	for h := range p.Plies() {
		need.Must(o.Local(s.Seat(p.ToMove()), KindPly, uint32(h), "", noon))(b)
		return
	}
}

// BenchmarkOwnerPly is a ply that the owner decides: rules, game hash, chain and tag.
func BenchmarkOwnerPly(b *testing.B) {
	_, cfg := game(b, 1)
	o := need.Must(NewOwner(cfg))(b)
	need.Must(o.Rule(KindBegin, uint32(A), "", noon))(b)
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
		need.Must(f.Apply(events[i%len(events)], Tag{}, noon))(b)
	}
}

// watching returns a follower without a seat, which takes the wishes of both.
func watching(b *testing.B, t Terms) *Follower {
	return need.Must(NewFollower(FollowerConfig{Terms: t, Self: A + B}))(b)
}

// BenchmarkOwnPly is a follower's own ply: shown, with its MAC, and confirmed.
func BenchmarkOwnPly(b *testing.B) {
	t := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(b, 6, 4)}
	f := need.Must(NewFollower(FollowerConfig{Terms: t, Self: A}))(b)
	need.Must(f.Apply(Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(A)}}, Tag{}, noon))(b)
	s := f.State()
	b.ReportAllocs()
	for b.Loop() {
		f.refused = nil
		p := s.Series.Match().Position()
		var first rules.House
		for first = range p.Plies() {
			break
		}
		w, _ := need.Must2(f.Wish(KindPly, uint32(first), ""))(b)
		// The first ply again and again: a refusal takes it back.
		need.Must(f.Refused(Refused{ID: w.ID, Code: TooFast, N: s.N}))(b)
	}
}
