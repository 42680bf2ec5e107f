package session

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/limit"
)

// Watchers are shown a ply after the players, a few at a time.
func TestWatchersComeAfterThePlayers(t *testing.T) {
	g := seated(t, 3, 2, match.FirstGuest)
	s := g.w.server
	for range 2*showSome + 1 {
		g.w.watcher().settle()
	}
	for !s.gallery.NextTick().IsZero() { // they are told how many they are
		g.w.now = s.gallery.NextTick()
		s.gallery.Tick(g.w.now)
	}
	g.w.drain()
	g.must(g.wish(table.KindPly, 1, ""))
	g.hear()
	shown := []int(nil)
	for range 5 {
		s.gallery.Tick(g.w.now)
		g.w.drain()
		for _, c := range g.w.work.Conns {
			c.Drain()
		}
		shown = append(shown, len(g.w.work.Conns))
		if due := s.gallery.NextTick(); !due.IsZero() {
			g.w.now = due
		}
	}
	if want := [5]int{0, showSome, showSome, 1, 0}; [5]int(shown) != want {
		t.Errorf("so many watchers are shown the ply at a time: %v, want %v", shown, want)
	}
}

// onlooker reads what a gallery shows.
type onlooker struct {
	line
	place place
	plies []byte
	count uint32
	all   int // how often everything was shown
}

// look reads the frames that have come.
func (o *onlooker) look(t *testing.T) {
	for _, payload := range split(o.out) {
		switch f := sent(t, payload).GetBody().(type) {
		case *wire.Frame_Snapshot:
			o.plies, o.all = f.Snapshot.GetSeries(), o.all+1
		case *wire.Frame_Event:
			o.plies = append(o.plies, byte(f.Event.GetWish().GetArg()))
		case *wire.Frame_Audience:
			o.count = f.Audience.GetCount()
		default:
			t.Fatalf("a watcher gets %T", f)
		}
	}
	o.out = nil
}

// TestGallery: watchers who come and go, while plies are played at any pace, see the game that
// there is and their number; one who never lacks more than 64 plies seldom gets everything again.
func TestGallery(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		var all []byte
		now, places, told := noon, 1+r.IntN(40), -1
		g := NewGallery(GalleryConfig{
			Places: places, Counted: func(n int) { told = n },
			All: func() *wire.Snapshot { return &wire.Snapshot{Series: bytes.Clone(all)} },
		})
		var here []*onlooker
		come := func() {
			o := &onlooker{}
			o.phase = watching
			o.place = place{line: &o.line, from: limit.AddressOf(fmt.Sprintf("192.0.2.%d:1", r.IntN(20))), wake: func() { o.look(t) }}
			of := 0
			for _, other := range here {
				if other.place.from == o.place.from {
					of++
				}
			}
			if got, want := g.enter(&o.place), len(here) < places && of < max(places/addressShare, 4); got != want {
				t.Fatalf("seed %d: number %d of %d, and %d of the address: a place %v", seed, len(here), places, of, got)
			} else if got {
				here = append(here, o)
				o.look(t)
			}
		}
		change := func() {
			all = []byte{byte(r.IntN(6))}
			g.Changed()
		}
		change()
		for range 1000 {
			switch n := r.IntN(200); {
			case n == 0:
				change()
			case n < 10:
				come()
			case n < 14 && len(here) > 0:
				g.exit(&here[0].place)
				here = here[1:]
			default:
				all = append(bytes.Clone(all), byte(r.IntN(6)))
				g.Ply(&table.Event{Wish: table.Wish{Kind: table.KindPly, Arg: uint32(all[len(all)-1])}})
			}
			now = now.Add(time.Duration(r.IntN(30)) * time.Millisecond)
			g.Tick(now)
		}
		for !g.NextTick().IsZero() {
			if g.NextTick().Before(now) {
				t.Fatalf("seed %d: the next tick is in the past", seed)
			}
			now = g.NextTick()
			g.Tick(now)
		}
		for _, o := range here {
			if !bytes.Equal(o.plies, all) || int(o.count) != len(here) || told != len(here) {
				t.Fatalf("seed %d: a watcher sees %v of %v, and %d of %d watchers", seed, o.plies, all, o.count, len(here))
			}
			if o.all > 30 {
				t.Errorf("seed %d: one who is never late is shown everything %d times", seed, o.all)
			}
		}
	}
}

// TestGalleryOfClocks: one who comes while a player thinks is shown how long that takes already.
func TestGalleryOfClocks(t *testing.T) {
	var ago uint32
	g := NewGallery(GalleryConfig{Places: 2, Counted: func(int) {}, All: func() *wire.Snapshot { return &wire.Snapshot{AgoMs: ago} }})
	g.Changed()
	for ago = range uint32(2) {
		o := &onlooker{}
		o.place = place{line: &o.line}
		g.enter(&o.place)
		if got := sent(t, split(o.out)[0]).GetSnapshot().GetAgoMs(); got != ago {
			t.Errorf("the clock runs since %d ms, want %d", got, ago)
		}
	}
}

// TestGalleryBeforeTheTable: who comes before the table has shown anything is shown it first, and
// then told the number of watchers.
func TestGalleryBeforeTheTable(t *testing.T) {
	g := NewGallery(GalleryConfig{Places: 1, Counted: func(int) {}, All: func() *wire.Snapshot { return &wire.Snapshot{} }})
	o := &onlooker{}
	o.place = place{line: &o.line, wake: func() {}}
	g.enter(&o.place)
	for now := noon; now.Before(noon.Add(time.Minute)); now = now.Add(showAfter) {
		g.Tick(now)
	}
	if at := g.NextTick(); len(o.out) > 0 || !at.IsZero() {
		t.Errorf("a watcher is sent %d frames too soon, and the next at %v", len(split(o.out)), at)
	}
	g.Changed()
	g.Tick(noon.Add(time.Minute))
	g.Tick(g.NextTick())
	if o.look(t); o.all != 1 || o.count != 1 {
		t.Errorf("a watcher is shown everything %d times, and told of %d watchers", o.all, o.count)
	}
}

// TestGalleryOfTheLate: a watcher who lacks at most 64 plies gets those, and one who lacks more
// gets everything.
func TestGalleryOfTheLate(t *testing.T) {
	for lacks, want := range map[int]int{1: 1, ringPlies: 1, ringPlies + 1: 2} {
		var all []byte
		g := NewGallery(GalleryConfig{
			Places: 1, Counted: func(int) {}, All: func() *wire.Snapshot { return &wire.Snapshot{Series: bytes.Clone(all)} },
		})
		g.Changed()
		o := &onlooker{}
		o.place = place{line: &o.line, wake: func() {}}
		g.enter(&o.place)
		for range lacks {
			all = append(all, 1)
			g.Ply(&table.Event{Wish: table.Wish{Kind: table.KindPly, Arg: 1}})
		}
		g.Tick(noon)
		g.Tick(noon.Add(showAfter))
		if o.look(t); o.all != want || !bytes.Equal(o.plies, all) {
			t.Errorf("one who lacks %d plies is shown everything %d times, and has %d", lacks, o.all, len(o.plies))
		}
	}
}
