package table

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// tell lets B read an invented event of the owner; fields that are not given are right.
func (p *pair) tell(e Event) {
	p.t.Helper()
	s := p.f[B].State()
	if e.N == 0 {
		e.N = s.N + 1
	}
	if e.Game == 0 {
		e.Game = s.game()
	}
	if e.By != Nobody && e.ID == 0 {
		e.ID = s.LastID[e.By-A] + 1
	}
	if e.Left == [2]uint32{} {
		e.Left = s.left(e.By, &e.Wish, p.now)
	}
	p.down[B] = []message{{event: &e}}
	p.read(B)
}

// ply returns a ply as an honest program would make it.
func (p *pair) ply(house uint32) Wish {
	v := p.f[B].State().decided()
	w := Wish{Kind: KindPly, Arg: house, Game: v.game(), Ply: uint32(v.plies) + 1, Seen: v.N}
	if hash, err := v.sow(v.plies, w.house()); err == nil {
		w.Hash = hash.short()
	}
	return w
}

// at returns a wish of a kind in the position of now.
func (p *pair) at(k Kind, arg uint32) Wish {
	v := p.f[B].State().decided()
	return Wish{Kind: k, Arg: arg, Game: v.game(), Ply: uint32(v.plies), Hash: v.hashes[v.plies].short(), Seen: v.N}
}

// TestLyingOwner has an owner tell lies that a follower detects.
func TestLyingOwner(t *testing.T) {
	for _, c := range []struct {
		name string
		want Accusation
		lie  func(p *pair)
	}{
		{"illegal ply", Illegal, func(p *pair) { p.tell(Event{By: A, Wish: p.ply(7)}) }},
		{"ply out of turn", Illegal, func(p *pair) {
			p.guest(B, KindPly, 2)
			p.settle()
			p.tell(Event{By: A, Wish: p.ply(1)})
		}},
		{"ply that leads elsewhere", Desync, func(p *pair) {
			p.guest(B, KindPly, 1)
			p.settle()
			w := p.ply(1)
			w.Hash[3]++
			p.tell(Event{By: A, Wish: w})
		}},
		{"next game while one runs", Illegal, func(p *pair) { p.tell(Event{By: A, Wish: p.at(KindWant, 2)}) }},
		{"grant of nothing", Illegal, func(p *pair) { p.tell(Event{By: A, Wish: p.at(KindGrant, 1)}) }},
		{"own ply", Forged, func(p *pair) { p.tell(Event{By: B, Wish: p.ply(1)}) }},
		{"own resignation", Forged, func(p *pair) { p.tell(Event{By: B, Wish: p.at(KindResign, 0)}) }},
		{"own grant", Forged, func(p *pair) {
			p.guest(B, KindPly, 1)
			p.settle()
			p.host(KindPly, 1)
			p.host(KindAsk, 1)
			p.settle()
			w := p.at(KindGrant, p.f[B].State().Ask.N)
			w.Ply, w.Hash = 1, p.f[B].State().hashes[1].short()
			p.tell(Event{By: B, Wish: w})
		}},
		{"own ply of another house", Forged, func(p *pair) {
			p.guest(B, KindPly, 1)
			p.tell(Event{By: B, Wish: p.ply(1)})
		}},
		{"own wish for the second time", Replay, func(p *pair) {
			p.guest(B, KindSay, 0)
			w := *p.up[B][0].wish
			p.settle()
			p.tell(Event{By: B, Wish: w})
		}},
		{"refused wish", Forged, func(p *pair) {
			p.guest(B, KindSay, 0)
			w := *p.up[B][0].wish
			p.o.used[B-A][1] = p.now.Add(time.Hour)
			p.settle()
			p.tell(Event{By: B, Wish: w})
		}},
		{"number left out", Missing, func(p *pair) { p.tell(Event{N: 9, By: A, Wish: p.at(KindSay, 0)}) }},
		{"number for the second time", Missing, func(p *pair) { p.tell(Event{N: 1, By: A, Wish: p.at(KindSay, 0)}) }},
		{"end by a host that plays", NotClub, func(p *pair) { p.tell(Event{Wish: Wish{Kind: KindEnd}}) }},
		{"time of a host that plays", NotClub, func(p *pair) { p.tell(Event{Wish: Wish{Kind: KindTimeOut, Arg: 2}}) }},
		{"clock of a host that plays", NotClub, func(p *pair) { p.tell(Event{Wish: Wish{Kind: KindClock, Arg: 2}}) }},
		{"device of a host that plays", NotClub, func(p *pair) {
			p.tell(Event{Wish: Wish{Kind: KindDevice, Arg: 2, Text: strings.Repeat("x", 16)}})
		}},
		{"text that is none", Illegal, func(p *pair) {
			w := p.at(KindSay, 0)
			w.Text = "a\x1b[2J"
			p.tell(Event{By: A, Wish: w})
		}},
		{"legal ply refused", Unfair, func(p *pair) {
			p.guest(B, KindPly, 1)
			p.down[B] = []message{{refused: &Refused{ID: 1, Code: NotLegal, N: p.f[B].State().N}}}
			p.read(B)
		}},
		{"legal request refused as late", Unfair, func(p *pair) {
			p.guest(B, KindPly, 1)
			p.settle()
			p.guest(B, KindAsk, 0)
			p.down[B] = []message{{refused: &Refused{ID: 2, Code: Late, N: p.f[B].State().N}}}
			p.read(B)
		}},
		{"other history", History, func(p *pair) {
			p.cut(B)
			p.down[B] = []message{{following: &Following{N: p.f[B].State().N}}}
			p.read(B)
		}},
		{"back behind what was handed back", History, func(p *pair) {
			host := p.ownerDisk()
			p.guest(B, KindPly, 1)
			p.settle()
			p.restart(host)
			p.dial(B)
			p.hearAll(B)
			p.readAll(B)
			n, h := p.o.State().N, p.o.State().H
			p.down[B] = []message{{following: &Following{n, h}}}
			p.read(B)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := friends(t, B)
			c.lie(p)
			p.lie(c.want)
		})
	}
}

