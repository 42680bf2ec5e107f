package netplay

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/gate"
)

// How many guests a host has at its door, besides the one in the seat. Twice as many are let in
// with an invite.
const (
	maxReaders = 32 // guests who read the rules
	maxQueue   = 8  // who have accepted them and wait
	maxCallers = 4  // of both, from one address
)

// askWait is how long a guest waits for the answer of the host's person, and speakEvery the
// shortest time between two events that tell that person of guests.
const (
	askWait    = 5 * time.Minute
	speakEvery = time.Second
)

// caller is the part of a host's session that the door looks at.
type caller struct {
	addr    gate.Address
	local   func() bool     // the guest is at this computer or in the local network
	invited bool            // has shown the secret of the invite
	patient bool            // wants to wait if the seat is taken
	granted bool            // the host's person has let the guest in
	seated  bool            // has got the seat, not having had it before
	waits   wire.WaitReason // why, as far as the guest was told
	knock   int             // the number of the open knock, or 0
	shown   bool            // the host's person has heard of the knock
}

// trusted reports whether the host's person has said that this guest may come in.
func (c *caller) trusted() bool { return c.invited || c.granted }

// refusal is why a guest is turned away; the zero value says that they are not.
type refusal struct {
	code wire.RejectCode
	wait time.Duration // with TRY_LATER
}

// frame returns the message that turns the guest away. The wait is in whole seconds, rounded up.
func (r refusal) frame() *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Reject{Reject: &wire.Reject{
		Code: r.code, Text: rejections[r.code].text, Seconds: uint32(math.Ceil(r.wait.Seconds())),
	}}}
}

// refuses returns why a guest who has just said Hello may not read the rules.
func (r *room) refuses(s *Session, now time.Time) refusal {
	if no := r.keepsOut(s, now); no.code != 0 {
		return no
	}
	factor := 1
	if s.invited {
		factor = 2
	}
	switch of := r.callersFrom(s.addr); {
	case r.full() && !r.yields(now) && !s.patient:
		return refusal{code: wire.RejectCode_REJECT_CODE_GAME_FULL}
	case r.full() && len(r.queue) >= factor*maxQueue && r.compare(s, r.queue[len(r.queue)-1], now) >= 0,
		needsConsent(s.cfg.Variant) && len(r.readers) >= factor*maxReaders, of >= maxCallers && !s.addr.Near():
		return refusal{code: wire.RejectCode_REJECT_CODE_TOO_MANY}
	}
	return refusal{}
}

// keepsOut returns why a guest may not come in whether the seat is free or not.
func (r *room) keepsOut(s *Session, now time.Time) refusal {
	switch wait := r.ledger.Wait(s.addr, now); {
	case r.ledger.Barred(s.addr):
		return refusal{code: wire.RejectCode_REJECT_CODE_BARRED}
	case s.trusted():
	case r.admission.InviteOnly:
		return refusal{code: wire.RejectCode_REJECT_CODE_INVITE_NEEDED}
	case wait > 0 && !s.addr.Near():
		return refusal{wire.RejectCode_REJECT_CODE_TRY_LATER, wait}
	}
	return refusal{}
}

// callersFrom counts those of an address who read or wait.
func (r *room) callersFrom(a gate.Address) (n int) {
	for _, s := range slices.Concat(r.readers, r.queue) {
		if s.addr == a {
			n++
		}
	}
	return n
}

// welcome notes a guest who reads the rules from now on.
func (r *room) welcome(s *Session, now time.Time) {
	r.readers = append(r.readers, s)
	r.tell(now)
}

// ask notes that a guest who has read the rules wants the seat.
func (r *room) ask(s *Session, now time.Time) {
	r.forget(s)
	r.queue = append(r.queue, s)
	r.tick(now)
	for i := len(r.queue) - 1; i >= 0 && len(r.queue) > maxQueue; i-- {
		if !r.queue[i].trusted() {
			r.turnAway(r.queue[i], refusal{code: wire.RejectCode_REJECT_CODE_TOO_MANY})
		}
	}
}

// compare orders the queue: first those who are trusted, then those whose address has not wasted
// the seat, or less often. Of these the one who came first comes first, but those who have wasted
// it go by the names of their series, which are drawn by lot: the quickest has no advantage.
func (r *room) compare(a, b *Session, now time.Time) int {
	debts := [2]time.Duration{r.ledger.Debt(a.addr, now), r.ledger.Debt(b.addr, now)}
	switch order := cmp.Compare(debts[0], debts[1]); {
	case a.trusted() != b.trusted() && a.trusted():
		return -1
	case a.trusted() != b.trusted():
		return 1
	case order != 0, debts[0] == 0:
		return order
	}
	return bytes.Compare(a.id, b.id)
}

// forget takes a session off the lists of the door.
func (r *room) forget(s *Session) {
	r.endKnock(s)
	same := func(other *Session) bool { return other == s }
	r.readers, r.queue = slices.DeleteFunc(r.readers, same), slices.DeleteFunc(r.queue, same)
}

