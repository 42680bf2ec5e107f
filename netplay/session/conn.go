package session

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
)

// Conn is a friend's host's end of one connection: a [Member] with the greeting of a host, which
// offers rules, tosses a coin and asks its person; or the end of a watcher. Make one with
// [Server.Accept].
type Conn struct {
	Member
	server  *Server
	binding Binding
	hello   Hello

	series    [16]byte
	sessionID [idSize]byte
	key       []byte
	toss      toss
	owned     *Owned // nil until there is a seat

	upTo    uint32        // the last event that the guest misses
	missing uint32        // how many events the owner has lost by the guest's account
	back    []table.Event // those that were handed back, until the last frame
	adopted int           // the number of those that were taken

	place place // of a watcher
}

// Hello is a guest's or a watcher's introduction.
type Hello struct {
	// Name is cleaned for display, and differs from this end's.
	Name string
	// Invite is the secret of an invite, not checked; nil if there is none.
	Invite []byte
	// Wait says that the guest wants to wait if the seat is taken, Watch that they only watch, and
	// Computer that a computer plays for them.
	Wait, Watch, Computer bool
}

// Accept returns the server's end of a connection that begins now, from an address.
func (s *Server) Accept(b Binding, from limit.Address, now time.Time) *Conn {
	c := &Conn{server: s, binding: b}
	c.init(guest{c}, "guest", now)
	c.of = c
	c.place = place{line: &c.line, from: from, leave: c.Leave, wake: func() { s.wake(c) }}
	return c
}

// Greeted reports whether the other end has said who they are.
func (c *Conn) Greeted() bool { return c.phase != greeting }

// Hello returns the other end's introduction.
func (c *Conn) Hello() Hello { return c.hello }

// Series returns the series of the guest in the seat, nil for anyone else.
func (c *Conn) Series() *Owned { return c.owned }

// close ends the connection after all sent frames.
func (c *Conn) close() {
	c.phase = ended
	c.server.gallery.exit(&c.place)
	c.server.wake(c)
}

// Step is as for the other ends.
func (c *Conn) Step(now time.Time, payload []byte) {
	if c.phase != ended {
		c.line.Step(now, payload)
		c.server.wake(c)
	}
}

// notice passes a notice on about the series of the guest in the seat.
func (c *Conn) notice(n Notice) {
	if c.owned != nil {
		c.server.notice(c.owned, n)
	}
}

func (c *Conn) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Accept:
		return true, c.onAccept(now, body.Accept)
	case *wire.Frame_Toss:
		return true, c.onToss(now, body.Toss)
	case *wire.Frame_HandBack:
		return true, c.onHandBack(now, body.HandBack)
	case *wire.Frame_Leave:
		c.onLeave(body.Leave)
		return true, nil
	case *wire.Frame_Disagree:
		if c.owned == nil {
			return true, unexpected("Disagree")
		}
	}
	return c.Member.receive(now, f)
}

// greet answers a guest or a watcher.
func (c *Conn) greet(h *wire.Hello, now time.Time) error {
	names := match.TellApart([2]string{c.server.cfg.Name, match.NameOr(h.GetName(), match.Guest)}, match.AtGuest)
	c.hello = Hello{
		Name: names[match.Guest], Invite: slices.Clone(h.GetInvite()),
		Wait: h.GetWait(), Watch: h.GetRole() == wire.Role_ROLE_WATCHER, Computer: h.GetComputer(),
	}
	no := admission.Refusal{}
	switch {
	case h.GetRole() < 0 || h.GetRole() > wire.Role_ROLE_WATCHER:
		no.Code = wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED
	case len(h.GetName()) > maxName:
		no.Code = wire.RejectCode_REJECT_CODE_NAME_REFUSED
	default:
		no = c.server.cfg.Admission.Hello(c, now)
	}
	if no.Code == 0 && c.hello.Watch && !c.server.gallery.enter(&c.place) {
		no.Code = wire.RejectCode_REJECT_CODE_TOO_MANY
	}
	switch {
	case no.Code != 0:
		c.Reject(no)
		return nil
	case c.hello.Watch:
		c.enter(watching, now, 0)
		return nil
	case len(h.GetClientId()) != idSize:
		return garbled("a client id of %d bytes", len(h.GetClientId()))
	}
	return c.offer(now, h.GetClientId())
}

