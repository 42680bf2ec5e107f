package link

import (
	"context"
	"errors"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/rules"
	"mancala/table"
)

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
	terms := table.Terms{Variant: s.Table.Variant.Canonical(), Time: s.Table.Time, Rated: s.Table.Rated, Club: true}
	copy(terms.Series[:], s.Table.ID)
	return &session.ClubSeat{Seat: table.Seat(s.Ticket[0]), Ticket: s.Ticket[:], Terms: terms}
}

// taken takes over a series of which this end has got the seat.
func (g *guestLink) taken(s *session.Followed) {
	g.series = s
	if f := g.front; f != nil {
		f.state = s.State()
	}
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
