package listen

import (
	"net"
	"time"

	"mancala/netplay/limit"
)

// pending holds a host's connections that have not said Hello: in one group the silent ones, in the
// other those whose first bytes may be a guest's. So a flood of silent connections does not shorten
// the time that a guest has for the greeting, and a flood of greetings is slowed down.
type pending struct {
	silent, greeted *limit.Pending
	conns           map[Place]net.Conn
}

// Place is the place of a connection among those that have not said Hello; the zero value is none.
type Place struct {
	group *limit.Pending
	id    limit.ID
}

// newPending returns room for that many connections in each group, or for as many as the system
// allows if n is 0.
func newPending(n int) pending {
	if n > 0 {
		return pending{silent: limit.NewPending(n), greeted: limit.NewPending(n), conns: map[Place]net.Conn{}}
	}
	all := places(OpenFiles())
	greeted := max(all/4, 1)
	return pending{
		silent: limit.NewSilentPending(all-greeted, all), greeted: limit.NewPending(greeted), conns: map[Place]net.Conn{},
	}
}

// places returns the number of connections without a Hello that a program keeps if it may open that
// many files: half of those that the rest of it does not need.
func places(files uint64) int {
	const rest = 24 // standard streams, poller, listener, database, log and guests
	if files/2 >= rest+limit.Places {
		return limit.Places
	}
	return max((int(files)-rest)/2, 2)
}

// enter adds a connection that has said nothing, and closes the one that makes room for it. If
// there is no room yet, it returns how long to wait.
func (p *pending) enter(nc net.Conn, now time.Time) (Place, time.Duration) {
	return p.add(p.silent, nc, now)
}

// advance moves a connection to the group of those whose first bytes may be a guest's, and closes
// the one that makes room for it. If there is no room yet, it returns how long to wait, and the
// connection keeps its place. A connection that has lost its place gets none.
func (p *pending) advance(at Place, now time.Time) (Place, time.Duration) {
	nc := p.conns[at]
	if nc == nil {
		return at, 0
	}
	to, wait := p.add(p.greeted, nc, now)
	if wait > 0 {
		return at, wait
	}
	p.leave(at)
	return to, 0
}

func (p *pending) add(group *limit.Pending, nc net.Conn, now time.Time) (Place, time.Duration) {
	v := group.Arrive(limit.AddressOf(nc.RemoteAddr().String()), now)
	if v.Wait > 0 {
		return Place{}, v.Wait
	}
	if v.Evict != 0 {
		_ = p.conns[Place{group, v.Evict}].Close()
		delete(p.conns, Place{group, v.Evict})
	}
	at := Place{group, v.ID}
	p.conns[at] = nc
	return at, 0
}

// leave removes a connection that has said Hello or is closed.
func (p *pending) leave(at Place) {
	if at.group != nil {
		at.group.Leave(at.id)
		delete(p.conns, at)
	}
}

// closeAll closes all connections.
func (p *pending) closeAll() {
	for _, nc := range p.conns {
		_ = nc.Close()
	}
}