// offer sends the rules to a guest.
func (c *Conn) offer(now time.Time, clientID []byte) error {
	cfg := &c.server.cfg
	c.toss.nonce = make([]byte, nonceSize)
	for _, b := range [][]byte{c.sessionID[:], c.toss.nonce} {
		if _, err := io.ReadFull(cfg.Rand, b); err != nil {
			return fmt.Errorf("no random bytes: %w", err)
		}
	}
	c.series = table.FriendsSeries(c.sessionID[:], clientID)
	o := &wire.Offer{
		Protocol: Version, AppVersion: cfg.AppVersion, Name: cfg.Name, Variant: frames.VariantToWire(cfg.Variant), SessionId: c.sessionID[:],
		Computer: cfg.Computer,
	}
	if c.toss.on = cfg.First == match.FirstToss; c.toss.on {
		o.Commitment = commitment(c.series, table.A, c.toss.nonce)
	} else {
		o.Starter = uint32(table.SeatOf(cfg.First.Party()))
	}
	wait := acceptWait
	if NeedsConsent(cfg.Variant) {
		wait = readWait
	}
	c.enter(offered, now, wait)
	c.send(&wire.Frame{Body: &wire.Frame_Offer{Offer: o}})
	return nil
}

// onAccept records that a guest wants the seat.
func (c *Conn) onAccept(now time.Time, a *wire.Accept) error {
	switch {
	case c.phase != offered:
		return unexpected("Accept")
	case len(a.GetKey()) != keySize:
		return garbled("a key of %d bytes", len(a.GetKey()))
	case c.toss.on && len(a.GetCommitment()) != commitmentSize:
		return garbled("a commitment of %d bytes", len(a.GetCommitment()))
	}
	c.key, c.toss.bound = slices.Clone(a.GetKey()), slices.Clone(a.GetCommitment())
	c.enter(accepted, now, 0)
	c.server.cfg.Admission.Accepted(c, now)
	return nil
}

// Wait tells a guest who has accepted why the seat is not given yet. A limit of zero is none;
// after any other one the guest is turned away.
func (c *Conn) Wait(reason wire.WaitReason, limit time.Duration, now time.Time) {
	if c.phase == accepted {
		c.enter(accepted, now, limit)
		c.send(&wire.Frame{Body: &wire.Frame_Waiting{Waiting: &wire.Waiting{Reason: reason}}})
		c.server.wake(c)
	}
}

// Leave says goodbye to a guest who does not have the seat, or to a watcher.
func (c *Conn) Leave(reason wire.LeaveReason) {
	if c.owned == nil {
		c.endpoint.Leave(reason)
	}
}

func (c *Conn) fail(err error, payload []byte) {
	lie := (*table.Lie)(nil)
	switch {
	case errors.As(err, &lie):
		c.send(disagree(lie))
		c.end(Ended{Fate: Desynced, Lie: lie, Frame: append([]byte(nil), payload...), Err: err})
		return
	case errors.Is(err, ErrTime) && c.phase == accepted:
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NOT_NOW})
		return
	case c.phase == playing:
		_ = c.delivery.pump(&c.line) // it ends in any case
	}
	c.leave(faultReason(err), err.Error())
	fate := Kept
	if errors.Is(err, ErrSilence) || errors.Is(err, ErrTime) {
		fate = Cut
	}
	c.end(Ended{Fate: fate, Err: err})
}

// onLeave ends the connection. Only an event ends the series.
func (c *Conn) onLeave(l *wire.Leave) {
	e := c.goodbye(l)
	switch e.Fate = Cut; l.GetReason() {
	case wire.LeaveReason_LEAVE_REASON_CLOSED, wire.LeaveReason_LEAVE_REASON_LATER,
		wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR, wire.LeaveReason_LEAVE_REASON_FLOOD:
		e.Fate = Kept
	}
	c.end(e)
}

// Tick is as for the other ends.
func (c *Conn) Tick(now time.Time) {
	err := c.tick(now)
	if err != nil && c.phase == tossing {
		err = fmt.Errorf("%w: %w", ErrToss, ErrTossTime)
	}
	if err != nil {
		c.fail(err, nil)
	}
	if len(c.out) > 0 {
		c.server.wake(c)
	}
}
