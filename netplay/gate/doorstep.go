// Package gate limits the use that strangers make of a host: it decides which of the connections
// without a Hello are kept, how long an address that wasted the seat has to wait, which addresses
// are barred, and how often strangers are mentioned. It has no socket, clock or goroutine: the
// caller passes the time in and carries out the decisions. None of its types is safe for concurrent
// use.
package gate

import (
	"slices"
	"time"
)

const (
	// Places is the number of connections without a Hello that a host keeps if it can.
	Places = 2048
	// MinLife is the shortest time that a connection is kept. It is long enough for the Hello of a
	// guest on the other side of the world.
	MinLife = 250 * time.Millisecond
	// Crowd is the number of connections of one address from which on they are only kept for
	// CrowdLife.
	Crowd     = 64
	CrowdLife = 150 * time.Millisecond
	// leastLife is the shortest life on the doorstep of a host with few places.
	leastLife = 10 * time.Millisecond
)

// Ticket names a connection on a [Doorstep]. Zero means none.
type Ticket uint64

// Doorstep holds the connections that have not said Hello. If it is full, a newcomer replaces the
// oldest connection of the address that has the most. So a flood from one address drives out only
// itself, and a flood from many addresses leaves each connection the same time. Make one with
// [NewDoorstep].
type Doorstep struct {
	places int
	lives  Lives
	last   Ticket
	stands []standing // oldest first, so tickets rise
	counts map[Address]*int
}

// standing is a connection on the doorstep.
type standing struct {
	ticket  Ticket
	since   time.Time
	addr    Address
	count   *int // of the address
	settled bool
	resting bool
}

// Lives sets the shortest time that a [Doorstep] keeps a connection.
type Lives struct {
	// Alone is the life of a connection, and InCrowd its life if its address has Crowd connections
	// or more.
	Alone, InCrowd time.Duration
	Crowd          int
	// Settled and SettledInCrowd are the same for a connection that has settled.
	Settled, SettledInCrowd time.Duration
	// Share leaves places for addresses that have none yet: an address has at most Share times as
	// many connections as there are places left, so alone it can have 3 of 4 if Share is 3. For a
	// further one of its connections only another of its own makes room. 0 means that each address
	// may have all places.
	Share int
}

// NewDoorstep returns an empty doorstep with that many places, at least one.
func NewDoorstep(places int) *Doorstep {
	return Lives{Alone: MinLife, InCrowd: CrowdLife, Crowd: Crowd}.Doorstep(places)
}

// NewSilentDoorstep is NewDoorstep for the connections that have sent nothing, at a host that has
// fewer than [Places] places in all. There they are kept for a shorter time, in proportion, so that
// as many a second can come: those who have waited for a place have sent their first bytes by then.
func NewSilentDoorstep(places, all int) *Doorstep {
	scaled := func(life time.Duration) time.Duration {
		return max(life*time.Duration(min(all, Places))/Places, leastLife)
	}
	return Lives{Alone: scaled(MinLife), InCrowd: scaled(CrowdLife), Crowd: Crowd}.Doorstep(places)
}

// Doorstep returns an empty doorstep with that many places, at least one, and with these lives.
func (l Lives) Doorstep(places int) *Doorstep {
	return &Doorstep{places: max(places, 1), lives: l, counts: map[Address]*int{}}
}

// Verdict says whether a new connection is kept, and which one makes room for it.
type Verdict struct {
	// Ticket names the connection from now on; zero if it has to wait.
	Ticket Ticket
	// Evict is the connection to close for it; zero if none. It has left the doorstep.
	Evict Ticket
	// Wait is how long to accept nothing before Arrive is called again for the same connection;
	// zero if it need not wait. Connections that arrive in the meantime stay in the queue of the
	// system.
	Wait time.Duration
}

// Arrive adds a connection, or says how long it has to wait.
func (d *Doorstep) Arrive(addr Address, now time.Time) Verdict {
	var v Verdict
	count := d.counts[addr]
	if count == nil {
		count = new(int)
	}
	left := d.places - len(d.stands)
	greedy := left > 0 && d.lives.Share > 0 && *count >= d.lives.Share*left
	if greedy || left <= 0 {
		goes := func(s standing) bool { return !greedy || s.count == count }
		i := d.victim(now, goes)
		if i < 0 {
			v.Wait = d.wait(now, goes)
			return v
		}
		v.Evict = d.stands[i].ticket
		d.remove(i)
	}
	d.counts[addr] = count // it may have been the last one of its address that went
	*count++
	d.last++
	v.Ticket = d.last
	d.stands = append(d.stands, standing{ticket: v.Ticket, since: now, addr: addr, count: count})
	return v
}

// life returns the shortest time that a connection is kept.
func (d *Doorstep) life(s standing) time.Duration {
	crowd := *s.count >= d.lives.Crowd
	switch {
	case s.resting:
		return 0
	case s.settled && crowd:
		return d.lives.SettledInCrowd
	case s.settled:
		return d.lives.Settled
	case crowd:
		return d.lives.InCrowd
	}
	return d.lives.Alone
}

// wait returns the time until one of the connections that can go may be evicted.
func (d *Doorstep) wait(now time.Time, goes func(standing) bool) time.Duration {
	least := max(d.lives.Alone, d.lives.Settled)
	for _, s := range d.stands {
		if goes(s) {
			least = min(least, s.since.Add(d.life(s)).Sub(now))
		}
	}
	return max(least, time.Millisecond)
}

// victim returns the index of the connection to evict for a newcomer, of those that can go, or -1
// if none may be evicted yet.
func (d *Doorstep) victim(now time.Time, goes func(standing) bool) int {
	found, most := -1, 0
	for i, s := range d.stands {
		better := *s.count > most || *s.count == most && s.resting && !d.stands[found].resting
		if better && goes(s) && now.Sub(s.since) >= d.life(s) {
			found, most = i, *s.count
		}
	}
	return found
}

// Settle records that a connection has made a request. It ignores a ticket that is not on the
// doorstep.
func (d *Doorstep) Settle(t Ticket) { d.settle(t, false) }

// Rest records that a connection has its answer and may make another request, until which it makes
// room for others before those that are answered. It ignores a ticket that is not on the doorstep.
func (d *Doorstep) Rest(t Ticket) { d.settle(t, true) }

func (d *Doorstep) settle(t Ticket, resting bool) {
	if i, there := d.find(t); there {
		d.stands[i].settled, d.stands[i].resting = true, resting
	}
}

// find returns the index of a connection.
func (d *Doorstep) find(t Ticket) (i int, there bool) {
	return slices.BinarySearchFunc(d.stands, t, func(s standing, t Ticket) int { return int(s.ticket) - int(t) })
}

// Leave removes a connection that has said Hello or is closed. It ignores a ticket that is not on
// the doorstep.
func (d *Doorstep) Leave(t Ticket) {
	if i, there := d.find(t); there {
		d.remove(i)
	}
}

func (d *Doorstep) remove(i int) {
	s := d.stands[i]
	if *s.count--; *s.count == 0 {
		delete(d.counts, s.addr)
	}
	d.stands = slices.Delete(d.stands, i, i+1)
}

// Len returns the number of connections.
func (d *Doorstep) Len() int { return len(d.stands) }
