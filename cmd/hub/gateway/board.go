package gateway

import (
	"cmp"
	"slices"
	"sync"

	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// board is the list of tables as its followers see it: the newest ones, and each member's own. It
// is a state, not a queue: a follower has one number, its position among the changes, and gets each
// table's current state in the order of the last changes.
type board struct {
	mu      sync.Mutex
	last    uint64            // the number of the last change
	changes []change          // by number; a table's older ones no longer count
	now     map[string]notice // by table
	lost    uint64            // the number of the last change that a follower cannot be told
	gone    int               // how many tables of now are gone
	open    ranks             // of the tables that wait for a second player
	played  ranks             // of the others
	came    uint64            // the last place that was given
}

// change is a change of a table.
type change struct {
	number uint64
	table  string
}

// notice is the news of a table for its followers.
type notice struct {
	number  uint64
	frame   []byte   // how it is; nil if it is gone
	members []string // who sit there, or did
	open    bool     // it waits for a second player
	came    uint64   // its place among the open or the other tables
	listed  bool     // all hear of it, not only its members
	shown   bool     // all have been told of it at some time
}

const (
	// mostOpen and mostPlayed are the numbers of tables that all members hear of.
	mostOpen, mostPlayed = 100, 50
	// maxGone is the number of removed tables that the board remembers. A follower further behind
	// is dropped.
	maxGone = 4096
)

func newBoard() *board {
	return &board{now: map[string]notice{}, open: ranks{most: mostOpen}, played: ranks{most: mostPlayed}}
}

// set updates a table to the result of look, which returns false if the table is gone.
func (b *board) set(id string, look func(id string) (lobby.Table, bool)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, there := look(id)
	old, known := b.now[id]
	was := old.frame != nil
	if !there && !was {
		return nil
	}
	next := old
	if next.frame = nil; there {
		frame, err := wirelobby.AppendNews(nil, wirelobby.Message{Body: lobby.Told{Table: t}})
		if err != nil {
			return err
		}
		next.frame, next.open, next.members = frame, !t.Playing(), sitting(old.members, t)
	}
	b.place(id, &next, was, old.open)
	if known && !was {
		b.gone--
	}
	if !there {
		b.gone++
	}
	b.note(id, next)
	if len(b.changes) > 2*len(b.now)+maxGone || b.gone > 2*maxGone {
		b.tidy()
	}
	return nil
}

// sitting adds the members at a table to the ones who have sat there.
func sitting(before []string, t lobby.Table) []string {
	for _, m := range t.Members {
		if !slices.Contains(before, m.ID) {
			before = append(slices.Clip(before), m.ID)
		}
	}
	return before
}

// place gives a table its place in the list, where the newest ones are, and so changes the places
// of others. Was says that it had one, and wasOpen among which tables.
func (b *board) place(id string, n *notice, was, wasOpen bool) {
	there := n.frame != nil
	if was && there && n.open == wasOpen {
		return
	}
	n.listed = false
	if was {
		b.list(b.ranks(wasOpen).remove(n.came), true)
	}
	if there {
		b.came++
		n.came, n.listed = b.came, true
		b.list(b.ranks(n.open).add(n.came, id), false)
	}
}

func (b *board) ranks(open bool) *ranks {
	if open {
		return &b.open
	}
	return &b.played
}

// list adds a table to everyone's list, or removes it. It ignores an empty id.
func (b *board) list(id string, listed bool) {
	if n, known := b.now[id]; known {
		n.listed = listed
		b.note(id, n)
	}
}

// note takes over the news of a table as the last change.
func (b *board) note(id string, n notice) {
	b.last++
	n.number, n.shown = b.last, n.shown || n.listed
	b.changes = append(b.changes, change{b.last, id})
	b.now[id] = n
}

// tells reports whether the list of a member has the table.
func (n *notice) tells(member string) bool {
	return n.frame != nil && (n.listed || slices.Contains(n.members, member))
}

// news returns the message to a member about a table; nil if there is nothing to tell.
func (n *notice) news(id, member string) []byte {
	switch {
	case n.tells(member):
		return n.frame
	case !n.shown && !slices.Contains(n.members, member):
		return nil
	}
	frame, _ := wirelobby.AppendNews(nil, wirelobby.Message{Body: lobby.Gone{Table: id}})
	return frame
}

// tidy drops outdated changes, and the tables that have been gone for longest.
func (b *board) tidy() {
	b.changes = slices.DeleteFunc(b.changes, func(c change) bool {
		n := b.now[c.table]
		if n.number != c.number {
			return true
		}
		if n.frame == nil && b.gone > maxGone {
			b.gone--
			b.lost = c.number
			delete(b.now, c.table)
			return true
		}
		return false
	})
}

// follower is how far a member has been told the list. The zero value with a member has been told
// nothing.
type follower struct {
	member string
	upTo   uint64 // the change up to where they have been told
	began  uint64 // the last change when they began
	more   int    // how many tables the list has no room for
}

// since appends the frames of a follower's pending changes, up to about that many bytes. all
// reports that no more are pending, and ok is false if the follower is too far behind.
func (b *board) since(f *follower, out []byte, most int) (frames []byte, all, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f.more = b.open.hidden() + b.played.hidden()
	switch {
	case f.upTo == 0:
		f.began = b.last
	case f.upTo < b.lost:
		return out, false, false
	}
	first, _ := slices.BinarySearchFunc(b.changes, f.upTo+1, func(c change, n uint64) int {
		return int(int64(c.number) - int64(n))
	})
	begun := len(out)
	for _, c := range b.changes[first:] {
		if len(out)-begun >= most {
			return out, false, true
		}
		f.upTo = c.number
		// Tables that were gone when they began they have not been told of.
		if n := b.now[c.table]; n.number == c.number && (n.tells(f.member) || c.number > f.began) {
			out = append(out, n.news(c.table, f.member)...)
		}
	}
	f.upTo = max(f.upTo, b.last)
	return out, true, true
}

// ranks are tables or members in order of arrival; the newest ones are listed.
type ranks struct {
	most  int // the number of those that are listed
	order []rank
}

// rank is the place of a table or a member in the order.
type rank struct {
	came uint64
	id   string
}

// hidden returns the number of those that are not listed.
func (r *ranks) hidden() int { return max(0, len(r.order)-r.most) }

// add adds the id of one that is newer than the others, and returns the id that it displaces from
// the list, or "".
func (r *ranks) add(came uint64, id string) (displaced string) {
	r.order = append(r.order, rank{came, id})
	if i := len(r.order) - r.most - 1; i >= 0 {
		displaced = r.order[i].id
	}
	return displaced
}

// remove removes one, and returns the id of the one that gets its place in the list, or "".
func (r *ranks) remove(came uint64) (advanced string) {
	i, found := slices.BinarySearchFunc(r.order, came, func(r rank, came uint64) int { return cmp.Compare(r.came, came) })
	if !found {
		return ""
	}
	r.order = slices.Delete(r.order, i, i+1)
	if next := len(r.order) - r.most; next >= 0 && i > next {
		advanced = r.order[next].id
	}
	return advanced
}
