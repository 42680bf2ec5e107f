package link

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/dial"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/rules"
	"mancala/table"
)

// atClub reports whether the series is, or will be, one at a club.
func (g *guestLink) atClub() bool {
	return g.cfg.Seat != nil || g.series != nil && g.series.Follower().State().Terms.Club
}

// call dials. At a club it first reads the key of this device.
func (g *guestLink) call() {
	g.mu.Lock()
	asks := g.atClub() && g.device == nil
	g.mu.Unlock()
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

// eye returns how this end sees the series.
func (g *guestLink) eye() table.Perspective {
	return table.Perspective{Terms: g.series.Follower().State().Terms, Self: g.series.Self()}
}

// clubSeat returns the seat that this device takes, nil if it has it already.
func (g *guestLink) clubSeat() *session.ClubSeat {
	s := g.cfg.Seat
	if s == nil || g.series != nil && !g.joinsAgain {
		return nil
	}
	terms := table.Terms{Variant: s.Table.Variant.Canonical(), Time: s.Table.Time, Rated: s.Table.Rated, Club: true}
	copy(terms.Series[:], s.Table.ID)
	return &session.ClubSeat{Seat: table.Seat(s.Ticket[0]), Ticket: s.Ticket[:], Terms: terms}
}

// taken takes over a series of which this end has got the seat.
func (g *guestLink) taken(s *session.Followed) {
	g.series = s
	if f := g.front; f != nil {
		f.state = s.Follower().State()
	}
}

// mayJoinAgain reports whether the ticket brings this end back to a club that does not have what
// this end has.
func (g *guestLink) mayJoinAgain(e *session.Ended) bool {
	return g.cfg.Seat != nil && !g.joinsAgain && !g.closed && g.front.state.Closed.N == 0 &&
		(e.Reject == wire.RejectCode_REJECT_CODE_STALE || e.Reject == wire.RejectCode_REJECT_CODE_HISTORY)
}

// rejoined shows the game that the club has, after the ticket has brought this end back; and how
// the clocks stand.
func (g *guestLink) rejoined() {
	f := g.front
	if g.joinsAgain {
		g.joinsAgain = false
		f.missed = append(f.missed, f.eye.Open(nil, f.state)...)
	}
	if f.eye.Terms.Time.Timed() && f.state.Series != nil {
		clocked := match.Clocked{Clocks: f.state.Clocks}
		if f.paused {
			f.missed = append(f.missed, clocked)
		} else {
			g.emit(clocked)
		}
	}
}

// firstAttempts is how often a device dials that takes its seat, if lines break meanwhile.
const firstAttempts = 20

// comesAgain reports whether a device dials again that has not got its seat yet: the line broke, or
// the table is at another node.
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

// backoff returns the wait until the next attempt to dial.
func (g *guestLink) backoff() time.Duration {
	switch {
	case g.attempts < 0:
		return movedWait
	case g.atClub():
		return dial.ClubBackoff(g.attempts, g.rand)
	}
	return dial.Backoff(g.attempts, g.rand)
}

// movedWait is the wait until the table is dialled that is at another node.
const movedWait = 20 * time.Millisecond

// hurry has a table that is at another node dialled at once, at the next address of the club first.
func (g *guestLink) hurry(e *session.Ended) {
	if e.Leave == wire.LeaveReason_LEAVE_REASON_MOVED {
		all := g.addrs()
		g.attempts, g.answered = -1, all[1%len(all)]
	}
}

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

// endedAtClub returns why the other player, or the club, has ended a series.
func (f *front) endedAtClub(c *table.Change) (match.Reason, *rules.Note) {
	switch {
	case c.Over:
		return match.ReasonQuit, note("club-ended")
	case c.Event.By == table.Nobody:
		return match.ReasonQuit, note("left", f.peer)
	}
	return match.ReasonQuit, leftFor(f.peer, wire.LeaveReason(c.Event.Arg))
}
