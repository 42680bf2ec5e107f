package netplay

import (
	"log/slog"
	"net"
	"time"

	"mancala/netplay/gate"
)

// doorway holds a host's connections that have not said Hello.
type doorway struct {
	step  *gate.Doorstep
	conns map[gate.Ticket]net.Conn
}

func newDoorway() doorway {
	return doorway{step: gate.NewDoorstep(places(openFiles())), conns: map[gate.Ticket]net.Conn{}}
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

// enter takes in a connection and closes the one that has to go for it. If there is no room yet it
// returns how long to wait.
func (d *doorway) enter(nc net.Conn, now time.Time) (gate.Ticket, time.Duration) {
	v := d.step.Arrive(gate.AddressOf(nc.RemoteAddr().String()), now)
	if v.Evict != 0 {
		_ = d.conns[v.Evict].Close()
		delete(d.conns, v.Evict)
	}
	if v.Ticket != 0 {
		d.conns[v.Ticket] = nc
	}
	return v.Ticket, v.Wait
}

// leave forgets a connection: it has said Hello, or is closed.
func (d *doorway) leave(t gate.Ticket) {
	d.step.Leave(t)
	delete(d.conns, t)
}

// closeAll closes every connection there is.
func (d *doorway) closeAll() {
	for _, nc := range d.conns {
		_ = nc.Close()
	}
}

// strangersLog is where the host tells about those who are not, or not yet, its guest: at most ten
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