// tick decides who gets the seat, and tells the host's person what has changed at the door. It is
// to be called whenever something has happened, and at the time that nextTick returns.
func (r *room) tick(now time.Time) {
	for _, a := range r.debts {
		r.ledger.Waste(a, now)
	}
	r.debts = nil
	r.watchSeat(now)
	slices.SortStableFunc(r.queue, func(a, b *Session) int { return r.compare(a, b, now) })
	for _, s := range slices.Clone(r.queue) {
		r.consider(s, now)
	}
	r.tell(now)
}

// consider decides about a guest who wants the seat.
func (r *room) consider(s *Session, now time.Time) {
	no := r.keepsOut(s, now)
	switch {
	case s.phase != accepted: // turned away with another one
	case no.code != 0:
		r.turnAway(s, no)
	case r.full() && !s.patient && !s.granted && !r.yields(now):
		r.turnAway(s, refusal{code: wire.RejectCode_REJECT_CODE_GAME_FULL})
	case r.full(), r.ledger.Pause(now) > 0 && !s.trusted():
		r.hold(s, wire.WaitReason_WAIT_REASON_FULL, now)
	case r.asks(s):
		r.hold(s, wire.WaitReason_WAIT_REASON_ASKED, now)
	default:
		r.give(s, now)
	}
}

// asks reports whether the host's person is asked before a guest comes in.
func (r *room) asks(s *Session) bool {
	switch {
	case s.trusted(), r.admission.Ask == match.AskNone:
		return false
	case r.admission.Ask == match.AskAll:
		return true
	}
	return !s.addr.Near() && !(s.local != nil && s.local())
}

// hold has a guest wait, and says why.
func (r *room) hold(s *Session, why wire.WaitReason, now time.Time) {
	if s.waits == why {
		return
	}
	s.waits = why
	r.endKnock(s)
	limit := time.Duration(0)
	if why == wire.WaitReason_WAIT_REASON_ASKED {
		r.knocks++
		s.knock, limit = r.knocks, askWait
	}
	s.enter(accepted, now, limit)
	s.send(&wire.Frame{Body: &wire.Frame_Waiting{Waiting: &wire.Waiting{Reason: why}}})
	r.changed = append(r.changed, s)
}

// give gives a guest the seat.
func (r *room) give(s *Session, now time.Time) {
	r.forget(s)
	r.session, r.seatAddr, s.seated = s, s.addr, true
	s.seat(now)
	r.changed = append(r.changed, s)
}

// turnAway turns a guest away.
func (r *room) turnAway(s *Session, no refusal) {
	s.reject(no)
	r.changed = append(r.changed, s)
}

// answer does as the host's person has said to a knock.
func (r *room) answer(knock int, a match.Answer, now time.Time) {
	i := slices.IndexFunc(r.queue, func(s *Session) bool { return s.knock == knock && knock > 0 })
	if i < 0 {
		return
	}
	switch s := r.queue[i]; a {
	case match.LetIn:
		r.endKnock(s)
		s.granted = true
	case match.Never:
		r.ledger.Bar(s.addr)
	default:
		r.turnAway(s, refusal{code: wire.RejectCode_REJECT_CODE_NOT_NOW})
	}
	r.tick(now)
}

// endKnock notes that a knock need not be answered any more.
func (r *room) endKnock(s *Session) {
	if s.knock > 0 && s.shown {
		r.events = append(r.events, match.KnockEnded{Knock: s.knock})
	}
	s.knock, s.shown = 0, false
}

// tell tells the host's person of the guests at the door, once a second at most.
func (r *room) tell(now time.Time) {
	if r.full() { // an event of the seat has ended what was shown
		r.shown = nil
	}
	if !r.spoke.IsZero() && now.Sub(r.spoke) < speakEvery {
		return
	}
	if i := slices.IndexFunc(r.queue, untold); i >= 0 {
		s := r.queue[i]
		s.shown, r.spoke = true, now
		r.events = append(r.events, match.Knocked{Knock: s.knock, Peer: s.peer, Addr: withoutPort(s.cfg.PeerAddr)})
		return
	}
	if names := r.deciding(); !slices.Equal(names, r.shown) {
		r.shown, r.spoke = names, now
		r.events = append(r.events, match.Deciding{Peers: names})
	}
}

// untold reports whether a guest knocks and the host's person has not heard of it.
func untold(s *Session) bool { return s.knock > 0 && !s.shown }

// deciding returns the names of those who read the rules, while the seat is free.
func (r *room) deciding() (names []string) {
	if r.full() {
		return nil
	}
	for _, s := range r.readers {
		if needsConsent(s.cfg.Variant) {
			names = append(names, s.peer)
		}
	}
	return names
}

// nextTick returns when tick is to be called next, if nothing else happens before; the zero time if
// never.
func (r *room) nextTick(now time.Time) time.Time {
	var next time.Time
	at := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	if slices.ContainsFunc(r.queue, untold) || !slices.Equal(r.deciding(), r.shown) {
		at(r.spoke.Add(speakEvery))
	}
	if len(r.queue) > 0 {
		if pause := r.ledger.Pause(now); pause > 0 && !r.full() {
			at(now.Add(pause))
		}
		if wait := r.stall.patience(); wait > 0 {
			at(r.stall.since.Add(wait))
		}
	}
	return next
}

// drain returns the events since the last call, and the sessions that have something to send.
func (r *room) drain() (events []match.Event, changed []*Session) {
	events, changed = r.events, r.changed
	r.events, r.changed = nil, nil
	return events, changed
}
