package gateway

import (
	"slices"
	"sync"
	"time"

	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// room is who is in the lobby at this node, as its followers see it: the last ones who came, and
// how many there are. It is a state, not a queue: a follower gets the newest list, or nothing.
type room struct {
	mu      sync.Mutex
	guests  map[string]guest // by member
	order   ranks
	came    uint64
	changed bool      // the list was not told yet
	due     time.Time // when it may be told next

	told  uint64 // the number of the list that is told, from 1
	list  []guest
	here  int    // how many there were
	frame []byte // the list for a member whom it hides no one from
}

// guest is a member in the room.
type guest struct {
	lobby.Member
	blocked []string // the members whom they block
	came    uint64
}

// block takes over whom the member blocks, or no longer.
func (g *guest) block(c lobby.Block) {
	g.blocked = slices.DeleteFunc(slices.Clone(g.blocked), func(id string) bool { return id == c.Member })
	if !c.Off {
		g.blocked = append(g.blocked, c.Member)
	}
}

const (
	// roomEvery is the shortest time between two lists, and roomBytes is how much of them the
	// followers together get in it; with more followers the time is longer.
	roomEvery = time.Second
	roomBytes = 2 << 20
)

func newRoom() *room {
	return &room{guests: map[string]guest{}, order: ranks{most: lobby.MostHere}}
}

// enter has a member come in, or takes over what has changed about one who is there.
func (r *room) enter(me lobby.Profile) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, there := r.guests[me.ID]
	if !there {
		r.came++
		g.came = r.came
		r.order.add(g.came, me.ID)
	}
	g.Member, g.blocked = me.Member, nil
	for _, b := range me.Blocked {
		g.blocked = append(g.blocked, b.ID)
	}
	r.guests[me.ID], r.changed = g, true
}

// change changes the member with an id, if they are there.
func (r *room) change(id string, how func(*guest)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g, there := r.guests[id]; there {
		how(&g)
		r.guests[id], r.changed = g, true
	}
}

// leave has a member go.
func (r *room) leave(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g, there := r.guests[id]; there {
		delete(r.guests, id)
		r.order.remove(g.came)
		r.changed = true
	}
}

// tell makes the list anew if it has changed and it is time, for that many followers, and reports
// whether it did.
func (r *room) tell(now time.Time, followers int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.changed || now.Before(r.due) {
		return false
	}
	last := r.order.order[r.order.hidden():]
	r.list = make([]guest, 0, len(last))
	for _, at := range slices.Backward(last) {
		r.list = append(r.list, r.guests[at.id])
	}
	r.changed, r.here = false, len(r.guests)
	r.told++
	r.frame = r.without(guest{})
	r.due = now.Add(max(roomEvery, roomEvery*time.Duration(followers)*time.Duration(len(r.frame))/roomBytes))
	return true
}

// without returns the list for a member, with mu held: it has no one who blocks them or whom they
// block.
func (r *room) without(who guest) []byte {
	told := lobby.Room{Here: r.here}
	for _, g := range r.list {
		if hidden(g, who) {
			told.Here--
			continue
		}
		told.Members = append(told.Members, g.Member)
	}
	frame, _ := wirelobby.AppendNews(nil, wirelobby.Message{Body: told}) // it always fits
	return frame
}

func hidden(a, b guest) bool {
	return slices.Contains(a.blocked, b.ID) || slices.Contains(b.blocked, a.ID)
}

// since appends the frame of the list for a member unless they have heard it, and returns its
// number.
func (r *room) since(heard uint64, member string, out []byte) ([]byte, uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if heard == r.told {
		return out, heard
	}
	frame, who := r.frame, r.guests[member]
	if who.ID != "" && slices.ContainsFunc(r.list, func(g guest) bool { return hidden(g, who) }) {
		frame = r.without(who)
	}
	return append(out, frame...), r.told
}
