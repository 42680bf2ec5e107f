package gateway

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"
)

var kalah, _ = rules.Preset("kalah")

func tableID(n int) string { return fmt.Sprintf("tab%012d", n)[:15] + "a" }

// reader is a follower that keeps the tables that it is told of.
type reader struct {
	upTo   uint64
	tables map[string]int // id to number
	gone   int
}

// read takes frames.
func (r *reader) read(t *rapid.T, frames []byte) {
	in := bufio.NewReader(bytes.NewReader(frames))
	for {
		n, err := wirelobby.ReadNews(in)
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if id := n.GetTableGone().GetTable(); id != "" {
			delete(r.tables, id)
			r.gone++
			continue
		}
		r.tables[n.GetTable().GetId()] = int(n.GetTable().GetNumber())
	}
}

// TestBoard changes a list at random: its followers have it, however rarely they look, unless
// they are told that they are too late.
func TestBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, now := newBoard(), map[string]int{}
		followers := []*reader{{tables: map[string]int{}}, {tables: map[string]int{}}}
		for step := range rapid.IntRange(1, 200).Draw(t, "steps") {
			id := tableID(rapid.IntRange(0, 20).Draw(t, "table"))
			if rapid.Bool().Draw(t, "there") {
				now[id] = step + 1
			} else {
				delete(now, id)
			}
			set(t, b, id, now)
			if rapid.IntRange(0, 5).Draw(t, "look") == 0 {
				followers[0].catchUp(t, b)
			}
			if step == 50 {
				followers = append(followers, &reader{tables: map[string]int{}})
			}
		}
		for i, f := range followers {
			f.catchUp(t, b)
			if !maps.Equal(f.tables, now) || i > 0 && f.gone > 0 && f.upTo == 0 {
				t.Fatalf("follower %d has %v, and there are %v", i, f.tables, now)
			}
		}
	})
}

func set(t interface{ Fatal(...any) }, b *board, id string, now map[string]int) {
	err := b.set(id, func(id string) (lobby.Table, bool) {
		n, there := now[id]
		return lobby.Table{ID: id, Settings: lobby.Settings{Variant: kalah}, Number: n}, there
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (r *reader) catchUp(t *rapid.T, b *board) {
	for all := false; !all; {
		frames, upTo, last, ok := b.since(r.upTo, nil, 100)
		if !ok || upTo < r.upTo {
			t.Fatalf("from %d to %d, %v", r.upTo, upTo, ok)
		}
		r.read(t, frames)
		r.upTo, all = upTo, last
	}
}

// TestBoardStaysSmall opens and closes many tables: the board forgets those that are gone, and
// tells a follower who missed them.
func TestBoardStaysSmall(t *testing.T) {
	b, now := newBoard(), map[string]int{}
	set(t, b, tableID(0), map[string]int{tableID(0): 1})
	_, early, _, _ := b.since(0, nil, 1<<20)
	for i := range 10 * maxGone {
		id := tableID(i + 1)
		now[id] = 1
		set(t, b, id, now)
		delete(now, id)
		set(t, b, id, now)
	}
	if len(b.now) > 3*maxGone || len(b.changes) > 8*maxGone {
		t.Errorf("the board has %d tables and %d changes", len(b.now), len(b.changes))
	}
	if _, _, _, ok := b.since(early, nil, 1<<20); ok {
		t.Error("a follower who missed tables that are gone is not told")
	}
	frames, _, all, ok := b.since(0, nil, 1<<30)
	if !all || !ok || len(frames) == 0 {
		t.Errorf("a new follower gets %d bytes, %v, %v", len(frames), all, ok)
	}
}
