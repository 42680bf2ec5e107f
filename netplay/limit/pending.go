// Package limit limits the use that strangers make of a host: it decides which of the connections
// without a Hello are kept, how long an address that wasted the seat has to wait, how often
// strangers may do what costs much, and how often they are mentioned. It has no socket, clock or
// goroutine: the caller passes the time in and carries out the decisions. Only a Log is safe for
// concurrent use.
package limit

import (
	"io"
	"slices"
	"time"
)

const (
	// Places is the number of connections without a Hello that a host keeps if it can.
	Places = 2048
	// MinLife is the shortest time that a connection is kept. It is long enough for the Hello of a
	// guest on the other side of the world.
	MinLife = 250 * time.Millisecond
	// Crowd is the number of connections of one address from which each is kept only for CrowdLife.
	Crowd     = 64
	CrowdLife = 150 * time.Millisecond
	// leastLife is the shortest life of a pending connection at a host with few places.
	leastLife = 10 * time.Millisecond
)

// ID names a connection in a [Pending]. Zero means none.
type ID uint64

// Pending holds the connections that have not said Hello. If it is full, a newcomer replaces the
// oldest connection of the address that has the most. So a flood from one address drives out only
// itself, and a flood from many addresses leaves each connection the same time. Make one with
// [NewPending].
type Pending struct {
	places int
	lives  Lives
	last   ID
	conns  []pendingConn // oldest first, so IDs rise
	counts map[Address]*int
}

// pendingConn is a connection in a [Pending].
type pendingConn struct {
	id      ID
	nc      io.Closer
	since   time.Time
	addr    Address
	count   *int // of the address
	settled bool
	resting bool
}

// Lives sets the shortest time that a [Pending] keeps a connection.
type Lives struct {
	// Alone is the life of a connection, and InCrowd its life if its address has Crowd connections
	// or more.
	Alone, InCrowd time.Duration
	Crowd          int
	// Settled and SettledInCrowd are the same for a connection that has settled.
	Settled, SettledInCrowd time.Duration
	// Share leaves places for addresses without one: an address has at most Share times as many
	// connections as there are places left. So if Share is 3, a single address can have 3 of 4.
	// Beyond that, its new connections replace its old ones. 0 means that each address may have all
	// places.
	Share int
}

// NewPending returns an empty Pending with that many places, at least one.
func NewPending(places int) *Pending {
	return Lives{Alone: MinLife, InCrowd: CrowdLife, Crowd: Crowd}.Pending(places)
}

// NewSilentPending is NewPending for connections that have sent nothing, at a host with fewer than
// [Places] places in all. It keeps them for a proportionally shorter time, so that as many a second
// can come. Connections that waited for a place have sent their first bytes by then.
func NewSilentPending(places, all int) *Pending {
	scaled := func(life time.Duration) time.Duration {
		return max(life*time.Duration(min(all, Places))/Places, leastLife)
	}
	return Lives{Alone: scaled(MinLife), InCrowd: scaled(CrowdLife), Crowd: Crowd}.Pending(places)
}

// Pending returns an empty Pending with that many places, at least one, and with these lives.
func (l Lives) Pending(places int) *Pending {
	return &Pending{places: max(places, 1), lives: l, counts: map[Address]*int{}}
}

// Verdict says whether a new connection is kept, and which one makes room for it.
type Verdict struct {
	// ID names the connection from now on; zero if it has to wait.
	ID ID
	// Evict is the connection that makes room for it, zero if none; it is no longer pending. Close
	// it, which is Evicted.
	Evict   ID
	Evicted io.Closer
	// Wait is the time to accept nothing before the next call of Arrive for the same connection;
	// zero for no wait. Connections that arrive in the meantime stay in the queue of the system.
	Wait time.Duration
}

// Arrive adds a connection from an address, or says how long it has to wait.
func (p *Pending) Arrive(nc io.Closer, addr Address, now time.Time) Verdict {
	var v Verdict
	count := p.counts[addr]
	if count == nil {
		count = new(int)
	}
	left := p.places - len(p.conns)
	greedy := left > 0 && p.lives.Share > 0 && *count >= p.lives.Share*left
	if greedy || left <= 0 {
		goes := func(s pendingConn) bool { return !greedy || s.count == count }
		i := p.victim(now, goes)
		if i < 0 {
			v.Wait = p.wait(now, goes)
			return v
		}
		v.Evict, v.Evicted = p.conns[i].id, p.conns[i].nc
		p.remove(i)
	}
	p.counts[addr] = count // the address may have lost its last one
	*count++
	p.last++
	v.ID = p.last
	p.conns = append(p.conns, pendingConn{id: v.ID, nc: nc, since: now, addr: addr, count: count})
	return v
}

// life returns the shortest time that a connection is kept.
func (p *Pending) life(s pendingConn) time.Duration {
	crowd := *s.count >= p.lives.Crowd
	switch {
	case s.resting:
		return 0
	case s.settled && crowd:
		return p.lives.SettledInCrowd
	case s.settled:
		return p.lives.Settled
	case crowd:
		return p.lives.InCrowd
	}
	return p.lives.Alone
}

// wait returns the time until an evictable connection may be evicted.
func (p *Pending) wait(now time.Time, goes func(pendingConn) bool) time.Duration {
	least := max(p.lives.Alone, p.lives.Settled)
	for _, s := range p.conns {
		if goes(s) {
			least = min(least, s.since.Add(p.life(s)).Sub(now))
		}
	}
	return max(least, time.Millisecond)
}

// victim returns the index of the evictable connection to evict for a newcomer, or -1 if none may
// go yet.
func (p *Pending) victim(now time.Time, goes func(pendingConn) bool) int {
	found, most := -1, 0
	for i, s := range p.conns {
		better := *s.count > most || *s.count == most && s.resting && !p.conns[found].resting
		if better && goes(s) && now.Sub(s.since) >= p.life(s) {
			found, most = i, *s.count
		}
	}
	return found
}

// Settle records that a connection has made a request. It ignores an ID that is not pending.
func (p *Pending) Settle(t ID) { p.settle(t, false) }

// Rest records that a connection has its answer and may make another request. Until then it makes
// room for others, before connections that still get an answer. It ignores an ID that is not
// pending.
func (p *Pending) Rest(t ID) { p.settle(t, true) }

func (p *Pending) settle(t ID, resting bool) {
	if i, there := p.find(t); there {
		p.conns[i].settled, p.conns[i].resting = true, resting
	}
}

// find returns the index of a connection.
func (p *Pending) find(t ID) (i int, there bool) {
	return slices.BinarySearchFunc(p.conns, t, func(s pendingConn, t ID) int { return int(s.id) - int(t) })
}

// Has reports whether a connection is pending.
func (p *Pending) Has(t ID) bool {
	_, there := p.find(t)
	return there
}

// Leave removes a connection that has said Hello or is closed, and reports whether it was pending.
func (p *Pending) Leave(t ID) bool {
	i, there := p.find(t)
	if there {
		p.remove(i)
	}
	return there
}

// CloseAll closes all connections, which stay pending until they leave.
func (p *Pending) CloseAll() {
	for _, s := range p.conns {
		_ = s.nc.Close()
	}
}

func (p *Pending) remove(i int) {
	s := p.conns[i]
	if *s.count--; *s.count == 0 {
		delete(p.counts, s.addr)
	}
	p.conns = slices.Delete(p.conns, i, i+1)
}

// Len returns the number of connections.
func (p *Pending) Len() int { return len(p.conns) }
