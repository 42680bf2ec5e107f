package link

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// ended takes the end of a connection.
func (g *guestLink) ended(e *session.Ended) {
	g.log.Info("connection closed", "addr", g.addr, "reason", e.Err)
	g.parting, g.conn, g.player = g.conn, nil, nil
	f := g.front
	if e.Fate == session.None || f == nil {
		if g.comesAgain(e) {
			g.hurry(e)
			g.dialAgain(e.After)
			return
		}
		g.notBegun(e)
		return
	}
	runs := running(f.state)
	if e.Fate == session.Cut && e.Leave == 0 {
		g.gaveUp = g.now()
	}
	switch {
	case g.mayJoinAgain(e):
		g.joinsAgain = true
		g.pause(note("club-dropped"), table.ReasonUnspecified)
		g.dialAgain(0)
		return
	case e.Fate == session.Elsewhere && g.displacedItself():
		g.pause(g.cutNote(runs, e), table.ReasonUnspecified)
		g.dialAgain(0)
		return
	case e.Fate == session.Cut, e.Reject == wire.RejectCode_REJECT_CODE_TRY_LATER, e.Reject == wire.RejectCode_REJECT_CODE_TOO_MANY:
		g.pause(g.cutNote(runs, e), reasonFromWire(e.Leave))
		g.hurry(e)
		g.dialAgain(e.After)
		return
	case e.Fate == session.Over:
		g.drop()
	case e.Fate == session.GivenUp:
		g.drop()
		g.part(table.PeerLeft{Note: g.setAside(e)}, match.Abandoned)
	case e.Fate == session.Desynced:
		record := g.series.Record().Record
		g.drop()
		g.desynced(e, &record)
	case e.Fate == session.Elsewhere:
		g.part(table.PeerLeft{Kept: true, Note: note("replaced")}, match.Abandoned)
	case e.Reject == wire.RejectCode_REJECT_CODE_SET_ASIDE:
		g.part(table.PeerLeft{Reason: table.ReasonLater, Kept: true, Note: note("host-set-aside", f.peer)}, match.Abandoned)
	default:
		g.part(table.PeerLeft{Reason: reasonFromWire(e.Leave), Kept: true, Note: g.setAside(e)}, match.Abandoned)
	}
	g.end()
}

// displacedFor is the time within which the other end may still take up an attempt that this end
// has given up, and displace a later one by it.
const displacedFor = 30 * time.Second

// displacedItself reports whether the seat went, by all appearance, to an earlier attempt of this
// very end, so that it dials again. It says so once for each attempt given up: two programs with
// one seat must not take it from each other forever.
func (g *guestLink) displacedItself() bool {
	lost := g.gaveUp
	g.gaveUp = time.Time{}
	return !lost.IsZero() && g.now().Sub(lost) < displacedFor
}

// setAside returns the note about a series that is kept, and not continued now.
func (g *guestLink) setAside(e *session.Ended) *rules.Note {
	switch {
	case e.Note != nil && g.atClub():
		return clubRefusal(e)
	case e.Note != nil:
		return e.Note
	case e.Leave == wire.LeaveReason_LEAVE_REASON_REMOVED:
		return note("removed-for-now", g.front.peer)
	case errors.Is(e.Err, session.ErrFlood):
		return note("flood", g.front.peer)
	case e.Leave == 0:
		return note("nonsense", g.front.peer)
	}
	return leftFor(g.front.peer, e.Leave)
}

// notBegun takes the end of a connection before a series began.
func (g *guestLink) notBegun(e *session.Ended) {
	peer := g.peer
	switch {
	case g.cfg.Seat != nil && !g.parts && e.Note != nil:
		g.emit(table.Failed{Note: clubRefusal(e)})
	case g.parts:
		g.emit(table.PeerLeft{Reason: g.local, Local: true, Note: leftHere(g.local, false)})
	case peer != "":
		g.emit(table.PeerLeft{Reason: reasonFromWire(e.Leave), Note: early(peer, g.addr, true, e)})
	default:
		g.emit(table.Failed{Note: early(match.DefaultName(match.Host), g.addr, false, e)})
	}
	g.end()
}

// mayJoinAgain reports whether the ticket brings this end back to a club that lacks events of this
// end.
func (g *guestLink) mayJoinAgain(e *session.Ended) bool {
	return g.cfg.Seat != nil && !g.joinsAgain && !g.closed && g.front.state.Closed.N == 0 &&
		(e.Reject == wire.RejectCode_REJECT_CODE_STALE || e.Reject == wire.RejectCode_REJECT_CODE_HISTORY)
}

// comesAgain reports whether a device without its seat dials again: the line broke, or the table is
// at another node.
func (g *guestLink) comesAgain(e *session.Ended) bool {
	broke := new(net.OpError)
	switch {
	case g.cfg.Seat == nil, g.parts, g.closed, e.Reject != 0, g.attempts >= firstAttempts:
		return false
	case e.Leave == wire.LeaveReason_LEAVE_REASON_MOVED, e.Leave == wire.LeaveReason_LEAVE_REASON_TIMEOUT:
		return true
	}
	return e.Leave == 0 && (errors.As(e.Err, &broke) || errors.Is(e.Err, io.EOF) || errors.Is(e.Err, session.ErrSilence) || errors.Is(e.Err, session.ErrTime))
}

