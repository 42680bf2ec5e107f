package gateway

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

var kalah, _ = rules.Preset("kalah")

func tableID(n int) string { return idOf("tab", n) }

// idOf returns an id with letters for the digits of a number.
func idOf(prefix string, n int) string {
	digits := fmt.Sprintf("%0*d", lobby.IDLength-len(prefix), n)
	return prefix + strings.Map(func(r rune) rune { return r - '0' + 'a' }, digits)
}

// reader is a follower that keeps the tables that it hears of.
type reader struct {
	follower
	tables map[string]int // id to number
}

// read takes frames.
func (r *reader) read(t *rapid.T, frames []byte) {
	in := bufio.NewReader(bytes.NewReader(frames))
	for {
		n, err := wirelobby.ReadNews(in)
		if err == io.EOF {
			return
		}
		need.NoError(t, err)
		switch n := n.Body.(type) {
		case lobby.Gone:
			delete(r.tables, n.Table)
		case lobby.Told:
			r.tables[n.ID] = n.Number
		default:
			t.Fatalf("%+v", n)
		}
	}
}

// row is a table of the model: its last reported state, and when it came among the open or the
// other tables.
type row struct {
	lobby.Table
	came int
}

// listed returns the news for a member, and the number of tables that not everyone is told about.
func listed(now map[string]row, most int, member string) (tables map[string]int, more int) {
	tables = map[string]int{}
	for id, t := range now {
		newer := 0
		for _, other := range now {
			if other.Playing() == t.Playing() && other.came > t.came {
				newer++
			}
		}
		if newer < most || t.Has(member) {
			tables[id] = t.Number
		}
		if newer >= most {
			more++
		}
	}
	return tables, more
}

// TestBoard changes a list at random: its followers have the newest tables and their own, however
// rarely they look.
func TestBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, now := newBoard(), map[string]row{}
		most := rapid.IntRange(1, 12).Draw(t, "most")
		b.open.most, b.played.most = most, most
		var followers []*reader
		join := func(member string) {
			followers = append(followers, &reader{follower{member: member}, map[string]int{}})
		}
		join(idOf("m", 3))
		join("")
		for step := range rapid.IntRange(1, 200).Draw(t, "steps") {
			n := rapid.IntRange(0, 20).Draw(t, "table")
			id, old := tableID(n), now[tableID(n)]
			switch rapid.IntRange(0, 4).Draw(t, "change") {
			case 0, 1:
				delete(now, id)
			default:
				next := row{lobby.Table{ID: id, Settings: lobby.Settings{Variant: kalah}, Number: step + 1}, old.came}
				next.Members = []lobby.Member{{ID: idOf("m", n)}}
				if rapid.Bool().Draw(t, "plays") {
					next.Members = append(next.Members, lobby.Member{ID: idOf("other", n)})
				}
				if old.ID == "" || next.Playing() != old.Playing() {
					next.came = step + 1
				}
				now[id] = next
			}
			set(t, b, id, now)
			if rapid.IntRange(0, 5).Draw(t, "look") == 0 {
				followers[0].catchUp(t, b)
			}
			if step == 50 {
				join(idOf("m", 7))
			}
		}
		for i, f := range followers {
			f.catchUp(t, b)
			if want, more := listed(now, most, f.member); !maps.Equal(f.tables, want) || f.more != more {
				t.Fatalf("follower %d has %v and %d more, and there are %v and %d", i, f.tables, f.more, want, more)
			}
		}
	})
}

func set(t need.T, b *board, id string, now map[string]row) {
	need.NoError(t, b.set(id, func(id string) (lobby.Table, bool) {
		n, there := now[id]
		return n.Table, there
	}))
}

func (r *reader) catchUp(t *rapid.T, b *board) {
	for all := false; !all; {
		from := r.upTo
		frames, last, ok := b.since(&r.follower, nil, 100)
		if !ok || r.upTo < from {
			t.Fatalf("from %d to %d, %v", from, r.upTo, ok)
		}
		r.read(t, frames)
		all = last
	}
}

// TestBoardStaysSmall opens and closes many tables: the board drops the removed ones, and reports
// that to a follower who missed them.
func TestBoardStaysSmall(t *testing.T) {
	b, now := newBoard(), map[string]row{}
	one := func(id string) row { return row{Table: lobby.Table{ID: id, Settings: lobby.Settings{Variant: kalah}}} }
	set(t, b, tableID(0), map[string]row{tableID(0): one(tableID(0))})
	var early, late follower
	b.since(&early, nil, 1<<20)
	for i := range 10 * maxGone {
		id := tableID(i + 1)
		now[id] = one(id)
		set(t, b, id, now)
		delete(now, id)
		set(t, b, id, now)
	}
	if len(b.now) > 3*maxGone || len(b.changes) > 8*maxGone {
		t.Errorf("the board has %d tables and %d changes", len(b.now), len(b.changes))
	}
	if _, _, ok := b.since(&early, nil, 1<<20); ok {
		t.Error("a follower who missed tables that are gone is not told")
	}
	set(t, b, tableID(1), map[string]row{tableID(1): one(tableID(1))})
	if frames, all, ok := b.since(&late, nil, 1<<30); !all || !ok || len(frames) == 0 || len(frames) > 200 {
		t.Errorf("a new follower gets %d bytes, %v, %v", len(frames), all, ok)
	}
}
