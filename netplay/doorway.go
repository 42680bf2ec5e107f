package netplay

import (
	"log/slog"
	"net"
	"time"

	"mancala/netplay/gate"
)

// doorway holds a host's connections that have not said Hello: on one doorstep those that have said
// nothing, on the other those whose first bytes may be a guest's. So a flood of silent connections
// leaves a guest all the time there is for the greeting, and a flood of greetings is slowed down.
type doorway struct {
	silent, greeted *gate.Doorstep
	conns           map[place]net.Conn
}

// place is the place of a connection in the doorway; the zero value is none.
type place struct {
	step   *gate.Doorstep
	ticket gate.Ticket
}

func newDoorway() doorway {
	all := places(OpenFiles())
	greeted := max(all/4, 1)
	return doorway{
		silent: gate.NewDoorstep(all - greeted), greeted: gate.NewDoorstep(greeted), conns: map[place]net.Conn{},
	}
}

// places returns how many connections without a Hello a program keeps that may have so many files
// open: half of those that the rest of it does not need.
func places(files uint64) int {
	const rest = 24 // standard streams, poller, listener, database, log and guests
	if files/2 >= rest+gate.Places {
		return gate.Places
	}
	return max((int(files)-rest)/2, 2)
}

// enter takes in a connection that has said nothing, and closes the one that has to go for it. If
// there is no room yet it returns how long to wait.
func (d *doorway) enter(nc net.Conn, now time.Time) (place, time.Duration) {
	return d.stand(d.silent, nc, now)
}

// advance gives a connection the place of one whose first bytes may be a guest's, and closes the
// one that has to go for it. If there is no room yet it returns how long to wait, and the
// connection keeps its place. One that has lost its place gets none.
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

func (d *doorway) stand(step *gate.Doorstep, nc net.Conn, now time.Time) (place, time.Duration) {
	v := step.Arrive(gate.AddressOf(nc.RemoteAddr().String()), now)
	if v.Wait > 0 {
		return place{}, v.Wait
	}
	if v.Evict != 0 {
		_ = d.conns[place{step, v.Evict}].Close()
		delete(d.conns, place{step, v.Evict})
	}
	p := place{step, v.Ticket}
	d.conns[p] = nc
	return p, 0
}

// leave forgets a connection: it has said Hello, or is closed.
func (d *doorway) leave(p place) {
	if p.step != nil {
		p.step.Leave(p.ticket)
		delete(d.conns, p)
	}
}

// closeAll closes every connection there is.
func (d *doorway) closeAll() {
	for _, nc := range d.conns {
		_ = nc.Close()
	}
}

// strangersLog is the host's log of connections that are not, or not yet, its guest's: at most ten
// lines a second, and how many were left out.
type strangersLog struct {
	log  *slog.Logger
	rate *gate.Rate
}

func newStrangersLog(log *slog.Logger) strangersLog { return strangersLog{log, gate.NewRate(10)} }

func (l *strangersLog) info(now time.Time, msg string, args ...any) {
	ok, held := l.rate.Allow(now)
	if !ok {
		return
	}
	if held > 0 {
		args = append(args, "left_out", held)
	}
	l.log.Info(msg, args...)
}

// rest says how many lines have been left out since the last one.
func (l *strangersLog) rest() {
	if held := l.rate.Held(); held > 0 {
		l.log.Info("more strangers", "left_out", held)
	}
}