// firstAttempts is how often a device dials that takes its seat, if lines break meanwhile.
const firstAttempts = 20

// cutNote returns the note that the connection is gone. At a club it was not to the other player.
func (g *guestLink) cutNote(runs bool, e *session.Ended) *rules.Note {
	switch {
	case g.atClub() && runs:
		return note("club-dropped")
	case g.atClub():
		return note("club-dropped-after")
	}
	return lost(g.front.peer, runs, e)
}

// clubRefusal returns the note that a club has turned this end away.
func clubRefusal(e *session.Ended) *rules.Note {
	switch e.Reject {
	case wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES, wire.RejectCode_REJECT_CODE_STALE, wire.RejectCode_REJECT_CODE_HISTORY:
		return note("club-gone")
	case wire.RejectCode_REJECT_CODE_INVITE_NEEDED:
		return note("club-no-seat")
	}
	return e.Note
}

// Leave says goodbye with a reason for the host. A guest who is still dialling stops.
func (g *guestLink) Leave(reason table.Reason) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.done || g.closed:
	case g.front == nil && g.player == nil:
		g.end()
		g.emit(table.PeerLeft{Reason: reason, Local: true, Note: note("stopped-connecting")})
	case g.front == nil:
		g.parts, g.local = true, reason
		g.player.Leave(reasonToWire(reason))
		g.changed(g.conn)
	default:
		g.leave(reason)
	}
}

// leave leaves a series. A running game is kept if the reason says so; otherwise the series ends
// here, and the host learns that, now or later.
func (g *guestLink) leave(reason table.Reason) {
	kept := reason.Keeps() && running(g.front.state)
	left := table.PeerLeft{Reason: reason, Local: true, Kept: kept, Note: leftHere(reason, kept)}
	switch {
	case g.player != nil:
		g.part(left, match.Abandoned)
		g.player.Leave(reasonToWire(reason))
		g.changed(g.conn)
		return
	case !kept:
		// An end that is wished already, or has come, is as good.
		_ = g.series.Wish(table.KindEnd, uint32(reasonToWire(reason)), "")
	}
	g.part(left, match.Abandoned)
	g.store(nil)
	g.end()
}

// Close says goodbye and ends the link.
func (g *guestLink) Close() error {
	g.mu.Lock()
	if c := g.conn; c != nil && g.player != nil && !g.closed {
		g.player.Leave(wire.LeaveReason_LEAVE_REASON_CLOSED)
		g.closed, g.parting = true, c
		g.changed(c)
	}
	return g.shut()
}

// call dials. At a club it first reads the key of this device.
func (g *guestLink) call() {
	g.mu.Lock()
	asks, before := g.atClub() && g.device == nil, g.cfg.Before
	g.cfg.Before = nil
	g.mu.Unlock()
	if before != nil && g.cfg.Resume == nil {
		before(g.ctx)
	}
	if asks {
		own, err := g.cfg.device(g.ctx)
		g.mu.Lock()
		if err == nil {
			g.device = own
		} else if g.ctx.Err() == nil {
			g.fail(note("no-own-key").Because(err))
		}
		g.mu.Unlock()
		if err != nil {
			return
		}
	}
	g.connect(g.reach, g.start)
}

// device returns the key of this installation.
func (c *GuestConfig) device(ctx context.Context) (*keys.Identity, error) {
	if c.Device == nil {
		return nil, errNoDevice
	}
	return c.Device(ctx)
}

var errNoDevice = errors.New("a club knows its members by the keys of their devices")

// clubSeat returns the seat that this device takes, nil if it has it already.
func (g *guestLink) clubSeat() *session.ClubSeat {
	s := g.cfg.Seat
	if s == nil || g.series != nil && !g.joinsAgain {
		return nil
	}
	terms := table.Terms{Variant: s.Table.Settings.Variant.Canonical(), Time: s.Table.Settings.Time, Rated: s.Table.Settings.Rated, Club: true}
	copy(terms.Series[:], s.Table.ID)
	c := &session.ClubSeat{Seat: table.Seat(s.Ticket[0]), Ticket: s.Ticket[:], Terms: terms}
	if i := int(c.Seat.Other()) - int(table.A); i >= 0 && i < len(s.Table.Members) {
		c.Computer = s.Table.Members[i].Computer
	}
	return c
}

// taken takes over a series after this end got its seat.
func (g *guestLink) taken(s *session.Followed) {
	g.series = s
	if f := g.front; f != nil {
		f.state = s.State()
	}
}

// rejoined shows the club's game and clocks after the ticket has brought this end back.
func (g *guestLink) rejoined() {
	f := g.front
	if g.joinsAgain {
		g.joinsAgain = false
		f.missed = append(f.missed, f.view.Open(nil, f.state)...)
	}
	if f.view.Terms.Time.Timed() && f.state.Series != nil {
		clocked := table.Clocked{Clocks: f.state.Clocks}
		if f.paused {
			f.missed = append(f.missed, clocked)
		} else {
			g.emit(clocked)
		}
	}
}

// endedAtClub returns why the other player, or the club, has ended a series.
func (f *front) endedAtClub(c *table.Change) *rules.Note {
	switch {
	case c.Over:
		return note("club-ended")
	case c.Event.By == table.Nobody:
		return note("left", f.peer)
	}
	return leftFor(f.peer, wire.LeaveReason(c.Event.Arg))
}