func TestLyingClub(t *testing.T) {
	for _, c := range []struct {
		name string
		lie  func(p *pair)
	}{
		{"time of the side that does not move", func(p *pair) { p.tell(Event{Wish: Wish{Kind: KindTimeOut, Arg: uint32(A)}}) }},
		{"time over with time left", func(p *pair) {
			p.tell(Event{Wish: Wish{Kind: KindTimeOut, Arg: uint32(B)}, Left: [2]uint32{9, 60_000}})
		}},
		{"clock that goes up", func(p *pair) { p.tell(Event{By: A, Wish: p.at(KindAsk, 0), Left: [2]uint32{60_001, 60_000}}) }},
		{"clock of the other goes down", func(p *pair) {
			w := p.at(KindSay, 0)
			w.Text = "x"
			p.tell(Event{By: A, Wish: w, Left: [2]uint32{60_000, 59_999}})
		}},
		{"clock that has more than was given", func(p *pair) {
			p.tell(Event{Wish: Wish{Kind: KindClock, Arg: uint32(B)}, Left: [2]uint32{60_001, 60_000}})
		}},
		{"clock for the side that does not move", func(p *pair) { p.tell(Event{Wish: Wish{Kind: KindClock, Arg: uint32(A)}}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := club(t, B, true)
			c.lie(p)
			if l := (*Lie)(nil); !errors.As(p.err, &l) || l.What != WrongTime && l.What != Illegal {
				t.Errorf("%v", p.err)
			}
		})
	}
}

func TestTossIsKept(t *testing.T) {
	p := friends(t, B)
	cfg := p.follower(B)
	cfg.Begin = uint32(B) + Tossed
	f := need.Must(NewFollower(cfg))(t)
	p.f[B] = f
	p.tell(Event{Wish: Wish{Kind: KindBegin, Arg: uint32(A) + Tossed}})
	p.lie(Toss)
}

// TestOldWishesAfterARestart has an owner that plays old wishes of a guest that has restarted.
func TestOldWishesAfterARestart(t *testing.T) {
	p := friends(t, B)
	p.guest(B, KindPly, 2)
	ply := *p.up[B][0].wish
	p.settle()
	p.guest(B, KindResign, 0)
	resign := *p.up[B][0].wish
	p.up[B] = nil // the owner keeps it, and never answers
	disk := p.disk(B)
	disk.Pending = nil
	for _, c := range []struct {
		name   string
		change func(w *Wish)
		of     Wish
		want   Accusation
	}{
		{"ply in another position", func(w *Wish) { w.ID, w.Ply = 2, 2 }, ply, Forged},
		{"ply of another house", func(w *Wish) { w.ID, w.Arg = 2, 1 }, ply, Forged},
		{"ply for the second time", func(*Wish) {}, ply, Replay},
		{"resignation in another game", func(w *Wish) { w.Game = 2 }, resign, Forged},
		{"resignation with another hash", func(w *Wish) { w.Hash[0]++ }, resign, Forged},
		{"resignation with another text", func(w *Wish) { w.Text = "x" }, resign, Forged},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := *p
			q.t = t
			q.reload(B, disk)
			n, h := q.f[B].Position()
			if _, _, err := q.f[B].Following(Following{n + 5, h}); err != nil {
				t.Fatal(err)
			}
			w := c.of
			c.change(&w)
			q.tell(Event{By: B, Wish: w})
			q.lie(c.want)
		})
	}
	p.reload(B, disk)
	p.resume(B)
	p.tell(Event{By: B, Wish: resign})
	if !errors.Is(p.err, ErrElsewhere) {
		t.Errorf("a wish that this run does not know, once it has caught up: %v", p.err)
	}
}

