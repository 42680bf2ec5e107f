package gateway

import (
	"slices"
	"sync"

	wire "mancala/proto/mancala/v1"

	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// board is the list of tables as it is told to those who follow it. It is a state, not a queue: a
// follower has one number, up to where it has been told, and gets each table as it is now, in the
// order of the last changes.
type board struct {
	mu      sync.Mutex
	last    uint64            // the number of the last change
	changes []change          // by number; a table's older ones no longer count
	now     map[string]notice // by table
	lost    uint64            // the number of the last change that a follower cannot be told
	gone    int               // how many tables of now are gone
}

// change is a change of a table.
type change struct {
	number uint64
	table  string
}

// notice is the news of a table for a follower.
type notice struct {
	number uint64
	frame  []byte
	gone   bool
}

// maxGone is the number of tables that are remembered after they are gone. A follower who is
// further behind is dropped.
const maxGone = 4096

func newBoard() *board { return &board{now: map[string]notice{}} }

// set takes over how a table is now, which look returns: false if it is gone.
func (b *board) set(id string, look func(id string) (lobby.Table, bool)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	t, there := look(id)
	news := &wire.ClubNews{Body: &wire.ClubNews_TableGone{TableGone: &wire.ClubTableGone{Table: id}}}
	if there {
		news = &wire.ClubNews{Body: &wire.ClubNews_Table{Table: wirelobby.TableToWire(t)}}
	}
	frame, err := wirelobby.AppendNews(nil, news)
	if err != nil {
		return err
	}
	old, known := b.now[id]
	if !there && (!known || old.gone) {
		return nil
	}
	if old.gone {
		b.gone--
	}
	if !there {
		b.gone++
	}
	b.last++
	b.changes = append(b.changes, change{b.last, id})
	b.now[id] = notice{b.last, frame, !there}
	if len(b.changes) > 2*len(b.now)+maxGone || b.gone > 2*maxGone {
		b.tidy()
	}
	return nil
}

// tidy forgets changes that no longer count, and the tables that have been gone for longest.
func (b *board) tidy() {
	b.changes = slices.DeleteFunc(b.changes, func(c change) bool {
		n := b.now[c.table]
		if n.number != c.number {
			return true
		}
		if n.gone && b.gone > maxGone {
			b.gone--
			b.lost = c.number
			delete(b.now, c.table)
			return true
		}
		return false
	})
}

// since appends the frames of the changes since a number, up to about that many bytes, and
// returns the number up to where that is. To one who has been told nothing, number 0, it does not
// tell of tables that are gone. All says that there is nothing more to tell now, and ok is false if
// the follower is too far behind.
func (b *board) since(number uint64, out []byte, most int) (frames []byte, upTo uint64, all, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if number > 0 && number < b.lost {
		return out, number, false, false
	}
	first, _ := slices.BinarySearchFunc(b.changes, number+1, func(c change, n uint64) int {
		return int(int64(c.number) - int64(n))
	})
	begun := len(out)
	for _, c := range b.changes[first:] {
		if len(out)-begun >= most {
			return out, number, false, true
		}
		number = c.number
		if n := b.now[c.table]; n.number == c.number {
			out = append(out, n.frame...)
		}
	}
	return out, max(number, b.last), true, true
}
