package transport

import (
	"io"
	"net"
	"time"

	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"
)

// pending holds a host's connections without a Hello, in two groups: silent ones, and ones whose
// first bytes may be a guest's. So a flood of silent connections does not shorten a guest's time
// for the greeting, and a flood of greetings is slowed down.
type pending struct{ silent, greeted *limit.Pending }

// Place is the place of a connection among those that have not said Hello; the zero value is none.
type Place struct {
	group *limit.Pending
	id    limit.ID
}

// newPending returns room for that many connections in each group, or for as many as the system
// allows if n is 0.
func newPending(n int) pending {
	if n > 0 {
		return pending{limit.NewPending(n), limit.NewPending(n)}
	}
	all := places(OpenFiles())
	greeted := max(all/4, 1)
	return pending{limit.NewSilentPending(all-greeted, all), limit.NewPending(greeted)}
}

// places returns the number of connections without a Hello for a program that may open that many
// files: half of the files that its other parts do not need.
func places(files uint64) int {
	const rest = 24 // standard streams, poller, listener, database, log and guests
	if files/2 >= rest+limit.Places {
		return limit.Places
	}
	return max((int(files)-rest)/2, 2)
}

// advance moves a connection to the group with a guest's possible first bytes, and closes another
// to make room for it. If there is no room yet, it returns the time to wait, and the connection
// keeps its place. A connection that has lost its place gets none.
func (p *pending) advance(at Place, nc net.Conn, now time.Time) (Place, time.Duration) {
	if !at.waits() {
		return at, 0
	}
	to, wait := enter(p.greeted, nc, now)
	if wait > 0 {
		return at, wait
	}
	at.leave()
	return to, 0
}

// enter adds a connection to a group, and closes another to make room for it. If there is no room
// yet, it returns the time to wait.
func enter(group *limit.Pending, nc net.Conn, now time.Time) (Place, time.Duration) {
	v := group.Arrive(nc, limit.AddressOf(nc.RemoteAddr().String()), now)
	if v.Evict != 0 {
		_ = v.Evicted.Close()
	}
	return Place{group, v.ID}, v.Wait
}

// waits reports whether a connection still has its place.
func (at Place) waits() bool { return at.group != nil && at.group.Has(at.id) }

// leave frees the place of a connection that has said Hello or is closed.
func (at Place) leave() {
	if at.group != nil {
		at.group.Leave(at.id)
	}
}

// So many refusals a second are sent at once, the others after a wait.
const (
	promptRefusals = 20
	refusalWait    = 250 * time.Millisecond
)

// turnAway tells a guest, unencrypted, the reason why the host does not talk to them.
func turnAway(nc net.Conn, code wire.RejectCode) {
	answer(nc, &wire.Frame{Body: &wire.Frame_Reject{Reject: admission.Refusal{Code: code}.Reject()}})
}

// answer sends a peer the only frame that it gets.
func answer(nc net.Conn, f *wire.Frame) {
	b, err := frames.Append([]byte(frames.Preface), f, frames.Max)
	if err != nil {
		return
	}
	// The guest may not read until all its own bytes are read, and closing with bytes unread would
	// lose the answer.
	go func() {
		if _, err := nc.Write(b); err == nil {
			_ = CloseWrite(nc)
		}
	}()
	_ = nc.SetReadDeadline(time.Now().Add(LingerWait))
	_, _ = io.CopyN(io.Discard, nc, frames.Max)
}