// TestForgedHandBack has a guest that hands back events without a number from the owner.
func TestForgedHandBack(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(b *handBack)
		want   error
	}{
		{"as it was", func(*handBack) {}, nil},
		{"other ply", func(b *handBack) { b.events[0].Arg = 3 }, ErrHistory},
		{"other line", func(b *handBack) { b.events[1].Text = "y" }, ErrHistory},
		{"one less", func(b *handBack) { b.events = b.events[:1] }, ErrProtocol},
		{"two changed places", func(b *handBack) { slices.Reverse(b.events) }, ErrHistory},
		{"tag of another event", func(b *handBack) { b.tag[0]++ }, ErrHistory},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := friends(t, B)
			host := p.ownerDisk()
			p.guest(B, KindPly, 1)
			p.guest(B, KindSay, 0)
			p.settle()
			p.restart(host)
			p.dial(B)
			p.hearAll(B)
			p.readAll(B)
			c.change(p.up[B][0].back)
			p.hear(B)
			if !errors.Is(p.err, c.want) || c.want != nil && p.o.State().N != 1 {
				t.Errorf("%v, event %d", p.err, p.o.State().N)
			}
		})
	}
}

// TestForgedTag has a guest that claims more events, with a forged chain.
func TestForgedTag(t *testing.T) {
	p := friends(t, B)
	f := p.f[B]
	e := Event{N: 2, By: A, Wish: Wish{Kind: KindResign, ID: 1, Game: 1, Seen: 1, Hash: f.state.hashes[0].short()}}
	need.Must(f.Apply(e, Tag{}, p.now))(t)
	p.dial(B)
	p.hearAll(B)
	p.readAll(B)
	if p.hear(B); !errors.Is(p.err, ErrHistory) || p.o.State().N != 1 {
		t.Errorf("%v, event %d", p.err, p.o.State().N)
	}
}

// TestLyingFollower checks an owner's answers to wishes that no honest program sends.
func TestLyingFollower(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(w *Wish)
		code   Code
		err    error
	}{
		{"out of turn", func(w *Wish) { *w = Wish{Kind: KindPly, ID: 1, Game: 1, Ply: 1, Arg: 1, Seen: 1} }, NotLegal, nil},
		{"another game", func(w *Wish) { w.Kind, w.Text, w.Game = KindResign, "", 2 }, Late, nil},
		{"ID that jumps", func(w *Wish) { w.ID = 66 }, 0, ErrProtocol},
		{"event of the future", func(w *Wish) { w.Seen = 2 }, 0, ErrProtocol},
		{"decision of an owner", func(w *Wish) { w.Kind, w.Text = KindTimeOut, "" }, 0, ErrProtocol},
		{"beginning", func(w *Wish) { w.Kind, w.Text = KindBegin, "" }, 0, ErrProtocol},
		{"unknown kind", func(w *Wish) { w.Kind = 200 }, 0, ErrProtocol},
		{"dirty text", func(w *Wish) { w.Text = "a\x1b[2J" }, NotClean, nil},
		{"text that is not clean", func(w *Wish) { w.Text = " a" }, NotClean, nil},
		{"long text", func(w *Wish) { w.Text = strings.Repeat("a", 281) }, NotClean, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := friends(t, A)
			w := p.at(KindSay, 0)
			w.ID, w.Text = 1, "x"
			c.change(&w)
			outs, err := p.o.Wish(B, w, p.now)
			code := Code(0)
			if len(outs) == 1 && outs[0].Refused != nil {
				code = outs[0].Refused.Code
			}
			if !errors.Is(err, c.err) || code != c.code || p.o.State().N != 1 {
				t.Errorf("%v, code %v, event %d", err, code, p.o.State().N)
			}
		})
	}
}

// TestDisagreement has a ply that leads the guest to another board than the owner, although it saw
// all that the owner has.
func TestDisagreement(t *testing.T) {
	p := friends(t, B)
	w := p.ply(1)
	w.ID = 1
	w.Hash[0]++
	_, p.err = p.o.Wish(B, w, p.now)
	p.lie(Desync)
}

// TestFlood has a guest that asks and withdraws for ever, and sends old wishes again.
func TestFlood(t *testing.T) {
	p := friends(t, B)
	p.guest(B, KindPly, 2)
	p.settle()
	for range 20 {
		p.guest(B, KindAsk, 0)
		p.settle()
		p.guest(B, KindUnask, 0)
		p.err = nil // after a refusal there is nothing to withdraw
		p.settle()
	}
	if n := p.o.State().N; n != 12 || !slices.Contains(p.dropped(B), TooFast) {
		t.Errorf("%d events, dropped %v", n, p.dropped(B))
	}
	w := p.o.log.events[1].Wish
	for range 1000 {
		if outs, err := p.o.Wish(B, w, p.now); len(outs) > 0 || err != nil {
			t.Fatalf("%v, %v", outs, err)
		}
	}
}
