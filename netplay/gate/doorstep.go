// Package gate decides how much of a host strangers may use: which of the connections that have not
// said Hello are kept, how long an address that wasted the seat has to wait, which addresses are
// barred, and how often strangers are heard of. It knows no socket, clock or goroutine: the caller
// tells the time and carries out the decisions. None of its types is safe for use by several
// goroutines at once.
package gate

import (
	"slices"
	"time"
)

const (
	// Places is how many connections that have not said Hello a host keeps if it can.
	Places = 2048
	// MinLife is how long a connection is kept at least. It leaves a guest on the other side of the
	// world the time for a Hello.
	MinLife = 250 * time.Millisecond
	// Crowd is how many connections of one address are so many that they are kept for CrowdLife
	// alone.
	Crowd     = 64
	CrowdLife = 150 * time.Millisecond
)

// Ticket names a connection on a [Doorstep]. Zero is none.
type Ticket uint64

// Doorstep holds the connections that have not said Hello. If it is full, a newcomer takes the
// place of another one: of the address that has most, the oldest. So a flood from one address
// drives out itself, and a flood from many addresses leaves each connection the same time. Make one
// with [NewDoorstep].
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
}

// Lives says how long a [Doorstep] keeps a connection at least.
type Lives struct {
	// Alone is the life of one, and InCrowd that of one if Crowd connections of its address are
	// there.
	Alone, InCrowd time.Duration
	Crowd          int
	// Settled and SettledInCrowd are the same for a connection that has settled.
	Settled, SettledInCrowd time.Duration
}

// NewDoorstep returns an empty doorstep for so many connections, at least one.
func NewDoorstep(places int) *Doorstep {
	return Lives{Alone: MinLife, InCrowd: CrowdLife, Crowd: Crowd}.Doorstep(places)
}

// Doorstep returns an empty doorstep for so many connections, at least one, that live so long.
func (l Lives) Doorstep(places int) *Doorstep {
	return &Doorstep{places: max(places, 1), lives: l, counts: map[Address]*int{}}
}

// Verdict says whether a connection that has arrived is kept, and at the expense of which.
type Verdict struct {
	// Ticket names the connection from now on; zero if it has to wait.
	Ticket Ticket
	// Evict is the connection to close for it; zero if none. It is off the doorstep already.
	Evict Ticket
	// Wait is how long nothing is accepted before Arrive is called again for the same connection;
	// zero if it need not wait. Connections that come meanwhile stay in the queue of the system.
	Wait time.Duration
}

// Arrive takes in a connection, or says how long it has to wait.
func (d *Doorstep) Arrive(addr Address, now time.Time) Verdict {
	var v Verdict
	if len(d.stands) >= d.places {
		i := d.victim(now)
		if i < 0 {
			v.Wait = d.wait(now)
			return v
		}
		v.Evict = d.stands[i].ticket
		d.remove(i)
	}
	count := d.counts[addr]
	if count == nil {
		count = new(int)
		d.counts[addr] = count
	}
	*count++
	d.last++
	v.Ticket = d.last
	d.stands = append(d.stands, standing{ticket: v.Ticket, since: now, addr: addr, count: count})
	return v
}

// life is how long a connection is kept at least.
func (d *Doorstep) life(s standing) time.Duration {
	crowd := *s.count >= d.lives.Crowd
	switch {
	case s.settled && crowd:
		return d.lives.SettledInCrowd
	case s.settled:
		return d.lives.Settled
	case crowd:
		return d.lives.InCrowd
	}
	return d.lives.Alone
}

// wait returns how long it takes until a connection may be asked to go.
func (d *Doorstep) wait(now time.Time) time.Duration {
	least := max(d.lives.Alone, d.lives.Settled)
	for _, s := range d.stands {
		least = min(least, s.since.Add(d.life(s)).Sub(now))
	}
	return max(least, time.Millisecond)
}

// victim returns the index of the connection that has to go for a newcomer, or -1 if none may be
// asked to yet.
func (d *Doorstep) victim(now time.Time) int {
	found, most := -1, 0
	for i, s := range d.stands {
		if *s.count > most && now.Sub(s.since) >= d.life(s) {
			found, most = i, *s.count
		}
	}
	return found
}

// Settle notes that a connection has said what it wants. A ticket that is not there is ignored.
func (d *Doorstep) Settle(t Ticket) {
	if i, there := d.find(t); there {
		d.stands[i].settled = true
	}
}

// find returns the index of a connection.
func (d *Doorstep) find(t Ticket) (i int, there bool) {
	return slices.BinarySearchFunc(d.stands, t, func(s standing, t Ticket) int { return int(s.ticket) - int(t) })
}

// Leave takes a connection off the doorstep: it has said Hello, or is closed. A ticket that is not
// there is ignored.
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

// Len returns how many connections stand there.
func (d *Doorstep) Len() int { return len(d.stands) }
