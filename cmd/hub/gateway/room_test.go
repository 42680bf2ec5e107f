package gateway

import (
	"bufio"
	"bytes"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
	"mancala/tools/need"
)

// hears returns the list that a follower hears now; nil if there is nothing new.
func hears(t need.T, r *room, heard *uint64, member string) *lobby.Room {
	frame, number := r.since(*heard, member, nil)
	if *heard = number; len(frame) == 0 {
		return nil
	}
	m := need.Must(wirelobby.ReadNews(bufio.NewReader(bytes.NewReader(frame))))(t)
	told := m.Body.(lobby.Room)
	return &told
}

// TestRoom has members come, go and block one another at random: a follower hears the last ones who
// came, without those with whom there is a block, and nothing twice.
func TestRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, now := newRoom(), time.Time{}
		r.order.most = rapid.IntRange(1, 6).Draw(t, "most")
		var here []string // the newest first
		blocks := map[[2]string]bool{}
		ratings := map[string]int{}
		heard := uint64(0)
		follower := idOf("m", 0)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			id, other := idOf("m", rapid.IntRange(0, 8).Draw(t, "who")), idOf("m", rapid.IntRange(0, 8).Draw(t, "whom"))
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0, 1:
				me := lobby.Profile{Member: lobby.Member{ID: id, Name: "Ada", Rating: ratings[id]}}
				for pair := range blocks {
					if pair[0] == id {
						me.Blocked = append(me.Blocked, lobby.Member{ID: pair[1]})
					}
				}
				if r.enter(me); !slices.Contains(here, id) {
					here = append([]string{id}, here...)
				}
			case 2:
				r.leave(id)
				here = slices.DeleteFunc(here, func(of string) bool { return of == id })
			case 3:
				off := rapid.Bool().Draw(t, "off")
				if delete(blocks, [2]string{id, other}); !off && id != other {
					blocks[[2]string{id, other}] = true
					r.change(id, func(g *guest) { g.block(lobby.Block{Member: other}) })
				} else {
					r.change(id, func(g *guest) { g.block(lobby.Block{Member: other, Off: true}) })
				}
			case 4:
				if ratings[id]++; slices.Contains(here, id) {
					r.change(id, func(g *guest) { g.Rating = ratings[id] })
				}
			}
		}
		_ = r.tell(now, 1)
		want := lobby.Room{Here: len(here)}
		for _, id := range here[:min(len(here), r.order.most)] {
			if slices.Contains(here, follower) && (blocks[[2]string{id, follower}] || blocks[[2]string{follower, id}]) {
				want.Here--
				continue
			}
			want.Members = append(want.Members, lobby.Member{ID: id, Name: "Ada", Rating: ratings[id]})
		}
		if got := hears(t, r, &heard, follower); r.told > 0 && (got == nil || !reflect.DeepEqual(*got, want)) {
			t.Fatalf("hears %+v, want %+v", got, want)
		}
		if got := hears(t, r, &heard, follower); got != nil {
			t.Fatalf("hears twice: %+v", got)
		}
	})
}

// TestRoomIsTold: a change is told at once if nothing was told for a second. With thousands of
// followers all lists together stay under 2 MiB in a second.
func TestRoomIsTold(t *testing.T) {
	r, now := newRoom(), time.Unix(1_790_000_000, 0)
	come := func(n int) {
		r.enter(lobby.Profile{Member: lobby.Member{ID: idOf("m", n), Name: "Someone with a long name", Rating: 1500, Deviation: 350}})
	}
	if r.tell(now, 3) {
		t.Error("an empty room is told")
	}
	come(0)
	if !r.tell(now, 3) || r.tell(now.Add(time.Minute), 3) {
		t.Error("a change is not told once")
	}
	come(1)
	if r.tell(now.Add(time.Second-1), 3) || !r.tell(now.Add(time.Second), 3) {
		t.Error("the second change is not told after a second")
	}
	const many = 9900
	for i := range many {
		come(i + 2)
	}
	now, told := now.Add(2*time.Second), 0
	for second := range 600 {
		come(many + second + 2)
		for range 5 {
			if r.tell(now, many) {
				told += many * len(r.frame)
			}
			now = now.Add(listEvery)
		}
	}
	if told > 601*roomBytes+many*len(r.frame) || told < 500*roomBytes {
		t.Errorf("%d bytes in 600 s", told)
	}
	heard := uint64(0)
	if got := hears(t, r, &heard, idOf("m", 0)); len(got.Members) != lobby.MostHere || got.Here < many {
		t.Errorf("%d of %d are listed", len(got.Members), got.Here)
	}
}

// TestWhoIsThere: members hear of one another, of new names, and no more of those whom they block.
func TestWhoIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		ada := h.comes(0, "Ada", identity(t))
		until(ada, func(r lobby.Room) bool {
			return r.Here == 1 && r.Members[0].Name == "Ada" && r.Members[0].Rating == 1500
		})
		bob := h.comes(0, "Bob", identity(t))
		both := func(r lobby.Room) bool {
			return r.Here == 2 && r.Members[0].Name == "Bob" && r.Members[1].Name == "Ada"
		}
		until(ada, both)
		until(bob, both)
		bob.must(lobby.Rename{Name: "Bobby"})
		until(ada, func(r lobby.Room) bool { return r.Members[0].Name == "Bobby" })
		bob.must(lobby.Block{Member: ada.me.ID})
		alone := func(r lobby.Room) bool { return r.Here == 1 && len(r.Members) == 1 }
		until(ada, alone)
		until(bob, alone)
		bob.must(lobby.Block{Member: ada.me.ID, Off: true})
		until(ada, func(r lobby.Room) bool { return r.Here == 2 })
		_ = bob.Close()
		until(ada, alone)
	})
}
