package netplay

import (
	"log/slog"
	"net"
	"sync"
	"time"

	"mancala/netplay/limit"
)

// doorway holds a host's connections that have not said Hello: on one doorstep the silent ones, on
// the other those whose first bytes may be a guest's. So a flood of silent connections does not
// shorten the time that a guest has for the greeting, and a flood of greetings is slowed down.
type doorway struct {
	silent, greeted *limit.Pending
	conns           map[place]net.Conn
}

// place is the place of a connection in the doorway; the zero value is none.
type place struct {
	step *limit.Pending
	id   limit.ID
}

func newDoorway() doorway {
	all := places(OpenFiles())
	greeted := max(all/4, 1)
	return doorway{
		silent: limit.NewSilentPending(all-greeted, all), greeted: limit.NewPending(greeted), conns: map[place]net.Conn{},
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
func (d *doorway) enter(nc net.Conn, now time.Time) (place, time.Duration) {
	return d.stand(d.silent, nc, now)
}

// advance moves a connection to the doorstep of those whose first bytes may be a guest's, and
// closes the one that makes room for it. If there is no room yet, it returns how long to wait, and
// the connection keeps its place. A connection that has lost its place gets none.
func (d *doorway) advance(p place, now time.Time) (place, time.Duration) {
	nc := d.conns[p]
	if nc == nil {
		return p, 0
	}
	to, wait := d.stand(d.greeted, nc, now)
	if wait > 0 {
		return p, wait
	}
	d.leave(p)
	return to, 0
}

func (d *doorway) stand(step *limit.Pending, nc net.Conn, now time.Time) (place, time.Duration) {
	v := step.Arrive(limit.AddressOf(nc.RemoteAddr().String()), now)
	if v.Wait > 0 {
		return place{}, v.Wait
	}
	if v.Evict != 0 {
		_ = d.conns[place{step, v.Evict}].Close()
		delete(d.conns, place{step, v.Evict})
	}
	p := place{step, v.ID}
	d.conns[p] = nc
	return p, 0
}

// leave removes a connection that has said Hello or is closed.
func (d *doorway) leave(p place) {
	if p.step != nil {
		p.step.Leave(p.id)
		delete(d.conns, p)
	}
}

// closeAll closes all connections.
func (d *doorway) closeAll() {
	for _, nc := range d.conns {
		_ = nc.Close()
	}
}

// strangersLog is the host's log of connections that are not, or not yet, its guest's. It is
// limited to ten lines a second, and counts those left out. It is safe for concurrent use.
type strangersLog struct {
	log  *slog.Logger
	mu   sync.Mutex
	rate *limit.Rate
}

func newStrangersLog(log *slog.Logger) *strangersLog {
	return &strangersLog{log: log, rate: limit.NewRate(10)}
}

func (l *strangersLog) info(now time.Time, msg string, args ...any) {
	l.mu.Lock()
	ok, held := l.rate.Allow(now)
	l.mu.Unlock()
	if !ok {
		return
	}
	if held > 0 {
		args = append(args, "left_out", held)
	}
	l.log.Info(msg, args...)
}

// rest logs how many lines have been left out since the last one.
func (l *strangersLog) rest() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held := l.rate.Held(); held > 0 {
		l.log.Info("more strangers", "left_out", held)
	}
}
